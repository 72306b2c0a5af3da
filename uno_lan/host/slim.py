"""TLS connections of less memory: the one place that touches the insides of asyncio.

asyncio gives each TLS connection a buffer of 256 KiB to read into (CPython issue 109534), and asks OpenSSL
for as much at a time. Our frames are small: with 4 KiB each player needs a quarter of a MiB less; what is
longer is read in several pieces. The size is an attribute of asyncio's own class, so a subclass changes it;
what starts that class instead of the usual one is `loop.start_tls` written out. Where asyncio looks otherwise
than expected, as in other versions or event loops, `loop.start_tls` itself is used.
"""

from __future__ import annotations

import asyncio
import ssl
from asyncio import sslproto
from typing import Any, Final

READ: Final = 4 * 1024
"""Bytes read at once; most messages of a player have a tenth of it."""
_USUAL: Final = 256 * 1024


BROWSER: Final = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 100\r\nConnection: close\r\n\r\n"
    b"This is a table of UNO LAN, not a web page. Join it in a terminal: uno-lan play --connect HOST:PORT\n"
)
"""What a web browser is told that speaks to us without TLS."""
_METHODS: Final = (b"GET ", b"HEAD", b"POST", b"PUT ", b"OPTI")


class _Slim(sslproto.SSLProtocol):
    max_size = READ
    _looked = False

    def buffer_updated(self, nbytes: int) -> None:
        """The first bytes tell whether it is TLS at all; the answer to a browser is one small packet."""
        if not self._looked:
            self._looked = True
            inside: Any = self
            if bytes(inside._ssl_buffer_view[:4]) in _METHODS:
                inside._transport.write(BROWSER)
        super().buffer_updated(nbytes)


async def start_server_tls(
    transport: asyncio.Transport,
    protocol: asyncio.BaseProtocol,
    context: ssl.SSLContext,
    *,
    handshake_s: float,
    shutdown_s: float,
) -> asyncio.Transport | None:
    """The server's side of TLS on a transport on which nothing was read yet, as `loop.start_tls` does it.

    Raises:
        OSError: it failed, or took too long.
    """
    loop = asyncio.get_running_loop()
    options: dict[str, Any] = {"ssl_handshake_timeout": handshake_s, "ssl_shutdown_timeout": shutdown_s}
    if not is_known(loop):
        return await loop.start_tls(transport, protocol, context, server_side=True, **options)
    waiter = loop.create_future()
    secure: Any = _Slim(
        loop, protocol, context, waiter, server_side=True, call_connection_made=False, **options
    )
    transport.pause_reading()
    transport.set_protocol(secure)
    made = loop.call_soon(secure.connection_made, transport)
    resumed = loop.call_soon(transport.resume_reading)
    try:
        await waiter
    except BaseException:
        transport.close()
        made.cancel()
        resumed.cancel()
        raise
    found: asyncio.Transport | None = secure._app_transport
    return found


def is_known(loop: asyncio.AbstractEventLoop) -> bool:
    """Does this loop use asyncio's own TLS, and does that look as it did when this was written?"""
    usual: Any = sslproto.SSLProtocol
    return (
        getattr(type(loop), "start_tls", None) is asyncio.BaseEventLoop.start_tls
        and getattr(usual, "max_size", None) == _USUAL
        and hasattr(usual, "_get_app_transport")
    )
