"""Boxes over a screen: a question with a few answers, and a line to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from uno_lan.client.words.typed import folded
from uno_lan.languages import N_, _

from ..text import plain
from ..widgets.fields import Press
from ..widgets.said import Said, Told, say
from .base import Dialog, TooSmall, type_into

BOX = 66
FRAME = 6
"""Columns of a box, and those that border and margins take; see `styles/dialog.tcss`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a question."""

    key: str
    label: str
    """May be only marked for translation: it is translated when it is shown."""
    value: str


class Question(Dialog[str]):
    """Asks; gives the value of the answer, empty when it was left with Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Back"), show=False, id="dialog.back"),
        Binding("left,up", "app.focus_previous", N_("Previous"), show=False, id="dialog.previous"),
        Binding("right,down", "app.focus_next", N_("Next"), show=False, id="dialog.next"),
    ]

    def __init__(
        self, title: Told, text: Told, answers: Sequence[Answer], default: int = 0, danger: bool = False
    ) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self.answers = tuple(answers)
        self.buttons = [Press(answer.label, answer.key, id=f"answer-{i}") for i, answer in enumerate(answers)]
        self.row = Horizontal(classes="buttons")
        self._default = default
        self._danger = danger

    def compose(self) -> ComposeResult:
        """Title, text, answers side by side."""
        self.dress()  # before the first frame: a box that is laid out anew in the second one flickers
        yield TooSmall()
        with Vertical(classes="box -danger" if self._danger else "box"):
            yield Said(lambda: plain(say(self._title)), classes="title")
            yield self.said()
            with self.row:
                yield from self.buttons

    def said(self) -> Widget:
        """The text."""
        return Said(self._text, classes="words")

    def on_mount(self) -> None:
        """Stand on the default answer."""
        self.buttons[self._default].focus()

    def on_resize(self, _event: events.Resize) -> None:
        """Answers that do not fit side by side stand one below the other."""
        self.dress()

    def dress(self) -> None:
        """As for a full screen: answers are longer in some languages."""
        needed = sum(len(answer.key) + cell_len(_(answer.label)) + 5 for answer in self.answers)
        self.row.set_class(needed > min(BOX, self.window.width * 92 // 100) - FRAME, "-tall")

    def on_key(self, event: events.Key) -> None:
        """A letter answers; for yes and no also the first one of the word in the language in use."""
        keys = {answer.key: answer.value for answer in self.answers}
        for key, word in (("y", _("Yes")), ("n", _("No"))):
            if key in keys:
                keys.setdefault(folded(word)[:1], keys[key])
        if event.key in keys:
            event.stop()
            self.dismiss(keys[event.key])

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """A button answers."""
        message.stop()
        self.dismiss(self.answers[self.buttons.index(message.button)].value)

    def action_leave(self) -> None:
        """No answer."""
        self.dismiss("")


OK = (Answer("o", N_("OK"), "ok"),)


class Explanation(Question):
    """A text that may be longer than the box: it scrolls by the arrow keys and by pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "page('scroll_up')", N_("Up"), show=False),
        Binding("down", "page('scroll_down')", N_("Down"), show=False),
        Binding("pageup", "page('scroll_page_up')", N_("Page up"), show=False),
        Binding("pagedown", "page('scroll_page_down')", N_("Page down"), show=False),
    ]

    def said(self) -> Widget:
        """The text."""
        self.long = VerticalScroll(Said(self._text, classes="words"), classes="long-words")
        self.long.can_focus = False
        return self.long

    def action_page(self, how: str) -> None:
        """Scroll."""
        getattr(self.long, how)(animate=False)


class LinePrompt(Dialog[str]):
    """Asks for a line of text; gives it, or nothing when it was left with Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Back"), show=False, id="dialog.back")
    ]

    def __init__(
        self,
        title: Told,
        text: Told,
        value: str = "",
        placeholder: str = "",
        check: Callable[[str], str] | None = None,
        limit: int = 200,
    ) -> None:
        """Make the prompt.

        Args:
            check: gives a sentence when the text cannot be taken, else an empty one.
            limit: longest text.
        """
        super().__init__()
        self._title = title
        self._text = text
        self.line = Input(value, placeholder=placeholder, compact=True, max_length=limit, id="line")
        self.line.cursor_blink = False
        self.complaint = Static("", classes="complaint")
        self._check = check

    def compose(self) -> ComposeResult:
        """Title, text, line, complaint."""
        yield TooSmall()
        with Vertical(classes="box"):
            yield Said(lambda: plain(say(self._title)), classes="title")
            yield Said(self._text, classes="words")
            yield self.line
            yield self.complaint
            with Horizontal(classes="buttons"):
                yield Press(N_("OK"), id="ok")
                yield Press(N_("Cancel"), id="cancel")

    def on_mount(self) -> None:
        """Type at once."""
        self.line.focus()

    def on_key(self, event: events.Key) -> None:
        """What was typed too early belongs to the line as well."""
        type_into(self.line, event)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter takes the line."""
        message.stop()
        self._take()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """OK takes the line."""
        message.stop()
        if message.button.id == "ok":
            self._take()
        else:
            self.dismiss("")

    def _take(self) -> None:
        text = self.line.value.strip()
        complaint = self._check(text) if self._check else "" if text else _("Type something, or press Esc.")
        if complaint:
            self.complaint.update(Text(complaint))
            self.line.focus()
        else:
            self.dismiss(text)

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss("")


LONG_S: Final = 5.0
"""After so many seconds it is said that something still goes on."""


class Waiting(Dialog[None]):
    """Says that something goes on; Escape gives it up. When it takes long, that is said as well."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Give up"), show=False, id="dialog.back")
    ]

    def __init__(self, text: Told, give_up: Callable[[], None]) -> None:
        super().__init__()
        self._text = text
        self._give_up = give_up
        self._long = Said(lambda: _("It takes long, and still goes on; Esc cancels it."), classes="words")
        self._long.display = False

    def compose(self) -> ComposeResult:
        """One sentence and a button."""
        yield TooSmall()
        with Vertical(classes="box"):
            yield Said(self._said, classes="words")
            yield self._long
            with Horizontal(classes="buttons"):
                yield Press(N_("Cancel"), id="cancel")

    def _said(self) -> str:
        """The sentence; what else is said with it stands below, after an empty line."""
        return "\n\n".join(map(plain, say(self._text).split("\n\n")))

    def on_mount(self) -> None:
        """Nothing changes while it goes on: who waits long would take it for stuck."""
        self.set_timer(LONG_S, self.takes_long)

    def takes_long(self) -> None:
        """Say that it still goes on."""
        self._long.display = True

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Give up."""
        message.stop()
        self.action_leave()

    def action_leave(self) -> None:
        """Give up."""
        self._give_up()
