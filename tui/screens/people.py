"""The people at the table: votes, what the owner orders, mute; and short words for everybody."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from uno_lan.client.model import Snapshot
from uno_lan.languages import N_, _

from ..deeds import Deed, deeds, reactions, standings
from ..text import column, plain
from ..widgets.rows import Item, Rows
from ..widgets.said import Said
from .base import Dialog, TooSmall
from .dialogs import Answer, Question
from .leave import go_for_good, sure

WHO = 14
"""Cells for whom a line is about."""


class DeedsDialog(Dialog[None]):
    """A list of things to do; Enter does the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", N_("Do it"), show=False, id="people.take"),
        Binding("escape,q,v,e", "leave", N_("Back"), show=False, id="dialog.back"),
    ]
    TITLE_TEXT: ClassVar[str] = N_("People and votes")
    HINT: ClassVar[str] = N_("arrows choose, Enter does it, Esc back")

    def __init__(self) -> None:
        super().__init__()
        self.rows = Rows(classes="seat-rows")
        self.found: list[Deed] = []
        self.words = Static("", classes="words")

    def compose(self) -> ComposeResult:
        """A row for each."""
        yield TooSmall()
        with Vertical(classes="box choice"):
            yield Said(lambda: _(self.TITLE_TEXT), classes="title")
            yield self.words
            yield self.rows
            yield Said(lambda: _(self.HINT), classes="choice-hint")

    def on_mount(self) -> None:
        """Follow the table."""
        self.rows.focus()
        self.uno.changed.subscribe(self, self._changed)
        self._changed(self.uno.snapshot)

    def listed(self, snapshot: Snapshot) -> list[Deed]:
        """What can be done."""
        return deeds(snapshot)

    def dress(self) -> None:
        """In other colors, or another language."""
        self._changed(self.uno.snapshot)

    def _changed(self, snapshot: Snapshot) -> None:
        palette = self.uno.artist.palette
        self.found = self.listed(snapshot)
        items = []
        for deed in self.found:
            who = Segment(column(plain(deed.who), WHO), palette.accent if deed.waits else palette.strong)
            items.append(Item(deed.key, [who, Segment(plain(deed.text), palette.normal)]))
        self.rows.show(items)
        told = self.told(snapshot)
        self.words.display = bool(told)
        self.words.update(Text("\n".join(told)))

    def told(self, snapshot: Snapshot) -> list[str]:
        """Sentences above the list."""
        return standings(snapshot, self.uno.now()) or ([] if self.found else [_("Nobody else is here.")])

    def action_take(self) -> None:
        """Do the marked one."""
        deed = next((deed for deed in self.found if deed.key == self.rows.key), None)
        if deed is None:
            return
        if deed.leaves:
            go_for_good(self.uno, deed.leaves)
            return
        if not deed.then:
            self.carry_out(deed)
            return
        answers = (Answer("n", N_("No"), ""), Answer("y", N_("Yes"), "yes"))
        # Translators: whom it is done to, and what: Bora: Put out of the game?
        asked = _("{who}: {deed}?").format(who=plain(deed.who), deed=plain(deed.text))
        box = Question(asked, deed.then, answers, danger=True)
        sure(self.uno, box, lambda: self.carry_out(deed))

    def carry_out(self, deed: Deed) -> None:
        """Do it, and go back to the table."""
        if self.uno.client is not None:
            deed.do(self.uno.client)
        self.dismiss(None)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A second click does it."""
        message.stop()
        self.action_take()

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class PeopleDialog(DeedsDialog):
    """Votes, orders, mute."""


class ReactionDialog(DeedsDialog):
    """Short words: a number key says one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(number), f"say({number - 1})", show=False, id=f"reaction.{number}")
        for number in range(1, 8)
    ]
    TITLE_TEXT = N_("Say to all")
    HINT = N_("a number says it, Esc back")

    def listed(self, snapshot: Snapshot) -> list[Deed]:
        """Always the same."""
        return reactions()

    def told(self, snapshot: Snapshot) -> list[str]:
        """Nothing more."""
        return []

    def action_say(self, place: int) -> None:
        """Say it."""
        if place < len(self.found):
            self.carry_out(self.found[place])
