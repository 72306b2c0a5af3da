"""Old game files of a server: how much of the disk they may take, and for how long.

A server that is left alone for months fills any disk. Finished games are removed, the oldest first; never a
game that can go on, and never one beside which evidence lies.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uno_lan.errors import CommandError
from uno_lan.journal import SUFFIX

from .folder import TABLES, TableFolder, read_kept, unfinished

EVIDENCE: Final = "*.unoevidence"
DAY_S: Final = 86_400.0
MIB: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Old:
    """A finished game."""

    path: Path
    bytes: int
    at: float
    """When it was written last (Unix time)."""


def to_remove(games: Iterable[Old], now: float, mib: int, days: int) -> list[Old]:
    """Which games go.

    Args:
        mib: all that stay may take so many MiB; 0: no limit.
        days: none stays longer; 0: no limit.
    """
    newest = sorted(games, key=lambda old: old.at, reverse=True)
    gone, kept = [], 0
    for old in newest:
        too_old = bool(days) and now - old.at > days * DAY_S
        if too_old or (mib and kept + old.bytes > mib * MIB):
            gone.append(old)
        else:
            kept += old.bytes
    return gone[::-1]


def finished(state: Path, running: Collection[Path]) -> list[Old]:
    """The finished games of all tables of a state folder.

    Args:
        running: files that are in use.
    """
    found = []
    in_use = {path.parent for path in running}
    for folder in (state / TABLES).glob("*"):
        if next(folder.glob(EVIDENCE), None) is not None:
            continue
        # Reading a game to its end takes its time, and there may be thousands: none is read that is known.
        kept = None if folder in in_use else read_kept(folder)
        is_known = folder in in_use or (kept is not None and kept.closed)
        last = None if is_known else unfinished(folder)
        for path in folder.glob(f"*{SUFFIX}"):
            if path == last or path in running:
                continue
            try:
                stat = path.stat()
            except OSError:
                continue
            found.append(Old(path, stat.st_size, stat.st_mtime))
    return found


def sweep(state: Path, running: Collection[Path], now: float, mib: int, days: int) -> list[Old]:
    """Remove what is over; what was removed. Takes a while: for a thread."""
    gone = to_remove(finished(state, running), now, mib, days)
    removed = []
    for old in gone:
        try:
            old.path.unlink()
        except OSError:
            continue
        removed.append(old)
        _remove_empty(old.path.parent, running)
    return removed


def _remove_empty(folder: Path, running: Collection[Path]) -> None:
    """A closed table without games leaves nothing behind."""
    kept = read_kept(folder)
    if kept is None or not kept.closed or any(path.parent == folder for path in running):
        return
    if not any(folder.glob(f"*{SUFFIX}")):
        with contextlib.suppress(CommandError):
            TableFolder(folder.parent.parent, kept.table).close()
