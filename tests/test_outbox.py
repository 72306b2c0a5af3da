"""The way out of a connection: bounded, joined, and never waited for."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

import pytest

from protocol.framing import FrameDecoder, frame
from uno_lan.outbox import Outbox, WriterWay


@contextlib.asynccontextmanager
async def pair() -> AsyncIterator[tuple[asyncio.StreamWriter, socket.socket]]:
    """A stream and the bare socket at its other end, which reads only when told to."""
    ours, theirs = socket.socketpair()
    _, writer = await asyncio.open_connection(sock=ours)
    theirs.setblocking(False)
    try:
        yield writer, theirs
    finally:
        writer.transport.abort()
        theirs.close()


async def read_all(sock: socket.socket) -> list[bytes]:
    """All payloads up to the end of the stream."""
    loop, decoder, payloads = asyncio.get_running_loop(), FrameDecoder(1 << 20), list[bytes]()
    async with asyncio.timeout(60):
        while data := await loop.sock_recv(sock, 1 << 16):
            payloads += decoder.feed(data)
    return payloads


async def test_everything_goes_out_in_order_and_then_the_stream_ends() -> None:
    async with pair() as (writer, other):
        box = Outbox(WriterWay(writer))
        running = asyncio.create_task(box.run())
        said = [bytes([n]) * (n + 1) for n in range(50)]
        for payload in said[:25]:
            assert box.put(payload)
        await asyncio.sleep(0)
        for payload in said[25:]:
            assert box.put(payload)
        box.end()
        assert not box.put(b"too late")
        assert await read_all(other) == said
        await running
        assert not box.trouble


async def test_what_waits_goes_out_in_one_piece() -> None:
    async with pair() as (writer, other):
        box = Outbox(WriterWay(writer))
        for _ in range(10):
            box.put(b"x" * 10)
        running = asyncio.create_task(box.run())
        loop = asyncio.get_running_loop()
        assert await loop.sock_recv(other, 1 << 16) == frame(b"x" * 10) * 10
        running.cancel()


async def test_more_frames_than_may_wait_break_the_link() -> None:
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer), frames=3)
        assert [box.put(b"x") for _ in range(4)] == [True, True, True, False]
        assert box.trouble == "slow"
        assert writer.transport.is_closing()


async def test_more_bytes_than_may_wait_break_the_link() -> None:
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer), size=100)
        assert box.put(b"x" * 90)
        assert not box.put(b"x" * 10)
        assert box.trouble == "slow"


async def test_what_the_transport_holds_counts_as_waiting() -> None:
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer), size=1 << 20, frames=1 << 20, drain_s=60)
        running = asyncio.create_task(box.run())
        while box.put(b"x" * 10_000):
            await asyncio.sleep(0)
        assert box.trouble == "slow"
        await running


async def test_a_peer_that_takes_nothing_for_too_long_breaks_the_link() -> None:
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer), size=1 << 24, drain_s=0.05)
        for _ in range(200):
            box.put(b"x" * 50_000)
        await box.run()
        assert box.trouble == "slow"


async def test_a_peer_that_is_gone_breaks_the_link_and_nothing_else() -> None:
    async with pair() as (writer, other):
        box = Outbox(WriterWay(writer), size=1 << 24, frames=1 << 20)
        other.close()
        running = asyncio.create_task(box.run())
        async with asyncio.timeout(60):
            while box.put(b"x" * 10_000):
                await asyncio.sleep(0)
        assert box.trouble == "gone"
        await running


async def test_a_peer_is_not_slow_while_this_program_stands_still() -> None:
    """What it takes meanwhile nobody sees; it has the time that is left when the program goes on."""
    lived = [0.0]
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer), size=1 << 24, drain_s=0.02, lived=lambda: lived[0])
        running = asyncio.create_task(box.run())
        while not writer.transport.get_write_buffer_size():
            box.put(b"x" * 60_000)
            await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        assert not running.done()
        lived[0] = 1.0
        await asyncio.wait_for(running, 60)
        assert box.trouble == "slow"


async def test_frames_go_out_at_once_and_behind_what_waits() -> None:
    """Who tells many links something has all of them written to, without waiting for the loop's next turn."""
    async with pair() as (writer, other):
        box = Outbox(WriterWay(writer))
        first, second, third = (frame(word) for word in (b"first", b"second", b"third"))
        assert box.put_frames([second, third])
        assert other.recv(1 << 16) == second + third
        box.put(b"first")
        assert box.put_frames([second])
        assert other.recv(1 << 16) == first + second
        box.end()
        assert not box.put_frames([third])


@pytest.mark.parametrize(("frames", "size"), [(2, 1 << 20), (256, 20)])
async def test_frames_count_against_the_same_limits(frames: int, size: int) -> None:
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer), frames=frames, size=size)
        assert box.put_frames([frame(b"x" * 5)] * 2)
        assert not box.put_frames([frame(b"x" * 5)] * 3)
        assert box.trouble == "slow"


async def test_frames_of_a_peer_that_takes_nothing_wait_for_it() -> None:
    clogged: list[bool] = []
    async with pair() as (writer, other):
        box = Outbox(WriterWay(writer), size=1 << 20, on_clogged=lambda: clogged.append(True))
        framed, sent = frame(b"x" * 60_000), 0
        while not clogged:
            assert box.put_frames([framed])
            sent += 1
        assert box.put_frames([framed] * 3)
        running = asyncio.create_task(box.run())
        box.end()
        assert await read_all(other) == [b"x" * 60_000] * (sent + 3)
        await running


async def test_frames_for_a_peer_that_is_gone_break_the_link() -> None:
    async with pair() as (writer, _):
        box = Outbox(WriterWay(writer))
        writer.transport.abort()
        assert not box.put_frames([frame(b"x")])
        assert box.trouble == "gone"
