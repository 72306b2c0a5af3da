"""Reaching a host: several addresses a quarter second apart, TLS, and the host's half of the handshake.

The first address at which the right host proves itself wins. Nothing about the person is sent here.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from protocol.codes import format_host_port
from protocol.errors import ProtocolFault
from protocol.framing import LIMIT_HOST, FrameDecoder, frame
from protocol.handshake import ClientHandshake, HostSeen, Joined, Tables
from protocol.messages import Err, encode
from uno_lan.outbox import cut
from uno_lan.reasons import LATE, NO_ANSWER, NO_NAME, reason

from .errors import LinkError, NotUno, PinChanged, TurnedAway, Unreachable

Place: TypeAlias = tuple[str, int]
"""Address and port."""

ALPN: Final = "uno-lan/1"
STAGGER_S: Final = 0.25
CONNECT_S: Final = 5.0
"""TCP and TLS, each."""
ANSWER_S: Final = 10.0
"""The host's answer to any step of the handshake."""
CLOSE_S: Final = 2.0
_READ: Final = 64 * 1024


@dataclass(slots=True)
class Line:
    """An open connection to a host that proved its identity."""

    place: Place
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    hands: ClientHandshake
    seen: HostSeen
    decoder: FrameDecoder
    payloads: list[bytes]
    """Cut out of the stream already, not handled yet."""
    tls_ms: float
    """From the first packet to the end of the TLS handshake."""

    async def next(self) -> HostSeen | Joined | Tables:
        """The host's next word in the handshake.

        Raises:
            ProtocolFault: the link must close.
        """
        return await _next(self.reader, self.decoder, self.payloads, self.hands)

    def write(self, payload: bytes) -> None:
        """Send a payload of the handshake."""
        self.writer.write(frame(payload))

    def abort(self) -> None:
        """Drop the connection."""
        cut(self.writer)

    async def close(self) -> None:
        """Close it in good order, without waiting long."""
        await _close(self.writer)


def client_tls() -> ssl.SSLContext:
    """TLS 1.3 that accepts any certificate: who the host is, its signature over the certificate says."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([ALPN])
    return context


async def dial(
    places: Sequence[Place],
    make: Callable[[bytes, bytes], ClientHandshake],
    server: bytes | None = None,
    *,
    connect_s: float = CONNECT_S,
    stagger_s: float = STAGGER_S,
    answer_s: float = ANSWER_S,
) -> Line:
    """Connect to whichever address answers first with the right host.

    Args:
        places: best first.
        make: a handshake from the certificate's hash and a fresh nonce.
        server: the server's id, when it is known; others who answer are passed over.

    Raises:
        LinkError: none did; the most telling reason.
    """
    waiting = list(places)
    running: set[asyncio.Task[Line]] = set()
    failures: list[LinkError] = []
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(_reach(waiting.pop(0), make, server, connect_s, answer_s)))
            done, running = await asyncio.wait(
                running, timeout=stagger_s if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            lines = [task.result() for task in done if task.exception() is None]
            for spare in lines[1:]:
                spare.abort()
            if lines:
                return lines[0]
            failures += [error for task in done if isinstance(error := task.exception(), LinkError)]
            for task in done:
                if not isinstance(error := task.exception(), LinkError) and error is not None:
                    raise error
    finally:
        await _cancel(running)
    if not failures:
        raise Unreachable("no address")
    # A host that says no tells more than an address behind which nobody is.
    raise next((f for f in failures if not isinstance(f, Unreachable)), failures[0])


async def _cancel(running: set[asyncio.Task[Line]]) -> None:
    for task in running:
        task.cancel()
    for result in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(result, Line):
            result.abort()


async def _reach(
    place: Place,
    make: Callable[[bytes, bytes], ClientHandshake],
    server: bytes | None,
    connect_s: float,
    answer_s: float,
) -> Line:
    where = format_host_port(*place)
    began = asyncio.get_running_loop().time()
    reader, writer = await _open(place, where, connect_s)
    tls_ms = (asyncio.get_running_loop().time() - began) * 1000
    try:
        secure = writer.get_extra_info("ssl_object")
        if secure is None or secure.selected_alpn_protocol() != ALPN:
            raise NotUno(where)
        hands = make(hashlib.sha256(secure.getpeercert(True)).digest(), secrets.token_bytes(32))
        decoder, payloads = FrameDecoder(LIMIT_HOST), list[bytes]()
        try:
            writer.write(frame(hands.hello()))
            async with asyncio.timeout(answer_s):
                seen = await _next(reader, decoder, payloads, hands)
        except ProtocolFault as fault:
            await say(writer, fault)
            raise _error(fault, hands) from fault
        except TimeoutError:
            raise TurnedAway(ProtocolFault("E_TIMEOUT", "no answer to hello")) from None
        except (OSError, EOFError):
            raise Unreachable(where, "the link broke") from None
        assert isinstance(seen, HostSeen)
        if server is not None and seen.text.server != server:
            raise Unreachable(where, "another host is there now")
        return Line(place, reader, writer, hands, seen, decoder, payloads, tls_ms)
    except BaseException:
        cut(writer)
        raise


async def _open(
    place: Place, where: str, connect_s: float
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        async with asyncio.timeout(2 * connect_s):
            return await asyncio.open_connection(
                *place,
                ssl=client_tls(),
                server_hostname="",
                ssl_handshake_timeout=connect_s,
                ssl_shutdown_timeout=CLOSE_S,
            )
    except ssl.SSLError:
        raise NotUno(where) from None
    except TimeoutError:
        raise Unreachable(where, LATE.text) from None
    except (ConnectionAbortedError, ConnectionResetError) as error:
        if isinstance(error, ConnectionAbortedError) and error.errno is None:
            # So asyncio says that the TLS handshake took too long: silent, or a very slow computer.
            raise Unreachable(where, LATE.text) from None
        raise Unreachable(where, "the link was cut at once", busy=True) from None
    except OSError as error:
        raise Unreachable(where, _why(error)) from None
    except UnicodeError:
        raise Unreachable(where, NO_NAME.text) from None


async def _next(
    reader: asyncio.StreamReader, decoder: FrameDecoder, payloads: list[bytes], hands: ClientHandshake
) -> HostSeen | Joined | Tables:
    while True:
        while payloads:
            if (found := hands.receive(payloads.pop(0))) is not None:
                return found
        data = await reader.read(_READ)
        if not data:
            raise EOFError
        payloads += decoder.feed(data)


async def say(writer: asyncio.StreamWriter, fault: ProtocolFault) -> None:
    """Tell the host why we give up, unless it said so itself, and close."""
    with contextlib.suppress(Exception):
        if not fault.remote:
            writer.write(frame(encode(Err(fault.code))))
        await _close(writer)


async def _close(writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(Exception):
        writer.close()
        async with asyncio.timeout(CLOSE_S):
            await writer.wait_closed()
    cut(writer)


def _error(fault: ProtocolFault, hands: ClientHandshake) -> LinkError:
    return PinChanged(hands.host_key, None) if fault.code == "E_PIN" else TurnedAway(fault)


def _why(error: OSError) -> str:
    """The cause in words; asyncio's own text names the call that failed."""
    return reason(error) if error.errno else NO_ANSWER.text
