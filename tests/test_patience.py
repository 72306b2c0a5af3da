"""Time limits for others run only while the program does, and only once it has read what they sent."""

from __future__ import annotations

import asyncio
import socket
import time

import pytest

from uno_lan.patience import Patience


async def test_a_block_that_takes_too_long_ends() -> None:
    with pytest.raises(TimeoutError):
        async with Patience(0.01):
            await asyncio.sleep(60)


async def test_one_that_is_done_in_time_is_left_alone() -> None:
    async with Patience(0.01):
        pass
    await asyncio.sleep(0.05)


async def test_other_ends_are_their_own() -> None:
    """An error stays what it is, and so does a cancellation from outside."""
    with pytest.raises(ValueError, match="mine"):
        async with Patience(60):
            raise ValueError("mine")

    async def patient() -> None:
        async with Patience(60):
            await asyncio.sleep(60)

    task = asyncio.create_task(patient())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_no_time_runs_while_the_program_stands_still() -> None:
    lived = [0.0]

    async def patient() -> None:
        async with Patience(0.01, lambda: lived[0]):
            await asyncio.sleep(60)

    task = asyncio.create_task(patient())
    await asyncio.sleep(0.1)
    assert not task.done()
    lived[0] = 1.0
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(task, 60)


async def test_what_came_during_a_stall_is_read_before_anybody_is_late() -> None:
    """Even by a clock that goes on meanwhile."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)

    def stall() -> None:
        theirs.send(b"in time")
        time.sleep(0.1)

    loop = asyncio.get_running_loop()
    try:
        async with Patience(0.05):
            loop.call_soon(stall)
            assert await loop.sock_recv(ours, 100) == b"in time"
    finally:
        ours.close()
        theirs.close()
