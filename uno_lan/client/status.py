"""Asking a host which tables it holds, without joining: the lobby's sign of life."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from protocol.handshake import ClientHandshake, Tables
from protocol.messages import TableStatus
from protocol.signing import Ed25519Verifier, Signer, Verifier

from .dial import Line, dial


@dataclass(frozen=True, slots=True)
class HostStatus:
    """What a host says of itself; its signature over this very connection was checked."""

    rtt_ms: float
    """One round trip after TLS."""
    server: bytes
    host: bytes
    """Key of the host."""
    tables: tuple[TableStatus, ...]


class _Nobody:
    """A visitor signs nothing."""

    pk = bytes(32)

    def sign(self, kind: str, payload: bytes) -> bytes:
        """Never asked for."""
        raise RuntimeError("a visitor has no identity")


_VERIFIER = Ed25519Verifier()


async def ask_status(
    host: str, port: int, timeout: float = 1.0, verifier: Verifier | None = None
) -> HostStatus:
    """Ask one address for its signed status.

    Raises:
        LinkError: nobody of ours is there, or it has no version in common with us.
        ProtocolFault: it spoke nonsense.
        TimeoutError: it did not answer in time.
    """
    visitor: Signer = _Nobody()

    def make(binding: bytes, nonce: bytes) -> ClientHandshake:
        return ClientHandshake(
            cb=binding, cn=nonce, signer=visitor, verifier=verifier or _VERIFIER, name="?", role="watch"
        )

    async with asyncio.timeout(timeout):
        line = await dial(((host, port),), make, connect_s=timeout)
        try:
            began = asyncio.get_running_loop().time()
            tables = await tables_of(line)
            took = asyncio.get_running_loop().time() - began
            text = line.seen.text
            return HostStatus(took * 1000, text.server, text.hk, tables)
        finally:
            line.abort()


async def tables_of(line: Line) -> tuple[TableStatus, ...]:
    """Ask for all tables of a host that has been seen; they come in pieces."""
    line.write(line.hands.ask_status())
    tables: list[TableStatus] = []
    while True:
        piece = await line.next()
        assert isinstance(piece, Tables)
        tables += piece.tables
        if not piece.more:
            return tuple(tables)
