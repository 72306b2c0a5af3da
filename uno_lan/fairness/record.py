"""What is kept of a round so that it can be replayed with open cards when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from uno_lan.engine import Command, Round, Ruleset

from .ledger import Epoch


@dataclass(slots=True)
class Attempt:
    """One attempt at a shuffle, finished or given up."""

    epoch: int
    attempt: int
    kind: str
    eid: bytes
    contributors: tuple[int, ...]
    count: int
    host_commit: bytes
    leaves: Sequence[bytes]
    ctx: bytes
    """Hash of its EPOCH_OPEN: what the seed commitments bind to."""
    seq: int
    commits: dict[int, bytes] = field(default_factory=dict)
    """seat -> commitment, once all are logged."""
    key: bytes = b""
    """K: hash of its EPOCH_COMMITS; empty until then."""
    result: Epoch | None = None
    seed: bytes = b""
    """Host seed, once it is opened."""
    aborted: bool = False
    spoiled: int = -1
    """Seat that left while it ran and took cards along that had gone in; -1: none."""
    culprits: tuple[int, ...] = ()
    """Who is blamed for its being given up."""
    shown: dict[int, bytes] = field(default_factory=dict)
    """seat -> seed, as far as they are known although it was given up while they were being opened."""
    before: Round | None = None
    """The round it was given up in, if what would have gone in is known to all."""

    @property
    def is_laid_open(self) -> bool:
        """Was it given up, and is known all the same what order it would have given?"""
        return self.aborted and bool(self.key) and self.shown.keys() == set(self.contributors)


class Step(Struct, frozen=True):
    """One engine command of the round with the answers the host gave."""

    seq: int
    ts: int
    command: Command
    claims: tuple[Any, ...]
    epoch: int = -1
    """The shuffle that this command puts in force, or -1."""


@dataclass(slots=True)
class RoundRecord:
    """All commands and shuffles of one round."""

    number: int
    rules: Ruleset
    seats: tuple[int, ...]
    dealer: int
    teams: dict[int, int] = field(default_factory=dict)
    """Team of each seat, in team play."""
    steps: list[Step] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)

    def attempt(self, epoch: int, attempt: int) -> Attempt | None:
        """One attempt by its numbers."""
        return next((a for a in self.attempts if a.epoch == epoch and a.attempt == attempt), None)
