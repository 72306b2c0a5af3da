"""The time a table is told: it goes on only while this program does.

A program that gets no processor for ten seconds, is stopped, or sleeps with its computer has heard nobody
meanwhile; what the players have sent lies in its sockets. By the wall clock all their times would be over
when it goes on, before a single message is read. So the clock of the tables is driven by a pulse: each beat
lets it go on, but never by more than a little, however late the beat is. A wall clock that is set anew does
not touch it either.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

BEAT_S: Final = 0.25
"""From one beat to the next."""
MOST_S: Final = 0.5
"""A beat that is later than this did not beat: no more time is counted for it."""


class Pulse:
    """Counts the seconds in which this program was alive.

    Args:
        now: seconds of a clock that never goes back.
    """

    def __init__(self, now: float) -> None:
        self._last = now
        self._lived = 0.0

    def beat(self, now: float) -> None:
        """The program runs."""
        self._lived = self.lived(now)
        self._last = now

    def lived(self, now: float) -> float:
        """Seconds lived until now; it does not go on while a beat is overdue."""
        since = now - self._last
        return self._lived + (since if since < MOST_S else MOST_S)


class LivedTime:
    """The clock of a process and its tables, kept going by `run`.

    Args:
        wall: Unix time in ms, from which it starts.
        steady: seconds of a clock that never goes back.
    """

    def __init__(self, wall: Callable[[], int], steady: Callable[[], float] = time.monotonic) -> None:
        self._steady = steady
        self._pulse = Pulse(steady())
        self._start = wall()

    def now(self) -> int:
        """Unix time in ms, less all the time in which this program stood still."""
        return self._start + round(self._pulse.lived(self._steady()) * 1000)

    def lived(self) -> float:
        """Seconds in which this program was alive."""
        return self._pulse.lived(self._steady())

    async def run(self) -> None:
        """Let it beat, until it is cancelled."""
        while True:
            self._pulse.beat(self._steady())
            await asyncio.sleep(BEAT_S)
