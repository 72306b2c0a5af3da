"""The whole log and chat."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from uno_lan.client.model import Snapshot
from uno_lan.languages import N_, _

from ..widgets.log_pane import LogPane
from ..widgets.said import Said
from .base import Dialog, TooSmall


class LogDialog(Dialog[None]):
    """Scrolls back through everything that was said and done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,l", "leave", N_("Back"), show=False, id="dialog.back"),
        Binding("up,k", "scroll(1)", N_("Back"), show=False, id="log.up"),
        Binding("down,j", "scroll(-1)", N_("On"), show=False, id="log.down"),
        Binding("pageup", "scroll(10)", N_("Page back"), show=False, id="log.page_up"),
        Binding("pagedown", "scroll(-10)", N_("Page on"), show=False, id="log.page_down"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.log_pane = LogPane(id="all")

    def compose(self) -> ComposeResult:
        """The log in a tall box."""
        yield TooSmall()
        with Vertical(classes="box", id="whole-log"):
            yield self.log_pane
            yield Said(lambda: _("arrows scroll, Esc back"), classes="hint")

    def on_mount(self) -> None:
        """Follow the table."""
        self.uno.changed.subscribe(self, self._changed)
        self._changed(self.uno.snapshot)

    def _changed(self, snapshot: Snapshot) -> None:
        self.log_pane.show(snapshot.log)

    def action_scroll(self, rows: int) -> None:
        """Scroll."""
        self.log_pane.scroll(rows)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
