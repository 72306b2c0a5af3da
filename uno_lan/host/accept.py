"""From an accepted TCP connection to a TLS stream.

TLS is begun by our own code instead of by the listening socket, so that strangers are counted from their
first packet on, and that what goes wrong in it becomes one log line instead of nothing or a traceback.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from .certificate import ALPN, ServerTls
from .limits import Limits
from .slim import start_server_tls

_FOREIGN: Final = (
    "WRONG_VERSION_NUMBER",
    "HTTPS_PROXY_REQUEST",
    "PACKET_LENGTH_TOO_LONG",
    "RECORD_TOO_SMALL",
    "UNEXPECTED_MESSAGE",
    "BAD_LENGTH",
)
"""What OpenSSL calls bytes that are no TLS at all."""


class NoTls(Exception):
    """Not one of ours; the text says what it was, for the log."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A TLS connection as a pair of streams."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def abort(self) -> None:
        """Drop it at once."""
        self.writer.transport.abort()


class Raw(asyncio.Protocol):
    """Waits for nothing: hands the bare transport on and is replaced by TLS before a byte is read."""

    def __init__(self, accepted: Callable[[asyncio.Transport], None]) -> None:
        self._accepted = accepted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connected."""
        self._accepted(cast("asyncio.Transport", transport))


async def start_tls(transport: asyncio.Transport, tls: ServerTls, limits: Limits) -> Stream:
    """Make the TLS handshake of a connection that was just accepted, as the first thing in its task.

    Raises:
        NoTls: it failed, or something else than our protocol is spoken. The connection is closed then.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=64 * 1024)
    protocol = asyncio.StreamReaderProtocol(reader)
    try:
        secure = await start_server_tls(
            transport, protocol, tls.context, handshake_s=limits.tls_s, shutdown_s=limits.shutdown_s
        )
    except ssl.SSLError as error:
        transport.abort()
        raise NoTls(_what(error)) from None
    except (OSError, TimeoutError) as error:
        transport.abort()
        timed_out = "handshake" in str(error) or isinstance(error, TimeoutError)
        raise NoTls("silent" if timed_out else "went away") from None
    if secure is None:
        raise NoTls("went away")
    protocol.connection_made(secure)
    stream = Stream(reader, asyncio.StreamWriter(secure, protocol, reader, loop))
    if secure.get_extra_info("ssl_object").selected_alpn_protocol() != ALPN:
        stream.abort()
        raise NoTls("other protocol over TLS")
    return stream


def _what(error: ssl.SSLError) -> str:
    reason = error.reason or ""
    if reason == "HTTP_REQUEST":
        return "web browser"
    if reason in ("UNSUPPORTED_PROTOCOL", "WRONG_SSL_VERSION"):
        return "TLS older than 1.3"
    if reason in _FOREIGN:
        return "foreign bytes"
    return f"no TLS ({reason.lower().replace('_', ' ') or 'closed'})"
