"""Does the table move by itself? Not while it is paused, empty, or waiting for its people after a restart.

Times that ran meanwhile count anew when it moves again, so that nobody pays for a pause.
"""

from __future__ import annotations

from collections.abc import Iterable

from .room import Room


class Motion:
    """Whether bots think, clocks run, shuffles begin and rounds start."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._moved = True
        self._expected: set[int] = set()
        """Seats that were here before a restart and have not come back yet."""
        self._recover_until = 0
        """Until when they may; 0: the first one has not come yet."""

    def expect(self, seats: Iterable[int]) -> None:
        """After a restart: these are expected back."""
        self._expected |= set(seats)

    def back(self, seat: int) -> None:
        """Somebody, or a watcher (NOBODY), has the log again."""
        if self._expected and not self._recover_until:
            self._recover_until = self._room.now + self._room.config.times.recover
        self._expected.discard(seat)

    @property
    def stands_still(self) -> bool:
        """Does nothing happen by itself now?"""
        room = self._room
        if room.paused or not room.people.links:
            return True
        if not self._expected:
            return False
        return not self._recover_until or room.now < self._recover_until

    def starts_again(self) -> bool:
        """Has it stood still, and moves from now on? True only once."""
        still = self.stands_still
        again = not still and not self._moved
        if again:
            self._expected.clear()
        self._moved = not still
        return again

    @property
    def deadline(self) -> int | None:
        """When waiting for people after a restart ends."""
        if self._room.paused or not self._room.people.links or not self._recover_until:
            return None
        return self._recover_until if self._expected else None
