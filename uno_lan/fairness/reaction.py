"""What follows for a client from something the host sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from protocol.messages import (
    Message,
    Purpose,
)
from protocol.unolog import Frame
from uno_lan.engine import NOBODY, Event

from .happened import Happened

Piece: TypeAlias = tuple[str, bytes, bytes]
"""Something signed beside the log: (type, bytes, signature)."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Something untrue in the log that only I can know."""

    code: str
    """`offline`: I was here; `E_SUBSET`: a shuffle was made without me although I was here; `timeout`: I had
    moved in time; `clock`: the host's clock runs ahead; `cards`: it does not open the cards it owes me;
    `seed`: a shuffle was given up for want of my seed, which I had sent."""
    seq: int


@dataclass(frozen=True, slots=True)
class ShownCards:
    """A hand that was shown to me (or mine that was shown to somebody), checked card by card."""

    target: int
    cards: tuple[int, ...]
    guilty: bool | None
    mine: bool
    """I am the viewer."""
    color: int = NOBODY
    """Color that was looked for."""
    purpose: Purpose = "challenge"
    """`challenge` or `force`."""


@dataclass(slots=True)
class Reaction:
    """What follows from a message of the host: store `frames`, then send `send`, then show `events`."""

    frames: list[Frame] = field(default_factory=list)
    send: list[Message] = field(default_factory=list)
    events: tuple[Event, ...] = ()
    happened: Happened | None = None
    shown: ShownCards | None = None
    objection: Objection | None = None


__all__ = ["Objection", "Piece", "Reaction", "ShownCards"]
