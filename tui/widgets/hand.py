"""The own hand: one widget that draws all cards, or a few rows of tags in the list view."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message

from ..cards import BRIGHT, DIM, LIFTED, NORMAL, RAISED, Face
from ..hand_plan import EDGE, TAG, Plan, TagPlan, plan, tag_plan
from ..text import Row, fit, pad
from .painted import Painted

CARD_ROWS = NORMAL.height + 2
"""A row to raise the selected card into, the card, a row of marks."""
BIG_ROWS = 9
UNDERLINED = Style(underline=True)


@dataclass(frozen=True, slots=True)
class HandState:
    """What is shown of a hand."""

    cards: tuple[int, ...] = ()
    faces: tuple[Face, ...] = ()
    playable: frozenset[int] = frozenset()
    """Uids that may be played now."""
    selected: int = -1
    """Index of the selected card."""


class Hand(Painted):
    """Shows `state`; posts `Clicked` for a card under the mouse."""

    @dataclass
    class Clicked(Message):
        """A card was clicked."""

        index: int

    @dataclass
    class Scrolled(Message):
        """The wheel was turned over the hand."""

        step: int

    numbers = True
    """Show the number keys below the cards."""
    state = HandState()
    _plan: Plan | TagPlan | None = None

    def show(self, state: HandState) -> None:
        """Show another hand."""
        if state != self.state:
            resized = len(state.cards) != len(self.state.cards)
            self.state = state
            self._rows = None
            self.refresh(layout=resized)

    def paint(self, width: int, height: int) -> list[Row]:
        """Cards when there is room for them, else tags."""
        if height >= CARD_ROWS:
            return self._paint_cards(width, height)
        return self._paint_tags(width, height)

    # Cards.

    def _paint_cards(self, width: int, height: int) -> list[Row]:
        state = self.state
        layout = plan(width, len(state.cards), state.selected, big=height >= BIG_ROWS)
        self._plan = layout
        rows: list[Row] = []
        card_rows = layout.size.height
        top = height - card_rows - 2
        for y in range(height - 1):
            row = self._card_row(layout, y - top)
            if y == top + card_rows // 2 + 1:
                row = self._with_edges(layout, row, width)
            rows.append(row)
        rows.append(self._marks(layout, width))
        return rows

    def _card_row(self, layout: Plan, y: int) -> Row:
        """Row `y` of the card area: 0 is where a raised card begins, others begin at 1."""
        row: Row = []
        at = 0
        state, size = self.state, layout.size
        last = layout.first + layout.shown - 1
        raised = layout.column(state.selected) if layout.first <= state.selected <= last else -1
        for index in range(layout.first, last + 1):
            column = begin = layout.column(index)
            end = column + (size.width if index in (last, state.selected) else layout.step)
            line = y if index == state.selected else y - 1
            if 0 <= raised < column:
                begin = max(begin, raised + size.width)
            if end <= begin:
                continue
            row.append(Segment(" " * (begin - at)))
            if 0 <= line < size.height:
                card = self.artist.card(state.faces[index], size, self._mood(index))[line]
                row += _cut(card, begin - column, end - column)
            elif line == size.height and index == state.selected:
                row.append(Segment(f" {self.glyphs.underline * (size.width - 2)} ", self.palette.accent))
            else:
                row.append(Segment(" " * (end - begin)))
            at = end
        return row

    def _mood(self, index: int) -> str:
        playable = self.state.cards[index] in self.state.playable
        if index == self.state.selected:
            return RAISED if playable else LIFTED
        return BRIGHT if playable else DIM

    def _marks(self, layout: Plan, width: int) -> Row:
        """A shape below each playable card, and the number key that plays a card."""
        state, palette = self.state, self.palette
        cells: list[tuple[str, int]] = [(" ", 0)] * width
        for index in range(layout.first, layout.first + layout.shown):
            here = index == state.selected
            covered = layout.step < layout.size.width and not here and index < layout.first + layout.shown - 1
            middle = layout.column(index) + (1 if covered else layout.size.width // 2)
            playable = state.cards[index] in state.playable
            kind = 2 if here and playable else 1 if playable else 0
            if self.numbers and index < 10 and middle <= width:
                cells[middle - 1] = (str((index + 1) % 10), kind)
            if playable and middle < width:
                cells[middle] = (self.glyphs.playable, kind)
        styles = (palette.faint, palette.normal, palette.accent)
        return [Segment(text, styles[kind]) for text, kind in cells]

    def _with_edges(self, layout: Plan, row: Row, width: int) -> Row:
        """Numbers of hidden cards at both ends of a window."""
        glyphs, palette = self.glyphs, self.palette
        if layout.first:
            row = [
                Segment(fit(f"{glyphs.left} {layout.first}", EDGE), palette.accent),
                *_cut(row, EDGE, width),
            ]
        if layout.hidden:
            row = [*_cut(pad(row, width), 0, width - EDGE + 1)]
            row.append(Segment(f"{layout.hidden} {glyphs.right}".rjust(EDGE - 1), palette.accent))
        return row

    # Tags.

    def _paint_tags(self, width: int, height: int) -> list[Row]:
        state = self.state
        layout = tag_plan(width, height, len(state.cards), state.selected)
        self._plan = layout
        rows: list[Row] = []
        for start in range(0, layout.shown, layout.columns):
            row: Row = []
            for place in range(start, min(start + layout.columns, layout.shown)):
                row += self._tag(layout.first + place)
            rows.append(row)
        if layout.first and rows:
            rows[0] = [*_cut(pad(rows[0], width), 0, width - 1), Segment(self.glyphs.up, self.palette.accent)]
        if layout.hidden and rows:
            rows[-1] = [
                *_cut(pad(rows[-1], width), 0, width - 1),
                Segment(self.glyphs.down, self.palette.accent),
            ]
        return rows

    def _tag(self, index: int) -> Row:
        state, palette = self.state, self.palette
        face = state.faces[index]
        playable = state.cards[index] in state.playable
        selected = index == state.selected
        mark = self.glyphs.playable if playable else " "
        body = fit(self.artist.tag(face), TAG - 2)
        if selected:
            return [Segment(f"{mark}{body}{self.glyphs.left}", palette.chip[face[0]] + UNDERLINED)]
        style = palette.text[face[0]] if playable else palette.muted
        return [Segment(mark, palette.normal), Segment(f"{body} ", style)]

    # Mouse.

    def on_click(self, event: events.Click) -> None:
        """Find the card under the mouse."""
        layout = self._plan
        if isinstance(layout, TagPlan):
            index = layout.index_at(event.x, event.y)
        elif layout is not None:
            index = layout.index_at(event.x)
        else:
            return
        event.stop()
        if index >= 0:
            self.post_message(self.Clicked(index))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Next card."""
        event.stop()
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Previous card."""
        event.stop()
        self.post_message(self.Scrolled(-1))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Rows the hand asks for when its height is automatic: the list view."""
        columns = max(1, width // TAG)
        return max(1, min(4, -(-len(self.state.cards) // columns)))


def _cut(row: Row, begin: int, end: int) -> Row:
    """Columns `begin` to `end` of a row of narrow characters."""
    out: Row = []
    at = 0
    for segment in row:
        length = segment.cell_length
        first, last = max(begin - at, 0), min(end - at, length)
        if first < last:
            out.append(Segment(segment.text[first:last], segment.style))
        at += length
    return out
