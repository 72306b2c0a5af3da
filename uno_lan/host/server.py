"""The listening side of a table: it moves bytes, and decides nothing about the game.

One task per connection, one writer each, and the keeper's task that owns the table. A connection that breaks,
speaks nonsense or says nothing ends in one log line; the table goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Final

from protocol.errors import ProtocolFault
from protocol.handshake import Door
from protocol.messages import WelcomeText
from protocol.signing import Signer, Verifier

from .accept import NoTls, Raw, Stream, start_tls
from .certificate import ServerTls, server_tls
from .keeper import Keeper
from .limits import Gate, Limits, Quiet
from .logs import EventLog
from .member import Member
from .visit import Codes, Guest, House, receive_visitor, turn_away

if TYPE_CHECKING:
    from .table import Joined

BACKLOG: Final = 100


class Server:
    """Serves one table.

    Args:
        signer: the host's identity.
        server: the server's id.
        table: the table's id.
        code: its table code or password; None: anybody may come in.
        keeper: owns the table; somebody else runs it.
        clock: Unix time in ms.
    """

    def __init__(
        self,
        *,
        signer: Signer,
        verifier: Verifier,
        server: bytes,
        table: bytes,
        code: str | None,
        keeper: Keeper,
        log: EventLog,
        clock: Callable[[], int],
        limits: Limits | None = None,
        tls: ServerTls | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._tls = tls or server_tls()
        self._table = table
        self._code = code
        self._keeper = keeper
        self._log = log
        self._clock = clock
        self._gate = Gate(self._limits)
        self._quiet = Quiet()
        self._codes = Codes(self._limits, lambda: asyncio.get_running_loop().time())
        self._house = House(
            signer, verifier, server, self._tls.binding, self._door, lambda: (self._keeper.status,)
        )
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self._members: set[Member] = set()
        self._listeners: list[asyncio.Server] = []

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Begin to accept on these bound sockets."""
        loop = asyncio.get_running_loop()
        for sock in sockets:
            self._listeners.append(
                await loop.create_server(lambda: Raw(self._accepted), sock=sock, backlog=BACKLOG)
            )

    async def stop(self, reason: str) -> None:
        """Accept nobody any more, say goodbye to everybody, and close."""
        for listener in self._listeners:
            listener.close()
        for member in tuple(self._members):
            member.close(reason)
        tasks = tuple(self._tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=self._limits.shutdown_s)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for listener in self._listeners:
            # Some versions wait for ever here when a connection is left; nothing may hang a stop.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(listener.wait_closed(), self._limits.shutdown_s)
        self._codes.close()

    def _door(self, table: bytes | None) -> Door | None:
        if table not in (None, self._table):
            return None
        return Door(self._table, self._code, self._keeper.is_seated)

    def _accepted(self, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if not self._gate.enter(address):
            self._refused(address, "too many connections")
            transport.abort()
            return
        _set_options(transport.get_extra_info("socket"))
        task = asyncio.create_task(self._serve(transport, address), name=f"connection from {address}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, transport: asyncio.Transport, address: str) -> None:
        try:
            visitor = True
            try:
                stream = await start_tls(transport, self._tls, self._limits)
                guest = await self._visit(stream, address)
                if guest is None:
                    return
                self._gate.leave(address)
                visitor = False
                await self._seat(stream, guest, address)
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
            transport.abort()

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

    async def _seat(self, stream: Stream, guest: Guest, address: str) -> None:
        text = guest.seen.text
        number = next(self._numbers)
        member = Member(number, stream, self._keeper, self._limits)
        self._members.add(member)

        def welcome(joined: Joined) -> bytes:
            return guest.hands.welcome(
                WelcomeText(
                    self._table,
                    joined.seat,
                    joined.name,
                    joined.stage,
                    joined.game,
                    joined.seq,
                    joined.head,
                    self._clock(),
                )
            )

        try:
            joined = await self._keeper.join(
                number, member, text.pk, text.name, text.role, welcome, guest.seen.sas
            )
            self._log.info("link.open", peer=number, address=address, seat=joined.seat, role=text.role)
            await member.run(guest.decoder, guest.early)
            self._log.info("link.closed", peer=number, address=address, why=member.ending)
        except ProtocolFault as fault:
            self._refused(address, fault.code, fault.detail)
            member.close(fault.code)
            await member.finish()
        finally:
            self._members.discard(member)
            await self._keeper.lost(number)

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
