"""The way out of one connection: a bounded queue and one task that writes.

Both ends of a link use it. Nothing else ever calls `write` on the stream: a peer that does not read must hold
up nobody, and everything that waits goes out in one piece, which spares small packets and TLS records.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from protocol.framing import frame

FRAMES: Final = 256
BYTES: Final = 256 * 1024
DRAIN_S: Final = 5.0
_TRANSPORT_BYTES: Final = 16 * 1024
"""What may wait behind the queue, inside the transport, before `drain` waits."""


class Outbox:
    """Queue and writer of one stream; `run` is the task that writes.

    Args:
        frames: no more frames wait.
        size: no more bytes wait.
        drain_s: the peer must take something within this many seconds.
    """

    def __init__(
        self,
        writer: asyncio.StreamWriter,
        *,
        frames: int = FRAMES,
        size: int = BYTES,
        drain_s: float = DRAIN_S,
    ) -> None:
        self._writer = writer
        self._frames = frames
        self._size = size
        self._drain_s = drain_s
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._ending = False
        self.trouble = ""
        """Why nothing goes out any more: `slow` or `gone`; empty while all is well."""
        writer.transport.set_write_buffer_limits(high=_TRANSPORT_BYTES)

    def put(self, payload: bytes) -> bool:
        """Queue one payload. False: the link is of no more use, and its stream is being torn down."""
        if self._ending or self.trouble:
            return False
        framed = frame(payload)
        if len(self._waiting) >= self._frames or self._bytes + len(framed) > self._size:
            self._break("slow")
            return False
        self._waiting.append(framed)
        self._bytes += len(framed)
        self._news.set()
        return True

    def end(self) -> None:
        """Take nothing more; `run` sends what waits, closes the stream and returns."""
        self._ending = True
        self._news.set()

    async def run(self) -> None:
        """Write until `end`, or until the peer takes nothing more. Never raises but when cancelled."""
        try:
            while await self._write():
                pass
            self._writer.close()
        except TimeoutError:
            self._break("slow")
        except asyncio.CancelledError:
            raise
        except Exception:
            # Besides OSError, some versions of asyncio raise AttributeError when the peer vanished under TLS.
            self._break("gone")

    async def _write(self) -> bool:
        """Write all that waits; False: it was the last."""
        if not self._waiting and not self._ending:
            self._news.clear()
            await self._news.wait()
        data, count = b"".join(self._waiting), len(self._waiting)
        if data:
            # They leave the queue only when the transport has let go of them: what it holds counts as well.
            self._writer.write(data)
            async with asyncio.timeout(self._drain_s):
                await self._writer.drain()
            for _ in range(count):
                self._waiting.popleft()
            self._bytes -= len(data)
        return not (self._ending and not self._waiting) and not self.trouble

    def _break(self, why: str) -> None:
        self.trouble = self.trouble or why
        self._writer.transport.abort()
        self._news.set()
