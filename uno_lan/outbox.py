"""The way out of one connection: a bounded queue, and one task that waits for peers who take nothing.

Both ends of a link use it. Nothing else ever calls `write` on the stream: a peer that does not read must hold
up nobody, and everything that waits goes out in one piece, which spares small packets and TLS records. As
long as the peer keeps up, what is put here is written at the end of the same turn of the event loop, without
a task being woken: that is nearly always so, and a full table writes to everybody for every move. It does so
at once, by `put_frames`: everybody gets the same frames, made once.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Final, Protocol

from protocol.framing import frame

from .patience import Patience

FRAMES: Final = 256
BYTES: Final = 256 * 1024
DRAIN_S: Final = 5.0
_TRANSPORT_BYTES: Final = 16 * 1024
"""What may wait behind the queue, inside the transport, before `drain` waits."""


class Way(Protocol):
    """Where an outbox writes to."""

    def send(self, data: bytes) -> bool:
        """Send. False: it holds more than it should; wait with `drain`.

        Raises:
            OSError: nothing goes out any more.
        """

    def limit(self, high: int) -> None:
        """It should hold no more bytes than this."""

    async def drain(self) -> None:
        """Wait until it has let go of enough."""

    def close(self) -> None:
        """Close behind what was sent."""

    def abort(self) -> None:
        """Drop the connection at once."""


def cut(writer: asyncio.StreamWriter) -> None:
    """Close without another word.

    Up to Python 3.11.2 a TLS link that has ended already has nothing left to be cut, and says so by an
    AttributeError.
    """
    with contextlib.suppress(AttributeError):
        writer.transport.abort()


class WriterWay:
    """The way out through an `asyncio.StreamWriter`."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._high = 0
        self.drain = writer.drain
        self.close = writer.close

    def abort(self) -> None:
        """See `Way`."""
        cut(self._writer)

    def limit(self, high: int) -> None:
        """See `Way`."""
        self._high = high
        self._writer.transport.set_write_buffer_limits(high=high)

    def send(self, data: bytes) -> bool:
        """See `Way`."""
        if self._writer.transport.is_closing():
            raise ConnectionResetError
        self._writer.write(data)
        return self._writer.transport.get_write_buffer_size() <= self._high


class Outbox:
    """Queue and writer of one stream; `run` is the task that waits and closes.

    Args:
        frames: no more frames wait.
        size: no more bytes wait.
        drain_s: the peer must take something within this many seconds.
        lived: seconds in which this program was alive: only those count.
        on_clogged: hears when the peer takes too little, so that `run` must run. A thousand links of which
            each has a task that waits for this are a lot of tasks.
    """

    def __init__(
        self,
        way: Way,
        *,
        frames: int = FRAMES,
        size: int = BYTES,
        drain_s: float = DRAIN_S,
        lived: Callable[[], float] = time.monotonic,
        on_clogged: Callable[[], None] | None = None,
    ) -> None:
        self._way = way
        self._frames = frames
        self._size = size
        self._drain_s = drain_s
        self._lived = lived
        self._on_clogged = on_clogged
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._news: asyncio.Future[None] | None = None
        """`run` waits for it."""
        self._flushing = False
        """A write is due at the end of this turn."""
        self._clogged = 0
        """So many frames are with the transport, which waits for the peer."""
        self._ending = False
        self.trouble = ""
        """Why nothing goes out any more: `slow` or `gone`; empty while all is well."""
        way.limit(_TRANSPORT_BYTES)

    def put(self, payload: bytes) -> bool:
        """Queue one payload. False: the link is of no more use, and its stream is being torn down."""
        if not self._queue(frame(payload)):
            return False
        self._wake()
        return True

    def put_frames(self, frames: list[bytes]) -> bool:
        """Write payloads that are framed already, or queue them behind what waits. False: as in `put`.

        Args:
            frames: at least one; the list belongs to the outbox from now on.
        """
        if not (self._waiting or self._ending or self.trouble) and len(frames) <= self._frames:
            data = frames[0] if len(frames) == 1 else b"".join(frames)
            if len(data) <= self._size:
                self._write(data, frames)
                return not self.trouble
        for framed in frames:
            if not self._queue(framed):
                return False
        self._write_waiting()
        return True

    def _queue(self, framed: bytes) -> bool:
        if self._ending or self.trouble:
            return False
        if len(self._waiting) >= self._frames or self._bytes + len(framed) > self._size:
            self._break("slow")
            return False
        self._waiting.append(framed)
        self._bytes += len(framed)
        return True

    def end(self) -> None:
        """Take nothing more; `run` sends what waits, closes the stream and returns."""
        self._ending = True
        self._wake()

    async def run(self) -> None:
        """Wait for a slow peer where there is one, and close after `end`. Raises only when cancelled."""
        try:
            while (self._waiting or not self._ending) and not self.trouble:
                if self._clogged:
                    await self._drain()
                else:
                    self._news = asyncio.get_running_loop().create_future()
                    await self._news
            if not self.trouble:
                self._way.close()
        except TimeoutError:
            self._break("slow")
        except asyncio.CancelledError:
            raise
        except Exception:
            # Besides OSError, some versions of asyncio raise AttributeError when the peer vanished under TLS.
            self._break("gone")
        finally:
            self._on_clogged = None  # whoever is called holds this box: neither should outlive its link

    def _wake(self) -> None:
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        self._write_waiting()
        if self._ending:
            self._tell()

    def _write_waiting(self) -> None:
        """Write all that waits, unless the transport is still busy with what it has."""
        if self._waiting and not self._clogged and not self.trouble:
            frames, self._waiting, self._bytes = self._waiting, [], 0
            self._write(b"".join(frames), frames)

    def _write(self, data: bytes, frames: list[bytes]) -> None:
        """Write these frames, while none waits."""
        try:
            goes_on = self._way.send(data)
        except Exception:  # as in `run`
            self._break("gone")
            return
        if not goes_on:
            # They leave the queue only when the transport has let go of them: what it holds counts too.
            self._waiting, self._bytes, self._clogged = frames, len(data), len(frames)
            self._tell()
            if self._on_clogged is not None:
                self._on_clogged()

    async def _drain(self) -> None:
        async with Patience(self._drain_s, self._lived):
            await self._way.drain()
        self._bytes -= sum(map(len, self._waiting[: self._clogged]))
        del self._waiting[: self._clogged]
        self._clogged = 0
        self._wake()

    def _break(self, why: str) -> None:
        self.trouble = self.trouble or why
        self._way.abort()
        self._tell()

    def _tell(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)
