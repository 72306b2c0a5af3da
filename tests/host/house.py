"""A server on a free port of this computer, with a table to be given, and clients that talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from protocol.messages import Message
from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.client.errors import LinkError
from uno_lan.client.link import Event, Got, Link, Target, Times, Up
from uno_lan.host.archive import Archive
from uno_lan.host.keeper import Keeper
from uno_lan.host.limits import Limits
from uno_lan.host.logs import EventLog
from uno_lan.host.server import Hosted, Server
from uno_lan.host.table import Table

CODE = "K7QM-2XPA"
SERVER = bytes(8)
WAIT_S = 60.0
"""No test waits longer for anything."""

T = TypeVar("T")


def signer(number: int) -> Ed25519Signer:
    """An identity; the same number gives the same key."""
    return Ed25519Signer(bytes([number]) * 32)


def now_ms() -> int:
    """The clock of tests over real sockets."""
    return time.time_ns() // 1_000_000


class Lines(EventLog):
    """A log that tests can read and wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, dict[str, object]]] = []
        self._news = asyncio.Event()

    def _write(
        self, level: int, event: str, fields: dict[str, object], error: BaseException | None = None
    ) -> None:
        if error is not None:
            raise AssertionError(f"{event}: {error!r}") from error
        self.lines.append((event, fields))
        self._news.set()

    def of(self, event: str) -> list[dict[str, object]]:
        """All lines of one event."""
        return [fields for name, fields in self.lines if name == event]

    async def until(self, event: str, **wanted: object) -> dict[str, object]:
        """Wait for a line."""
        async with asyncio.timeout(WAIT_S):
            while True:
                for fields in self.of(event):
                    if wanted.items() <= fields.items():
                        return fields
                self._news.clear()
                await self._news.wait()


@dataclass
class HouseUnderTest:
    """A running server."""

    server: Server
    keeper: Keeper
    table: Any
    log: Lines
    port: int
    host: Ed25519Signer
    running: asyncio.Task[None]
    """Keeps the table."""

    def link(self, number: int, name: str = "", **options: Any) -> LinkUnderTest:
        """A client of its own identity, running."""
        options.setdefault("code", CODE)
        target = options.pop("target", None) or Target((("127.0.0.1", self.port),))
        link = Link(target, signer(number), Ed25519Verifier(), name or f"Player {number}", **options)
        return LinkUnderTest(link)

    async def stranger(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare TCP connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)


async def until(found: Callable[[], object]) -> None:
    """Wait for something that nobody tells when it is so."""
    async with asyncio.timeout(WAIT_S):
        while not found():
            await asyncio.sleep(0.001)


class LinkUnderTest:
    """A link with all that happened to it."""

    def __init__(self, link: Link, handle: Callable[[Event], None] | None = None) -> None:
        self.link = link
        self.events: list[Event] = []
        self.end: LinkError | None = None
        self.ended = False
        self._handle = handle
        self._news = asyncio.Event()
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self.link.run(self._heard)
        except LinkError as error:
            self.end = error
        finally:
            self.ended = True
            self._news.set()

    async def _heard(self, event: Event) -> None:
        self.events.append(event)
        if self._handle is not None:
            self._handle(event)
        self._news.set()

    async def until(self, found: Callable[[], T | None]) -> T:
        """Wait for something to be there."""
        async with asyncio.timeout(WAIT_S):
            while True:
                if (result := found()) is not None:
                    return result
                if self.ended:
                    raise AssertionError(f"the link ended: {self.end!r}")
                self._news.clear()
                await self._news.wait()

    async def up(self, times: int = 1) -> Up:
        """Wait for the welcome."""

        def found() -> Up | None:
            ups = [event for event in self.events if isinstance(event, Up)]
            return ups[times - 1] if len(ups) >= times else None

        return await self.until(found)

    async def got(self, message: Message) -> None:
        """Wait for a message."""
        await self.until(lambda: True if Got(message) in self.events else None)

    async def over(self) -> LinkError | None:
        """Wait for the end."""
        async with asyncio.timeout(WAIT_S):
            await asyncio.shield(self.task)
        return self.end

    def messages(self, kind: type[T]) -> list[T]:
        """All messages of a kind."""
        return [e.message for e in self.events if isinstance(e, Got) and isinstance(e.message, kind)]


@contextlib.asynccontextmanager
async def house(
    table: Any,
    folder: Path,
    *,
    code: str | None = CODE,
    limits: Limits | None = None,
    sync: Callable[[int], None] | None = None,
    late_sync: bool = False,
    verifier: Any = None,
    lived: Callable[[], float] = time.monotonic,
) -> AsyncIterator[HouseUnderTest]:
    """Serve a table until the block ends."""
    host = signer(200)
    log = Lines()

    folder.mkdir(exist_ok=True)
    archive = Archive(folder, each=not late_sync, sync=sync)
    keeper = Keeper(cast(Table, table), archive, log, now_ms, late_sync=late_sync)
    server = Server(
        signer=host,
        verifier=verifier or Ed25519Verifier(),
        server=SERVER,
        log=log,
        limits=limits,
        lived=lived,
    )
    server.put(Hosted(keeper.status.id, code, keeper))
    sock = socket.create_server(("127.0.0.1", 0))
    await server.listen([sock])
    running = asyncio.create_task(keeper.run())
    under_test = HouseUnderTest(server, keeper, table, log, sock.getsockname()[1], host, running)
    try:
        yield under_test
        if running.done() and not running.cancelled() and running.exception() is not None:
            raise AssertionError("the keeper broke") from running.exception()
    finally:
        await server.stop("restart")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        keeper.close()


QUICK = Times(first_pause=0.01, longest_pause=0.05)
"""Times of a link that comes back at once."""
