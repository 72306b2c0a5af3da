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

from .accept import Stream
from .keeper import Keeper
from .limits import Bucket, Limits
from .pulse import let_in

_FOR_THE_TABLE: Final = (
    Act, Commit, Reveal, Answer, AckHead, AckVerdict, Attest, Dispute, Consent, Vote, Admin, Chat, LobbySet,
    SyncReq, SyncUp,
)  # fmt: skip
_READ: Final = 64 * 1024
MEASURE_EVERY: Final = 3
"""After so many times the ping's interval the round trip is measured anew, however busy the peer is."""


class Member:
    """One connection that the table knows.

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
            stream.writer, frames=limits.queue_frames, size=limits.queue_bytes, drain_s=limits.drain_s
        )
        self._writing = asyncio.create_task(self._out.run(), name=f"write {number}")
        self._pings: dict[int, float] = {}
        self._ping = 0
        self._waits_since: float | None = None
        """Since when nothing has come from the peer; None: something is being handled."""

    # For the keeper.

    def send(self, payload: bytes) -> None:
        """Queue a payload; a peer that takes nothing is dropped."""
        if not self._out.put(payload) and self._out.trouble:
            self._ended(self._out.trouble)

    def close(self, reason: str) -> None:
        """Say goodbye, or why not, and close once that is sent."""
        self._ended(reason)
        if reason.startswith("E_"):
            self._out.put(encode(Err(reason, sentence(reason)[:200])))
        else:
            self._out.put(encode(Bye(reason)))
        self._out.end()

    # The task.

    async def run(self, decoder: FrameDecoder, payloads: list[bytes]) -> None:
        """Read until the connection ends.

        Args:
            decoder: in the middle of the stream.
            payloads: what it cut out already.
        """
        decoder.limit = LIMIT_CLIENT
        pinging = asyncio.create_task(self._keep_pinging(), name=f"ping {self.number}")
        try:
            await self._read(decoder, payloads)
        except ProtocolFault as fault:
            self.close(fault.code)
        except OSError:
            self._ended("gone")
        finally:
            pinging.cancel()
            await self.finish()
            await asyncio.gather(pinging, return_exceptions=True)

    async def _read(self, decoder: FrameDecoder, payloads: list[bytes]) -> None:
        loop = asyncio.get_running_loop()
        bucket = Bucket(self._limits, loop.time())
        while True:
            for payload in payloads:
                wait = bucket.take(loop.time())
                if wait is None:
                    raise ProtocolFault("E_RATE", "too many messages")
                if wait:
                    await asyncio.sleep(wait)
                found = decode(payload)
                if found is not None and not await self._heard(*found):
                    return
            self._waits_since = self._lived()
            data = await self._stream.reader.read(_READ)
            self._waits_since = None
            if not data:
                self._ended("gone")
                return
            payloads = decoder.feed(data)

    async def _heard(self, ref: int, message: Message) -> bool:
        """Handle one message; False: it was the last."""
        match message:
            case Ping(n):
                self.send(encode(Pong(n)))
            case Pong(n):
                if (sent := self._pings.pop(n, None)) is not None:
                    took = asyncio.get_running_loop().time() - sent
                    self._keeper.measured(self.number, round(took * 1000))
            case Bye():
                self._ended("left")
                self._out.end()
                return False
            case Err():
                self._ended(f"peer says {message.code}")
                self._out.end()
                return not message.fatal
            case _ if isinstance(message, _FOR_THE_TABLE):
                await self._keeper.hear(self.number, message, ref)
            case _:
                raise ProtocolFault("E_TYPE", f"{message.t} is not for a host")
        return True

    async def _keep_pinging(self) -> None:
        """Ask for a sign of life of a peer that gives none, and give it up after a while.

        A peer that is busy is not asked as often: its messages are signs of life, and a thousand links full
        of pings cost as much as a thousand moves.
        """
        limits = self._limits
        asked = -math.inf
        while True:
            now = self._lived()
            quiet = 0.0 if self._waits_since is None else now - self._waits_since
            if quiet >= limits.silence_s:
                silent_since = self._waits_since
                await let_in()
                if self._waits_since != silent_since:
                    continue
                self._ended("silent")
                self._stream.abort()
                return
            if quiet >= limits.ping_s * 0.9 or now - asked >= MEASURE_EVERY * limits.ping_s:
                asked = now
                self._send_ping()
            await asyncio.sleep(min(limits.ping_s, limits.silence_s - quiet))

    def _send_ping(self) -> None:
        self._ping += 1
        self._pings = {n: at for n, at in self._pings.items() if n > self._ping - 8}
        self._pings[self._ping] = asyncio.get_running_loop().time()
        self.send(encode(Ping(self._ping)))

    async def finish(self) -> None:
        """Let what waits go out, if the peer takes it, and close."""
        self._out.end()
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(self._limits.shutdown_s):
                await asyncio.shield(self._writing)
                await self._stream.writer.wait_closed()
        self._stream.abort()
        self._writing.cancel()
        await asyncio.gather(self._writing, return_exceptions=True)

    def _ended(self, why: str) -> None:
        self.ending = self.ending or why
