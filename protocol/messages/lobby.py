"""The public state of a table that is not in the log, and how people change it.

One `lobby` message holds all of it and is sent whole at every change and after every `welcome`; so a client
that missed one has missed nothing. It holds no secret: spectators get the same bytes.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..fields import (
    Blob,
    GameId,
    Millis,
    NameText,
    Part,
    Points,
    PublicKey,
    Seat,
    SeatOrNobody,
    Sentence,
    Signed,
    TableId,
    Uint16,
    Word,
)
from .base import Message
from .texts import Choice, Lock, Stage, VoteKind

SeatKind = Literal["person", "bot", "external"]
Level = Literal["", "easy", "normal", "hard"]


class LobbySeat(Part, frozen=True):
    """One seat that somebody has."""

    seat: Seat
    pk: PublicKey
    """The owner of the seat, also while a stand-in plays it."""
    name: NameText
    kind: SeatKind
    ready: bool = False
    """Ready for what comes next: the start, the next round, a rematch."""
    online: bool = True
    owner: bool = False
    """Owner of the table."""
    host: bool = False
    """This key is also the host's: it can see all cards."""
    gone: bool = False
    """Left for good; the row stays until the game is over, for the score."""
    standin: bool = False
    """A bot plays for the absent owner of the seat."""
    level: Level = ""
    """Of a bot."""
    rtt: Annotated[int, Meta(ge=-1, le=60_000)] = -1
    """Round trip in ms; -1 unknown."""
    away_until: Millis = 0
    """Host time when the grace of an offline seat ends; 0: it is online, or there is no end."""
    total: Points = 0
    """Points of the finished rounds."""
    pictures: Annotated[tuple[Word, ...], Meta(max_length=4)] = ()
    """The four pictures of this link as the host sees them: no secret, for people to compare."""


class LobbySpectator(Part, frozen=True):
    """Somebody who watches, perhaps until the next round."""

    pk: PublicKey
    name: NameText
    online: bool = True
    owner: bool = False
    wants_seat: bool = False
    """Gets a free seat at the next round."""


class LobbyBanned(Part, frozen=True):
    """Somebody who was put out and does not come in again."""

    pk: PublicKey
    name: NameText


class VoteState(Part, frozen=True):
    """A running vote."""

    what: VoteKind
    seat: SeatOrNobody
    pk: PublicKey | None
    asked: Annotated[tuple[Seat, ...], Meta(max_length=10)]
    """Seats that may vote."""
    votes: Annotated[tuple[tuple[Seat, Choice], ...], Meta(max_length=10)]
    ends: Millis
    """Host time when it is decided anyway; 0: no end."""


class Clock(Part, frozen=True):
    """The turn clock: whoever is awaited must act before `ends`, in host time."""

    seat: Seat
    ends: Millis


class Proposal(Part, frozen=True):
    """A text for a customizable card that is not agreed yet."""

    seat: Seat
    text: Sentence
    agreed: Annotated[tuple[Seat, ...], Meta(max_length=10)]


class Lobby(Message, frozen=True):
    """H→all: the table as it is now."""

    t: ClassVar[str] = "lobby"
    table: TableId
    table_name: NameText
    stage: Stage
    game: GameId
    """The running game; in `waiting`, the id the next game will have: consents name it."""
    round: Uint16
    """Number of the running or last round; 0 before the first."""
    edition: Word
    mode: Word
    rules: Blob
    """Full text of the rules (`Terms`); `rules_hash` of exactly these bytes is what people consent to."""
    seats: Annotated[tuple[LobbySeat, ...], Meta(max_length=10)]
    spectators: Annotated[tuple[LobbySpectator, ...], Meta(max_length=64)]
    max_seats: Annotated[int, Meta(ge=2, le=10)]
    lock: Lock
    now: Millis
    """Host time when this was sent: times below, and the clients' offset."""
    clock: Clock | None = None
    votes: Annotated[tuple[VoteState, ...], Meta(max_length=10)] = ()
    proposals: Annotated[tuple[Proposal, ...], Meta(max_length=10)] = ()
    waiting_for: Annotated[tuple[Seat, ...], Meta(max_length=10)] = ()
    """Seats whose word the table awaits before it goes on: ready, seed, attestation."""
    next_at: Millis = 0
    """Host time when the next round starts by itself; 0: not by itself."""
    banned: Annotated[tuple[LobbyBanned, ...], Meta(max_length=64)] = ()
    paused: bool = False
    notice: Sentence = ""
    """Why the table waits or is paused, as a sentence; empty when it does not."""


class Ready(Part, frozen=True, tag_field="kind", tag="ready"):
    """I am ready for what comes next. Before a game the consent to game and rules comes with it."""

    consent: Signed | None = None


class Unready(Part, frozen=True, tag_field="kind", tag="unready"):
    """Not ready after all."""


class Start(Part, frozen=True, tag_field="kind", tag="start"):
    """Owner: start the game. Refused until every seated person is ready."""


class NextRound(Part, frozen=True, tag_field="kind", tag="next"):
    """I have seen the result; deal the next round. `round` is its number, so that a second press is none."""

    round: Uint16


class Rematch(Part, frozen=True, tag_field="kind", tag="rematch"):
    """After a game: back to the waiting room for another one."""


class Rename(Part, frozen=True, tag_field="kind", tag="name"):
    """My name from now on."""

    name: NameText


class Sit(Part, frozen=True, tag_field="kind", tag="sit"):
    """A spectator wants a seat: now in the waiting room, otherwise from the next round on."""


class Stand(Part, frozen=True, tag_field="kind", tag="stand"):
    """In the waiting room: give my seat up and watch."""


class TakeBack(Part, frozen=True, tag_field="kind", tag="back"):
    """I am here again: the bot that plays my seat steps back."""


class AddBot(Part, frozen=True, tag_field="kind", tag="add_bot"):
    """Owner, waiting room: a bot on a free seat (NOBODY: the first free one)."""

    level: Level = "normal"
    seat: SeatOrNobody = -1


class RemoveBot(Part, frozen=True, tag_field="kind", tag="remove_bot"):
    """Owner, waiting room."""

    seat: Seat


class SwapSeats(Part, frozen=True, tag_field="kind", tag="swap"):
    """Owner, waiting room: two seats change places; one of them may be free."""

    first: Seat
    second: Seat


class SetRules(Part, frozen=True, tag_field="kind", tag="rules"):
    """Owner, waiting room: other rules (`Terms` bytes). All consents are void."""

    rules: Blob


class Propose(Part, frozen=True, tag_field="kind", tag="propose"):
    """A text for a customizable card; empty: take my proposal back."""

    text: Sentence


class Agree(Part, frozen=True, tag_field="kind", tag="agree"):
    """I agree to the proposal of a seat."""

    seat: Seat


Change = (
    Ready
    | Unready
    | Start
    | NextRound
    | Rematch
    | Rename
    | Sit
    | Stand
    | TakeBack
    | AddBot
    | RemoveBot
    | SwapSeats
    | SetRules
    | Propose
    | Agree
)


class LobbySet(Message, frozen=True):
    """C→H: please change the table. Answered by a new `lobby` or a non-fatal `err`."""

    t: ClassVar[str] = "lobby_set"
    change: Change
