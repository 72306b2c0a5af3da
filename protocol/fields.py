"""Bounded field types that messages, entries and signed texts are made of.

One place for every length and range, so that a limit is changed once. Bytes of foreign origin meet these
bounds before any other code of ours sees them. There is no float among them, and there must never be one.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

NOBODY: Final = -1
"""Seat that is not there."""
MAX_SEATS: Final = 10
MAX_UIDS: Final = 448
"""Four decks of 112 cards: the largest deck list."""
MAX_INT: Final = 2**63 - 1

Bytes8 = Annotated[bytes, Meta(min_length=8, max_length=8)]
Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]

TableId = Bytes8
ServerId = Bytes8
GameId = Bytes16
StateHash = Bytes16
"""First half of the hash of the canonical public round."""
Hash = Bytes32
Nonce = Bytes32
Seed = Bytes32
PublicKey = Bytes32
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
Blob = Annotated[bytes, Meta(max_length=49152)]
"""Bytes with a meaning of their own: a signed text, an entry, a leaf list."""
SignedText = Annotated[bytes, Meta(min_length=1, max_length=49152)]

Seat = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
SeatOrNobody = Annotated[int, Meta(ge=NOBODY, lt=MAX_SEATS)]
Uid = Annotated[int, Meta(ge=0, lt=MAX_UIDS)]
Position = Annotated[int, Meta(ge=0, lt=MAX_UIDS)]
"""Index into the leaves of one shuffle, or into its public order."""
Uint16 = Annotated[int, Meta(ge=0, le=0xFFFF)]
Uint32 = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]
Uint63 = Annotated[int, Meta(ge=0, le=MAX_INT)]
"""Counters, sequence numbers and times: unsigned, but within every language's signed 64-bit type."""
Millis = Uint63
"""Unix time in milliseconds, by the host's clock."""
Port = Annotated[int, Meta(ge=1, le=0xFFFF)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]

Word = Annotated[str, Meta(min_length=1, max_length=32)]
"""A short word of the protocol: a code, a kind, an edition id."""
ShortText = Annotated[str, Meta(max_length=64)]
Sentence = Annotated[str, Meta(max_length=200)]
NameText = Annotated[str, Meta(min_length=1, max_length=96)]
"""A name as it travels; `clean_name` decides what it may contain."""
ChatText = Annotated[str, Meta(min_length=1, max_length=280)]
Caps = Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=16)], ...], Meta(max_length=16)]
Versions = Annotated[tuple[Annotated[int, Meta(ge=1, le=255)], ...], Meta(min_length=1, max_length=8)]
Uids = Annotated[tuple[Uid, ...], Meta(max_length=MAX_UIDS)]

Argument = bool | int | str | tuple[int, ...]
"""One argument of a game command; the engine judges what it means."""
Arguments = Annotated[
    dict[Annotated[str, Meta(min_length=1, max_length=16)], Argument],
    Meta(max_length=8),
]


class Part(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of values inside messages: a map on the wire, unknown keys refused."""


class Row(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """Base of values that travel as a short array, because there are many of them."""


class Signed(Row, frozen=True, array_like=True):
    """Exact bytes with a signature: `[p, s]`."""

    p: SignedText
    s: Signature


class SeatSigned(Row, frozen=True, array_like=True):
    """Exact bytes signed by whoever plays `seat`: `[seat, p, s]`."""

    seat: Seat
    p: SignedText
    s: Signature


class Endpoint(Part, frozen=True):
    """Where a client listens for a successor of the host: its port and SHA-256 of its certificate."""

    port: Port
    cert: Hash
