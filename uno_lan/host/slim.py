"""A TLS connection of little memory and little work: what a thousand idle players cost.

asyncio's own TLS keeps a buffer of 256 KiB for each connection (CPython issue 109534), and with a reader, a
writer and their tasks three quarters of what a link costs are not TLS at all. This is the same over public
parts alone: the socket is asyncio's, the encryption `ssl.MemoryBIO`. Bytes are read into one buffer that all
connections share, as each lot is decrypted before the next one is read, and handed straight to whoever
listens.

    s = Stream(accepted, 2.0)      asyncio makes one for each connection; `accepted(s)` hears of it
    await s.shake(context)         TLS, as the server
    await s.read()                 what strangers say, while tasks of their own wait for it
    s.hand_over(listener)          from now on bytes come by themselves

Out it goes by `write`, or by an outbox (`send`).
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, Final, Protocol, cast

READ: Final = 4 * 1024
"""Bytes decrypted at once; most messages of a player have a tenth of it."""
RECORD: Final = 2 * 1024
"""Bytes encrypted at once: nearly all that a player is told has a fifth of it."""
UNREAD: Final = 64 * 1024
"""When so many bytes wait to be read, nothing more is taken from the socket."""
UNTAKEN: Final = 1024 * 1024
"""A peer who makes TLS answer and leaves so many bytes untaken is dropped; a member's queue holds less."""
_SHARED: Final = memoryview(bytearray(16 * 1024))
"""Where all sockets are read into: asyncio fills it and has it emptied in one go."""
BROWSER: Final = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 100\r\nConnection: close\r\n\r\n"
    b"This is a table of UNO LAN, not a web page. Join it in a terminal: uno-lan play --connect HOST:PORT\n"
)
"""What a web browser is told that speaks to us without TLS."""
_METHODS: Final = (b"GET ", b"HEAD", b"POST", b"PUT ", b"OPTI")


class Listener(Protocol):
    """Who hears what comes. Neither call waits or raises."""

    def came(self, data: bytes) -> None:
        """Bytes, never none."""

    def ended(self) -> None:
        """Nothing more will come. May be said twice."""


class Stream(asyncio.BufferedProtocol):
    """The server's side of one TLS connection.

    Args:
        accepted: hears that somebody connected; nothing was read yet.
        shutdown_s: the peer may take so long to say goodbye after `close`.
    """

    __slots__ = (
        "_accepted", "_closed", "_closing", "_drained", "_ended", "_got", "_held", "_incoming", "_linger",
        "_listener", "_looked", "_lost", "_news", "_outgoing", "_raw", "_shaken", "_shutdown_s", "_slow",
        "_tls", "_up",
    )  # fmt: skip

    def __init__(self, accepted: Callable[[Stream], None], shutdown_s: float) -> None:
        self._accepted = accepted
        self._shutdown_s = shutdown_s
        self._raw: asyncio.Transport
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls: ssl.SSLObject | None = None
        self._looked = False
        self._up = False
        """The handshake is done."""
        self._shaken: asyncio.Future[None] | None = None
        """Who waits for the handshake."""
        self._listener: Listener | None = None
        self._got = b""
        """Read by nobody yet."""
        self._held = False
        """Whoever listens wants nothing more for now."""
        self._ended = False
        """Nothing more will come."""
        self._closing = False
        self._lost = False
        self._slow = False
        """The socket holds more than it should: `drain` waits."""
        self._news: asyncio.Future[None] | None = None
        self._drained: asyncio.Future[None] | None = None
        self._closed: asyncio.Future[None] | None = None
        self._linger: asyncio.TimerHandle | None = None

    # From the socket.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connected."""
        self._raw = cast("asyncio.Transport", transport)
        self._accepted(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where to read to."""
        return _SHARED

    def buffer_updated(self, nbytes: int) -> None:
        """Bytes have come; the first tell whether it is TLS at all. A browser is told so, in one packet."""
        if not self._looked:
            self._looked = True
            if bytes(_SHARED[: min(nbytes, 4)]) in _METHODS:  # behind it is what another one has said
                self._raw.write(BROWSER)
        self._incoming.write(_SHARED[:nbytes])
        if self._up:
            self._decrypt()
        elif self._tls is not None:
            self._step()

    def eof_received(self) -> None:
        """The peer closed its side, without TLS having said so."""
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is gone."""
        self._lost = self._closing = True
        if self._linger is not None:
            self._linger.cancel()
        self._end()
        for waiting in (self._drained, self._closed):
            _wake(waiting)
        self._tls = self._listener = None

    def pause_writing(self) -> None:
        """The socket holds too much."""
        self._slow = True

    def resume_writing(self) -> None:
        """It has let go of enough."""
        self._slow = False
        _wake(self._drained)

    # TLS.

    async def shake(self, context: ssl.SSLContext) -> None:
        """Make the handshake; whoever waits for it says how long.

        Raises:
            ssl.SSLError: it failed.
            OSError: the peer went away.
        """
        if self._ended:
            raise ConnectionResetError
        self._shaken = asyncio.get_running_loop().create_future()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        if self._incoming.pending:
            self._step()
        try:
            await self._shaken
        finally:
            self._shaken = None

    def _step(self) -> None:
        """Go on with the handshake as far as what has come allows."""
        if self._tls is None or self._shaken is None or self._shaken.done():
            return
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            self._send()
            return
        except ssl.SSLError as error:
            self._send()
            self._shaken.set_exception(error)
            return
        self._send()
        self._up = True
        self._shaken.set_result(None)
        self._decrypt()

    @property
    def alpn(self) -> str | None:
        """The application protocol that both speak."""
        return self._tls.selected_alpn_protocol() if self._tls is not None else None

    def _decrypt(self) -> None:
        """Take in all that has come."""
        try:
            while (tls := self._tls) is not None:
                data = tls.read(READ)
                if not data:
                    self._end()
                    self.close()
                    break
                if not self._closing:
                    self._hear(data)
                if len(data) < READ and not self._incoming.pending:
                    break  # else OpenSSL would say so by an exception, which costs more
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLZeroReturnError:  # the answer to our goodbye
            self._end()
            self.close()
        except ssl.SSLError:
            self._send()
            self._raw.abort()
            return
        if self._outgoing.pending:
            # TLS itself has an answer (new keys), which no queue bounds: its peer must take it.
            self._send()
            if self._raw.get_write_buffer_size() > UNTAKEN:
                self._raw.abort()

    def _send(self) -> None:
        """Give the socket what TLS has to say."""
        if self._outgoing.pending and not self._lost:
            self._raw.write(self._outgoing.read())

    def _hear(self, data: bytes) -> None:
        if self._listener is not None:
            self._listener.came(data)
            return
        self._got += data
        if len(self._got) >= UNREAD:
            self._raw.pause_reading()
        _wake(self._news)

    def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        if self._shaken is not None and not self._shaken.done():
            self._shaken.set_exception(ConnectionResetError())
        _wake(self._news)
        if self._listener is not None:
            self._listener.ended()

    # For whoever reads.

    @property
    def has_ended(self) -> bool:
        """Will nothing more come?"""
        return self._ended

    async def read(self) -> bytes:
        """What has come since the last time, at least one byte; nothing at the end of the stream."""
        while not self._got and not self._ended:
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        got, self._got = self._got, b""
        if len(got) >= UNREAD:
            self._raw.resume_reading()
        return got

    def hand_over(self, listener: Listener) -> None:
        """Somebody listens from now on; what nobody has read yet is theirs."""
        self._listener = listener
        got, self._got = self._got, b""
        if got:
            listener.came(got)
        if len(got) >= UNREAD and not self._held:
            self._raw.resume_reading()
        if self._ended:
            listener.ended()

    def pause_reading(self) -> None:
        """Take nothing more from the socket; what is decrypted already is still told."""
        self._held = True
        self._raw.pause_reading()

    def resume_reading(self) -> None:
        """Go on."""
        self._held = False
        if not self._closing:
            self._raw.resume_reading()

    # For whoever writes: as a `StreamWriter` does it, and as an outbox needs it.

    def write(self, data: bytes) -> None:
        """Encrypt and send, or have it sent when the socket takes it; nothing, if nobody would get it."""
        if not self._closing and self._tls is not None:
            self.send(data)

    def send(self, data: bytes) -> bool:
        """The same for an outbox. False: the socket holds more than it should.

        Raises:
            ConnectionResetError: nothing goes out any more.
        """
        tls = self._tls
        if self._closing or tls is None:
            raise ConnectionResetError
        if len(data) <= RECORD:
            tls.write(data)
            self._raw.write(self._outgoing.read())
            return not self._slow
        # OpenSSL never gives back the memory of the longest piece that went through.
        view, records = memoryview(data), []
        for start in range(0, len(data), RECORD):
            tls.write(view[start : start + RECORD])
            records.append(self._outgoing.read())
        self._raw.write(b"".join(records))
        return not self._slow

    async def drain(self) -> None:
        """Wait until the socket has let go of enough.

        Raises:
            ConnectionResetError: the connection is gone.
        """
        while self._slow and not self._lost:
            if self._drained is None or self._drained.done():
                self._drained = asyncio.get_running_loop().create_future()
            await self._drained
        if self._lost:
            raise ConnectionResetError

    def limit(self, high: int) -> None:
        """How much the socket may hold before `drain` waits."""
        self._raw.set_write_buffer_limits(high)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the socket."""
        return self._raw.get_extra_info(name, default)

    def close(self) -> None:
        """Say goodbye behind what was written, and close when the peer has answered, or after a while.

        Without the answer what the peer has not read yet could be lost.
        """
        if self._closing:
            if self._ended:
                self._raw.close()
            return
        self._closing = True
        if self._up and self._tls is not None:
            try:
                self._tls.unwrap()
            except ssl.SSLWantReadError:
                if not self._ended:
                    loop = asyncio.get_running_loop()
                    self._linger = loop.call_later(self._shutdown_s, self._raw.abort)
            except ssl.SSLError:
                pass
            self._send()
        if self._linger is None:
            self._raw.close()
        else:
            self._raw.resume_reading()

    async def wait_closed(self) -> None:
        """Wait until the connection is gone."""
        if not self._lost:
            if self._closed is None or self._closed.done():
                self._closed = asyncio.get_running_loop().create_future()
            await self._closed

    def abort(self) -> None:
        """Drop the connection at once."""
        self._closing = True
        self._raw.abort()


def _wake(waiting: asyncio.Future[None] | None) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(None)
