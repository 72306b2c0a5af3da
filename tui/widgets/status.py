"""What counts at the table: color, direction, what is pending, whose turn, who comes next; and the piles."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message

from uno_lan.languages import N_, _, p_

from ..cards import BIG, BRIGHT, NORMAL, Face
from ..text import Row, clip, fit, pad, width_of, wrap
from .painted import Painted

LABEL = 9
"""Least width of the words at the left of the column."""
LABELS = (N_("color"), N_("order"), N_("pending"), N_("turn"), N_("next"), N_("top"))


@dataclass(frozen=True, slots=True)
class TableState:
    """The public state in words."""

    color: int = -1
    color_word: str = ""
    clockwise: bool = True
    pending: str = ""
    turn: str = ""
    mine: bool = False
    clock: str = ""
    """Rest of the turn clock, as `11s`."""
    clock_part: float = -1.0
    """Rest of the turn clock from 1 to 0; negative: unknown."""
    following: str = ""
    top: Face | None = None
    pile: int = 0
    discard: int = 0
    shuffling: bool = False


class Status(Painted):
    """The column at the left, or three rows in the list view."""

    state = TableState()

    def show(self, state: TableState) -> None:
        """Show another state."""
        if state != self.state:
            self.state = state
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """A column, or three full rows when the widget is low."""
        return self._compact(width) if height <= 3 else self._column(width)

    def _column(self, width: int) -> list[Row]:
        palette, state = self.palette, self.state
        label = max(LABEL, *(cell_len(_(word)) + 1 for word in LABELS))
        room = width - label - 1
        rows: list[Row] = [[]]
        rows.append([*self._label("color", label), *self._chip()])
        rows.append([*self._label("order", label), *self._order(room)])
        rows.append(
            [
                *self._label("pending", label),
                Segment(clip(state.pending or _("nothing"), room), self._pending_style()),
            ]
        )
        rows.append([*self._label("turn", label), *self._turn(room)])
        for index, line in enumerate(wrap(state.following, room)[:2]):
            rows.append([*self._label("" if index else "next", label), Segment(line, palette.normal)])
        return rows

    def _compact(self, width: int) -> list[Row]:
        palette, state = self.palette, self.state
        top = self.artist.label(state.top) if state.top else p_("card", "none")
        style = palette.chip[state.top[0]] if state.top else palette.muted
        first: Row = [
            *self._label("top", 5),
            Segment(f" {top} ", style),
            *self._label("color", 9, lead=3),
            *self._chip(),
            Segment("  "),
        ]
        pile = Segment(f"  {_('pile {count}').format(count=state.pile)}", palette.muted)
        order = self._order(0 if width < 70 else width)
        if width_of([*first, *order, pile]) > width:
            order = [
                Segment(order[0].text[:1], order[0].style)
            ]  # the arrow says it; the number must be whole
        first += [*order, pile]
        second: Row = [*self._label("turn", 5), *self._turn(width - 30), Segment("  ")]
        if state.pending:
            second += [*self._label("pending", 8), Segment(state.pending, self._pending_style())]
        follow = self._label("next", 5)
        room = width - width_of(follow)
        third: Row = [*follow, Segment(clip(state.following, room), palette.normal)]
        return [first, second, third]

    def _label(self, word: str, width: int, lead: int = 1) -> Row:
        """One of `LABELS`, or nothing, in at least so many cells and one more."""
        text = " " * lead + (_(word) if word else "")
        return [Segment(fit(text, max(width, cell_len(text)) + 1), self.palette.muted)]

    def _chip(self) -> Row:
        state, palette = self.state, self.palette
        if state.color < 0:
            return [Segment(p_("color", "none yet"), palette.muted)]
        shape = self.artist.shape(state.color)
        return [Segment(f" {shape} {state.color_word.upper()} ", palette.chip[state.color])]

    def _order(self, room: int) -> Row:
        state, glyphs = self.state, self.glyphs
        arrow = glyphs.clockwise if state.clockwise else glyphs.counter
        word = _("clockwise") if state.clockwise else _("counter-clockwise")
        if cell_len(word) + 2 > room and not state.clockwise:
            word = p_("short for counter-clockwise", "counter")
        return [Segment(f"{arrow} {word}", self.palette.normal)]

    def _pending_style(self) -> Style:
        return self.palette.alarm if self.state.pending else self.palette.muted

    def _turn(self, room: int) -> Row:
        state, palette, glyphs = self.state, self.palette, self.glyphs
        style = palette.accent if state.mine else palette.strong
        if not state.clock:
            return [Segment(clip(state.turn, room), style)]
        if state.clock_part < 0:
            name = clip(state.turn, room - 1 - cell_len(state.clock))
            return [Segment(f"{name} ", style), Segment(state.clock, palette.normal)]
        full = max(0, min(6, round(state.clock_part * 6)))
        bar = glyphs.full * full + glyphs.empty * (6 - full)
        name = clip(state.turn, room - 8 - cell_len(state.clock))
        return [
            Segment(f"{name} ", style),
            Segment(bar, palette.accent),
            Segment(f" {state.clock}", palette.normal),
        ]


class Piles(Painted):
    """The draw pile and the discard pile, side by side in the middle. Posts `Clicked` for the draw pile."""

    @dataclass
    class Clicked(Message):
        """The draw pile was clicked."""

    _pile = (0, 0)
    """Columns of the draw pile."""
    state = TableState()

    def show(self, state: TableState) -> None:
        """Show another state."""
        if state != self.state:
            self.state = state
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Both piles with what is left of the draw pile."""
        state, palette, artist = self.state, self.palette, self.artist
        size = BIG if height >= 12 and width >= 34 else NORMAL
        pile = artist.back(size) if state.pile else artist.empty(size)
        discard = artist.card(state.top, size, BRIGHT) if state.top else artist.empty(size)
        gap = max(1, min(9, width - 2 * size.width - 1))
        left = max(0, (width - 2 * size.width - gap) // 2)
        self._pile = (left, left + size.width)
        words = {size.height // 2 - 1: str(state.pile), size.height // 2: p_("cards in the pile", "left")}
        if state.shuffling:
            words = {size.height // 2 - 1: _("shuffle"), size.height // 2: p_("shuffle", "running")}
        rows: list[Row] = [[] for _row in range(max(0, (height - size.height) // 2))]
        for y in range(size.height):
            word = f" {words.get(y, '')}" if gap >= 5 else ""
            label = pad([Segment(clip(word, gap), palette.normal)], gap)
            rows.append([Segment(" " * left), *pile[y], *label, *discard[y]])
        return rows

    def on_click(self, event: events.Click) -> None:
        """The draw pile under the mouse."""
        event.stop()
        if self._pile[0] <= event.x < self._pile[1]:
            self.post_message(self.Clicked())
