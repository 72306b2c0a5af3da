"""The listening side of tables: it moves bytes, and decides nothing about the game.

One task per connection that waits for its end, and the keeper that owns the table. A connection that breaks,
speaks nonsense or says nothing ends in one log line; the table goes on. One port serves all tables of a
process: the handshake says which one is meant, and without a name the only one is.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Final

from protocol.errors import ProtocolFault
from protocol.handshake import Door
from protocol.messages import TableStatus, WelcomeText
from protocol.signing import Signer, Verifier
from uno_lan.patience import Patience

from .accept import NoTls, start_tls
from .certificate import ServerTls, server_tls
from .keeper import Keeper
from .limits import Gate, Limits, Links, Quiet
from .logs import EventLog
from .member import Member
from .slim import Stream
from .visit import Codes, Guest, House, receive_visitor, turn_away

if TYPE_CHECKING:
    from .table import Joined

BACKLOG: Final = 100


@dataclass(frozen=True, slots=True)
class Hosted:
    """A table as the server needs it."""

    table: bytes
    code: str | None
    """Table code or password; None: anybody may come in."""
    keeper: Keeper
    """Owns the table; somebody else runs it."""


@dataclass(frozen=True, slots=True)
class _Away:
    """A table between two of its lives: its door stands, its room is being put in order."""

    hosted: Hosted
    back: asyncio.Event = field(default_factory=asyncio.Event)


class Server:
    """Serves the tables that are put into it.

    Args:
        signer: the host's identity.
        server: the server's id.
        banned: says whether an identity may not come in at all.
        lived: seconds in which this program was alive.
    """

    def __init__(
        self,
        *,
        signer: Signer,
        verifier: Verifier,
        server: bytes,
        log: EventLog,
        limits: Limits | None = None,
        tls: ServerTls | None = None,
        banned: Callable[[bytes], bool] = lambda pk: False,
        lived: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits or Limits()
        self._tls = tls or server_tls()
        self._log = log
        self._lived = lived
        self._banned = banned
        self._gate = Gate(self._limits)
        self._links = Links(self._limits)
        self._quiet = Quiet()
        self._codes = Codes(self._limits, lambda: asyncio.get_running_loop().time())
        self._house = House(signer, verifier, server, self._tls.binding, self._door, self.statuses, lived)
        self._numbers = count(1)
        self._hosted: dict[bytes, Hosted] = {}
        self._away: dict[bytes, _Away] = {}
        """Tables that are being built anew."""
        self.closing = False
        """Only people who have a seat may come in: the server is about to stop."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._seated: dict[asyncio.Task[None], bytes] = {}
        """Connections that chose their table."""
        self._members: dict[Member, bytes] = {}
        self._listeners: list[asyncio.Server] = []

    # The tables.

    def put(self, hosted: Hosted) -> None:
        """Serve a table from now on."""
        self._hosted[hosted.table] = hosted
        if (away := self._away.pop(hosted.table, None)) is not None:
            away.back.set()

    async def drop(self, table: bytes, reason: str, *, comes_back: bool = False) -> None:
        """Serve a table no more: say goodbye to everybody there.

        Args:
            comes_back: it will be put here again; who asks for it meanwhile waits at the door.
        """
        hosted = self._hosted.pop(table, None)
        if comes_back and hosted is not None:
            self._away[table] = _Away(hosted)
        await self._goodbye(
            [member for member, where in self._members.items() if where == table],
            [task for task, where in self._seated.items() if where == table],
            reason,
        )

    def statuses(self) -> tuple[TableStatus, ...]:
        """All tables as others may see them, in the order they were opened."""
        return tuple(hosted.keeper.status for hosted in self._hosted.values())

    def links_at(self, table: bytes) -> int:
        """Connections at one table."""
        return sum(1 for where in self._members.values() if where == table)

    @property
    def links(self) -> int:
        """Connections at all tables."""
        return len(self._members)

    @property
    def visitors(self) -> int:
        """Connections that have not proven who they are."""
        return self._gate.count

    # The sockets.

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Begin to accept on these bound sockets."""
        loop = asyncio.get_running_loop()
        for sock in sockets:
            self._listeners.append(await loop.create_server(self._stream, sock=sock, backlog=BACKLOG))

    async def stop(self, reason: str) -> None:
        """Accept nobody any more, say goodbye to everybody, and close."""
        for listener in self._listeners:
            listener.close()
        await self._goodbye(list(self._members), list(self._tasks), reason)
        for listener in self._listeners:
            # Some versions wait for ever here when a connection is left; nothing may hang a stop.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(listener.wait_closed(), self._limits.shutdown_s)
        self._codes.close()

    async def _goodbye(
        self, members: Sequence[Member], tasks: Sequence[asyncio.Task[None]], reason: str
    ) -> None:
        for member in members:
            member.close(reason)
        if tasks:
            await asyncio.wait(tasks, timeout=self._limits.shutdown_s)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _door(self, table: bytes | None) -> Door | None:
        if table is None and len(self._hosted) + len(self._away) == 1:
            (table,) = self._hosted or self._away
        hosted = self._hosted.get(table or b"")
        if hosted is None and (away := self._away.get(table or b"")) is not None:
            hosted = away.hosted
        return None if hosted is None else Door(hosted.table, hosted.code, hosted.keeper.is_seated)

    def _stream(self) -> Stream:
        return Stream(self._accepted, self._limits.shutdown_s)

    def _accepted(self, stream: Stream) -> None:
        peer = stream.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self._gate.enter(address):
            self._refused(address, "too many connections")
            stream.abort()
            return
        _set_options(stream.get_extra_info("socket"))
        task = asyncio.create_task(self._serve(stream, address), name=f"connection from {address}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, stream: Stream, address: str) -> None:
        try:
            visitor = True
            try:
                await start_tls(stream, self._tls, self._limits, self._lived)
                guest = await self._visit(stream, address)
                if guest is None:
                    return
                self._gate.leave(address)
                visitor = False
                await self._take_in(stream, guest, address)
            finally:
                if visitor:
                    self._gate.leave(address)
        except NoTls as stranger:
            self._refused(address, str(stranger))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._log.error("link.bug", error, address=address)
        finally:
            stream.abort()

    async def _visit(self, stream: Stream, address: str) -> Guest | None:
        try:
            guest = await receive_visitor(stream, address, self._house, self._codes, self._limits)
        except ProtocolFault as fault:
            self._refused(address, fault.code, fault.detail)
            await turn_away(stream, fault, self._limits)
            return None
        except (OSError, EOFError):
            self._refused(address, "went away")
            stream.abort()
            return None
        if guest is None:
            await turn_away(stream, ProtocolFault("E_TABLE", remote=True), self._limits)
        return guest

    async def _take_in(self, stream: Stream, guest: Guest, address: str) -> None:
        """Bring a guest to the table they named, unless it was closed meanwhile or too many are here."""
        hosted = await self._table(guest.hands.table or b"")
        pk = guest.seen.text.pk
        fault = self._no_entry(hosted, address, pk)
        if hosted is None or fault is not None:
            fault = fault or ProtocolFault("E_TABLE")
            self._refused(address, fault.code, fault.detail)
            await turn_away(stream, fault, self._limits)
            return
        task = asyncio.current_task()
        assert task is not None
        self._seated[task] = hosted.table
        try:
            await self._seat(stream, guest, address, hosted)
        finally:
            self._links.leave(address, pk)
            del self._seated[task]

    async def _table(self, table: bytes) -> Hosted | None:
        """A table; one that is being built anew is waited for. None: there is none, or it stays away."""
        if (away := self._away.get(table)) is not None:
            with contextlib.suppress(TimeoutError):
                async with Patience(self._limits.rebuild_s, self._lived):
                    await away.back.wait()
        return self._hosted.get(table)

    def _no_entry(self, hosted: Hosted | None, address: str, pk: bytes) -> ProtocolFault | None:
        """Why somebody may not come in; None: they may, and are counted."""
        if hosted is None:
            return ProtocolFault("E_TABLE")
        if self._banned(pk):
            return ProtocolFault("E_BANNED")
        if self.closing and not hosted.keeper.is_seated(pk):
            return ProtocolFault("E_FULL", "the server is about to stop")
        why = self._links.enter(address, pk)
        return ProtocolFault("E_FULL", why) if why else None

    async def _seat(self, stream: Stream, guest: Guest, address: str, hosted: Hosted) -> None:
        text, keeper = guest.seen.text, hosted.keeper
        number = next(self._numbers)
        member = Member(number, stream, keeper, self._limits, self._lived)
        self._members[member] = hosted.table

        def welcome(joined: Joined) -> bytes:
            return guest.hands.welcome(
                WelcomeText(
                    hosted.table,
                    joined.seat,
                    joined.name,
                    joined.stage,
                    joined.game,
                    joined.seq,
                    joined.head,
                    keeper.now,
                )
            )

        try:
            joined = await keeper.join(number, member, text.pk, text.name, text.role, welcome, guest.seen.sas)
            self._log.info("link.open", peer=number, address=address, seat=joined.seat, role=text.role)
            await member.run(guest.decoder, guest.early)
            self._log.info("link.closed", peer=number, address=address, why=member.ending)
        except ProtocolFault as fault:
            self._refused(address, fault.code, fault.detail)
            member.close(fault.code)
            await member.finish()
        finally:
            del self._members[member]
            keeper.lost(number)

    def _refused(self, address: str, why: str, detail: str = "") -> None:
        left_out = self._quiet.allow(f"{address} {why}", asyncio.get_running_loop().time())
        if left_out is not None:
            self._log.info(
                "link.refused", address=address, why=why, detail=detail or None, not_logged=left_out or None
            )


def _set_options(sock: socket.socket | None) -> None:
    """Send small messages at once; and a second line behind our own life signs, where the system has it."""
    if sock is None:
        return
    with contextlib.suppress(OSError, AttributeError):
        # asyncio does this only for sockets that were made with the protocol named; without it every second
        # message waits 40 ms for the peer's acknowledgement.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in (("TCP_KEEPIDLE", 5), ("TCP_KEEPINTVL", 2), ("TCP_KEEPCNT", 3)):
            if hasattr(socket, option):
                sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
