"""TLS connections with a small buffer carry whatever the usual ones carry."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from uno_lan.host import accept
from uno_lan.host.slim import READ, slim

from .fake_table import FakeTable
from .house import house


async def test_here_the_buffer_is_made_small(tmp_path: Path, monkeypatch: Any) -> None:
    """On this version of Python. If this fails on a new one, look at `slim`: nothing else depends on it."""
    transports: list[Any] = []

    def watched(transport: asyncio.BaseTransport) -> bool:
        transports.append(transport)
        return slim(transport)

    monkeypatch.setattr(accept, "slim", watched)
    async with house(FakeTable(), tmp_path) as here:
        anna = here.link(1)
        await anna.up()
        (transport,) = transports
        assert len(transport._ssl_protocol._ssl_buffer) == READ
        assert len(transport._ssl_protocol.get_buffer(-1)) == READ
        anna.link.close()
        await anna.over()


async def test_long_messages_in_many_records_arrive_whole() -> None:
    from uno_lan.client.dial import client_tls
    from uno_lan.host.certificate import server_tls

    got, done = bytearray(), asyncio.Event()
    sent = os.urandom(1_000_000)

    async def read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert slim(writer.transport)
        while data := await reader.read(1 << 16):
            got.extend(data)
            if len(got) >= len(sent):
                break
        done.set()
        writer.transport.abort()

    server = await asyncio.start_server(read, "127.0.0.1", 0, ssl=server_tls().context)
    port = server.sockets[0].getsockname()[1]
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_tls(), server_hostname="")
    writer.write(sent)
    async with asyncio.timeout(10):
        await done.wait()
    assert bytes(got) == sent
    writer.transport.abort()
    server.close()


async def test_what_looks_otherwise_is_left_alone() -> None:
    class Other(asyncio.Transport):
        _ssl_protocol = object()

    assert not slim(Other())
    assert not slim(asyncio.Transport())
