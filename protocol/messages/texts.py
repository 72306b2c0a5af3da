"""What is inside signed bytes. The bytes themselves are hashed and signed, never a re-encoding.

The signature type of each text is its `SIG` word. Texts name game and round, so that a signature of one
cannot be used in another.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from ..codec import MAX_LIST, decode_text, unpack
from ..fields import (
    MAX_UIDS,
    Arguments,
    Blob,
    Bytes32,
    Caps,
    Endpoint,
    GameId,
    Hash,
    Millis,
    NameText,
    Nonce,
    Part,
    Position,
    PublicKey,
    Row,
    Seat,
    SeatOrNobody,
    Seed,
    ServerId,
    ShortText,
    Signature,
    TableId,
    Uid,
    Uint16,
    Uint63,
    Versions,
    Word,
)
from .link import Role

Stage = Literal["waiting", "round", "round_over", "game_over"]
"""Where a table is."""
Need = Literal["code", "open"]
Lock = Literal["open", "code"]
Purpose = Literal["challenge", "force", "swap", "own"]

MAX_BAG = MAX_LIST
"""References in one bag: all that one player ever drew in a round, cards gone again included."""


class Text(Part, frozen=True):
    """Base of signed texts that are maps."""

    SIG: ClassVar[str] = ""


class HostText(Text, frozen=True):
    """p of `host`: the host's side of the handshake."""

    SIG: ClassVar[str] = "host"
    v: Annotated[int, Meta(ge=1, le=255)]
    """The version both will speak."""
    caps: Caps
    hk: PublicKey
    hn: Bytes32
    server: ServerId
    table: TableId | None
    """The table meant by HELLO; None: no such table, or the client must choose: only STATUS follows."""
    need: Need


class AuthText(Text, frozen=True):
    """p of `auth`: the client's side of the handshake."""

    SIG: ClassVar[str] = "join"
    cn: Bytes32
    pk: PublicKey
    name: NameText
    role: Role
    caps: Caps
    listen: Endpoint | None = None


class WelcomeText(Text, frozen=True):
    """p of `welcome`: where the client sits and how far the log is."""

    SIG: ClassVar[str] = "welcome"
    table: TableId
    seat: SeatOrNobody
    """NOBODY: a spectator."""
    name: NameText
    """The name as the table shows it: changed when somebody else has it."""
    stage: Stage
    game: GameId | None
    seq: Uint63
    """Number of entries in the log; the head is that of entry seq - 1."""
    head: Hash | None
    now: Millis
    """Host time."""


class TableStatus(Part, frozen=True):
    """One table of a server, as a lobby shows it."""

    id: TableId
    name: NameText
    edition: Word
    mode: ShortText
    seats: Annotated[int, Meta(ge=0, le=10)]
    """Seats taken."""
    max_seats: Annotated[int, Meta(ge=2, le=10)]
    spectators: Uint16
    stage: Stage
    lock: Lock
    game: GameId | None
    v: Versions


class StatusText(Text, frozen=True):
    """p of `status`: tables of this server, at most 64 in one message."""

    SIG: ClassVar[str] = "status"
    index: Uint16
    """Number of this message in the answer, from 0."""
    more: bool
    tables: Annotated[tuple[TableStatus, ...], Meta(max_length=64)]


class Action(Text, frozen=True):
    """A game command of one player."""

    SIG: ClassVar[str] = "act"
    game: GameId = field(name="g")
    round: Uint16 = field(name="r")
    counter: Uint63 = field(name="n")
    """Strictly rising per player and game."""
    seen: Uint63 = field(name="hs")
    """Seq of the newest entry the player has verified."""
    head: Hash = field(name="hh")
    """Head after that entry."""
    kind: Word = field(name="k")
    args: Arguments = field(name="a")


class CommitText(Row, frozen=True, array_like=True):
    """`[ctx, c]`: ctx is the hash of the EPOCH_OPEN entry, c the promise of a seed."""

    SIG: ClassVar[str] = "commit"
    ctx: Hash
    c: Hash


class SeedText(Row, frozen=True, array_like=True):
    """`[K, seed]`: K is the hash of the EPOCH_COMMITS entry."""

    SIG: ClassVar[str] = "reveal"
    k: Hash
    seed: Seed


class Opening(Row, frozen=True, array_like=True):
    """One own card: `[pos, leaf, uid, nonce]`, pos is the draw position."""

    pos: Position
    leaf: Position
    uid: Uid
    nonce: Nonce


class BagOpening(Row, frozen=True, array_like=True):
    """One card of a shown hand: `[epoch, leaf, uid, nonce]`."""

    epoch: Uint16
    leaf: Position
    uid: Uid
    nonce: Nonce


class DealText(Text, frozen=True):
    """p of `deal`: cards that left the pile for one player at entry `at`."""

    SIG: ClassVar[str] = "deal"
    game: GameId = field(name="g")
    round: Uint16 = field(name="r")
    epoch: Uint16 = field(name="e")
    at: Uint63
    to: PublicKey
    openings: Annotated[tuple[Opening, ...], Meta(max_length=MAX_UIDS)] = field(name="o")


class ShowText(Text, frozen=True):
    """p of `show`: the whole bag of `target` as of entry `at`, for one viewer (the target gets a copy)."""

    SIG: ClassVar[str] = "show"
    game: GameId = field(name="g")
    round: Uint16 = field(name="r")
    purpose: Purpose
    target: Seat
    at: Uint63
    to: PublicKey
    """The viewer the bag was opened for, also in the target's copy."""
    bag: Annotated[tuple[BagOpening, ...], Meta(max_length=MAX_BAG)]
    verdict: bool | None
    """What the host says follows from the hand; None where nothing is judged (`swap`, `own`)."""


class AckText(Text, frozen=True):
    """p of `ack_head`: a player who had nothing to do countersigns the history."""

    SIG: ClassVar[str] = "ack"
    game: GameId = field(name="g")
    seen: Uint63 = field(name="hs")
    head: Hash = field(name="hh")


class VerdictText(Text, frozen=True):
    """p of `ack_verdict`: the viewer checked a shown hand. `shown` is the tagged hash of its bytes."""

    SIG: ClassVar[str] = "verdict"
    game: GameId = field(name="g")
    at: Uint63
    shown: Hash
    verdict: bool | None


class AttestText(Text, frozen=True):
    """p of `attest`: what checking the whole finished round gave."""

    SIG: ClassVar[str] = "attest"
    game: GameId = field(name="g")
    round: Uint16 = field(name="r")
    seen: Uint63 = field(name="hs")
    head: Hash = field(name="hh")
    result: Word
    """`ok` or a proof code."""
    objections: Annotated[tuple[Uint63, ...], Meta(max_length=64)] = ()
    """Entries this player objects to without being able to prove it."""


class Item(Row, frozen=True, array_like=True):
    """Signed bytes with the type that was signed: `[type, bytes, sig]`."""

    type: Word
    data: Blob
    sig: Signature


class DisputeText(Text, frozen=True):
    """p of `dispute`: an accusation (with evidence) or an objection (which cannot be proven)."""

    SIG: ClassVar[str] = "dispute"
    game: GameId = field(name="g")
    code: Word
    at: Uint63
    evidence: Hash | None
    """Hash of the evidence file; None: an objection."""
    items: Annotated[tuple[Item, ...], Meta(max_length=64)] = ()
    """The pieces of the evidence that the others do not have; the log they have themselves."""


class ConsentText(Text, frozen=True):
    """p of `consent`: I agree to play this game by these rules."""

    SIG: ClassVar[str] = "consent"
    table: TableId
    game: GameId
    rules: Hash


VoteKind = Literal["pause", "resume", "release", "remove", "reseat", "dispute"]
Choice = Literal["yes", "no", "count", "void", "stop"]


class VoteText(Text, frozen=True):
    """p of `vote`: on letting the table rest (`pause`) or go on (`resume`), on giving up an absent player's
    seat (`release`) or handing it to a new key (`reseat`), on putting a player out (`remove`), all yes or no;
    or on what becomes of a disputed round (`dispute`: count, void, stop)."""

    SIG: ClassVar[str] = "vote"
    game: GameId = field(name="g")
    round: Uint16 = field(name="r")
    counter: Uint63 = field(name="n")
    what: VoteKind
    choice: Choice
    seat: SeatOrNobody
    pk: PublicKey | None


AdminKind = Literal["kick", "unban", "pause", "resume", "release", "close", "owner"]


class AdminText(Text, frozen=True):
    """p of `admin`: an order of the table's owner. `owner` passes the ownership on to `pk`; who is put out by
    `kick` stays out until `unban`."""

    SIG: ClassVar[str] = "admin"
    game: GameId = field(name="g")
    counter: Uint63 = field(name="n")
    kind: AdminKind = field(name="k")
    seat: SeatOrNobody
    pk: PublicKey | None


def decode_private(data: bytes) -> DealText | ShowText:
    """The private delivery in these bytes; a kept or resent one does not say which it is.

    Raises:
        ProtocolFault: E_DECODE or E_SCHEMA.
    """
    value = unpack(data, max_array=MAX_BAG)
    if isinstance(value, dict) and "bag" in value:
        return decode_text(data, ShowText, max_array=MAX_BAG)
    return decode_text(data, DealText)
