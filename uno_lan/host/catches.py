"""Catches that wait a moment: a call that was on its way already is not beaten by a shorter cable.

Whoever is caught may have called just before, and the call is still traveling. So a catch waits for half the
measured round trip of its target, at most a quarter of a second, and a call that comes meanwhile goes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .held import Move

MOST_MS: Final = 250
"""The longest wait: beyond that a slow link is its owner's own risk."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    move: Move
    target: int
    due: int


class Catches:
    """Catches of one game that wait, in order of arrival."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []

    @staticmethod
    def wait_ms(rtt_ms: int) -> int:
        """How long a catch waits for a target with this round trip; -1: not known."""
        return min(max(rtt_ms, 0) // 2, MOST_MS)

    def knows(self, move: Move) -> bool:
        """Does exactly this one wait here already?"""
        return bool(self._waiting) and any(item.move.payload == move.payload for item in self._waiting)

    def aims_at(self, seat: int, target: int) -> bool:
        """Does a catch of this seat on this target wait already?"""
        return any((item.move.seat, item.target) == (seat, target) for item in self._waiting)

    def keep(self, move: Move, target: int, due: int) -> None:
        """Let one wait."""
        self._waiting.append(_Waiting(move, target, due))

    def take(self, now: int) -> Move | None:
        """The next one whose time has come."""
        if not self._waiting:
            return None
        item = min(self._waiting, key=lambda item: item.due)
        if item.due > now:
            return None
        self._waiting.remove(item)
        return item.move

    def clear(self, seat: int | None = None) -> list[Move]:
        """All that wait, or those of one seat, whether their time has come or not."""
        if not self._waiting:
            return []
        out = [item.move for item in self._waiting if seat in (None, item.move.seat)]
        self._waiting = [item for item in self._waiting if item.move not in out]
        return out

    @property
    def due(self) -> int | None:
        """When the next one's time comes."""
        return min(item.due for item in self._waiting) if self._waiting else None
