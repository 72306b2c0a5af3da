"""What shall stand on a customizable card: a ready-made rule, a sentence, or free text; read back at once."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from uno_lan import languages
from uno_lan.client.words.proposals import means
from uno_lan.engine import RulesError
from uno_lan.engine.written import MAX_TEXT, READY
from uno_lan.languages import N_, _

from ..text import Row, fit
from ..widgets.fields import Press
from ..widgets.rows import Item, Rows
from ..widgets.said import Said
from .base import Dialog, TooSmall, type_into

EXAMPLES = (
    "next draws 3",
    "everyone else draws 1 then I play again",
    "swap hands with a chosen player",
    "next draws until red",
    "all pass hands left",
    "text: everybody sings",
)
"""Sentences to begin with, in the language of written rules, which is English."""
GRAMMAR = N_(
    # Translators: the words of the rule language (I, next, draws, ...) stay English: they are typed so.
    "Who: I, next, previous, chosen, everyone else, everyone. What: draws N, draws until COLOR, discards N, "
    "discards wilds, goes to N. Also: swap hands with WHO, all pass hands left, shuffle hands, reverse, "
    "skip N, I play again. Join up to 4 with 'then'. 'text: ...' is free."
)


class CardRules(Dialog[str]):
    """Gives the text to propose; None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Back"), show=False, id="dialog.back"),
        Binding("up", "pick(-1)", N_("Up"), show=False, priority=True, id="card.up"),
        Binding("down", "pick(1)", N_("Down"), show=False, priority=True, id="card.down"),
    ]

    def __init__(self, colors: tuple[str, ...], mine: str = "") -> None:
        """Make the box.

        Args:
            mine: what I propose already, to be changed or taken back.
        """
        super().__init__()
        self._colors = colors
        self._mine = mine
        self.line = Input(mine, placeholder="next draws 3", compact=True, max_length=MAX_TEXT, id="line")
        self.line.cursor_blink = False
        self.ready = Rows(id="ready-rules")
        self.ready.can_focus = False
        self.says = Static("", id="says")

    def compose(self) -> ComposeResult:
        """The line, what it means, ready-made rules, the language in short."""
        yield TooSmall()
        with Vertical(classes="box", id="card-rules"):
            yield Said(lambda: _("Write on a card"), classes="title")
            yield self.line
            yield self.says
            yield self.ready
            yield Said(lambda: _(GRAMMAR), classes="hint", id="grammar")
            with Horizontal(classes="buttons"):
                yield Press(N_("Propose"), id="ok")
                if self._mine:
                    yield Press(N_("Take mine back"), id="back")
                yield Press(N_("Cancel"), id="cancel")

    def on_mount(self) -> None:
        """Type at once."""
        self.dress()
        self.line.focus()

    def dress(self) -> None:
        """In other colors, or another language."""
        normal, muted = self.uno.artist.palette.normal, self.uno.artist.palette.muted
        width = max(map(len, READY)) + 2
        items = []
        for text in (*(key for key in READY if key != "text"), *EXAMPLES):
            row: Row = [Segment(text, normal)]
            if text in READY:
                row = [Segment(fit(text, width), normal), Segment(_(READY[text].name), muted)]
            items.append(Item(text, row))
        with self.prevent(Rows.Moved):  # nobody has picked anything yet
            self.ready.show(items)
        self._read()

    def _read(self) -> str:
        """What the line means; empty when it can be proposed, else why not."""
        text = self.line.value.strip()
        problem = ""
        if not text:
            said = _("Type a sentence, or pick one with the arrow keys. Everybody must agree to it.")
        else:
            try:
                said = _("It reads: {rule}").format(rule=means(text, self._colors))
            except RulesError as error:
                said = problem = languages.said(error)
        self.says.update(Text(said))
        self.says.set_class(bool(problem), "complaint")
        return problem if text else said

    def on_key(self, event: events.Key) -> None:
        """What was typed too early belongs to the line as well."""
        type_into(self.line, event)

    def on_input_changed(self, _message: Input.Changed) -> None:
        """Say what it means now."""
        self._read()

    def action_pick(self, step: int) -> None:
        """Put the next (or previous) ready-made text into the line."""
        keys = [item.key for item in self.ready.items]
        at = keys.index(self.line.value) if self.line.value in keys else -1 if step > 0 else 0
        self.ready._go((at + step) % len(keys))
        self._take(self.ready.key)

    def _take(self, text: str) -> None:
        self.line.value = text
        self.line.cursor_position = len(text)

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """A click on a ready-made text."""
        message.stop()
        self._take(message.key)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A second click."""
        message.stop()
        self._take(message.key)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter proposes."""
        message.stop()
        self._propose()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """A button."""
        message.stop()
        if message.button.id == "ok":
            self._propose()
        else:
            self.dismiss("" if message.button.id == "back" else None)

    def _propose(self) -> None:
        if self._read():
            self.app.bell()
            self.line.focus()
        else:
            self.dismiss(self.line.value.strip())

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss(None)
