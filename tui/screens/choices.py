"""Choices in a game: a color, a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from uno_lan.client import words

from ..guard import PAUSE_MS
from ..text import Row, fit
from ..widgets.painted import Painted
from ..widgets.rows import Item, Rows
from .base import Dialog, TooSmall

KEYS = "rygb"
LONG = 13
"""Cells in a color's field for the longer wording."""


@dataclass(frozen=True, slots=True)
class ColorChoice:
    """What was chosen."""

    color: int
    uno: bool
    """UNO is called with the card."""


class ColorButtons(Painted):
    """Four colors side by side, each with its letter, shape, word and how many of it I hold."""

    @dataclass
    class Picked(Message):
        """A color was clicked."""

        color: int

    def __init__(self, counts: Sequence[int], names: Sequence[str], cursor: int) -> None:
        super().__init__()
        self.counts = tuple(counts)
        self.names = tuple(names)
        self.cursor = cursor

    def paint(self, width: int, height: int) -> list[Row]:
        """Five rows."""
        rows: list[Row] = [[] for _ in range(5)]
        cell = width // len(self.counts)
        palette, glyphs = self.palette, self.glyphs
        for color, count in enumerate(self.counts):
            here = color == self.cursor
            inside = cell - 2
            shape, word = glyphs.shapes[color], self.names[color].upper()
            held = f"you hold {count}" if inside >= LONG else f"hold {count}"
            texts = ("", f"{shape} {word}", held)
            style = palette.chip[color]
            tl, flat, tr, side, bl, br = glyphs.heavy if here else glyphs.card
            border = palette.strong if here else palette.text[color]
            rows[0].append(Segment(tl + flat * inside + tr, border))
            for y, text in enumerate(texts[1:], 1):
                mark = f"{glyphs.turn if here else ' '}{KEYS[color].upper() if y == 1 else ' '} "
                label = text[2:].strip() if y == 1 else text
                shown = f"{glyphs.shapes[color]} {label}" if y == 1 else f"{mark[0]} {label}"
                rows[y] += [
                    Segment(side, border),
                    Segment(fit(f" {shown}", inside), style),
                    Segment(side, border),
                ]
            rows[3].append(Segment(bl + flat * inside + br, border))
            rows[4].append(Segment(f"key {KEYS[color]}".center(cell), palette.accent))
        return rows

    def on_click(self, event: events.Click) -> None:
        """A click picks."""
        event.stop()
        cell = max(1, self.size.width // len(self.counts))
        self.post_message(self.Picked(min(event.x // cell, len(self.counts) - 1)))


class ColorDialog(Dialog[ColorChoice]):
    """Asks for a color: big keys, the color I hold most of is preselected. UNO can be called meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"pick({index})", show=False, id=f"color.{key}") for index, key in enumerate(KEYS)),
        Binding("left", "move(-1)", "Left", show=False, id="color.left"),
        Binding("right", "move(1)", "Right", show=False, id="color.right"),
        Binding("enter,space", "take", "Take", show=False, id="color.take"),
        Binding("u", "uno", "UNO", show=False, id="color.uno"),
        Binding("x", "catch", "Catch", show=False, id="color.catch"),
        Binding("escape", "leave", "Back", show=False, id="dialog.back"),
    ]

    def __init__(self, counts: Sequence[int], card: int = -1, uno: bool = False) -> None:
        """Make the box.

        Args:
            counts: cards of each color in my hand.
            card: wild that is to be played; -1 when the round asks for a color.
            uno: UNO is already called.
        """
        super().__init__()
        self.counts = tuple(counts)
        self.card = card
        self._uno = uno
        self._cursor = max(range(len(counts)), key=lambda color: counts[color])
        self._opened = 0
        self.hint = Static("", classes="words", id="color-hint")

    def compose(self) -> ComposeResult:
        """Question, four colors, what else can be done."""
        yield TooSmall()
        with Vertical(classes="box", id="colors"):
            yield Static(Text(self._title()), classes="title")
            self.buttons = ColorButtons(self.counts, self.uno.edition.colors, self._cursor)
            yield self.buttons
            yield self.hint

    def _title(self) -> str:
        if self.card < 0:
            return "Name the color"
        return f"{words.capital(self.uno.card_name(self.card))}: name the color"

    def on_mount(self) -> None:
        """Remember when it opened: a key pressed for something else must not choose."""
        self._opened = self.uno.now()
        self._hint()

    def _hint(self) -> None:
        called = "UNO goes with the card" if self._uno else "u calls UNO with the card"
        text = (
            f"Enter takes the marked one · Esc back · {called}"
            if self.card >= 0
            else "Enter takes the marked one"
        )
        self.hint.update(Text(text))

    def action_pick(self, color: int) -> None:
        """Take a color by its key."""
        if self.card >= 0 or self.uno.now() - self._opened >= PAUSE_MS:
            self.dismiss(ColorChoice(color, self._uno))

    def action_take(self) -> None:
        """Take the marked color."""
        if self.uno.now() - self._opened >= PAUSE_MS:
            self.dismiss(ColorChoice(self._cursor, self._uno))

    def action_move(self, step: int) -> None:
        """Mark another color."""
        self._cursor = (self._cursor + step) % len(self.counts)
        self.buttons.cursor = self._cursor
        self.buttons.repaint()

    def on_color_buttons_picked(self, message: ColorButtons.Picked) -> None:
        """A click takes a color."""
        message.stop()
        self.dismiss(ColorChoice(message.color, self._uno))

    def action_uno(self) -> None:
        """Call UNO: now if that counts, else with the card."""
        view, client = self.uno.snapshot.view, self.uno.client
        if view is not None and view.legal.uno and client is not None:
            client.call_uno()
            self._uno = True
        else:
            self._uno = not self._uno
        self._hint()

    def action_catch(self) -> None:
        """A missed call can be caught while the color is chosen."""
        view, client = self.uno.snapshot.view, self.uno.client
        if view is not None and view.legal.catch and client is not None:
            client.catch(view.legal.catch[0])

    def action_leave(self) -> None:
        """No color yet."""
        self.dismiss(None)


class SeatDialog(Dialog[int]):
    """Asks for a player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take", "Take", show=False, id="seat.take"),
        Binding("escape", "leave", "Back", show=False, id="dialog.back"),
    ]

    def __init__(self, title: str, seats: Sequence[tuple[int, str]]) -> None:
        super().__init__()
        self._title = title
        self.rows = Rows()
        self.rows.items = tuple(Item(str(seat), [Segment(name)]) for seat, name in seats)

    def compose(self) -> ComposeResult:
        """A row per player."""
        yield TooSmall()
        with Vertical(classes="box"):
            yield Static(Text(self._title), classes="title")
            yield self.rows

    def on_mount(self) -> None:
        """Choose at once."""
        self.rows.focus()

    def action_take(self) -> None:
        """Take the player under the cursor."""
        key = self.rows.key
        self.dismiss(int(key) if key else None)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A click takes."""
        message.stop()
        self.dismiss(int(message.key))

    def action_leave(self) -> None:
        """Nobody."""
        self.dismiss(None)
