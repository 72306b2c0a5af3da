"""Choices in a game: a color, a player. Boxes over the table in which UNO and catch stay live."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.languages import N_, _, n_

from ..guard import PAUSE_MS
from ..text import Row, fit, plain
from ..widgets.painted import Painted
from ..widgets.rows import Item, Rows
from ..widgets.said import Said, Told
from .base import Dialog, TooSmall

KEYS = "rygb"
DIGITS = "1234567890"
NAME = 24
"""Cells of a name in a list of players."""


ChoiceT = TypeVar("ChoiceT")


@dataclass(frozen=True, slots=True)
class Note:
    """A line under the title of a choice."""

    text: Told
    warning: bool = False


class LiveDialog(Dialog[ChoiceT]):
    """A choice within a move. Calling UNO and catching stay possible while it stands.

    Args:
        title: what is chosen.
        notes: what should be known for it.
        own: opened by the player's own key; else by the table, and a key pressed for something else in that
            moment must not choose.
        uno: UNO goes with the card.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "uno", N_("UNO"), show=False, id="choice.uno"),
        Binding("x", "catch", N_("Catch"), show=False, id="choice.catch"),
        Binding("escape", "leave", N_("Back"), show=False, id="dialog.back"),
    ]

    def __init__(self, title: Told, notes: Sequence[Note] = (), own: bool = True, uno: bool = False) -> None:
        super().__init__()
        self.own = own
        self.uno_armed = uno
        self._title = title
        self._notes = tuple(notes)
        self._opened = 0
        self.over = False
        """The table has moved on while something lay above the box."""
        self.hint = Static("", classes="choice-hint")

    def compose(self) -> ComposeResult:
        """Title, notes, the choice, what else can be done."""
        yield TooSmall()
        with Vertical(classes="box choice"):
            yield Said(self._title, classes="title")
            for note in self._notes:
                yield Said(note.text, classes="complaint" if note.warning else "words")
            yield from self.choice()
            yield self.hint

    def choice(self) -> ComposeResult:
        """What is chosen from."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Remember when it opened."""
        self._opened = self.uno.now()
        self.show_hint()

    def on_screen_resume(self) -> None:
        """What lay above is gone. A key pressed for it must not choose; a question that is over goes too."""
        self._opened = self.uno.now()
        if self.over and self.is_current:  # the whole table may be gone with it
            self.dismiss(None)

    @property
    def settled(self) -> bool:
        """Has it stood long enough, or was another choice marked, so that a key must be meant for it?"""
        return self.uno.now() - self._opened >= PAUSE_MS

    @property
    def may_pick(self) -> bool:
        """May a key choose directly? At once where the player opened it."""
        return self.own or self.settled

    def dress(self) -> None:
        """In other colors, or another language."""
        self.show_hint()

    def hints(self) -> list[str]:
        """What can be done here, in few words."""
        return [_("Enter takes the marked one")]

    def show_hint(self) -> None:
        """Show them, with the way back and the call."""
        parts = self.hints()
        if self.own:
            parts.append(_("Esc back"))
            if self.uno_armed:
                parts.append(_("UNO goes with it"))
            elif not self._no_call():
                parts.append(_("u UNO with the card"))
        self.hint.update(Text(" · ".join(parts)))

    def action_uno(self) -> None:
        """Call UNO: now if that counts, else with the card."""
        view, client = self.uno.snapshot.view, self.uno.client
        if view is not None and view.legal.uno and client is not None:
            client.call_uno()
            self.uno_armed = True
        elif reason := self._no_call():
            self.uno.tell(reason)
        else:
            self.uno_armed = not self.uno_armed
        self.show_hint()

    def _no_call(self) -> str:
        """Why a call would be of no use."""
        return words.no_call(self.uno.snapshot.law, self.uno.snapshot.view)

    def action_catch(self) -> None:
        """A missed call can be caught while a choice is made."""
        view, client = self.uno.snapshot.view, self.uno.client
        if view is not None and view.legal.catch and client is not None:
            client.catch(view.legal.catch[0])

    def action_leave(self) -> None:
        """Nothing is chosen."""
        self.dismiss(None)


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
        rows: list[Row] = [[] for _row in range(5)]
        cell = width // len(self.counts)
        palette, glyphs = self.palette, self.glyphs
        for color, count in enumerate(self.counts):
            here = color == self.cursor
            inside = cell - 2
            shape, word = self.artist.shape(color), _(self.names[color]).upper()
            held = _("you hold {count}").format(count=count)
            if cell_len(held) + 3 > inside:
                held = _("hold {count}").format(count=count)
            texts = ("", f"{shape} {word}", held)
            style = palette.chip[color]
            tl, flat, tr, side, bl, br = glyphs.heavy if here else glyphs.card
            border = palette.strong if here else palette.text[color]
            rows[0].append(Segment(tl + flat * inside + tr, border))
            for y, text in enumerate(texts[1:], 1):
                shown = text if y == 1 else f"{glyphs.turn if here else ' '} {text}"
                rows[y] += [
                    Segment(side, border),
                    Segment(fit(shown if cell_len(shown) == inside else f" {shown}", inside), style),
                    Segment(side, border),
                ]
            rows[3].append(Segment(bl + flat * inside + br, border))
            rows[4].append(
                Segment(
                    _("key {letter}").format(letter=self.artist.letters[color].lower()).center(cell),
                    palette.accent,
                )
            )
        return rows

    def on_click(self, event: events.Click) -> None:
        """A click picks."""
        event.stop()
        cell = max(1, self.size.width // len(self.counts))
        self.post_message(self.Picked(min(event.x // cell, len(self.counts) - 1)))


class ColorDialog(LiveDialog[int]):
    """Asks for a color: big keys, the color I hold most of is marked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"pick({index})", show=False, id=f"color.{key}") for index, key in enumerate(KEYS)),
        Binding("left", "move(-1)", N_("Left"), show=False, id="color.left"),
        Binding("right", "move(1)", N_("Right"), show=False, id="color.right"),
        Binding("enter,space", "take", N_("Take"), show=False, id="color.take"),
    ]

    def __init__(
        self,
        counts: Sequence[int],
        title: Told,
        notes: Sequence[Note] = (),
        own: bool = True,
        uno: bool = False,
        marked: int = -1,
    ) -> None:
        """Make the box.

        Args:
            counts: cards of each color in my hand.
            marked: color to begin at; -1: the one I hold most of.
        """
        super().__init__(title, notes, own, uno)
        self.counts = tuple(counts)
        most = max(range(len(counts)), key=lambda color: counts[color])
        self._cursor = marked if marked >= 0 else most

    def choice(self) -> ComposeResult:
        """Four colors."""
        self.buttons = ColorButtons(self.counts, self.uno.edition.colors, self._cursor)
        yield self.buttons

    def on_key(self, event: events.Key) -> None:
        """A letter of the edition's own, like `o` for orange."""
        letters = [letter.lower() for letter in self.uno.edition.letters]
        if event.key in letters and event.key not in KEYS:
            event.stop()
            self.action_pick(letters.index(event.key))

    def action_pick(self, color: int) -> None:
        """Take a color by its key."""
        if self.may_pick:
            self.dismiss(color)

    def action_take(self) -> None:
        """Take the marked color."""
        if self.settled:
            self.dismiss(self._cursor)

    def action_move(self, step: int) -> None:
        """Mark another color."""
        self._opened = 0
        self._cursor = (self._cursor + step) % len(self.counts)
        self.buttons.cursor = self._cursor
        self.buttons.repaint()

    def on_color_buttons_picked(self, message: ColorButtons.Picked) -> None:
        """A click takes a color."""
        message.stop()
        self.dismiss(message.color)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player to choose."""

    seat: int
    name: str
    cards: int
    mark: str = ""
    """`your partner`, `UNO`."""
    partner: bool = False


class SeatDialog(LiveDialog[int]):
    """Asks for a player: a number key takes one at once. It begins at who holds the fewest cards.

    That hand is wanted in a swap, and whoever is about to win is caught, or made to draw, most often.

    Args:
        spares: what is done to the player does no good: no partner is begun at.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"pick({index})", show=False, id=f"seat.{key}") for index, key in enumerate(DIGITS)),
        Binding("enter,space", "take", N_("Take"), show=False, id="seat.take"),
    ]

    def __init__(
        self,
        seats: Sequence[SeatRow],
        title: Told,
        notes: Sequence[Note] = (),
        own: bool = True,
        uno: bool = False,
        spares: bool = True,
    ) -> None:
        super().__init__(title, notes, own, uno)
        self.seats = tuple(seats)
        self.rows = Rows(classes="seat-rows")

        def rank(place: int) -> tuple[bool, int]:
            row = self.seats[place]
            return spares and row.partner, row.cards

        self.rows.cursor = min(range(len(self.seats)), key=rank, default=0)

    def choice(self) -> ComposeResult:
        """A row per player."""
        palette = self.uno.artist.palette
        held = [
            n_("{count} card", "{count} cards", row.cards).format(count=f"{row.cards:3}")
            for row in self.seats
        ]
        room = max(9, *map(cell_len, held))
        self.rows.items = tuple(
            Item(
                str(row.seat),
                [
                    Segment(f"{DIGITS[place]} ", palette.accent),
                    Segment(fit(plain(row.name), NAME)),
                    Segment(fit(held[place], room), palette.muted),
                    Segment(f"  {row.mark}", palette.accent),
                ],
            )
            for place, row in enumerate(self.seats)
        )
        yield self.rows

    def on_mount(self) -> None:
        """Choose at once."""
        super().on_mount()
        self.rows.focus()

    def hints(self) -> list[str]:
        """Number keys are the quick way."""
        return (
            [_("1-{count} or Enter").format(count=len(self.seats))]
            if len(self.seats) > 1
            else [_("1 or Enter")]
        )

    def action_pick(self, place: int) -> None:
        """Take a player by number."""
        if place < len(self.seats) and self.may_pick:
            self.dismiss(self.seats[place].seat)

    def action_take(self) -> None:
        """Take the player under the cursor."""
        if self.settled and self.rows.key:
            self.dismiss(int(self.rows.key))

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Another player was marked."""
        message.stop()
        self._opened = 0

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A click takes."""
        message.stop()
        self.dismiss(int(message.key))
