"""Where somebody stands in a replay: step, play, speed, round, seat. Pure: the time is an argument."""

from __future__ import annotations

from typing import Final

from uno_lan.client.model import Snapshot
from uno_lan.engine import NOBODY

from .reel import Moment, Reel

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Moments a second."""


class Projector:
    """Shows one reel.

    Args:
        seat: whose view; None: that of the owner of the file.
    """

    def __init__(self, reel: Reel, seat: int | None = None) -> None:
        self.reel = reel
        self.index = 0
        self.seat = reel.owner if seat is None else seat
        self.speed = 1.0
        self.playing = False
        self._next = 0
        """When the next moment is due while it plays (ms)."""

    # Where it stands.

    @property
    def moment(self) -> Moment:
        """What is shown."""
        return self.reel.moments[self.index]

    @property
    def at_end(self) -> bool:
        """Is this the last moment?"""
        return self.index == len(self.reel.moments) - 1

    @property
    def snapshot(self) -> Snapshot:
        """The moment as the chosen seat saw it."""
        return self.reel.snapshot(self.index, self.seat)

    @property
    def is_hidden(self) -> bool:
        """Was a seat chosen whose cards the file does not tell at this moment?"""
        return self.seat != NOBODY and self.reel.hand(self.index, self.seat) is None

    # Moving.

    def go(self, index: int) -> None:
        """To a moment."""
        self.index = max(0, min(index, len(self.reel.moments) - 1))

    def step(self, by: int) -> None:
        """Some moments on or back; stops playing."""
        self.playing = False
        self.go(self.index + by)

    def to_round(self, number: int) -> bool:
        """To the beginning of a round; False when there is none of this number."""
        if number not in self.reel.rounds:
            return False
        self.go(self.reel.start_of(number))
        return True

    def turn_round(self, by: int) -> None:
        """To the next round, or back to the beginning of this one, then to the one before."""
        rounds = self.reel.rounds
        here = self.moment.round_no
        start = self.reel.start_of(here)
        if by < 0 and self.index > start:
            self.go(start)
            return
        number = here + by
        if number in rounds:
            self.go(self.reel.start_of(number))
        else:
            self.go(0 if by < 0 else len(self.reel.moments) - 1)

    def turn_seat(self, by: int = 1) -> None:
        """To the view of the next seat that can be shown now; after the last, to what everybody saw."""
        choices = (NOBODY, *self.reel.seats(self.index))
        place = choices.index(self.seat) if self.seat in choices else 0
        self.seat = choices[(place + by) % len(choices)]

    # Playing.

    def toggle(self, now: int) -> None:
        """Play, or stop; at the end, from the beginning."""
        self.playing = not self.playing
        if self.playing and self.at_end:
            self.index = 0
        self._next = now + self.pause_ms

    @property
    def pause_ms(self) -> int:
        """Between two moments."""
        return round(1000 / self.speed)

    def change_speed(self, by: int) -> None:
        """Faster or slower."""
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]

    def tick(self, now: int) -> bool:
        """Go on if it is time; True when something else is shown now."""
        if not self.playing or now < self._next:
            return False
        self._next = max(self._next + self.pause_ms, now)
        self.go(self.index + 1)
        if self.at_end:
            self.playing = False
        return True
