"""Somebody between a client and its host: a TLS server with a certificate of its own that passes bytes on.

`tamper` sees every frame in both directions and may change it. The certificate is the one thing it cannot
borrow: the host's private key never leaves the host.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from protocol.framing import LIMIT_HOST, FrameDecoder, frame
from tests.host.house import WAIT_S
from uno_lan.client.dial import client_tls
from uno_lan.host.certificate import server_tls

Tamper = Callable[[str, bytes], bytes]
"""(direction `up` or `down`, payload) -> payload."""


class Mitm:
    """One listening port; every connection is passed on to the host."""

    def __init__(self, host_port: int, tamper: Tamper) -> None:
        self._host_port = host_port
        self._tamper = tamper
        self.seen: list[tuple[str, bytes]] = []
        """Every payload, as it came."""
        self.tls = server_tls()
        self.port = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Open the port."""
        self._server = await asyncio.start_server(self._visit, "127.0.0.1", 0, ssl=self.tls.context)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Hang up on everybody."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(OSError, EOFError):
            there = await asyncio.open_connection(
                "127.0.0.1", self._host_port, ssl=client_tls(), server_hostname="", ssl_shutdown_timeout=1
            )
            ways = (
                asyncio.ensure_future(self._pass(reader, there[1], "up")),
                asyncio.ensure_future(self._pass(there[0], writer, "down")),
            )
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED, timeout=WAIT_S)
            finally:
                for way in ways:
                    way.cancel()
                for end in (writer, there[1]):
                    end.transport.abort()
        self._tasks.discard(task)

    async def _pass(self, source: asyncio.StreamReader, to: asyncio.StreamWriter, way: str) -> None:
        decoder = FrameDecoder(LIMIT_HOST)
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                for payload in decoder.feed(data):
                    self.seen.append((way, payload))
                    to.write(frame(self._tamper(way, payload)))
                    await to.drain()


@contextlib.asynccontextmanager
async def between(host_port: int, tamper: Tamper = lambda way, payload: payload) -> AsyncIterator[Mitm]:
    """A man in the middle until the block ends."""
    mitm = Mitm(host_port, tamper)
    await mitm.listen()
    try:
        yield mitm
    finally:
        await mitm.close()
