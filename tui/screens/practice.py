"""The practice round: the table with a line above it that says what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from uno_lan.client.model import LinkState, Snapshot
from uno_lan.languages import N_, _

from ..tutorial import LESSONS, Practice
from .table import TableScreen


class PracticeScreen(TableScreen):
    """A table with a coach. Leaving it asks nothing: there is nothing to lose."""

    CSS_PATH = "../styles/table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "leave", N_("Leave"), id="practice.leave")]

    def __init__(self) -> None:
        super().__init__()
        self.coach = Static("", id="coach")

    def compose(self) -> ComposeResult:
        """The coach, then the table."""
        yield self.coach
        yield from super().compose()

    @property
    def snapshot(self) -> Snapshot:
        """The newest state. A round played to its end is no lost link and must not look so."""
        return replace(self.uno.snapshot, link=LinkState.ONLINE)

    def on_mount(self) -> None:
        """Follow the round."""
        self.uno.changed.subscribe(self, self._coach)
        self._coach(self.uno.snapshot)

    def dress(self) -> None:
        """In other colors."""
        super().dress()
        self._coach(self.uno.snapshot)

    def _coach(self, _snapshot: Snapshot) -> None:
        client = self.uno.client
        if isinstance(client, Practice):
            number = min(client.lesson + 1, len(LESSONS))
            palette = self.uno.artist.palette
            text = Text(
                _("{number} of {count}").format(number=number, count=len(LESSONS)) + "  ", palette.accent
            )
            self.coach.update(text.append(client.coach, palette.strong))

    def action_leave(self) -> None:
        """Enough of it."""
        cast(Practice, self.uno.client).leave()
        self.uno.stand_up()
