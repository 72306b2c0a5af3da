"""TLS connections with a small buffer carry whatever the usual ones carry."""

from __future__ import annotations

import asyncio
import os
from asyncio import sslproto
from typing import Any

import pytest

from uno_lan.client.dial import client_tls
from uno_lan.host import slim
from uno_lan.host.accept import Raw, Stream, start_tls
from uno_lan.host.certificate import server_tls
from uno_lan.host.limits import Limits


async def exchange(size: int) -> tuple[Any, bytes]:
    """A client sends so many bytes and gets them back: the server's TLS protocol, and what came back."""
    tls, streams, tasks = server_tls(), list[Stream](), list[asyncio.Task[None]]()

    async def echo(transport: asyncio.Transport) -> None:
        stream = await start_tls(transport, tls, Limits())
        streams.append(stream)
        stream.writer.write(await stream.reader.readexactly(size))
        await stream.writer.drain()

    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: Raw(lambda t: tasks.append(loop.create_task(echo(t)))), "127.0.0.1"
    )
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_tls(), server_hostname="")
    sent = os.urandom(size)
    async with asyncio.timeout(60):
        writer.write(sent)
        got = await reader.readexactly(size)
        await asyncio.gather(*tasks)
    assert got == sent
    writer.transport.abort()
    server.close()
    protocol: Any = streams[0].writer.transport
    return protocol._ssl_protocol, got


async def test_here_the_buffer_is_small() -> None:
    """On this version of Python. If this fails on a new one, look at `slim`: nothing else depends on it."""
    protocol, _ = await exchange(100)
    assert len(protocol._ssl_buffer) == slim.READ


async def test_long_messages_in_many_records_arrive_whole() -> None:
    await exchange(1_000_000)


@pytest.mark.parametrize("size", [64 * 1024, None])
async def test_where_asyncio_looks_otherwise_its_own_way_is_taken(
    monkeypatch: pytest.MonkeyPatch, size: int | None
) -> None:
    if size is None:
        monkeypatch.setattr(slim, "is_known", lambda _: False)
    else:
        monkeypatch.setattr(sslproto.SSLProtocol, "max_size", size)
    protocol, _ = await exchange(100_000)
    assert type(protocol) is sslproto.SSLProtocol
