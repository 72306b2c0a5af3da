"""Where the cards of a hand go: pure arithmetic, so that any hand fits any width.

Cards lie side by side while there is room, then overlap down to four columns (the left edge of a card tells
all), and beyond that a window shows a part of the hand with the numbers of hidden cards at both ends. Where
they overlap the fan opens behind the selected card, which lies on top, so that it covers nothing of the next.
In the list view a hand is a few rows of tags, and the window moves by rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import BIG, NORMAL, Size

LEAST_STEP = 4
"""Columns of a covered card that stay visible."""
BIG_STEP = 9
"""A large card keeps its symbol down to this step; below it smaller cards are clearer."""
EDGE = 5
"""Columns kept at each end of a window for `◂ 12`."""
TAG = 6
"""Columns of one tag in the list view."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The visible part of a hand."""

    size: Size
    step: int
    left: int
    """Column of the first visible card."""
    first: int
    """Index of the first visible card."""
    shown: int
    hidden: int
    """Cards after the last visible one."""
    selected: int = -1
    """Index of the selected card, which lies on top."""
    gap: int = 0
    """Columns by which the cards behind the selected one move on, so that it covers nothing of them."""

    def column(self, index: int) -> int:
        """Left column of a visible card."""
        opened = self.gap if self.first <= self.selected < index else 0
        return self.left + (index - self.first) * self.step + opened

    def index_at(self, x: int) -> int:
        """Card drawn at column `x`, or -1. The selected card lies on top of its neighbors."""
        visible = range(self.first, self.first + self.shown)
        order = [self.selected, *reversed(visible)] if self.selected in visible else reversed(visible)
        return next((i for i in order if self.column(i) <= x < self.column(i) + self.size.width), -1)


def plan(width: int, cards: int, selected: int, big: bool) -> Plan:
    """Lay out `cards` cards in `width` columns.

    Args:
        selected: index that must be visible.
        big: large cards are allowed here.
    """
    if big and _step(width, cards, BIG) >= BIG_STEP:
        return _whole(width, cards, selected, BIG, BIG_STEP)
    if _step(width, cards, NORMAL) >= LEAST_STEP:
        return _whole(width, cards, selected, NORMAL, LEAST_STEP)
    gap = NORMAL.width - LEAST_STEP
    shown = max(1, (width - 2 * EDGE - NORMAL.width - gap) // LEAST_STEP + 1)
    first = _window(cards, shown, selected)
    return Plan(NORMAL, LEAST_STEP, EDGE, first, shown, cards - first - shown, selected, gap)


def _step(width: int, cards: int, size: Size) -> int:
    """Columns from one card to the next when all are shown; 0 when there is no room."""
    if width < size.width:
        return 0
    return size.width if cards < 2 else min(size.width, (width - size.width) // (cards - 1))


def _whole(width: int, cards: int, selected: int, size: Size, least: int) -> Plan:
    """All cards; they lie closer by a column where that lets the selected one cover nothing."""
    step = _step(width, cards, size)
    if step < size.width and cards > 2:
        closer = (width - 2 * size.width) // (cards - 2)
        step = min(step, closer) if closer >= least else step
    used = step * (cards - 1) + size.width if cards else 0
    gap = min(size.width - step, width - used)
    return Plan(size, step, (width - used - gap) // 2, 0, cards, 0, selected, gap)


def _window(cards: int, shown: int, selected: int) -> int:
    """First visible index, with the selected card as near to the middle as the ends allow."""
    return max(0, min(selected - shown // 2, cards - shown))


@dataclass(frozen=True, slots=True)
class TagPlan:
    """The visible part of a hand in the list view."""

    columns: int
    first: int
    """Index of the first visible card; a multiple of `columns`."""
    shown: int
    hidden: int

    def index_at(self, x: int, y: int) -> int:
        """Card at a cell, or -1."""
        column = x // TAG
        place = y * self.columns + column
        return self.first + place if column < self.columns and 0 <= place < self.shown else -1


def tag_plan(width: int, height: int, cards: int, selected: int) -> TagPlan:
    """Lay out a hand as rows of tags in `width` x `height` cells."""
    columns = max(1, width // TAG)
    rows = max(1, -(-cards // columns))
    first_row = max(0, min(selected // columns - height // 2, rows - height))
    first = first_row * columns
    shown = max(0, min(cards - first, height * columns))
    return TagPlan(columns, first, shown, cards - first - shown)
