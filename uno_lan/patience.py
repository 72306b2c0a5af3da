"""A time limit for others that runs only while this program does.

A program that gets no processor for ten seconds, is stopped or sleeps has listened to nobody meanwhile. By
the clock everybody's time would be over when it goes on, before a byte of what they have sent is read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final

TURNS: Final = 4
"""In so many turns of the event loop what lies in a socket is read, taken apart and handed to its table."""


class Patience:
    """`async with Patience(5.0, lived):` ends the block with `TimeoutError` when it takes longer.

    Args:
        seconds: how long it may take.
        lived: seconds in which this program was alive. Without a better one, what has arrived is at least
            read before anybody is too late.
    """

    __slots__ = ("_lived", "_loop", "_scope", "_seconds", "_timer", "_turns", "_until")

    def __init__(self, seconds: float, lived: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._lived = lived

    async def __aenter__(self) -> None:
        self._turns = 0
        self._until = self._lived() + self._seconds
        self._loop = asyncio.get_running_loop()
        self._scope = asyncio.timeout(None)
        self._timer: asyncio.Handle = self._loop.call_later(self._seconds, self._look)
        await self._scope.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        await self._scope.__aexit__(kind, error, trace)

    def _look(self) -> None:
        """Is the time over? It is not while the program stands still, nor before what has come is read."""
        left = self._until - self._lived()
        if left > 0:
            self._turns = 0
            self._timer = self._loop.call_later(left, self._look)
        elif self._turns < TURNS:
            self._turns += 1
            self._timer = self._loop.call_soon(self._look)
        else:
            self._scope.reschedule(self._loop.time())
