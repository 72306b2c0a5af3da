"""Moves that came too early and are kept: during a shuffle, or while a missed call can still be caught."""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

from msgspec import Struct

from uno_lan.engine.hold import Hold

MOST: Final = 3
"""Moves kept for one seat."""


class Move(Struct, frozen=True):
    """A signed action, as it arrived."""

    seat: int
    payload: bytes
    sig: bytes
    counter: int
    robot: bool = False
    """Made by a bot of the host, who needs no answer."""


class Held:
    """All moves that wait, each kind in order of arrival."""

    def __init__(self) -> None:
        self._shuffle: deque[Move] = deque()
        self._grace: Hold[Move] = Hold()
        self._seats: Counter[int] = Counter()

    def __contains__(self, seat: int) -> bool:
        return self._seats[seat] > 0

    @property
    def is_empty(self) -> bool:
        """Does none wait?"""
        return not (self._shuffle or self._grace)

    def is_full(self, seat: int) -> bool:
        """Are already enough moves of this seat kept?"""
        return self._seats[seat] >= MOST

    def keep_for_shuffle(self, move: Move) -> None:
        """Keep until the shuffle is done."""
        self._shuffle.append(move)
        self._seats[move.seat] += 1

    def keep_for_grace(self, move: Move, retry_at: int, *, again: bool) -> None:
        """Keep until the grace is over; `again`: it was taken out a moment ago and keeps its place."""
        (self._grace.put_back if again else self._grace.keep)(move, retry_at)
        self._seats[move.seat] += 1

    def take(self, now: int, *, shuffling: bool, owed: bool) -> tuple[Move, bool] | None:
        """The next move to try, and whether it waited for the grace; None when all must wait."""
        if shuffling:
            return None
        if self._shuffle:
            return self._out(self._shuffle.popleft()), False
        move = self._grace.pop(now, owed)
        return (self._out(move), True) if move is not None else None

    def _out(self, move: Move) -> Move:
        self._seats[move.seat] -= 1
        return move

    @property
    def retry_at(self) -> int | None:
        """When the first move that waits for the grace may be tried again."""
        return self._grace.retry_at

    def clear(self) -> list[Move]:
        """Drop all; returns them."""
        dropped = [*self._shuffle, *self._grace.clear()]
        self._shuffle.clear()
        self._seats.clear()
        return dropped
