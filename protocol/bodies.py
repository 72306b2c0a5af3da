"""The bodies of transcript entries, one type per entry type (docs/protocol.md 3.2).

Fields have one-letter or short names on the wire order of declaration; no floats anywhere. A body says only
what cannot be derived: consequences of a command are never written.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

Bytes8: TypeAlias = Annotated[bytes, Meta(min_length=8, max_length=8)]
Bytes16: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32: TypeAlias = Annotated[bytes, Meta(min_length=32, max_length=32)]
Bytes64: TypeAlias = Annotated[bytes, Meta(min_length=64, max_length=64)]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=0xFFFF)]
Name: TypeAlias = Annotated[str, Meta(max_length=128)]

OpeningClaim: TypeAlias = tuple[Small, Small, Bytes32]
"""(leaf, card, nonce): a card taken from the pile face up."""
Claim: TypeAlias = bool | int | tuple[Any, ...]
"""One answer of the host's oracle: yes/no, a number, cards, or an opening; the reader knows which it asked for."""
Signed: TypeAlias = tuple[SeatNo, bytes, Bytes64]
"""(seat, signed bytes, signature)."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all bodies."""


class Endpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a player who offered to listen can be reached; no address, only what binds one."""

    port: Small
    cert: Bytes32


class RosterSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits where."""

    seat: SeatNo
    pk: Bytes32
    name: Name
    kind: str
    """`person`, `bot` (key held by the host) or `external` (a bot program that is an ordinary client)."""
    caps: tuple[str, ...] = ()
    endpoint: Endpoint | None = None
    owner: bool = False


class GameStart(Body, frozen=True):
    """First entry of a game."""

    game: Bytes16
    host: Bytes32
    table: Bytes8
    table_name: Name
    rules: dict[str, Any]
    """Full text of the rules (`Ruleset.to_plain`); its hash is `rules_hash`."""
    rules_hash: Bytes32
    clock: dict[str, int]
    """`grace_ms` (away seats), `round_wait_ms`, further table policies; numbers in ms."""
    engine: int
    protocol: int
    uses: tuple[str, ...]
    """Features a reader must know."""
    consent: tuple[Signed, ...]
    """Every person's signature over the rules hash."""
    previous: Bytes32 | None
    """Final head of the table's previous game."""


class Roster(Body, frozen=True):
    """All seats, repeated whole at each change."""

    seats: tuple[RosterSeat, ...]
    standby: tuple[RosterSeat, ...]
    succession: tuple[Bytes32, ...]
    """Order in which keys may take the table over."""
    consent: tuple[Signed, ...]


class RoundStart(Body, frozen=True):
    """A round begins: the engine's `Begin`."""

    seats: tuple[SeatNo, ...]
    dealer: Annotated[int, Meta(ge=-1, le=9)]
    cl: tuple[Claim, ...]
    st: Bytes16


class EpochOpen(Body, frozen=True):
    """The host's sealed layer of a shuffle."""

    alg: str
    epoch: Small
    attempt: Small
    eid: Bytes32
    kind: str
    contributors: tuple[SeatNo, ...]
    absent: tuple[SeatNo, ...]
    m: Small
    host_commit: Bytes32
    leaves: bytes
    """32 bytes per leaf."""


class EpochCommits(Body, frozen=True):
    """All signed seed commitments, contributor order."""

    commits: tuple[Signed, ...]


class EpochSeeds(Body, frozen=True):
    """All signed seeds, contributor order: the engine's `Shuffled`."""

    seeds: tuple[Signed, ...]
    cl: tuple[Claim, ...]
    st: Bytes16


class EpochAbort(Body, frozen=True):
    """An attempt was given up; the culprits contribute to no more epochs of this round."""

    attempt: Small
    culprits: tuple[SeatNo, ...]
    phase: str
    """`commit` or `reveal`."""
    seed: Bytes32 | None
    """Host seed of the attempt: opened for a public-input epoch, never for a hidden one."""


class Act(Body, frozen=True):
    """A player's game command; the signed action is in `c`."""

    cl: tuple[Claim, ...]
    st: Bytes16


class Auto(Body, frozen=True):
    """A host command: `timeout` or `leave` of a seat."""

    k: str
    a: SeatNo
    cl: tuple[Claim, ...]
    st: Bytes16


class SeatEvent(Body, frozen=True):
    """OFFLINE, ONLINE and BACK."""

    seat: SeatNo


class Standin(Body, frozen=True):
    """A bot key plays a seat until its owner is back."""

    seat: SeatNo
    pk: Bytes32
    why: str


class Empty(Body, frozen=True):
    """ACK, VERDICT_ACK, DISPUTE, VOTE, ADMIN: all is in the signed part `c`."""


class RoundEnd(Body, frozen=True):
    """The round is over: hands, points and every host seed not opened yet."""

    hands: tuple[tuple[SeatNo, tuple[Small, ...]], ...]
    points: tuple[tuple[SeatNo, int], ...]
    totals: tuple[tuple[SeatNo, int], ...]
    seeds: tuple[tuple[Small, Small, Bytes32], ...]
    """(epoch, attempt, seed)."""


class RoundAttest(Body, frozen=True):
    """One player's signed attestation (in `c`)."""


class GameEnd(Body, frozen=True):
    """Final totals and winners."""

    totals: tuple[tuple[SeatNo, int], ...]
    winners: tuple[SeatNo, ...]
    why: str


BODIES: dict[str, type[Body]] = {
    "GAME_START": GameStart,
    "ROSTER": Roster,
    "ROUND_START": RoundStart,
    "EPOCH_OPEN": EpochOpen,
    "EPOCH_COMMITS": EpochCommits,
    "EPOCH_SEEDS": EpochSeeds,
    "EPOCH_ABORT": EpochAbort,
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
