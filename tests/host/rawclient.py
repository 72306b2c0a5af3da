"""A client that says whatever a test wants it to say, over real TLS."""

from __future__ import annotations

import asyncio
import hashlib
import ssl

from protocol.framing import LIMIT_HOST, FrameDecoder, frame
from protocol.handshake import ClientHandshake, HostSeen, Joined
from protocol.messages import Message, decode, encode
from protocol.signing import Ed25519Verifier
from uno_lan.client.dial import client_tls

from .house import CODE, WAIT_S, signer


class RawClient:
    """One TLS connection, frame by frame."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.binding = hashlib.sha256(writer.get_extra_info("ssl_object").getpeercert(True)).digest()
        self._decoder = FrameDecoder(LIMIT_HOST)
        self._payloads: list[bytes] = []

    @classmethod
    async def open(cls, port: int, context: ssl.SSLContext | None = None) -> RawClient:
        """Connect and make the TLS handshake."""
        return cls(
            *await asyncio.open_connection(
                "127.0.0.1", port, ssl=context or client_tls(), server_hostname="", ssl_shutdown_timeout=1
            )
        )

    def handshake(self, number: int, code: str | None = CODE) -> ClientHandshake:
        """The client's half of the handshake on this connection."""
        return ClientHandshake(
            cb=self.binding,
            cn=bytes([number]) * 32,
            signer=signer(number),
            verifier=Ed25519Verifier(),
            name=f"Raw {number}",
            code=code,
        )

    async def join(self, number: int, code: str | None = CODE) -> Joined:
        """The whole handshake."""
        hands = self.handshake(number, code)
        self.send(hands.hello())
        seen = hands.receive(await self.payload())
        assert isinstance(seen, HostSeen)
        key = await asyncio.to_thread(seen.job.run) if seen.job else None
        self.send(hands.auth(key))
        joined = hands.receive(await self.payload())
        assert isinstance(joined, Joined)
        return joined

    def stop_reading(self) -> None:
        """Take nothing more from now on."""
        transport = self.writer.transport
        assert isinstance(transport, asyncio.ReadTransport)
        transport.pause_reading()

    def send(self, payload: bytes) -> None:
        """One frame."""
        self.writer.write(frame(payload))

    def say(self, message: Message) -> None:
        """One message."""
        self.send(encode(message))

    async def payload(self) -> bytes:
        """The next frame. EOFError at the end of the stream."""
        async with asyncio.timeout(WAIT_S):
            while not self._payloads:
                data = await self.reader.read(65536)
                if not data:
                    raise EOFError
                self._payloads += self._decoder.feed(data)
        return self._payloads.pop(0)

    async def message(self) -> Message:
        """The next message."""
        found = decode(await self.payload())
        assert found is not None
        return found[1]

    async def rest(self) -> list[Message]:
        """All messages up to the end of the stream."""
        messages = []
        try:
            while True:
                messages.append(await self.message())
        except (EOFError, OSError):
            return messages

    async def until(self, kind: type[Message]) -> Message:
        """The next message of a kind; others are passed over."""
        while not isinstance(message := await self.message(), kind):
            pass
        return message
