"""A host that does what a test wants, over real TLS: silent, rude, or somebody else."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable

from protocol.framing import LIMIT_VISITOR, FrameDecoder, frame
from protocol.handshake import AuthSeen, Door, HelloSeen, HostHandshake
from protocol.messages import Message, WelcomeText, encode
from protocol.signing import Ed25519Verifier
from tests.host.house import signer
from uno_lan.host.certificate import ServerTls, server_tls

TABLE = b"fake-tbl"
SERVER = b"fake-srv"


class Visitor:
    """Somebody who connected to the fake host."""

    def __init__(self, tls: ServerTls, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self._binding = tls.binding
        self._decoder = FrameDecoder(LIMIT_VISITOR)
        self._payloads: list[bytes] = []

    async def welcome(self, number: int = 200) -> None:
        """Make the whole handshake with an open table, as host `number`."""
        hands = HostHandshake(
            cb=self._binding,
            hn=bytes(32),
            signer=signer(number),
            verifier=Ed25519Verifier(),
            server=SERVER,
            doors=lambda _: Door(TABLE),
        )
        hello = hands.receive(await self.payload())
        assert isinstance(hello, HelloSeen)
        self.send(hello.reply)
        auth = hands.receive(await self.payload())
        assert isinstance(auth, AuthSeen)
        self.send(hands.welcome(WelcomeText(TABLE, 0, auth.text.name, "waiting", None, 0, None, 1)))
        self._decoder.limit = 1 << 16

    def send(self, payload: bytes) -> None:
        """One frame."""
        self.writer.write(frame(payload))

    def say(self, message: Message) -> None:
        """One message."""
        self.send(encode(message))

    async def payload(self) -> bytes:
        """The next frame."""
        while not self._payloads:
            data = await self.reader.read(65536)
            if not data:
                raise EOFError
            self._payloads += self._decoder.feed(data)
        return self._payloads.pop(0)


Doing = Callable[[Visitor], Awaitable[None]]


@contextlib.asynccontextmanager
async def fake_host(doing: Doing, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Listen; `doing` handles each connection, which is closed afterwards. Gives the port."""
    tls = server_tls()
    tasks: set[asyncio.Task[None]] = set()

    async def handle(visitor: Visitor) -> None:
        with contextlib.suppress(OSError, EOFError):
            await doing(visitor)
        visitor.writer.transport.abort()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(handle(Visitor(tls, reader, writer)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=context or tls.context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def never() -> None:
    """Wait for ever."""
    await asyncio.Event().wait()
