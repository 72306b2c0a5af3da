"""Small parts of forms: a button of one row, and a field whose values are stepped through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from uno_lan.languages import N_, _

from ..text import Row, clip
from .painted import Painted
from .said import Told, say


class FocusShown(Painted, can_focus=True):
    """Stronger while keys go to it."""

    def on_focus(self) -> None:
        """Stronger."""
        self.repaint()

    def on_blur(self) -> None:
        """Weaker."""
        self.repaint()


class Stepper(FocusShown):
    """Its value is one of several, one after the other: arrows or a click ask for the next one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", N_("Less"), show=False, id="field.less"),
        Binding("right,l,space", "step(1)", N_("More"), show=False, id="field.more"),
    ]

    def action_step(self, step: int) -> None:
        """The next value (+1) or the one before (-1)."""
        raise NotImplementedError

    def on_click(self, event: events.Click) -> None:
        """Left end: back; elsewhere: on."""
        event.stop()
        self.focus()
        self.action_step(-1 if event.x < 2 else 1)


class Press(FocusShown):
    """A button of one row. Posts `Pressed`; its meaning is its id."""

    DEFAULT_CSS = "Press { height: 1; width: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", N_("Press"), show=False, id="button.press")
    ]

    @dataclass
    class Pressed(Message):
        """The button was pressed."""

        button: Press

    def __init__(self, label: str, key: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = label
        """Marked for translation: translated when it is shown."""
        self.key = key
        """Key that does the same, shown before the label."""

    def _text(self) -> str:
        return f" {_(self.key)} {_(self.label)} " if self.key else f" {_(self.label)} "

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as its text."""
        return cell_len(self._text())

    def paint(self, width: int, height: int) -> list[Row]:
        """Text in the button's style."""
        if self.has_focus:
            return [[Segment(self._text(), self.palette.button_on)]]
        style = self.palette.button
        if not self.key:
            return [[Segment(self._text(), style)]]
        return [
            [Segment(f" {_(self.key)}", style + self.palette.accent), Segment(f" {_(self.label)} ", style)]
        ]

    def action_press(self) -> None:
        """Press the button."""
        self.post_message(self.Pressed(self))

    def on_click(self, event: events.Click) -> None:
        """Press the button."""
        event.stop()
        self.action_press()


class Pick(Stepper):
    """A field with a few values: `Mode  ◂ Race to 500 ▸`. Posts `Picked`."""

    DEFAULT_CSS = "Pick { height: 1; width: 1fr; }"

    @dataclass
    class Picked(Message):
        """Another value was picked."""

        field: Pick

    def __init__(self, values: Sequence[tuple[object, Told]], value: object, id: str | None = None) -> None:
        super().__init__(id=id)
        self.values = tuple(values)
        """Pairs of value and text, which may be marked for translation only: it is translated when shown."""
        self.place = next((i for i, (held, _label) in enumerate(self.values) if held == value), 0)

    def pick(self, value: object) -> None:
        """Show this value; nobody is told."""
        self.place = next((i for i, (held, _label) in enumerate(self.values) if held == value), self.place)
        self.repaint()

    @property
    def value(self) -> object:
        """The value that is picked."""
        return self.values[self.place][0]

    def paint(self, width: int, height: int) -> list[Row]:
        """The text between two arrows."""
        palette, glyphs = self.palette, self.glyphs
        text = clip(_(say(self.values[self.place][1])), width - 4)
        style = palette.button_on if self.has_focus else palette.button
        more = style if len(self.values) > 1 else palette.muted
        return [[Segment(f"{glyphs.left} ", more), Segment(text, style), Segment(f" {glyphs.right}", more)]]

    def action_step(self, step: int) -> None:
        """Take the next or previous value, round and round."""
        self.place = (self.place + step) % len(self.values)
        self.repaint()
        self.post_message(self.Picked(self))


class TypedNumber:
    """A number that is typed digit by digit; Backspace takes the last one back."""

    LONGEST = 5

    def __init__(self) -> None:
        self._digits = ""

    def forget(self) -> None:
        """The next digit begins another number."""
        self._digits = ""

    def take(self, event: events.Key) -> int | None:
        """The number with this key; None: the key has nothing to do with it, and may mean something else."""
        if event.key.isdecimal() and len(event.key) == 1:
            self._digits = (self._digits + event.key)[-self.LONGEST :]
        elif event.key == "backspace" and self._digits:
            self._digits = self._digits[:-1]
        else:
            return None
        event.stop()
        return int(self._digits or "0")


class Knob(Stepper):
    """A field whose value the screen holds: arrows ask for the next one, digits name one, Enter opens."""

    DEFAULT_CSS = "Knob { height: 1; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", N_("Open"), show=False, id="field.open"),
    ]

    @dataclass
    class Stepped(Message):
        """The next value (+1) or the one before (-1) is wanted."""

        field: Knob
        step: int

    @dataclass
    class Typed(Message):
        """This number is wanted."""

        field: Knob
        number: int

    @dataclass
    class Opened(Message):
        """Enter was pressed."""

        field: Knob

    def __init__(self, name: str, opens: bool = False) -> None:
        super().__init__(id=name)
        self.text = ""
        self._opens = opens
        self._typed = TypedNumber()

    def show(self, text: str) -> None:
        """Show another value."""
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """The text between two arrows; one that opens something has its arrow at the end only."""
        glyphs = self.glyphs
        style = self.palette.button_on if self.has_focus else self.palette.button
        before = "" if self._opens else f"{glyphs.left} "
        text = clip(self.text, width - 4)
        return [[Segment(before, style), Segment(text, style), Segment(f" {glyphs.right}", style)]]

    def action_step(self, step: int) -> None:
        """Ask for another value."""
        self._typed.forget()
        self.post_message(self.Opened(self) if self._opens else self.Stepped(self, step))

    def action_open(self) -> None:
        """Take what was typed, or open."""
        self._typed.forget()
        self.post_message(self.Opened(self))

    def on_key(self, event: events.Key) -> None:
        """Digits name a number."""
        number = None if self._opens else self._typed.take(event)
        if number is not None:
            self.post_message(self.Typed(self, number))

    def on_blur(self) -> None:
        """A number begun is over."""
        self._typed.forget()
