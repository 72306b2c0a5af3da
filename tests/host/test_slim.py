"""TLS by hand carries whatever asyncio's own carries, and ends as it does."""

from __future__ import annotations

import asyncio
import contextlib
import os
import ssl
import time
from collections.abc import AsyncIterator, Callable, Coroutine

import pytest

from uno_lan.client.dial import client_tls
from uno_lan.host import slim
from uno_lan.host.accept import start_tls
from uno_lan.host.certificate import server_tls
from uno_lan.host.limits import Limits
from uno_lan.host.slim import UNREAD, Stream

WAIT_S = 60
Pair = tuple[Stream, asyncio.StreamReader, asyncio.StreamWriter]


@contextlib.asynccontextmanager
async def pair(context: ssl.SSLContext | None = None) -> AsyncIterator[Pair]:
    """The server's side of a connection, and asyncio's own at the other end."""
    loop = asyncio.get_running_loop()
    tls, limits = server_tls(), Limits()
    up: asyncio.Future[Stream] = loop.create_future()
    tasks: list[asyncio.Task[None]] = []

    async def shake(stream: Stream) -> None:
        await start_tls(stream, tls, limits, time.monotonic)
        up.set_result(stream)

    server = await loop.create_server(
        lambda: Stream(lambda s: tasks.append(loop.create_task(shake(s))), limits.shutdown_s), "127.0.0.1"
    )
    port = server.sockets[0].getsockname()[1]
    async with asyncio.timeout(WAIT_S):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, ssl=context or client_tls(), server_hostname=""
        )
        stream = await up
        try:
            yield stream, reader, writer
        finally:
            writer.transport.abort()
            stream.abort()
            await stream.wait_closed()
            await asyncio.gather(*tasks)
            server.close()


class Ear:
    """Hears, and notes the end."""

    def __init__(self) -> None:
        self.heard = b""
        self.over = asyncio.Event()
        self.news = asyncio.Event()

    def came(self, data: bytes) -> None:
        """Bytes."""
        assert data
        self.heard += data
        self.news.set()

    def ended(self) -> None:
        """The end."""
        self.over.set()

    async def until(self, size: int) -> bytes:
        """All bytes, once there are so many."""
        while len(self.heard) < size:
            self.news.clear()
            await self.news.wait()
        return self.heard


@pytest.mark.parametrize("size", [1, 4096, 4097, 16_384, 100_000, 3_000_000])
async def test_what_is_sent_arrives_whole_both_ways(size: int) -> None:
    async with pair() as (stream, reader, writer):
        sent = os.urandom(size)
        writer.write(sent)
        got = b""
        while len(got) < size:
            got += await stream.read()
        assert got == sent
        stream.write(sent)
        back, _ = await asyncio.gather(reader.readexactly(size), stream.drain())
        assert back == sent


async def test_many_connections_share_the_place_they_are_read_into_and_mix_nothing_up() -> None:
    async def talk(number: int) -> None:
        async with pair() as (stream, _, writer):
            ear = Ear()
            stream.hand_over(ear)
            said = bytes([number]) * 200_000
            for start in range(0, len(said), 7_000):
                writer.write(said[start : start + 7_000])
                await asyncio.sleep(0)
            assert await ear.until(len(said)) == said

    await asyncio.gather(*(talk(number) for number in range(8)))


async def test_what_came_before_the_listener_is_the_listeners() -> None:
    async with pair() as (stream, _, writer):
        writer.write(b"first ")
        first = await stream.read()
        writer.write(b"second ")
        while not stream._got:
            await asyncio.sleep(0)
        ear = Ear()
        stream.hand_over(ear)
        writer.write(b"third")
        assert first + await ear.until(len(b"second third")) == b"first second third"


async def test_who_reads_nothing_is_not_buffered_for_ever() -> None:
    async with pair() as (stream, _, writer):
        size = 40 * UNREAD
        writer.write(bytes(size))
        while len(stream._got) < UNREAD:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(stream._got) < 2 * UNREAD
        got = 0
        while got < size:
            got += len(await stream.read())
        assert got == size


async def test_who_listens_but_wants_nothing_yet_is_told_only_what_was_read_before() -> None:
    async with pair() as (stream, _, writer):
        size = 40 * UNREAD
        writer.write(bytes(size))
        while len(stream._got) < UNREAD:
            await asyncio.sleep(0)
        ear = Ear()
        stream.pause_reading()
        stream.hand_over(ear)
        for _ in range(100):
            await asyncio.sleep(0)
        assert UNREAD <= len(ear.heard) < 2 * UNREAD
        stream.resume_reading()
        assert len(await ear.until(size)) == size


async def test_what_one_has_said_is_not_taken_for_the_words_of_the_next() -> None:
    streams: list[Stream] = []
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Stream(streams.append, 1.0), "127.0.0.1")
    slim._SHARED[:4] = b"HEAD"
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    async with asyncio.timeout(WAIT_S):
        writer.write(b"H")
        while not streams or not streams[0]._looked:
            await asyncio.sleep(0)
        streams[0].close()
        assert await reader.read() == b"", "no answer to a web browser"
    writer.close()
    server.close()


async def test_nothing_is_heard_while_reading_is_paused() -> None:
    async with pair() as (stream, _, writer):
        ear = Ear()
        stream.hand_over(ear)
        stream.pause_reading()
        writer.write(b"later")
        await writer.drain()
        for _ in range(100):
            await asyncio.sleep(0)
        assert not ear.heard
        stream.resume_reading()
        assert await ear.until(5) == b"later"


async def test_a_peer_who_takes_nothing_holds_up_drain_until_it_does() -> None:
    async with pair() as (stream, reader, _):
        stream.limit(16 * 1024)
        size = 32 << 20  # more than all buffers on the way hold
        stream.write(bytes(size))
        draining = asyncio.create_task(stream.drain())
        for _ in range(100):
            await asyncio.sleep(0)
        assert not draining.done()
        await reader.readexactly(size)
        await draining


async def close(stream: Stream, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def cut(stream: Stream, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def shut(stream: Stream, writer: asyncio.StreamWriter) -> None:
    stream.close()


async def drop(stream: Stream, writer: asyncio.StreamWriter) -> None:
    stream.abort()


@pytest.mark.parametrize("end", [close, cut, shut, drop])
async def test_every_end_is_told_once_the_last_words_are(
    end: Callable[[Stream, asyncio.StreamWriter], Coroutine[None, None, None]],
) -> None:
    async with pair() as (stream, reader, writer):
        ear = Ear()
        stream.hand_over(ear)
        writer.write(b"last words")
        await ear.until(10)
        stream.write(b"mine")
        assert await reader.readexactly(4) == b"mine"
        await end(stream, writer)
        await ear.over.wait()
        await stream.wait_closed()
        stream.write(b"nobody hears this")
        with contextlib.suppress(OSError):
            assert await reader.read() == b""
        with pytest.raises(ConnectionResetError):
            await stream.drain()


async def test_what_was_written_before_close_arrives() -> None:
    async with pair() as (stream, reader, _):
        sent = os.urandom(2_000_000)
        stream.write(sent)
        stream.close()
        assert await reader.read() == sent
        await stream.wait_closed()


async def test_damaged_bytes_end_the_connection() -> None:
    async with pair() as (stream, _, writer):
        ear = Ear()
        stream.hand_over(ear)
        raw = writer.get_extra_info("socket").dup()
        raw.setblocking(True)
        with raw:
            raw.sendall(b"\x17\x03\x03\x00\x20" + bytes(32))
        await ear.over.wait()
        await stream.wait_closed()
        assert not ear.heard
