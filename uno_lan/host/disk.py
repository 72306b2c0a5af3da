"""The threads that bring game files to the disk, shared by all tables of a process.

A disk may take long, so nothing waits for it in the event loop. Several tables sync at the same time; what
one table does in turn its archive sees to. Files that may reach the disk a little later (`--sync background`)
are swept together, one sweep at a time: one trip to a thread for all of them instead of one each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

LATE_S: Final = 0.02
"""How long written moves wait for the disk while it has next to nothing to do."""
REST_S: Final = 0.25
"""No rest between two sweeps is longer."""
WORK: Final = 0.1
"""Share of the time in which the disk may sweep. A sync costs the processor a tenth of what a move does, and
one is enough for all moves of a table that wait for it."""
THREADS: Final = 4

Sync = Callable[[], None]
Failed = Callable[[OSError], None]


class Disk:
    """Threads for what may take long, until `close`."""

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(threads, "journal")
        self._late: dict[Sync, Failed] = {}
        self._sweeping: asyncio.Task[None] | None = None
        self.trips = 0
        """How often something was done in a thread, and how long that took in all (s)."""
        self.seconds = 0.0

    async def run(self, what: Callable[[], None]) -> None:
        """Do something in a thread and wait for it."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            await loop.run_in_executor(self._threads, what)
        finally:
            self.trips += 1
            self.seconds += loop.time() - began

    def later(self, sync: Sync, failed: Failed) -> None:
        """Have something synced at the next sweep. Asked for twice before that, it is done once.

        Args:
            failed: hears, in the event loop, that it did not work.
        """
        self._late[sync] = failed
        if self._sweeping is None:
            self._sweeping = asyncio.create_task(self._sweep(), name="late sync")

    async def _sweep(self) -> None:
        """Sweep until nothing is left. What is written during a sweep is for the next one.

        Two at a time would keep more threads busy with the same disk, and the event loop from its work.
        A disk that takes long has as long a `rest`: what is written to a file meanwhile is synced in one go.
        """
        loop, wait = asyncio.get_running_loop(), LATE_S
        try:
            while self._late:
                await asyncio.sleep(wait)
                began = loop.time()
                late, self._late = self._late, {}
                failures: list[tuple[Failed, OSError]] = []
                await self.run(partial(_sync_all, late, failures))
                for failed, error in failures:
                    failed(error)
                wait = rest(loop.time() - began)
        finally:
            self._sweeping = None

    def close(self) -> None:
        """End the threads. What was to be synced later is not: save the archives first."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        self._late.clear()
        self._threads.shutdown()


def rest(took: float) -> float:
    """Seconds until the next sweep after one that took so many: most of the time the disk has nothing to do.

    After one that took very long, as on a disk that stood still, what was written meanwhile waits no longer.
    """
    return min(max(LATE_S, took * (1 - WORK) / WORK), REST_S)


def _sync_all(late: dict[Sync, Failed], failures: list[tuple[Failed, OSError]]) -> None:
    """Sync all of them; what fails is noted."""
    for sync, failed in late.items():
        try:
            sync()
        except OSError as error:
            failures.append((failed, error))
