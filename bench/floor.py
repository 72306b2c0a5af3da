"""What a host would cost if everything about the game were free: a floor for `bench.host`.

    python -m bench.floor --tables 250

Our own TLS streams, frames and ways out; for each message one signature verified and one made, the bytes of a
word written to four links, and with `journal` about as much appended to a file per table and brought to the
disk by the host's own threads. Nothing is decoded, judged, hashed or numbered. Beside it the echo of
`bench.host`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import struct
import tempfile
from pathlib import Path
from typing import Final

from protocol.framing import LIMIT_CLIENT, FrameDecoder, frame
from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.client.dial import client_tls
from uno_lan.host.accept import start_tls
from uno_lan.host.certificate import server_tls
from uno_lan.host.disk import Disk
from uno_lan.host.limits import Limits
from uno_lan.host.slim import Stream
from uno_lan.journal import sync_data
from uno_lan.outbox import Outbox

from . import websocket
from .apart import apart
from .live import Server
from .timing import Figure, compare

UP: Final = 172
DOWN: Final = 620
"""Bytes of a word, up and to each link, as `bench.host` finds them."""
KEPT: Final = 500
"""Bytes that the journal keeps of it."""
MODES: Final = ("floor", "floor and journal")
BARE: Final = "websockets echo with the bare cryptography"
SECRET: Final = bytes(range(32))
TABLE: Final = struct.Struct(">I")


class _Journal:
    def __init__(self, folder: Path, table: int, disk: Disk) -> None:
        self._fd = os.open(folder / str(table), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._disk = disk

    def keep(self, data: bytes) -> None:
        os.write(self._fd, data)
        self._disk.later(self._sync, self._failed)

    def _sync(self) -> None:
        sync_data(self._fd)

    def _failed(self, error: OSError) -> None:
        raise error


class _Tables:
    """All tables of the floor server."""

    def __init__(self, folder: Path | None) -> None:
        self.signer, self.verifier = Ed25519Signer(SECRET), Ed25519Verifier()
        self.links: dict[int, list[Outbox]] = {}
        self._folder = folder
        self._disk = Disk()
        self._journals: dict[int, _Journal] = {}

    def said(self, table: int, payload: bytes) -> None:
        """One word: verified, answered with a signature, kept, and told to all four."""
        sig, text = payload[:64], payload[64:]
        if not self.verifier.verify(self.signer.pk, "act", text, sig):
            raise ValueError("a wrong signature")
        framed = frame(self.signer.sign("head", text) + bytes(DOWN - 64 - 4))
        if self._folder is not None:
            if table not in self._journals:
                self._journals[table] = _Journal(self._folder, table, self._disk)
            self._journals[table].keep(framed[:KEPT])
        for out in self.links[table]:
            out.put_frames([framed])


class _Link:
    """Listens to one guest; the first thing it says is its table."""

    def __init__(self, stream: Stream, tables: _Tables) -> None:
        self._out = Outbox(stream)
        self._tables = tables
        self._table = -1
        self._decoder = FrameDecoder(LIMIT_CLIENT)

    def came(self, data: bytes) -> None:
        for payload in self._decoder.feed(data):
            if self._table >= 0:
                self._tables.said(self._table, payload)
            else:
                (self._table,) = TABLE.unpack(payload)
                self._tables.links.setdefault(self._table, []).append(self._out)

    def ended(self) -> None:
        pass


async def _serve(folder: Path | None) -> None:
    loop, tls, tables = asyncio.get_running_loop(), server_tls(), _Tables(folder)
    gc.disable()
    tasks: set[asyncio.Task[None]] = set()

    async def take_in(stream: Stream) -> None:
        await start_tls(stream, tls, Limits(), loop.time)
        stream.hand_over(_Link(stream, tables))

    def accepted(stream: Stream) -> None:
        tasks.add(task := loop.create_task(take_in(stream)))
        task.add_done_callback(tasks.discard)

    server = await loop.create_server(lambda: Stream(accepted, 2.0), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(websocket.LIMIT_S)


def floor(folder: Path | None) -> contextlib.AbstractContextManager[Server]:
    """Run the floor server in a process of its own.

    Args:
        folder: where it keeps a journal for each table; None: nowhere.
    """
    return apart("bench.floor", "--serve", str(folder or ""))


class _Guest(asyncio.Protocol):
    def __init__(self, table: _Table) -> None:
        self._table = table
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(frame(TABLE.pack(self._table.number)))

    def data_received(self, data: bytes) -> None:
        self._table.heard(len(data))


class _Table:
    def __init__(self, crowd: Crowd, number: int) -> None:
        self.number = number
        self.guests: list[_Guest] = []
        self._crowd = crowd
        self._awaited = 0

    def act(self) -> None:
        self._awaited += len(self.guests) * DOWN
        guest = self.guests[self._crowd.words % len(self.guests)]
        guest.transport.write(self._crowd.word())

    def heard(self, count: int) -> None:
        self._awaited -= count
        if not self._awaited:
            self._crowd.words += 1
            if self._crowd.playing:
                self.act()


class Crowd:
    """Four guests at each table, each word as soon as everybody has the one before."""

    def __init__(self, port: int, tables: int) -> None:
        self._port = port
        self._signer = Ed25519Signer(SECRET)
        self._text = bytes(UP - 64 - 4)
        self._tables = [_Table(self, number) for number in range(tables)]
        self.words = 0
        self.playing = False

    def word(self) -> bytes:
        """One signed word in its frame."""
        return frame(self._signer.sign("act", self._text) + self._text)

    async def join(self) -> None:
        """Seat everybody."""
        context, loop = client_tls(), asyncio.get_running_loop()
        for table in self._tables:
            for _ in range(4):
                _, guest = await loop.create_connection(
                    lambda table=table: _Guest(table),  # type: ignore[misc]
                    "127.0.0.1", self._port, ssl=context, server_hostname="",
                )  # fmt: skip
                table.guests.append(guest)
        await asyncio.sleep(0.5)  # the last ones have said where they sit

    async def play(self, seconds: float) -> int:
        """Play as fast as it goes; words made."""
        before, self.playing = self.words, True
        for table in self._tables:
            table.act()
        await asyncio.sleep(seconds)
        self.playing = False
        await asyncio.sleep(0.3)
        return self.words - before

    def leave(self) -> None:
        """Cut all links."""
        for table in self._tables:
            for guest in table.guests:
                guest.transport.abort()


async def _measure(tables: int, seconds: float, rounds: int, folder: Path) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in (BARE, *MODES)}
    with websocket.echo() as bare, floor(None) as plain, floor(folder) as kept:
        echo = websocket.Crowd(bare.port, tables, UP, DOWN)
        ours = [(server, Crowd(server.port, tables)) for server in (plain, kept)]
        await echo.join()
        for _, crowd in ours:
            await crowd.join()
        for number in range(rounds + 1):
            before = bare.cpu_ms()
            words, _, _ = await echo.play(seconds)
            values = [(bare.cpu_ms() - before) / words]
            for server, crowd in ours:
                before = server.cpu_ms()
                words = await crowd.play(seconds)
                values.append((server.cpu_ms() - before) / words)
            if number:
                for name, value in zip(found, values, strict=True):
                    found[name].append(value)
        await echo.leave()
        for _, crowd in ours:
            crowd.leave()
    return found


def run(rounds: int, tables: int = 250, seconds: float = 2.0) -> dict[str, list[Figure]]:
    """Measure."""
    gc.disable()
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(_measure(tables, seconds, rounds, Path(folder)))
    finally:
        gc.enable()
    return {f"{tables} tables, as fast as it goes: server CPU per word": compare(found, BARE)}


def main() -> None:
    """`python -m bench.floor`."""
    parser = argparse.ArgumentParser(prog="python -m bench.floor", description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve is not None:
        asyncio.run(_serve(Path(args.serve) if args.serve else None))
        return
    for title, figures in run(args.rounds, args.tables, args.seconds).items():
        print(title)
        print("\n".join(figure.line() for figure in figures), flush=True)


if __name__ == "__main__":
    main()
