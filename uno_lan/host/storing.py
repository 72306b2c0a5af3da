"""How what a table wants stored gets to the disk before anybody is told.

Writing takes microseconds and is done at once. What must be on the disk, and a disk that takes nothing, is
waited for by the table's task; meanwhile the table stands still with a sentence on every screen.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from pathlib import Path
from typing import Final

from .archive import Archive
from .disk import Disk
from .effects import NewFile, Store
from .inputs import Work
from .logs import EventLog

RETRY_S: Final = 1.0
"""How often a full disk is tried again."""


class Storing:
    """The archive of one table, and the threads that serve it.

    Args:
        late: bring moves to the disk a little after they are announced (`--sync background`).
        disk: the threads of the process; without, there is one of its own.
    """

    def __init__(self, archive: Archive, log: EventLog, *, late: bool, disk: Disk | None) -> None:
        self._archive = archive
        self._log = log
        self._late_sync = late
        self._disk = disk or Disk(threads=1)
        self._own_disk = disk is None
        self.must_wait = False
        """Something is in the archive that must be on the disk before anything is told."""
        self.is_stuck = False
        """Does the disk take nothing?"""

    @property
    def path(self) -> Path | None:
        """The file of the running or last game."""
        return self._archive.path

    async def run(self, what: Callable[[], None]) -> None:
        """Do something else in a thread."""
        await self._disk.run(what)

    def keep_evidence(self, name: str, data: bytes) -> None:
        """Write an evidence file; for a thread."""
        self._archive.keep_evidence(name, data)

    async def save(self) -> None:
        """Bring everything to the disk, once nothing runs any more."""
        await self._disk.run(self._archive.save)

    def close(self) -> None:
        """Let the game file go."""
        if self._own_disk:
            self._disk.close()
        self._archive.close()

    def keep(self, effects: list[Work]) -> bool:
        """Hand what is to be stored to the archive, in order. False: there is nothing."""
        found = False
        for effect in effects:
            if type(effect) is Store:
                self._archive.keep(effect.kind, effect.raw, effect.sig)
                found = True
                self.must_wait |= effect.kind == "sec"
            elif type(effect) is NewFile:
                self._archive.begin(effect.header)
                found = self.must_wait = True
        return found

    def is_stored(self) -> bool:
        """Write what the archive has, if nobody needs to wait for that. False: it is for the task."""
        if self.must_wait:
            return False
        try:
            self._archive.write()
        except OSError:
            self.must_wait = True  # the task tries again, and tells everybody
            return False
        self.must_wait = self._archive.must_sync
        if self.must_wait:
            return False
        self._sync_later()
        return True

    async def store(self, announce: Callable[[str], None]) -> None:
        """Bring the frames to the disk; while that fails the table stands still."""
        why = ""
        while True:
            try:
                await self._save()
                break
            except OSError as error:
                if not why:
                    why = _sentence(error)
                    self.is_stuck = True
                    self._log.error("journal.stuck", why=error.strerror or str(error))
                    announce(why)
            await asyncio.sleep(RETRY_S)
        if why:
            self.is_stuck = False
            self._log.info("journal.again")
            announce("")
        self._sync_later()

    def _sync_later(self) -> None:
        if self._late_sync and self._archive.is_dirty:
            self._disk.later(self._archive.sync, self._not_synced)

    async def _save(self) -> None:
        if self._archive.begins:
            await self._disk.run(self._archive.save)
            return
        # Writing takes microseconds; it is the disk that may take long.
        self._archive.write()
        # Also when another thread is just bringing the same frames there: it is waited for.
        await self._disk.run(self._archive.sync)

    def _not_synced(self, error: OSError) -> None:
        self._log.error("journal.sync", why=error.strerror or str(error))


def _sentence(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "The host's disk is full. The table waits; it goes on by itself when there is room again."
    return "The host cannot write its game file. The table waits and tries again."
