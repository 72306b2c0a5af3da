"""The first seconds of a connection: from HELLO to the welcome, or to the list of tables, or to the door.

Everybody here is a stranger: frames are short, time is short, and checking a code is rationed.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from protocol.errors import ProtocolFault
from protocol.framing import LIMIT_VISITOR, FrameDecoder, frame
from protocol.handshake import AuthSeen, Door, HelloSeen, HostHandshake, StatusAsked
from protocol.messages import Err, TableStatus, encode
from protocol.signing import Signer, Verifier
from uno_lan.patience import Patience

from .limits import Failures, Limits
from .slim import Stream


@dataclass(frozen=True, slots=True)
class House:
    """What the host shows to visitors."""

    signer: Signer
    verifier: Verifier
    server: bytes
    """Server id."""
    binding: bytes
    """Hash of the certificate."""
    doors: Callable[[bytes | None], Door | None]
    tables: Callable[[], tuple[TableStatus, ...]]
    lived: Callable[[], float]
    """Seconds in which this program was alive: nobody is too slow while it is not."""


class Codes:
    """Checks table codes: in a thread, one at a time, and not too many wrong ones."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._failures = Failures(limits)
        self._most = limits.code_queue
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "table code")
        self._waiting = 0

    async def check(self, address: str, hands: HostHandshake, seen: AuthSeen) -> None:
        """Judge a visitor's proof, if one is asked for.

        Raises:
            ProtocolFault: E_CODE, or E_RATE without looking at the proof.
        """
        if seen.job is None:
            return
        if not self._failures.may_try(address, self._clock()) or self._waiting >= self._most:
            raise ProtocolFault("E_RATE", "too many attempts at the code")
        self._waiting += 1
        try:
            key = await asyncio.get_running_loop().run_in_executor(self._thread, seen.job.run)
        finally:
            self._waiting -= 1
        # Others may have failed from the same address while this one waited for its turn.
        if not self._failures.may_try(address, self._clock()):
            raise ProtocolFault("E_RATE", "too many attempts at the code")
        try:
            hands.check_code(key)
        except ProtocolFault:
            self._failures.add(address, self._clock())
            raise

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Guest:
    """A visitor who proved who they are; not welcomed yet."""

    seen: AuthSeen
    hands: HostHandshake
    decoder: FrameDecoder
    early: list[bytes]
    """Payloads that came before the welcome was sent."""


async def receive_visitor(
    stream: Stream, address: str, house: House, codes: Codes, limits: Limits
) -> Guest | None:
    """Make the handshake up to the proof of who is there. None: they wanted, and have, the list of tables.

    Raises:
        ProtocolFault: they may not come in, or spoke nonsense.
        EOFError: they went away.
    """
    hands = HostHandshake(
        cb=house.binding,
        hn=secrets.token_bytes(32),
        signer=house.signer,
        verifier=house.verifier,
        server=house.server,
        doors=house.doors,
    )
    try:
        return await _listen(stream, address, house, codes, limits, hands)
    except TimeoutError:
        raise ProtocolFault("E_TIMEOUT", "too slow") from None


async def _listen(
    stream: Stream, address: str, house: House, codes: Codes, limits: Limits, hands: HostHandshake
) -> Guest | None:
    decoder = FrameDecoder(LIMIT_VISITOR)
    payloads: list[bytes] = []
    async with Patience(limits.hello_s, house.lived):
        hello = await _next(stream, decoder, payloads, hands)
    if not isinstance(hello, HelloSeen):
        raise ProtocolFault("E_TYPE", "no hello")
    stream.write(frame(hello.reply))
    async with Patience(limits.auth_s, house.lived):
        asked = await _next(stream, decoder, payloads, hands)
        if isinstance(asked, StatusAsked):
            stream.write(b"".join(map(frame, hands.statuses(house.tables()))))
            await stream.drain()
            return None
        if not isinstance(asked, AuthSeen):
            raise ProtocolFault("E_TYPE", "neither auth nor status")
        await codes.check(address, hands, asked)
    return Guest(asked, hands, decoder, payloads)


async def _next(
    stream: Stream, decoder: FrameDecoder, payloads: list[bytes], hands: HostHandshake
) -> HelloSeen | AuthSeen | StatusAsked:
    """The next message that means something to the handshake."""
    while True:
        while payloads:
            if (seen := hands.receive(payloads.pop(0))) is not None:
                return seen
        data = await stream.read()
        if not data:
            raise EOFError
        payloads += decoder.feed(data)


async def turn_away(stream: Stream, fault: ProtocolFault, limits: Limits) -> None:
    """Tell a stranger in one message why the door stays shut, and close."""
    with contextlib.suppress(OSError, TimeoutError, AttributeError):
        if not fault.remote:
            stream.write(frame(encode(Err(fault.code, fault.sentence[:200]))))
        await _close(stream, limits.shutdown_s)
    stream.abort()


async def _close(stream: Stream, seconds: float) -> None:
    stream.close()
    async with asyncio.timeout(seconds):
        await stream.wait_closed()
