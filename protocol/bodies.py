"""The bodies of transcript entries, one type per entry type (docs/protocol.md 3.2).

Fields have one-letter or short names on the wire order of declaration; no floats anywhere. A body says only
what cannot be derived: consequences of a command are never written.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from .codec import MAX_LIST
from .fields import (
    MAX_UIDS,
    Blob,
    Bytes32,
    Caps,
    Endpoint,
    GameId,
    Hash,
    NameText,
    Part,
    Points,
    PublicKey,
    Seat,
    SeatOrNobody,
    SeatSigned,
    StateHash,
    TableId,
    Uids,
    Uint16,
    Word,
)

MAX_CLAIMS: Final = 512
"""One for each card of the largest deck, drawn one by one until one fits, and some for what follows."""
Claim: TypeAlias = bool | Uint16 | Annotated[tuple[Uint16 | Bytes32, ...], Meta(max_length=MAX_UIDS)]
"""One answer of the host's oracle: yes/no, a number, cards, or an opening `(leaf, card, nonce)`; the reader
knows which one it asked for."""
Claims: TypeAlias = Annotated[tuple[Claim, ...], Meta(max_length=MAX_CLAIMS)]
Seats: TypeAlias = Annotated[tuple[Seat, ...], Meta(max_length=10)]
SeatPoints: TypeAlias = Annotated[tuple[tuple[Seat, Points], ...], Meta(max_length=10)]
SignedList: TypeAlias = Annotated[tuple[SeatSigned, ...], Meta(max_length=10)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all bodies."""


class RosterSeat(Part, frozen=True):
    """Who sits where."""

    seat: Seat
    pk: PublicKey
    name: NameText
    kind: Word
    """`person`, `bot` (key held by the host) or `external` (a bot program that is an ordinary client)."""
    caps: Caps = ()
    endpoint: Endpoint | None = None
    owner: bool = False


class GameStart(Body, frozen=True):
    """First entry of a game."""

    game: GameId
    host: PublicKey
    table: TableId
    table_name: NameText
    terms: Blob
    """Full text of rules, engine and table policy (`Terms`); its hash is `rules_hash`."""
    rules_hash: Hash
    uses: Caps
    """Features a reader must know."""
    consent: SignedList
    """Every person's `ConsentText`."""
    previous: Hash | None
    """Final head of the table's previous game."""


class Roster(Body, frozen=True):
    """All seats, repeated whole at each change."""

    seats: Annotated[tuple[RosterSeat, ...], Meta(max_length=64)]
    standby: Annotated[tuple[RosterSeat, ...], Meta(max_length=64)]
    succession: Annotated[tuple[PublicKey, ...], Meta(max_length=64)]
    """Order in which keys may take the table over."""
    consent: SignedList


class RoundStart(Body, frozen=True):
    """A round begins: the engine's `Begin`."""

    seats: Seats
    dealer: SeatOrNobody
    cl: Claims
    st: StateHash


class EpochOpen(Body, frozen=True):
    """The host's sealed layer of a shuffle."""

    alg: Word
    epoch: Uint16
    attempt: Uint16
    eid: Bytes32
    kind: Word
    contributors: Seats
    absent: Seats
    m: Uint16
    host_commit: Bytes32
    leaves: Blob
    """32 bytes per leaf."""


class EpochCommits(Body, frozen=True):
    """All signed seed commitments, contributor order."""

    commits: SignedList


class EpochSeeds(Body, frozen=True):
    """All signed seeds, contributor order: the engine's `Shuffled`."""

    seeds: SignedList
    cl: Claims
    st: StateHash


class EpochAbort(Body, frozen=True):
    """An attempt was given up; the culprits contribute to no more epochs of this round."""

    attempt: Uint16
    culprits: Seats
    phase: Word
    """`commit` or `reveal`."""
    seed: Bytes32 | None
    """Host seed of the attempt: opened for a public-input epoch, never for a hidden one."""
    seeds: SignedList
    """In the reveal phase: the signed seeds of all who did answer, contributor order. The attempt is dead, so
    they choose nothing any more; with those of the culprits everybody can see what it would have dealt."""


class Act(Body, frozen=True):
    """A player's game command; the signed action is in `c`."""

    cl: Claims
    st: StateHash


class Auto(Body, frozen=True):
    """A host command: `timeout` or `leave` of a seat."""

    k: Word
    a: Seat
    cl: Claims
    st: StateHash


class SeatEvent(Body, frozen=True):
    """OFFLINE, ONLINE and BACK."""

    seat: Seat


class Standin(Body, frozen=True):
    """A bot key plays a seat until its owner is back."""

    seat: Seat
    pk: PublicKey
    why: Word


class Empty(Body, frozen=True):
    """ACK, VERDICT_ACK, DISPUTE, VOTE, ADMIN, ANSWER: all is in the signed part `c`."""


class RoundEnd(Body, frozen=True):
    """The round is over: hands, points and every host seed not opened yet."""

    hands: Annotated[tuple[tuple[Seat, Uids], ...], Meta(max_length=10)]
    points: SeatPoints
    totals: SeatPoints
    seeds: Annotated[tuple[tuple[Uint16, Uint16, Bytes32], ...], Meta(max_length=MAX_LIST)]
    """(epoch, attempt, seed)."""


class RoundAttest(Body, frozen=True):
    """One player's signed attestation (in `c`)."""


class GameEnd(Body, frozen=True):
    """Final totals and winners."""

    totals: SeatPoints
    winners: Seats
    why: Word


BODIES: Final[dict[str, type[Body]]] = {
    "GAME_START": GameStart,
    "ROSTER": Roster,
    "ROUND_START": RoundStart,
    "EPOCH_OPEN": EpochOpen,
    "EPOCH_COMMITS": EpochCommits,
    "EPOCH_SEEDS": EpochSeeds,
    "EPOCH_ABORT": EpochAbort,
    "ANSWER": Empty,
    "ACT": Act,
    "AUTO": Auto,
    "OFFLINE": SeatEvent,
    "ONLINE": SeatEvent,
    "STANDIN": Standin,
    "BACK": SeatEvent,
    "ACK": Empty,
    "VERDICT_ACK": Empty,
    "DISPUTE": Empty,
    "VOTE": Empty,
    "ADMIN": Empty,
    "ROUND_END": RoundEnd,
    "ROUND_ATTEST": RoundAttest,
    "GAME_END": GameEnd,
}
"""Entry type -> body type. `HANDOVER` is reserved."""
