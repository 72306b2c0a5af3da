"""The tables at which I played, by the heads of my own game files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from protocol import unolog
from protocol.errors import FileFault
from uno_lan.journal import SUFFIX

from .record import FOLDER

HEAD: Final = 4096
"""Bytes in which the first frame of a file lies, its header."""
MOST: Final = 200
"""Newest files that are looked into."""


class Visited:
    """Each file is looked into once, at its head alone.

    Args:
        state: the state folder.
    """

    def __init__(self, state: Path) -> None:
        self._folder = state / FOLDER
        self._tables: dict[str, str] = {}
        """Table id by the name of a file; empty where it cannot be read."""

    def tables(self) -> frozenset[str]:
        """Ids of the tables, 16 hex digits each."""
        try:
            names = sorted((path.name for path in self._folder.glob(f"*{SUFFIX}")), reverse=True)[:MOST]
        except OSError:
            return frozenset()
        for name in names:
            if name not in self._tables:
                self._tables[name] = _table_of(self._folder / name)
        return frozenset(self._tables[name] for name in names) - {""}


def _table_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return unolog.header(unolog.scan(file.read(HEAD)).frames).table.hex()
    except (OSError, FileFault):
        return ""


__all__ = ["Visited"]
