"""Transcript entries: canonical bytes, the chain of heads, and the host's signature of each head.

An entry is hashed and stored as the bytes that came over the wire. Readers refuse bytes that they would write
differently, so there is exactly one form of each entry. What the entries mean is not known here.
Source: docs/protocol.md 3.2.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Raw, Struct

from .bodies import BODIES, Body
from .codec import MAX_LIST, from_plain, read_short, unpack, write
from .errors import ProtocolFault
from .fields import Hash, Millis, Part, SeatSigned, Uint16, Uint63, Word
from .hashes import H, u64
from .signing import Signer, Verifier

MAX_ENTRY: Final = 49152
"""Bytes of the longest entry: it must fit into one frame with its signature."""
HEAD_SIG: Final = "head"


class Entry(Struct, frozen=True):
    """One entry of the log. The names are those on the wire."""

    q: int
    """Number, from 0."""
    p: bytes
    """Head before it."""
    m: int
    """Term: which host writes; 0 is the one of the genesis."""
    r: int
    """Round; 0 before the first."""
    t: str
    """Type, a key of `BODIES`."""
    ts: int
    """Host time, Unix ms; never goes back."""
    b: Body
    c: SeatSigned | None = None
    """What a player signed, where the entry carries that."""


class _Wire(Part, frozen=True):
    """The entry as it is on the wire, before its type is known."""

    q: Uint63
    p: Hash
    m: Uint16
    r: Uint16
    t: Word
    ts: Millis
    b: dict[str, Any]
    c: SeatSigned | None


class _Short(Part, frozen=True):
    """The same of a short entry, its body not read yet."""

    q: Uint63
    p: Hash
    m: Uint16
    r: Uint16
    t: Word
    ts: Millis
    b: Raw
    c: SeatSigned | None


def encode_entry(entry: Entry) -> bytes:
    """The canonical bytes.

    Raises:
        ValueError: the body is of another type than `t` says, or the entry is too long for a frame.
    """
    if type(entry.b) is not BODIES.get(entry.t):
        raise ValueError(f"{type(entry.b).__name__} is not the body of {entry.t}")
    data = write(entry)
    if len(data) > MAX_ENTRY:
        raise ValueError(f"entry of {len(data)} bytes")
    return data


def decode_entry(data: bytes) -> Entry:
    """The entry in these bytes, which must be canonical.

    Raises:
        ProtocolFault: E_DECODE, E_SCHEMA; E_TYPE for a type that is not known here.
    """
    if (short := _decode_short(data)) is not None:
        return short
    if len(data) > MAX_ENTRY:
        raise ProtocolFault("E_DECODE", f"entry of {len(data)} bytes")
    wire = from_plain(unpack(data, max_array=MAX_LIST), _Wire)
    kind = BODIES.get(wire.t)
    if kind is None:
        raise ProtocolFault("E_TYPE", f"unknown entry {wire.t!a}")
    body = from_plain(wire.b, kind)
    entry = Entry(wire.q, wire.p, wire.m, wire.r, wire.t, wire.ts, body, wire.c)
    if write(entry) != data:
        raise ProtocolFault("E_SCHEMA", "entry is not in canonical form")
    return entry


def _decode_short(data: bytes) -> Entry | None:
    """The quick way of the codec, which nearly all moves go. None: look again, carefully."""
    wire = read_short(data, _Short)
    kind = BODIES.get(wire.t) if wire is not None else None
    body = read_short(wire.b, kind) if wire is not None and kind is not None else None
    if wire is None or body is None:
        return None
    entry = Entry(wire.q, wire.p, wire.m, wire.r, wire.t, wire.ts, body, wire.c)
    return entry if write(entry) == data else None


def genesis(game: bytes, host: bytes, rules_hash: bytes) -> bytes:
    """The head before the first entry."""
    return H("genesis", game, host, rules_hash)


def head(data: bytes) -> bytes:
    """The head after the entry with these bytes."""
    return H("entry", data)


def head_bytes(game: bytes, seq: int, head: bytes) -> bytes:
    """What the host signs of an entry."""
    return game + u64(seq) + head


def sign_head(signer: Signer, game: bytes, seq: int, head: bytes) -> bytes:
    """The host's signature of the head after entry `seq`."""
    return signer.sign(HEAD_SIG, head_bytes(game, seq, head))


def verify_head(verifier: Verifier, host: bytes, game: bytes, seq: int, head: bytes, sig: bytes) -> bool:
    """Did the host sign this head as the one after entry `seq`?"""
    return verifier.verify(host, HEAD_SIG, head_bytes(game, seq, head), sig)


def state_hash(public: object) -> bytes:
    """The 16 bytes `st` of a canonical public round: plain values, as `Round.public` gives them."""
    return H("state", write(public))[:16]


def shown_hash(data: bytes) -> bytes:
    """What a verdict's countersignature names: the hash of the bytes of a `ShowText`."""
    return H("reveal", data)
