"""All around the tables of a server that somebody runs: admin socket, status port, systemd, old game files.

A table that a screen opens has the admin socket alone.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .admin import AdminSocket
from .keeper import Keeper, NoMore
from .logs import EventLog
from .notify import Notifier
from .orders import drain, plays_a_round
from .retention import MIB, sweep

if TYPE_CHECKING:
    from .serve import Hosting
    from .watching import Watching

SWEEP_S: Final = 600.0
"""How often old games are looked at."""
DRAIN_LOOK_S: Final = 0.5


class Upkeep:
    """Runs beside the tables, from `start` to `stop`.

    Args:
        folder: where the admin socket is.
        state: the folder whose old games are swept up; None: somebody else sees to that, and to systemd.
        keep: MiB and days of old games; 0: all.
    """

    def __init__(
        self, hosting: Hosting, folder: Path, state: Path | None, log: EventLog, keep: tuple[int, int]
    ) -> None:
        self._hosting = hosting
        self._state = state
        self._log = log
        self._keep = keep
        self._admin = AdminSocket(hosting, folder, log)
        self._notifier = Notifier({} if state is None else os.environ)
        self._watching: Watching | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, status_port: int | None) -> None:
        """The server listens: tell everybody who wants to know.

        Raises:
            CommandError: the status port cannot be had.
        """
        if status_port is not None:
            from .watching import Watching

            self._watching = Watching(self._hosting, status_port)
            await self._watching.start()
        await self._admin.start()
        if self._state is not None and any(self._keep):
            self._tasks.append(asyncio.create_task(self._sweep_up(self._state), name="old games"))
        tables = len(self._hosting.holdings)
        count = "1 table" if tables == 1 else f"{tables} tables"
        self._notifier.ready(f"{count}, port {self._hosting.port}")

    def drain(self) -> None:
        """Stop the server once nobody is in the middle of a round."""
        self._notifier.tell(STATUS="draining")
        self._tasks.append(asyncio.create_task(self._drain(), name="drain"))

    async def stop(self) -> None:
        """End all of it."""
        await self._notifier.stopping()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._admin.stop()
        if self._watching is not None:
            await self._watching.stop()

    async def _drain(self) -> None:
        told: set[Keeper] = set()
        while True:
            playing = False
            for holding in self._hosting.holdings:
                keeper = holding.keeper
                try:
                    if keeper not in told:
                        await keeper.order(drain)
                        told.add(keeper)
                    playing |= await keeper.order(plays_a_round)
                except NoMore:
                    playing |= not keeper.ended  # not closed, but built anew: looked at again then
            if not playing:
                self._hosting.stop(planned=True)
                return
            await asyncio.sleep(DRAIN_LOOK_S)

    async def _sweep_up(self, state: Path) -> None:
        while True:
            running = {holding.keeper.game for holding in self._hosting.holdings}
            files = {path for path in running if path is not None}
            try:
                gone = await asyncio.to_thread(sweep, state, files, time.time(), *self._keep)
            except OSError as error:  # another process moves files about, or the disk is ill: next time
                self._log.warning("games.not_removed", why=error.strerror or type(error).__name__)
                gone = []
            if gone:
                self._log.info("games.removed", files=len(gone), mib=sum(old.bytes for old in gone) // MIB)
            await asyncio.sleep(SWEEP_S)
