"""Files that may reach the disk a little later are swept together, one sweep at a time."""

from __future__ import annotations

import asyncio
import errno
import threading
from collections.abc import AsyncIterator

import pytest

from tests.host.house import WAIT_S
from uno_lan.host.disk import LATE_S, REST_S, Disk, rest


@pytest.fixture
async def disk() -> AsyncIterator[Disk]:
    """The threads of a process."""
    disk = Disk()
    yield disk
    disk.close()


def nothing(error: OSError) -> None:
    """Nobody wants to know."""


async def until(event: threading.Event) -> None:
    """Wait for a thread without holding up the loop."""
    async with asyncio.timeout(WAIT_S):
        while not event.is_set():
            await asyncio.sleep(0.001)


async def test_no_sweep_begins_while_another_one_runs(disk: Disk) -> None:
    """A slow disk is not asked by several threads at once; what waits meanwhile is synced once."""
    at_work, go, done = threading.Event(), threading.Event(), threading.Event()
    seen: list[str] = []

    def slow() -> None:
        seen.append("slow")
        at_work.set()
        go.wait(WAIT_S)
        seen.append("slow done")

    def quick() -> None:
        seen.append("quick")
        done.set()

    disk.later(slow, nothing)
    await until(at_work)
    trips = disk.trips
    for _ in range(3):
        disk.later(quick, nothing)
        await asyncio.sleep(0.03)  # longer than a sweep waits
    assert seen == ["slow"]
    go.set()
    await until(done)
    assert seen == ["slow", "slow done", "quick"]
    assert trips == 0


def test_a_disk_rests_nine_times_as_long_as_it_worked_but_not_long() -> None:
    """What was written while it stood still for a minute shall not wait for another one."""
    assert rest(0.0) == rest(LATE_S / 10) == LATE_S
    assert rest(0.01) == pytest.approx(0.09)
    assert rest(60.0) == REST_S


async def test_a_file_that_fails_keeps_no_other_from_the_disk(disk: Disk) -> None:
    """Nor any later sweep: who fails is told, in the event loop."""
    told: list[OSError] = []

    def full() -> None:
        raise OSError(errno.ENOSPC, "full")

    for _ in range(2):
        done = threading.Event()
        disk.later(full, told.append)
        disk.later(done.set, nothing)
        await until(done)
        async with asyncio.timeout(WAIT_S):
            while disk._sweeping is not None:
                await asyncio.sleep(0.001)
    assert [error.errno for error in told] == [errno.ENOSPC] * 2
