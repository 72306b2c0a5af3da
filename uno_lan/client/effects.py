"""What a session asks its shell to do, in order: store, send, keep evidence, leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.messages import Message
from protocol.unolog import Frame


@dataclass(frozen=True, slots=True)
class NewFile:
    """A game begins for us: further `Store`s go to its file."""

    game: bytes
    host: bytes


@dataclass(frozen=True, slots=True)
class Store:
    """A frame for my own game file; on disk before a later `Send` leaves."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class Send:
    """A message for the host."""

    message: Message


@dataclass(frozen=True, slots=True)
class Evidence:
    """Somebody broke a promise: keep these signed bytes as a file of this name."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the table: the host keeps from the others what I found."""

    reason: str
    """A sentence."""


Effect: TypeAlias = NewFile | Store | Send | Evidence | Quit


@dataclass(frozen=True, slots=True)
class Pause:
    """How long a move waits that the program makes for its player, so that its timing tells nothing (ms)."""

    least: int = 300
    most: int = 900

    @classmethod
    def parse(cls, text: str) -> Pause:
        """A pause from `LEAST-MOST`; the usual one from anything else."""
        least, _, most = text.partition("-")
        if least.isdecimal() and most.isdecimal() and int(least) <= int(most):
            return cls(int(least), int(most))
        return cls()

    def ms(self, entropy: bytes) -> int:
        """A length drawn from two random bytes."""
        return self.least + int.from_bytes(entropy, "big") % (self.most - self.least + 1)


@dataclass(slots=True)
class Address:
    """What can be shown of how to reach this table."""

    code: str = ""
    uno: str = ""
    host_name: str = ""
    sas: tuple[str, ...] = ()
