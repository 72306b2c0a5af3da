"""A connection after the welcome: frames in to the table, frames out by a queue, life signs both ways."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable
from typing import Final

from protocol.errors import ProtocolFault, sentence
from protocol.framing import LIMIT_CLIENT, FrameDecoder
from protocol.messages import (
    AckHead,
    AckVerdict,
    Act,
    Admin,
    Answer,
    Attest,
    Bye,
    Chat,
    Commit,
    Consent,
    Dispute,
    Err,
    LobbySet,
    Message,
    Ping,
    Pong,
    Reveal,
    SyncReq,
    SyncUp,
    Vote,
    decode,
    encode,
)
from uno_lan.outbox import Outbox
from uno_lan.patience import TURNS, Patience

from .keeper import Keeper
from .limits import Bucket, Limits
from .slim import Stream

_FOR_THE_TABLE: Final = frozenset((
    Act, Commit, Reveal, Answer, AckHead, AckVerdict, Attest, Dispute, Consent, Vote, Admin, Chat, LobbySet,
    SyncReq, SyncUp,
))  # fmt: skip
MEASURE_EVERY: Final = 10
"""After so many times the ping's interval the round trip is measured anew, however busy the peer is."""


class Member:
    """One connection that the table knows.

    Messages go to the table as they come, without a task. Only when one has to wait, because the peer says
    too much or the table has too much to do, a task hands on what is left, and the peer is not read.

    Args:
        number: its number for the table.
        lived: seconds in which this program was alive: a peer is not silent while we do not listen.
    """

    def __init__(
        self, number: int, stream: Stream, keeper: Keeper, limits: Limits, lived: Callable[[], float]
    ) -> None:
        self.number = number
        self.ending = ""
        """Why it ended, for the log."""
        self._stream = stream
        self._keeper = keeper
        self._limits = limits
        self._lived = lived
        self._out = Outbox(
            stream,
            frames=limits.queue_frames,
            size=limits.queue_bytes,
            drain_s=limits.drain_s,
            lived=lived,
            on_clogged=self._write_slowly,
        )
        self._writing: asyncio.Task[None] | None = None
        self._decoder: FrameDecoder
        self._bucket: Bucket
        self._over: asyncio.Future[None]
        """Done when nothing more is to be read."""
        self._late: list[bytes] = []
        """Payloads that wait; the first one is paid for."""
        self._catching_up: asyncio.Task[None] | None = None
        self._looking: asyncio.Handle | None = None
        self._looks = 0
        """How often it was looked at a peer that seems silent, in as many turns of the loop."""
        self._pings: dict[int, float] = {}
        self._ping = 0
        self._asked = -math.inf
        self._waits_since: float | None = None
        """Since when nothing has come from the peer; None: something is being handled."""

    # For the keeper.

    def tell(self, frames: list[bytes]) -> None:
        """Write payloads in their frames, or queue them; a peer that takes nothing is dropped."""
        if not self._out.put_frames(frames) and self._out.trouble:
            self._ended(self._out.trouble)

    def close(self, reason: str) -> None:
        """Say goodbye, or why not, and close once that is sent."""
        self._ended(reason)
        if reason.startswith("E_"):
            self._out.put(encode(Err(reason, sentence(reason)[:200])))
        else:
            self._out.put(encode(Bye(reason)))
        self._close_out()

    def _send(self, message: Message) -> None:
        if not self._out.put(encode(message)) and self._out.trouble:
            self._ended(self._out.trouble)

    # The way in.

    async def run(self, decoder: FrameDecoder, payloads: list[bytes]) -> None:
        """Listen until the connection ends.

        Args:
            decoder: in the middle of the stream.
            payloads: what it cut out already.
        """
        decoder.limit = LIMIT_CLIENT
        loop = asyncio.get_running_loop()
        self._decoder = decoder
        self._bucket = Bucket(self._limits, loop.time())
        self._over = loop.create_future()
        self._waits_since = self._lived()
        self._look()
        try:
            self._hand_on(payloads)
            self._stream.hand_over(self)
            await self._over
        except ProtocolFault as fault:
            self.close(fault.code)
        finally:
            if self._looking is not None:
                self._looking.cancel()
            tasks = [task for task in (self._catching_up,) if task is not None]
            for task in tasks:
                task.cancel()
            await self.finish()
            await asyncio.gather(*tasks, return_exceptions=True)

    def came(self, data: bytes) -> None:
        """The peer said something."""
        if self._over.done():
            return
        try:
            self._hand_on(self._decoder.feed(data))
        except Exception as error:
            self._over.set_exception(error)
        else:
            if self._catching_up is None:
                self._waits_since = self._lived()

    def ended(self) -> None:
        """The peer is gone. What it said before and still waits here is handed on."""
        if self._catching_up is None:
            self._stop(self._out.trouble or "gone")

    def _hand_on(self, payloads: list[bytes]) -> None:
        """Handle what came, at once if possible.

        Raises:
            ProtocolFault: nonsense, or too much.
        """
        if self._catching_up is not None:
            self._late += payloads
            return
        for index, payload in enumerate(payloads):
            wait = self._pay()
            if wait or not self._heard(payload):
                self._late = payloads[index:]
                self._stream.pause_reading()
                self._waits_since = None
                self._catching_up = asyncio.create_task(self._catch_up(wait), name=f"late {self.number}")
                return
            if self._over.done():
                return

    def _pay(self) -> float:
        wait = self._bucket.take(asyncio.get_running_loop().time())
        if wait is None:
            raise ProtocolFault("E_RATE", "too many messages")
        return wait

    async def _catch_up(self, wait: float) -> None:
        """Handle what waits, one after the other, as the rate and the table allow."""
        try:
            while not self._over.done():
                if wait:
                    await asyncio.sleep(wait)
                payload = self._late.pop(0)
                while not self._heard(payload):
                    await self._keeper.room()
                if not self._late:
                    break
                wait = self._pay()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if not self._over.done():
                self._over.set_exception(error)
            return
        self._catching_up = None
        self._waits_since = self._lived()
        if self._stream.has_ended:
            self._stop(self._out.trouble or "gone")
        self._stream.resume_reading()

    def _heard(self, payload: bytes) -> bool:
        """Handle one message; False: the table has too much to do, it is still to be handled."""
        found = decode(payload)
        if found is None:
            return True
        ref, message = found
        if type(message) in _FOR_THE_TABLE:
            return self._keeper.take(self.number, message, ref)
        match message:
            case Ping(n):
                self._send(Pong(n))
            case Pong(n):
                if (sent := self._pings.pop(n, None)) is not None:
                    took = asyncio.get_running_loop().time() - sent
                    self._keeper.measured(self.number, round(took * 1000))
            case Bye():
                self._close_out()
                self._stop("left")
            case Err():
                self._ended(f"peer says {message.code}")
                self._close_out()
                if message.fatal:
                    self._stop("")
            case _:
                raise ProtocolFault("E_TYPE", f"{message.t} is not for a host")
        return True

    def _stop(self, why: str) -> None:
        """Nothing more is to be read."""
        self._ended(why)
        if not self._over.done():
            self._over.set_result(None)

    # Life signs.

    def _look(self) -> None:
        """Ask for a sign of life of a peer that gives none, and give it up after a while.

        A peer that is busy is not asked as often: its messages are signs of life, and a thousand links full
        of pings cost as much as a thousand moves.
        """
        loop, limits = asyncio.get_running_loop(), self._limits
        now = self._lived()
        quiet = 0.0 if self._waits_since is None else now - self._waits_since
        if quiet >= limits.silence_s:
            if self._looks < TURNS:  # first let everything in that lies in our own socket
                self._looks += 1
                self._looking = loop.call_soon(self._look)
                return
            self._stop("silent")
            self._stream.abort()
            return
        self._looks = 0
        if quiet >= limits.ping_s * 0.9 or now - self._asked >= MEASURE_EVERY * limits.ping_s:
            self._asked = now
            self._send_ping()
        self._looking = loop.call_later(min(limits.ping_s, limits.silence_s - quiet), self._look)

    def _send_ping(self) -> None:
        self._ping += 1
        self._pings = {n: at for n, at in self._pings.items() if n > self._ping - 8}
        self._pings[self._ping] = asyncio.get_running_loop().time()
        self._send(Ping(self._ping))

    # The end.

    def _close_out(self) -> None:
        """Send what waits, and close."""
        self._out.end()
        self._write_slowly()

    def _write_slowly(self) -> None:
        """A task from now on waits for the peer where that is needed, for a while."""
        if self._writing is None:
            self._writing = asyncio.create_task(self._out.run(), name=f"write {self.number}")

    async def finish(self) -> None:
        """Let what waits go out, if the peer takes it, and close."""
        self._close_out()
        assert self._writing is not None
        with contextlib.suppress(TimeoutError, OSError):
            async with Patience(self._limits.shutdown_s, self._lived):
                await asyncio.shield(self._writing)
                await self._stream.wait_closed()
        self._stream.abort()
        self._writing.cancel()
        await asyncio.gather(self._writing, return_exceptions=True)

    def _ended(self, why: str) -> None:
        self.ending = self.ending or why
