"""What reading an entry needs and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from msgspec import Struct, field

from protocol import bodies
from protocol.entries import Entry
from protocol.errors import ProofFault
from uno_lan.engine import (
    Command,
    Event,
    Oracle,
)
from uno_lan.engine import events as ev

from .ledger import Ref


class Ran(Struct, frozen=True):
    """What one engine command did."""

    events: tuple[Event, ...]
    marked: tuple[int, ...] = ()
    """Seats whose hand the rules told us to remember."""


class Happened(Struct, frozen=True):
    """What an entry did, for whoever shows or answers it."""

    entry: Entry
    head: bytes
    body: bodies.Body
    events: tuple[Event, ...] = ()
    taken: dict[int, list[tuple[int, Ref]]] = field(default_factory=dict)
    """Cards that came into hands: seat -> (position, reference), to be opened to their drawer."""
    moved: tuple[int, ...] = ()
    """Seats that got somebody else's hand: their whole bag is to be opened to them."""


def verdict_of(events: Iterable[Event], target: int) -> bool | None:
    """What was said publicly about the hand of `target` that was shown; None: nothing."""
    for event in events:
        match event:
            case ev.Challenged(_, seat, verdict) | ev.Searched(_, seat, _, verdict) if seat == target:
                return verdict
            case _:
                pass
    return None


class Reader(Oracle, Protocol):
    """The oracle of somebody who reads an entry."""

    marked: list[int]
    """Seats whose hand a Draw Four told to remember."""

    def finish(self) -> None:
        """The command is done: no answer may be left over."""


Report = Callable[[ProofFault], None]
"""Takes a fault and lets the reader go on."""
OracleFor = Callable[[Command, tuple[Any, ...]], Reader]
"""Makes the reader's oracle for one entry: (command, claims) -> oracle."""


__all__ = ["Happened", "OracleFor", "Ran", "Reader", "Report", "verdict_of"]
