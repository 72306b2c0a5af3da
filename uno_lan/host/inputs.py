"""What can happen to a table, as its keeper takes it from the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from protocol.messages import Message, Role

from .effects import Effect

if TYPE_CHECKING:
    from .table import Joined, Table

Welcoming: TypeAlias = Callable[["Joined"], bytes]
"""Makes the welcome of somebody who joined: the first thing they are sent."""


class Peer(Protocol):
    """A connection as the keeper needs it. No call waits or raises."""

    def tell(self, frames: list[bytes]) -> None:
        """Write payloads, each in its frame."""

    def close(self, reason: str) -> None:
        """Say goodbye and close."""


class Join(Struct, frozen=True):
    """Somebody who has proven who they are wants to come in."""

    number: int
    peer: Peer
    pk: bytes
    name: str
    role: Role
    welcoming: Welcoming
    answer: asyncio.Future[Joined]
    pictures: tuple[str, ...]


class Heard(Struct, frozen=True):
    """Somebody said something; `ref` is the envelope's id, which an answer names."""

    number: int
    message: Message
    ref: int


class Measured(Struct, frozen=True):
    """A round trip was measured."""

    number: int
    rtt_ms: int


class Lost(Struct, frozen=True):
    """A connection is gone."""

    number: int


class Do(Struct, frozen=True):
    """Something is to be done to the table in its turn."""

    what: Callable[[Table, int], None]
    done: Callable[[], None] | None = None
    """Called when what follows from it is stored."""


class Welcome(Struct, frozen=True):
    """An effect of ours: the first payload for somebody who joined."""

    join: Join
    joined: Joined


class Done(Struct, frozen=True):
    """An effect of ours: an order is carried out and stored, and may be answered."""

    answer: Callable[[], None]


Input: TypeAlias = Join | Heard | Measured | Lost | Do
Work: TypeAlias = Effect | Welcome | Done
