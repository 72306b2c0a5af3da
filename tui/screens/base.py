"""What all screens share: the typed app, and one readable line when the terminal is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from rich.segment import Segment
from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from uno_lan.languages import N_, _

from ..text import Row, clip
from ..widgets.painted import Painted

if TYPE_CHECKING:
    from ..app import UnoApp

LEAST_WIDTH = 60
LEAST_HEIGHT = 18

WIDTHS = [(0, "-w0"), (LEAST_WIDTH, "-w60"), (80, "-w80"), (110, "-w110")]
HEIGHTS = [(0, "-h0"), (LEAST_HEIGHT, "-h18"), (24, "-h24"), (36, "-h36")]
"""Classes that the style sheet lays out by; see `styles/uno.tcss`."""

OPENS_A_LINE = ("name", "address", "chat", "write")
"""Actions after which one types."""

ResultT = TypeVar("ResultT")


class TooSmall(Painted):
    """The only thing shown in a terminal below 60x18; the screen comes back when the terminal grows."""

    def paint(self, width: int, height: int) -> list[Row]:
        """One line with both numbers; the shortest wording when even that is too long."""
        full = _("Too small: {size}, needs {least}").format(
            size=f"{width}x{height}", least=f"{LEAST_WIDTH}x{LEAST_HEIGHT}"
        )
        short = f"{width}x{height} < {LEAST_WIDTH}x{LEAST_HEIGHT}"
        text = full if len(full) <= width else clip(short, width)
        return [
            *[[] for _row in range((height - 1) // 2)],
            [Segment(text.center(width), self.palette.strong)],
        ]


def size_classes(size: Size) -> str:
    """The classes of a window of this size.

    Textual gives them to a screen once it has been laid out. A screen that has them from the beginning is
    styled and laid out once instead of twice.
    """
    width = max(row for row in WIDTHS if row[0] <= size.width)
    height = max(row for row in HEIGHTS if row[0] <= size.height)
    return f"{width[1]} {height[1]}"


class _Shown(Screen[ResultT]):
    """What full screens and boxes share. A screen only takes itself away."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self) -> None:
        super().__init__(classes=size_classes(self.app.size))

    @property
    def uno(self) -> UnoApp:
        """The app with its own type."""
        return cast("UnoApp", self.app)

    @property
    def window(self) -> Size:
        """Cells of the window: its own before the first frame too, when the screen has not heard of them.

        What is laid out by the size then needs no second frame to look right.
        """
        return self.size or self.app.size

    def dismiss(self, result: ResultT | None = None) -> AwaitComplete:
        """Leave with a result. Two quick keys press a button twice: the second one must not take the screen
        below away as well."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def dress(self) -> None:
        """Colors or language have changed: say anew what is held as text. Painted rows and `Said` are so."""


class UnoScreen(_Shown[ResultT]):
    """A full screen.

    A key that opens a line to type in is bound with `priority`: it then acts before the next key is read,
    so that what somebody types right after it lands in the line and does not press other keys.
    """

    def action_information(self) -> None:
        """How others come to this table, and what is played."""
        from .information import show

        show(self.uno)

    def action_people(self) -> None:
        """Votes, and what can be done about the people at the table."""
        from .people import PeopleDialog

        self.app.push_screen(PeopleDialog())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a line is typed in, its letters open no other line."""
        return not (action in OPENS_A_LINE and isinstance(self.focused, Input))


class Dialog(_Shown[ResultT], ModalScreen[ResultT]):
    """A box over the screen below. The settings can be opened over it; it is as it was afterwards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "app.settings", N_("Settings"), show=False, id="app.settings")
    ]
    CSS_PATH = "../styles/dialog.tcss"

    def on_resize(self, event: events.Resize) -> None:
        """Textual gives its classes to the screen on top alone; those seen below need them as well."""
        fitting = size_classes(event.size).split()
        classes = {name: name in fitting for _cells, name in (*WIDTHS, *HEIGHTS)}
        for screen in reversed(self.app.screen_stack[:-1]):
            screen.update_classes(classes, animate=False)
            if not screen.is_modal:
                return


def type_into(line: Input, event: events.Key) -> None:
    """Take a key that was typed before the line of a box had the focus."""
    if not line.has_focus and event.character is not None and event.is_printable:
        event.stop()
        line.insert_text_at_cursor(event.character)
