"""What a common library makes of the same bytes: a TLS echo with `websockets` that knows no game.

A client first says which table it is at; that costs the server what the cryptography of a join does (one
signature verified, two made). After that each message is verified, one signature is made, and everybody at
the table gets so many bytes. Nothing is decoded, judged, stored or numbered. Compression is off.

    up      u32 table | u32 down | signature | text
    down    signature | zeros
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
import time
from collections import deque
from typing import Any, Final

from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.client.dial import client_tls
from uno_lan.host.certificate import server_tls

from .apart import apart
from .crowd import AT_ONCE
from .live import Server

SECRET: Final = bytes(range(32))
UP: Final = struct.Struct(">II")
SIGNATURE: Final = 64
LIMIT_S: Final = 1800
"""A server that was forgotten ends by itself."""
JOIN_BYTES: Final = 700
"""About what HOST and WELCOME have together."""


async def _serve() -> None:
    from websockets.asyncio.server import ServerConnection, serve

    signer, verifier = Ed25519Signer(SECRET), Ed25519Verifier()
    tables: dict[int, list[ServerConnection]] = {}

    def check(message: bytes) -> tuple[int, int, bytes]:
        table, down = UP.unpack_from(message)
        sig, text = message[UP.size : UP.size + SIGNATURE], message[UP.size + SIGNATURE :]
        if not verifier.verify(signer.pk, "act", text, sig):
            raise ValueError("a wrong signature")
        return table, down, text

    async def handle(socket: ServerConnection) -> None:
        table, down, text = check(await receive(socket))
        answer = signer.sign("host", text) + signer.sign("welcome", text)
        await socket.send(answer + bytes(down - len(answer)))
        here = tables.setdefault(table, [])
        here.append(socket)
        with contextlib.suppress(Exception):
            while True:
                _, down, text = check(await receive(socket))
                answer = signer.sign("head", text)
                answer += bytes(down - len(answer))
                for one in here:
                    await one.send(answer)
        here.remove(socket)

    async def receive(socket: ServerConnection) -> bytes:
        message = await socket.recv()
        assert isinstance(message, bytes)
        return message

    context = server_tls().context
    context.set_alpn_protocols(["http/1.1"])
    # Without pings: a thousand clients in one busy process may answer too late, and the link would be cut.
    async with serve(handle, "127.0.0.1", 0, ssl=context, compression=None, ping_interval=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await asyncio.sleep(LIMIT_S)


def echo() -> contextlib.AbstractContextManager[Server]:
    """Run the server in a process of its own."""
    return apart("bench.websocket")


class _Table:
    def __init__(self, number: int) -> None:
        self.number = number
        self.sockets: list[Any] = []
        self.waiting = 0
        self.sent = 0.0
        self.turn = 0


class Crowd:
    """Clients of the echo, with the same ways to play as the real crowd."""

    def __init__(self, port: int, tables: int, up: int, down: int) -> None:
        self._port = port
        self._signer = Ed25519Signer(SECRET)
        self.carry(up, down)
        self._due: deque[_Table] = deque()
        self._pace = 0.0
        self._playing = False
        self._tasks: list[asyncio.Task[None]] = []
        self._times: list[float] = []
        self.tables = [_Table(number) for number in range(tables)]
        self.moves = 0
        self._lost = 0

    def carry(self, up: int, down: int) -> None:
        """Messages have so many bytes from now on."""
        self._text = bytes(max(1, up - UP.size - SIGNATURE))
        self._down = down

    @property
    def signed(self) -> int:
        """Messages that were signed: one each."""
        return self.moves

    def _message(self, table: int, down: int) -> bytes:
        return UP.pack(table, down) + self._signer.sign("act", self._text) + self._text

    async def join(self, seats: int = 4) -> None:
        """Seat everybody."""
        from websockets.asyncio.client import connect

        context = client_tls()
        context.set_alpn_protocols(["http/1.1"])
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(table: _Table) -> None:
            async with gate:
                socket = await connect(
                    f"wss://127.0.0.1:{self._port}",
                    ssl=context,
                    compression=None,
                    server_hostname="",
                    ping_interval=None,
                )
                await socket.send(self._message(table.number, JOIN_BYTES))
                await socket.recv()
                table.sockets.append(socket)

        for _ in range(seats):
            await asyncio.gather(*(one(table) for table in self.tables))
        for table in self.tables:
            self._due.append(table)
            for socket in table.sockets:
                self._tasks.append(asyncio.create_task(self._read(table, socket)))

    async def _read(self, table: _Table, socket: Any) -> None:
        try:
            while True:
                await socket.recv()
                table.waiting -= 1
                if table.waiting == 0:
                    self.moves += 1
                    self._times.append(time.perf_counter() - table.sent)
                    if self._playing and not self._pace:
                        await self._act(table)
                    else:
                        self._due.append(table)
        except Exception:
            self._lost += 1

    async def _act(self, table: _Table) -> None:
        table.waiting = len(table.sockets)
        table.turn = (table.turn + 1) % len(table.sockets)
        message = self._message(table.number, self._down)
        table.sent = time.perf_counter()
        await table.sockets[table.turn].send(message)

    async def play(self, seconds: float, pace: float = 0.0) -> tuple[int, float, list[float]]:
        """As `bench.crowd.Crowd.play`."""
        before = self.moves
        self._times.clear()
        self._playing, self._pace = True, pace
        began = time.perf_counter()
        if pace:
            made = 0
            while (now := time.perf_counter()) < began + seconds:
                while self._due and made < (now - began) * pace:
                    await self._act(self._due.popleft())
                    made += 1
                await asyncio.sleep(0.001)
        else:
            due, self._due = list(self._due), deque()
            for table in due:
                await self._act(table)
            await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        moves, times = self.moves - before, list(self._times)
        self._playing = False
        await asyncio.sleep(0.3)
        if self._lost or not moves:
            raise RuntimeError(f"{self._lost} links were lost, {moves} messages")
        return moves, took, times

    async def leave(self) -> None:
        """Cut all links."""
        for task in self._tasks:
            task.cancel()
        for table in self.tables:
            for socket in table.sockets:
                socket.transport.abort()


if __name__ == "__main__":
    asyncio.run(_serve())
