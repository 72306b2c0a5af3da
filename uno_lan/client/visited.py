"""The tables at which I played, by my own game files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from protocol import unolog
from protocol.errors import FileFault
from uno_lan.journal import SUFFIX

from .my_seat import keeps_seat, took_part
from .record import FOLDER

HEAD: Final = 4096
"""Bytes in which the first frame of a file lies, its header."""
MOST: Final = 200
"""Newest files that are looked into."""


@dataclass(frozen=True, slots=True)
class _Part:
    """My part in the game of a file."""

    size: int
    """Bytes of the file when it was read."""
    played: bool
    seated: bool


NONE: Final = _Part(-1, False, False)


class Visited:
    """Each file is looked into once at its head; as a whole only when its table is there, and when it grew.

    Args:
        state: the state folder.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / FOLDER
        self._tables: dict[str, str] = {}
        """Table id by the name of a file; empty where it cannot be read."""
        self._parts: dict[str, _Part] = {}
        """By the name of a file."""

    def has_played_at(self, table: str) -> bool:
        """Did I play at this table, and not only watch?

        Args:
            table: its id, 16 hex digits.
        """
        return any(self._part(name).played for name in self._names() if self._table(name) == table)

    def has_seat_in(self, game: str) -> bool:
        """Do I have a seat in this game? Not so who only watches it, or has given the seat up.

        Args:
            game: its id, 32 hex digits.
        """
        return any(self._part(name).seated for name in self._names(f"*-{game}{SUFFIX}"))

    def _names(self, pattern: str = f"*{SUFFIX}") -> Iterator[str]:
        """Files of this form, the newest first."""
        try:
            yield from sorted((path.name for path in self._folder.glob(pattern)), reverse=True)[:MOST]
        except OSError:
            return

    def _table(self, name: str) -> str:
        if name not in self._tables:
            self._tables[name] = _table_of(self._folder / name)
        return self._tables[name]

    def _part(self, name: str) -> _Part:
        path, known = self._folder / name, self._parts.get(name, NONE)
        try:
            if path.stat().st_size != known.size:
                known = self._parts[name] = _part_in(path.read_bytes())
        except OSError:
            return NONE
        return known


def _table_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return unolog.header(unolog.scan(file.read(HEAD)).frames).table.hex()
    except (OSError, FileFault):
        return ""


def _part_in(data: bytes) -> _Part:
    try:
        frames = unolog.scan(data).frames
        me = unolog.header(frames).owner
    except FileFault:
        return _Part(len(data), False, False)
    return _Part(len(data), took_part(frames), keeps_seat(frames, me))


__all__ = ["Visited"]
