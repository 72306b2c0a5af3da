"""Something is wrong with the game: what happened, who can be shown guilty, and what can be done."""

from __future__ import annotations

from typing import ClassVar, get_args

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from protocol.messages import Choice
from uno_lan.client import words
from uno_lan.client.model import Snapshot
from uno_lan.languages import N_, _

from ..text import plain
from ..widgets.fields import Press
from .base import Dialog, TooSmall

TICK = 1.0
"""Seconds between two looks at the clock of a vote."""
LABELS = {"count": N_("Count"), "void": N_("Void"), "stop": N_("Stop"), "leave": N_("Leave")}
KEYS = {"count": "c", "void": "v", "stop": "s", "leave": "l"}


class DisputeDialog(Dialog[str]):
    """Opens by itself when something is found, and again when the players are asked; F2 brings it back.

    Gives `leave` when the person wants to leave the table, else nothing. Votes are sent at once: the box
    stays and shows how they stand.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f2", "back", N_("Back"), show=False, id="dialog.back"),
        Binding("left,up", "app.focus_previous", N_("Previous"), show=False, id="dialog.previous"),
        Binding("right,down", "app.focus_next", N_("Next"), show=False, id="dialog.next"),
        *(Binding(key, f"choose('{what}')", LABELS[what], show=False) for what, key in KEYS.items()),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.heading = Static("", classes="title")
        self.words = Static("", classes="words", id="what")
        self.buttons = {what: Press(LABELS[what], key, id=f"do-{what}") for what, key in KEYS.items()}
        self.ok = Press(N_("Back"), N_("Esc"), id="do-back")

    def compose(self) -> ComposeResult:
        """Title, sentences, answers."""
        yield TooSmall()
        with Vertical(classes="box -danger", id="dispute"):
            yield self.heading
            with VerticalScroll(id="dispute-words"):
                yield self.words
            with Horizontal(classes="buttons"):
                yield from self.buttons.values()
                yield self.ok

    @staticmethod
    def _title(snapshot: Snapshot) -> str:
        trouble = snapshot.trouble
        if trouble is not None and trouble.code:
            return _("Something is wrong here ({code})").format(code=trouble.code)
        return _("Round {number} is disputed").format(number=snapshot.round_no)

    def on_mount(self) -> None:
        """Follow the table."""
        self.uno.changed.subscribe(self, self._changed)
        self.set_interval(TICK, lambda: self._changed(self.uno.snapshot))
        self._changed(self.uno.snapshot)
        self.ok.focus()

    def dress(self) -> None:
        """In other colors, or another language."""
        self._changed(self.uno.snapshot)

    def _changed(self, snapshot: Snapshot) -> None:
        trouble = snapshot.trouble
        if trouble is None:
            if self.is_current:
                self.dismiss("")
            return
        self.heading.update(Text(self._title(snapshot)))
        said = words.wrong(snapshot, self.uno.now())
        text = Text()
        for number, sentence in enumerate(said):
            text.append(plain(sentence) + "\n", self.uno.artist.palette.alarm if not number else "")
        self.words.update(text)
        for what, button in self.buttons.items():
            button.display = what in trouble.can

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """A button."""
        message.stop()
        for what, button in self.buttons.items():
            if message.button is button:
                self.action_choose(what)
                return
        self.action_back()

    def action_choose(self, what: str) -> None:
        """Vote, or leave."""
        trouble = self.uno.snapshot.trouble
        if trouble is None or what not in trouble.can:
            return
        if what == "leave":
            self.dismiss("leave")
        elif self.uno.client is not None:
            for choice in get_args(Choice):
                if choice == what:
                    self.uno.client.vote(choice)

    def action_back(self) -> None:
        """Back to the table."""
        self.dismiss("")
