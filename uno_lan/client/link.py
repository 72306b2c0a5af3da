"""The link to one table: connecting, life signs, coming back by itself. It knows nothing of the game.

    link = Link(target, signer, verifier, name, code=code, known=KnownHosts(state))
    try:
        await link.run(handle)          # until `close`, in a task of its own
    except LinkError as end:
        ...                             # end.sentence is for the person

`handle` is awaited with one event after the other, so a slow handler slows reading and nothing else:

    Connecting      an attempt begins; tell the session `connecting()` or leave it
    Up              the handshake is done: `session.welcome(event.welcome, now)`, pictures, key
    Got             a message for the session: `session.message(event.message, now)`
    Measured        a round trip: `session.measured(event.rtt_ms)`
    Down            the link is gone and will be tried again: `session.lost(event.stopped)`

`send` may be called from anywhere in the loop. The very first connection is tried once (or as long as
`patience` says); a lost one is tried again for ever with growing pauses, until the host says that it is over.
A `ProtocolFault` raised by the handler closes the connection with its code.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, Final, TypeAlias

from protocol.codes import format_host_port
from protocol.errors import LinkCode, ProtocolFault
from protocol.handshake import ClientHandshake, Joined, pinned
from protocol.messages import (
    Bye,
    Err,
    Lobby,
    Message,
    Ping,
    Pong,
    Role,
    decode,
    encode,
)
from protocol.signing import Signer, Verifier
from uno_lan.languages import _
from uno_lan.naps import Naps
from uno_lan.outbox import Outbox, WriterWay

from .dial import Line, Place, dial, say
from .errors import (
    ChooseTable,
    CodeNeeded,
    Ended,
    LinkError,
    PinChanged,
    Silent,
    TurnedAway,
    Unreachable,
    WrongCode,
)
from .known_hosts import KnownHosts
from .news import Connecting, Down, Event, Got, Measured, Target, Times, Up
from .status import tables_of

__all__ = ["Connecting", "Down", "Event", "Got", "Link", "Measured", "Target", "Times", "Up"]

_READ: Final = 64 * 1024
_FINAL: Final = ("replaced", "kicked", "closed", "fork")
"""Reasons of a goodbye after which nobody comes back."""
_PASSING: Final = {
    LinkCode.TIMEOUT,
    LinkCode.RATE,
    LinkCode.FULL,
    LinkCode.ALPN,
    LinkCode.FRAME,
    LinkCode.DECODE,
    LinkCode.SCHEMA,
    LinkCode.TYPE,
}
"""Faults that may be gone at the next attempt, once there has been a link."""

_Reached: TypeAlias = tuple[Line, Joined, float]
Handler: TypeAlias = Callable[[Event], Awaitable[None]]


class Link:
    """The link of one person to one table.

    Args:
        code: table code or password; None: none is known.
        known: judges and remembers hosts; None: every host is new.
        game: the running game I take part in, for coming back.
        patience: seconds for which a first connection is tried again; 0: once.
        clock: Unix time in ms.
    """

    def __init__(
        self,
        target: Target,
        signer: Signer,
        verifier: Verifier,
        name: str,
        *,
        code: str | None = None,
        role: Role = "play",
        known: KnownHosts | None = None,
        game: Callable[[], bytes | None] = lambda: None,
        patience: float = 0.0,
        times: Times | None = None,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.target = target
        self._signer = signer
        self._verifier = verifier
        self._name = name
        self._code = code or None
        self._role: Role = role
        self._known = known or KnownHosts(None)
        self._game = game
        self._patience = patience
        self._times = times or Times()
        self._clock = clock
        self._host: bytes = b""
        """The host's key, from the first welcome on: no other is accepted in its place."""
        self._server = target.server
        self._out: Outbox | None = None
        self._closing = ""
        self._stops = False
        """The host has said that it stops for now."""
        self._hurry = asyncio.Event()
        self._stop = asyncio.Event()
        self._elsewhere = asyncio.Event()
        """The host was seen elsewhere than where an attempt is being made."""
        self._pings: dict[int, float] = {}
        self._ping = 0
        self._limit: asyncio.Timeout | None = None
        """When the host has been silent for too long."""

    @property
    def host(self) -> bytes:
        """Key of the host; empty before the first welcome."""
        return self._host

    @property
    def is_up(self) -> bool:
        """Is the link up?"""
        return self._out is not None

    def send(self, message: Message) -> bool:
        """Queue a message. False: there is no link; what must not be lost is said again after `Up`."""
        return self._out is not None and self._out.put(encode(message))

    def close(self, reason: str = "left") -> None:
        """Say goodbye; `run` returns once that is sent."""
        if self._closing:
            return
        self._closing = reason
        self._hurry.set()
        self._stop.set()
        if self._out is not None:
            self._farewell(self._out)

    def _farewell(self, out: Outbox) -> None:
        out.put(encode(Bye(self._closing)))
        out.end()

    def retry(self, places: tuple[Place, ...] = ()) -> None:
        """Try again now instead of after the pause, perhaps elsewhere: the host was seen there."""
        if places and places != self.target.places:
            self._elsewhere.set()
            self.target = replace(self.target, places=places)
        self._hurry.set()

    async def run(self, handle: Handler) -> None:
        """Keep the link until `close`.

        Raises:
            LinkError: there is none and there will be none.
        """
        watching = asyncio.create_task(self._watch_for_sleep(), name="link sleep")
        try:
            await self._keep(handle)
        finally:
            watching.cancel()

    async def _watch_for_sleep(self) -> None:
        """Trust no socket after a sleep: ask for a sign of life, or try again at once without a pause."""
        loop = asyncio.get_running_loop()
        naps = Naps(self._clock(), loop.time())
        while True:
            await asyncio.sleep(self._times.look)
            if not naps.over(self._clock(), loop.time()):
                continue
            self._hurry.set()
            if self._out is not None:
                self._say_ping(self._out)
            if self._limit is not None:
                self._limit.reschedule(loop.time() + self._times.probe)

    async def _keep(self, handle: Handler) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        pause, attempt, breaks = self._times.first_pause, 0, 0
        paused = 0.0
        while not self._closing:
            attempt += 1
            up_at, self._stops = 0.0, False
            try:
                await handle(Connecting(attempt))
                reached = await self._unless_stopped(self._connect())
                if reached is None and not self._closing:
                    continue
                if reached is None:
                    return
                line, joined, took = reached
                up_at, attempt = loop.time(), 0
                await self._hold(line, joined, took, handle)
                if self._closing:
                    return
                why = _("The link to the table broke.")
            except LinkError as error:
                if self._closing:
                    return
                if not self._may_retry(error, loop.time() - began, paused):
                    raise
                why = error.sentence
                breaks += up_at > 0
            if up_at and loop.time() - up_at >= self._times.settled:
                pause, breaks = self._times.first_pause, 0
            if breaks > self._times.breaks:
                raise TurnedAway(ProtocolFault("E_SCHEMA", "the link breaks again and again"))
            await handle(Down(why, pause, self._stops))
            await self._wait(pause)
            paused += pause
            pause = min(2 * pause, self._times.longest_pause)

    def _may_retry(self, error: LinkError, tried_s: float, paused_s: float) -> bool:
        """Is it worth another attempt?

        Args:
            tried_s: since the first one.
            paused_s: of that between attempts: a busy host is given that time, however slow it or I may be.
        """
        if isinstance(error, Unreachable):
            busy = error.busy and paused_s < self._times.busy
            return bool(self._host) or busy or tried_s < self._patience
        return isinstance(error, Silent) or (bool(self._host) and error.code in _PASSING)

    async def _wait(self, pause: float) -> None:
        self._hurry.clear()
        if self._closing:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._hurry.wait()

    async def _unless_stopped(self, work: Coroutine[Any, Any, _Reached]) -> _Reached | None:
        """Do it, unless `close` comes in between, or the host is seen elsewhere."""
        self._elsewhere.clear()
        doing = asyncio.create_task(work)
        stopping = [asyncio.create_task(event.wait()) for event in (self._stop, self._elsewhere)]
        try:
            await asyncio.wait((doing, *stopping), return_when=asyncio.FIRST_COMPLETED)
            if doing.done() or not (self._stop.is_set() or self._elsewhere.is_set()):
                return await doing
            doing.cancel()
            for result in await asyncio.gather(doing, return_exceptions=True):
                if isinstance(result, tuple):
                    result[0].abort()
            return None
        finally:
            for waiting in stopping:
                waiting.cancel()
            doing.cancel()

    # The handshake.

    async def _connect(self) -> _Reached:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            line = await dial(
                self.target.places,
                self._make,
                self._server,
                connect_s=self._times.connect,
                stagger_s=self._times.stagger,
                answer_s=self._times.answer,
            )
        except PinChanged as pin:
            known = self._known.conflict(pin.key, b"", self.target.name)
            raise PinChanged(pin.key, known) from None
        try:
            joined = await self._join(line)
        except BaseException:
            line.abort()
            raise
        return line, joined, (loop.time() - began) * 1000

    @property
    def _is_known(self) -> bool:
        """Is it settled who has to be there, by an earlier link or because the table is one's own?"""
        return bool(self._host) or (self.target.own and bool(self.target.host_id))

    def _make(self, binding: bytes, nonce: bytes) -> ClientHandshake:
        # Later on `_join` compares the whole key: somebody else at the address is not an attack yet.
        named = self.target.host_id if not self._host else ""
        return ClientHandshake(
            cb=binding,
            cn=nonce,
            signer=self._signer,
            verifier=self._verifier,
            name=self._name,
            role=self._role,
            table=self.target.table,
            game=self._game(),
            code=self._code,
            pin=pinned(named) if named else None,
        )

    async def _join(self, line: Line) -> Joined:
        """From the host's word to the welcome."""
        hands, text = line.hands, line.seen.text
        if self._host and text.hk != self._host:
            raise PinChanged(text.hk, self._known.get(self._host))
        before = None if self._is_known else self._known.conflict(text.hk, text.server, self.target.name)
        if before is not None:
            raise PinChanged(text.hk, before)
        try:
            async with asyncio.timeout(self._times.answer):
                if text.table is None:
                    raise ChooseTable(await tables_of(line))
                job = line.seen.job
                line.write(hands.auth(await asyncio.to_thread(job.run) if job else None))
                joined = await line.next()
        except ProtocolFault as fault:
            await say(line.writer, fault)
            if fault.code == LinkCode.CODE:
                raise (WrongCode() if self._code else CodeNeeded()) from None
            raise TurnedAway(fault) from None
        except TimeoutError:
            raise TurnedAway(ProtocolFault("E_TIMEOUT", "no welcome")) from None
        except (OSError, EOFError):
            raise Unreachable(format_host_port(*line.place), "the link broke") from None
        assert isinstance(joined, Joined)
        self._host, self._server = joined.hk, text.server
        self._remember(line)
        if self._code and joined.proven and text.table is not None:
            self._known.keep_code(joined.hk, text.table, self._code)
        return joined

    def _remember(self, line: Line, name: str = "") -> None:
        """Keep the host as known, under the name of its table where that has been told."""
        text = line.seen.text
        self._known.remember(
            text.hk, text.server, name or self.target.name, format_host_port(*line.place), self._clock()
        )

    # While it is up.

    async def _hold(self, line: Line, joined: Joined, took: float, handle: Handler) -> None:
        """Read until the connection ends.

        Raises:
            LinkError: it ended for a reason.
        """
        out = Outbox(WriterWay(line.writer))
        writing = asyncio.create_task(out.run(), name="link writer")
        pinging = asyncio.create_task(self._keep_pinging(out), name="link ping")
        self._out = out
        try:
            text = line.seen.text
            own = str(line.writer.get_extra_info("sockname", ("",))[0])
            await handle(
                Up(joined.text, joined.hk, text.server, joined.sas, joined.proven, line.place, took, own)
            )
            if self._closing:
                self._farewell(out)
            await self._read(line, out, handle)
        except ProtocolFault as fault:
            if not fault.remote:
                out.put(encode(Err(fault.code)))
            raise TurnedAway(fault) from fault
        except TimeoutError:
            raise Silent from None
        except OSError:
            pass
        finally:
            self._out = self._limit = None
            pinging.cancel()
            out.end()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(writing), 1.0)
            writing.cancel()
            await asyncio.gather(pinging, writing, return_exceptions=True)
            await line.close()

    async def _read(self, line: Line, out: Outbox, handle: Handler) -> None:
        payloads, named = line.payloads, False
        while True:
            for payload in payloads:
                found = decode(payload)
                if found is None:
                    continue
                message = found[1]
                if isinstance(message, Lobby) and not named:
                    named = True
                    self._remember(line, message.table_name)
                await self._heard(message, out, handle)
            async with asyncio.timeout(self._times.silence) as self._limit:
                data = await line.reader.read(_READ)
            self._limit = None
            if not data:
                return
            payloads = line.decoder.feed(data)

    async def _heard(self, message: Message, out: Outbox, handle: Handler) -> None:
        match message:
            case Ping(n):
                out.put(encode(Pong(n)))
            case Pong(n):
                if (sent := self._pings.pop(n, None)) is not None:
                    took = asyncio.get_running_loop().time() - sent
                    await handle(Measured(round(took * 1000)))
            case Bye(reason):
                if reason in _FINAL:
                    raise Ended(reason)
                self._stops = reason == "restart"
            case Err(code, detail, _, True):
                known = code in list(LinkCode)
                raise ProtocolFault(code if known else LinkCode.SCHEMA, detail, remote=True)
            case _:
                await handle(Got(message))

    async def _keep_pinging(self, out: Outbox) -> None:
        self._pings.clear()
        while True:
            self._say_ping(out)
            await asyncio.sleep(self._times.ping)

    def _say_ping(self, out: Outbox) -> None:
        self._ping += 1
        self._pings[self._ping] = asyncio.get_running_loop().time()
        self._pings.pop(self._ping - 8, None)
        out.put(encode(Ping(self._ping)))
