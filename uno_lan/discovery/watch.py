"""Notices that this computer's addresses changed, or that it slept.

No system call tells this the same way everywhere and zeroconf does not look, so the addresses are read every
few seconds in a thread. A change counts when it is still there one look later: during a hand-over between two
Wi-Fi stations addresses come and go. Sleep shows as a look that took far longer by the wall clock than it was
meant to.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Final, TypeAlias

from uno_lan.discovery.interfaces import OwnAddress, own_addresses

EVERY: Final = 5.0
"""Seconds between two looks."""

SLEPT: Final = 10.0
"""Seconds a look may come late before it counts as sleep."""

Addresses: TypeAlias = tuple[OwnAddress, ...]


class News(Enum):
    """What happened."""

    ADDRESSES = "addresses"
    """The addresses are others now."""
    WOKE = "woke"
    """The computer slept; whatever was known of the network is old."""


class Settled:
    """Lets a change through once it is seen twice in a row."""

    def __init__(self, current: Addresses) -> None:
        self.current = current
        self._candidate = current

    def look(self, addresses: Addresses) -> bool:
        """Take in what was read; true when `current` changed."""
        if addresses == self.current:
            self._candidate = addresses
            return False
        if addresses != self._candidate:
            self._candidate = addresses
            return False
        self.current = addresses
        return True


class InterfaceWatch:
    """Calls back when the addresses changed or the computer slept."""

    def __init__(
        self,
        on_news: Callable[[News, Addresses], Awaitable[None]],
        *,
        every: float = EVERY,
        read: Callable[[], Addresses] = own_addresses,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._on_news = on_news
        self._every = every
        self._read = read
        self._wall = wall
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> Addresses:
        """Read the addresses for the first time and watch from then on."""
        first = await self._look(())
        self._task = asyncio.create_task(self._watch(Settled(first)), name="interface watch")
        return first

    async def stop(self) -> None:
        """Stop watching; no callback comes after this."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _watch(self, settled: Settled) -> None:
        while True:
            before = self._wall()
            await asyncio.sleep(self._every)
            if self._wall() - before > self._every + SLEPT:
                await self._on_news(News.WOKE, settled.current)
            if settled.look(await self._look(settled.current)):
                await self._on_news(News.ADDRESSES, settled.current)

    async def _look(self, fallback: Addresses) -> Addresses:
        try:
            return await asyncio.to_thread(self._read)
        except OSError:
            # Some systems fail while an adapter is being removed; the next look will do.
            return fallback
