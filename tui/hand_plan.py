"""Where the cards of a hand go: pure arithmetic, so that any hand fits any width.

Cards lie side by side while there is room, then overlap down to four columns (the left edge of a card tells
all), and beyond that a window shows a part of the hand with the numbers of hidden cards at both ends. In the
list view a hand is a few rows of tags, and the window moves by rows.
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

    def column(self, index: int) -> int:
        """Left column of a visible card."""
        return self.left + (index - self.first) * self.step

    def index_at(self, x: int, selected: int = -1) -> int:
        """Card drawn at column `x`, or -1. The selected card lies on top of its neighbors."""
        if self.first <= selected < self.first + self.shown:
            start = self.column(selected)
            if start <= x < start + self.size.width:
                return selected
        if x < self.left or not self.shown:
            return -1
        index = min((x - self.left) // self.step, self.shown - 1)
        return self.first + index if x < self.left + index * self.step + self.size.width else -1


def plan(width: int, cards: int, selected: int, big: bool) -> Plan:
    """Lay out `cards` cards in `width` columns.

    Args:
        selected: index that must be visible.
        big: large cards are allowed here.
    """
    if big and _step(width, cards, BIG) >= BIG_STEP:
        return _whole(width, cards, BIG)
    if _step(width, cards, NORMAL) >= LEAST_STEP:
        return _whole(width, cards, NORMAL)
    shown = max(1, (width - 2 * EDGE - NORMAL.width) // LEAST_STEP + 1)
    first = _window(cards, shown, selected)
    return Plan(NORMAL, LEAST_STEP, EDGE, first, shown, cards - first - shown)


def _step(width: int, cards: int, size: Size) -> int:
    """Columns from one card to the next when all are shown; 0 when there is no room."""
    if width < size.width:
        return 0
    return size.width if cards < 2 else min(size.width, (width - size.width) // (cards - 1))


def _whole(width: int, cards: int, size: Size) -> Plan:
    step = _step(width, cards, size)
    used = step * (cards - 1) + size.width if cards else 0
    return Plan(size, step, (width - used) // 2, 0, cards, 0)


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
