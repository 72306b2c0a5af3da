"""The least that a signed move can cost: a bare asyncio TLS server that knows no game.

Somebody sends a signed message, the server verifies the signature, makes one of its own and writes as many
bytes to every client as a real entry has. Nothing is decoded, judged, stored or numbered.

    up      u32 length | u16 need | u32 down | signature | text
    down    u32 length | signature | zeros

The server waits for `need` messages before it sends `down` bytes to all.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import struct
import time
from collections.abc import AsyncIterator, Sequence
from typing import Final

from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.host.certificate import ALPN, server_tls

from .apart import apart
from .live import Server

SECRET: Final = bytes(range(32))
"""Everybody's key here."""
UP: Final = struct.Struct(">IHI")
DOWN: Final = struct.Struct(">I")
SIGNATURE: Final = 64
LIMIT_S: Final = 600
"""A server that was forgotten ends by itself."""


class _Echo(asyncio.Protocol):
    """One client at the server."""

    clients: list[asyncio.Transport] = []  # noqa: RUF012 - one list for all
    heard = 0
    signer = Ed25519Signer(SECRET)
    verifier = Ed25519Verifier()

    def __init__(self) -> None:
        self._data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.clients.append(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.clients.clear()

    def data_received(self, data: bytes) -> None:
        self._data += data
        while len(self._data) >= UP.size:
            length, need, down = UP.unpack_from(self._data)
            if len(self._data) < length:
                return
            message, self._data = self._data[UP.size : length], self._data[length:]
            self._take(message[:SIGNATURE], message[SIGNATURE:], need, down)

    def _take(self, sig: bytes, text: bytes, need: int, down: int) -> None:
        if not self.verifier.verify(self.signer.pk, "act", text, sig):
            raise ValueError("a wrong signature")
        _Echo.heard += 1
        if _Echo.heard == need:
            _Echo.heard = 0
            answer = DOWN.pack(down) + self.signer.sign("head", text)
            answer += bytes(down - len(answer))
            for client in self.clients:
                client.write(answer)


async def _serve() -> None:
    server = await asyncio.get_running_loop().create_server(_Echo, "127.0.0.1", 0, ssl=server_tls().context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(LIMIT_S)


def echo() -> contextlib.AbstractContextManager[Server]:
    """Run the server in a process of its own."""
    return apart("bench.echo")


class _Client(asyncio.Protocol):
    """One client: counts bytes."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._missing = 0
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def expect(self, size: int) -> None:
        self._missing = size

    def data_received(self, data: bytes) -> None:
        self._missing -= len(data)
        if self._missing == 0:
            self._room.done_with()


class Room:
    """Some clients of the bare server.

    Args:
        verify: signatures that each client verifies when it has an answer, as the real ones do.
    """

    def __init__(self, verify: int = 0) -> None:
        self.clients: list[_Client] = []
        self.verify = verify
        self._signer = Ed25519Signer(SECRET)
        self._verifier = Ed25519Verifier()
        self._text = bytes(120)
        self._sig = self._signer.sign("act", self._text)
        self._waiting = 0
        self._done = asyncio.Event()

    def done_with(self) -> None:
        """A client has the whole answer."""
        for _ in range(self.verify):
            self._verifier.verify(self._signer.pk, "act", self._text, self._sig)
        self._waiting -= 1
        if self._waiting == 0:
            self._done.set()

    async def broadcast(self, up: int, down: int, senders: Sequence[int] = (0,)) -> float:
        """These clients send so many bytes each, then all get so many; ms until the last one has them."""
        self._waiting = len(self.clients)
        self._done.clear()
        text = bytes(up - UP.size - SIGNATURE)
        head = UP.pack(up, len(senders), down)
        start = time.perf_counter()
        for client in self.clients:
            client.expect(down)
        for sender in senders:
            self.clients[sender].transport.write(head + self._signer.sign("act", text) + text)
        await self._done.wait()
        return (time.perf_counter() - start) * 1e3


@contextlib.asynccontextmanager
async def room(server: Server, clients: int, verify: int = 0) -> AsyncIterator[Room]:
    """Connect clients to the bare server; one room at a time."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([ALPN])
    here = Room(verify)
    for _ in range(clients):
        _, client = await asyncio.get_running_loop().create_connection(
            lambda: _Client(here), "127.0.0.1", server.port, ssl=context, server_hostname=""
        )
        here.clients.append(client)
    try:
        yield here
    finally:
        for client in here.clients:
            client.transport.abort()


if __name__ == "__main__":
    asyncio.run(_serve())
