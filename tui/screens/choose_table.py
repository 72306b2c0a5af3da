"""A server that holds several tables was named by its address: which one?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from uno_lan.languages import N_, _

from ..port import GameRow
from ..text import column, plain
from ..widgets.rows import Item, Rows
from ..widgets.said import Said
from .base import Dialog, TooSmall

STATES = {"open": N_("open"), "running": N_("running"), "watch": N_("watch only")}


class ChooseTable(Dialog[str]):
    """A list of tables; gives the key of the chosen one, empty when it was left with Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", N_("Join"), show=False, id="dialog.choose"),
        Binding("escape", "leave", N_("Back"), show=False, id="dialog.back"),
    ]

    def __init__(self, tables: Sequence[GameRow]) -> None:
        super().__init__()
        self._tables = tuple(tables)
        self.rows = Rows(id="tables-there")

    def compose(self) -> ComposeResult:
        """A question and the tables."""
        yield TooSmall()
        with Vertical(classes="box"):
            yield Said(lambda: _("Which table?  Enter joins it, Esc goes back."), classes="title")
            yield self.rows

    def on_mount(self) -> None:
        """Stand on the first one."""
        palette = self.uno.artist.palette
        self.rows.styles.height = min(len(self._tables), 12)
        self.rows.show(
            [
                Item(
                    table.key,
                    [
                        Segment(column(plain(table.name), 26), palette.strong),
                        Segment(column(f"{table.seats_taken}/{table.seats}", 7)),
                        Segment(column(_(STATES.get(table.state, table.state)), 12)),
                        Segment(_("code") if table.locked else "", palette.muted),
                    ],
                )
                for table in self._tables
            ]
        )
        self.rows.focus()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A second click."""
        message.stop()
        self.action_choose()

    def action_choose(self) -> None:
        """The row under the cursor."""
        self.dismiss(self.rows.key)

    def action_leave(self) -> None:
        """None of them."""
        self.dismiss("")
