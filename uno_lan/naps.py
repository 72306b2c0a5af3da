"""Has this computer slept? The wall clock goes on meanwhile, the clock of the event loop does not.

After a sleep a connection looks open and may be dead, and times that ran out meanwhile ran out for nobody. A
wall clock that was set anew looks the same; to probe or to wait a little once too often does no harm.
"""

from __future__ import annotations

from typing import Final

NAP_MS: Final = 4_000
"""So much more on the wall than in the loop is a sleep, and no slow program."""


class Naps:
    """Compares the two clocks, each time it is asked."""

    def __init__(self, wall_ms: int, loop_s: float) -> None:
        self._wall = wall_ms
        self._loop = loop_s

    def over(self, wall_ms: int, loop_s: float) -> bool:
        """Did it sleep since it was last asked?"""
        gone = wall_ms - self._wall - (loop_s - self._loop) * 1000
        self._wall, self._loop = wall_ms, loop_s
        return gone >= NAP_MS
