"""TLS connections of less memory: the one place that touches the insides of asyncio.

asyncio gives each TLS connection a buffer of 256 KiB to read into (CPython issue 109534), and asks OpenSSL
for as much at a time. Our frames are small: with 16 KiB, the longest TLS record, each player needs a quarter
of a MiB less, and reading is quicker. Where asyncio looks otherwise than expected, as in other versions or
event loops, the connection stays as it is.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

RECORD: Final = 16 * 1024
"""Bytes of the longest TLS record, beside its head: what OpenSSL hands out at once."""
READ: Final = RECORD + 512
_USUAL: Final = 256 * 1024
_PARTS: Final = ("max_size", "_ssl_buffer", "_ssl_buffer_view")


def slim(transport: asyncio.BaseTransport) -> bool:
    """Make the read buffer of a TLS connection small; False: it was left alone.

    To be called between two turns of the event loop, when nothing is just being read.
    """
    if not isinstance(asyncio.get_running_loop(), asyncio.SelectorEventLoop):
        return False  # others hand the buffer to the system and read into it later
    protocol: Any = getattr(transport, "_ssl_protocol", None)
    if not all(hasattr(protocol, part) for part in _PARTS) or protocol.max_size != _USUAL:
        return False
    if not isinstance(protocol._ssl_buffer, bytearray) or len(protocol._ssl_buffer) != _USUAL:
        return False
    protocol.max_size = READ
    if hasattr(protocol, "_ssl_buffer_len"):  # since 3.11.8
        protocol._ssl_buffer_len = READ
    protocol._ssl_buffer = bytearray(READ)
    protocol._ssl_buffer_view = memoryview(protocol._ssl_buffer)
    return True
