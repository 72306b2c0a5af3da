"""What the host of a game has to do in order: store, keep secret, tell all, tell one; or refuse."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from protocol.errors import ProofFault

from .replica import Happened


class Written(Struct, frozen=True):
    """An entry and the host's signature over its head: store it, then tell everybody."""

    raw: bytes
    sig: bytes
    happened: Happened


class Private(Struct, frozen=True):
    """A signed message for one seat only."""

    seat: int
    kind: str
    """`deal` or `show`."""
    payload: bytes
    sig: bytes


class Secret(Struct, frozen=True):
    """Bytes that only the host may keep: store them before the entry that follows."""

    raw: bytes


Output: TypeAlias = Written | Private | Secret


class Nack(Exception):
    """A player's message is refused; the link stays.

    Attributes:
        code: a code of the protocol or a reason code of the rules.
        retry_at: for `grace`: when to try again (Unix ms).
        fault: what the player's own signatures show, if they contradict each other.
    """

    def __init__(self, code: str, retry_at: int = 0, fault: ProofFault | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.retry_at = retry_at
        self.fault = fault


__all__ = ["Nack", "Output", "Private", "Secret", "Written"]
