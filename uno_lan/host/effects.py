"""What a table asks its shell to do, in order.

A table has no I/O. After each call the shell takes the list with `Table.take` and works it off from front to
back: what is stored must be on the disk before anything behind it leaves the process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct, field

from protocol.messages import Message
from protocol.unolog import FrameKind, LogHeader


class NewFile(Struct, frozen=True):
    """A game begins: further `Store`s go to a new file of this game."""

    game: bytes
    header: LogHeader


class Store(Struct, frozen=True):
    """A frame for the game's file; durable before any later effect leaves the process."""

    kind: FrameKind
    """`ent` or `sec`."""
    raw: bytes
    sig: bytes = b""


class Evidence(Struct, frozen=True):
    """A player signed two things of which only one can be true: keep the proof as a file of this name."""

    name: str
    data: bytes


class Send(Struct, frozen=True):
    """A message for some links; it is written once for all of them."""

    peers: tuple[int, ...]
    message: Message


class Close(Struct, frozen=True):
    """Close a link, after what was sent to it before; it is already forgotten here."""

    peer: int
    reason: str
    """`replaced`, `kicked`, `closed`, `fork`, `timeout`."""


class StatusChanged(Struct, frozen=True):
    """What a lobby shows of this table has changed: see `Table.status`."""


class RulesChanged(Struct, frozen=True):
    """The waiting room has other rules: keep them for a restart before a game begins."""

    terms: bytes


class Closed(Struct, frozen=True):
    """The table is closed for good."""

    reason: str
    """`owner` or `empty`."""


class Note(Struct, frozen=True):
    """A line for the log of the process. Holds no card, seed or key."""

    event: str
    fields: Mapping[str, object] = field(default_factory=dict)


Effect: TypeAlias = NewFile | Store | Evidence | Send | Close | StatusChanged | RulesChanged | Closed | Note
