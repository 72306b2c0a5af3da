"""Tables for whoever comes: when to open one more, and when one is given up. No I/O, no clock of its own.

With `--open-tables N` a server always has a free table as long as visitors use fewer than N: whoever sits
down first owns it, and the next one is opened. A table that everybody has left is closed after a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

EMPTY_S: Final = 600.0
"""A table that nobody is at is kept so long: somebody may come back."""


@dataclass(frozen=True, slots=True)
class Visited:
    """A table for visitors as it is now."""

    table: bytes
    links: int
    """Connections to it."""
    untouched: bool
    """Nobody sits there, and no game has begun."""


class Spare:
    """Decides about the tables for visitors.

    Args:
        most: so many there may be.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._empty_since: dict[bytes, float] = {}

    def look(self, tables: Sequence[Visited], now: float) -> tuple[list[bytes], bool]:
        """What to do now.

        Args:
            now: seconds on any clock that never goes back.

        Returns:
            (tables to be closed, whether to open one more).
        """
        empty = {one.table for one in tables if not one.links}
        self._empty_since = {table: self._empty_since.get(table, now) for table in empty}
        free = [one.table for one in tables if not one.links and one.untouched]
        over = {table for table in empty if now - self._empty_since[table] >= EMPTY_S}
        # One free table stays, however long nobody comes.
        closing = [one.table for one in tables if one.table in over and one.table not in free[:1]]
        return closing, not free and len(tables) - len(closing) < self._most
