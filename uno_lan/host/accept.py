"""From an accepted TCP connection to one that speaks our protocol over TLS.

TLS is begun by our own code instead of by the listening socket, so that strangers are counted from their
first packet on, and that what goes wrong in it becomes one log line instead of nothing or a traceback.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from typing import Final

from uno_lan.patience import Patience

from .certificate import ALPN, ServerTls
from .limits import Limits
from .slim import Stream

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


async def start_tls(stream: Stream, tls: ServerTls, limits: Limits, lived: Callable[[], float]) -> None:
    """Make the TLS handshake of a connection that was just accepted.

    Args:
        lived: seconds in which this program was alive: only those count for the limit.

    Raises:
        NoTls: it failed, or something else than our protocol is spoken. The connection is closed then.
    """
    try:
        async with Patience(limits.tls_s, lived):
            await stream.shake(tls.context)
    except ssl.SSLError as error:
        stream.abort()
        raise NoTls(_what(error)) from None
    except TimeoutError:
        stream.abort()
        raise NoTls("silent") from None
    except OSError:
        stream.abort()
        raise NoTls("went away") from None
    if stream.alpn != ALPN:
        stream.abort()
        raise NoTls("other protocol over TLS")


def _what(error: ssl.SSLError) -> str:
    reason = error.reason or ""
    if reason == "HTTP_REQUEST":
        return "web browser"
    if reason in ("UNSUPPORTED_PROTOCOL", "WRONG_SSL_VERSION"):
        return "TLS older than 1.3"
    if reason in _FOREIGN:
        return "foreign bytes"
    return f"no TLS ({reason.lower().replace('_', ' ') or 'closed'})"
