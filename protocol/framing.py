"""Frames on a byte stream: `u32be length | payload`. No I/O: bytes in, payloads out.

The length is judged as soon as its four bytes are there and before anything of the payload is kept, so a
forged one costs no memory. What is buffered is at most one incomplete frame of permitted length.
"""

from __future__ import annotations

import struct
from typing import Final

from .errors import ProtocolFault

LIMIT_VISITOR: Final = 1024
"""Client to host, before the handshake is done."""
LIMIT_CLIENT: Final = 16 * 1024
"""Client to host, afterwards."""
LIMIT_HOST: Final = 64 * 1024
"""Host to client."""

_HEADER: Final = struct.Struct(">I")


def frame(payload: bytes) -> bytes:
    """The frame of one payload.

    Raises:
        ValueError: the payload is empty or longer than any reader takes.
    """
    if not 1 <= len(payload) <= LIMIT_HOST:
        raise ValueError(f"payload of {len(payload)} bytes")
    return _HEADER.pack(len(payload)) + payload


class FrameDecoder:
    """Cuts a stream into payloads.

    After a fault the decoder is of no more use: every further `feed` raises again.

    Attributes:
        limit: longest payload taken; raise it when the handshake is done.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._failed = False

    @property
    def buffered(self) -> int:
        """Bytes of the frame that is still incomplete."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes as they come; hand back the payloads they complete, in order.

        A frame that already came whole counts under the limit of this moment: raise `limit` between calls,
        before feeding what follows the handshake.

        Raises:
            ProtocolFault: E_FRAME. Payloads before the bad frame are lost: the link closes anyway.
        """
        if self._failed:
            raise ProtocolFault("E_FRAME", "after a bad frame")
        if not self._buffer and len(data) > _HEADER.size:
            # Nearly always one whole frame comes by itself.
            (length,) = _HEADER.unpack_from(data)
            if length == len(data) - _HEADER.size and length <= self.limit:
                return [data[_HEADER.size :]]
        view = memoryview(data)
        payloads: list[bytes] = []
        buffer = self._buffer
        while view or len(buffer) >= _HEADER.size:
            if len(buffer) < _HEADER.size:
                need = _HEADER.size - len(buffer)
                buffer += view[:need]
                view = view[need:]
                if len(buffer) < _HEADER.size:
                    break
            (length,) = _HEADER.unpack_from(buffer)
            if not 1 <= length <= self.limit:
                buffer.clear()
                self._failed = True
                raise ProtocolFault("E_FRAME", f"length {length}, limit {self.limit}")
            need = _HEADER.size + length - len(buffer)
            buffer += view[:need]
            view = view[need:]
            if len(buffer) < _HEADER.size + length:
                break
            payloads.append(bytes(buffer[_HEADER.size :]))
            buffer.clear()
        return payloads
