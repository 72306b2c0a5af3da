"""What a person at a table may be shown: one immutable snapshot, the same for the TUI and the plain client.

The link feeds a `ClientGame` (fairness) and lobby messages in; after every change a new `Snapshot` comes out.
Screens render snapshots and never talk to the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from uno_lan.engine.edition import Edition, load_edition
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import View

from .tally import Missed, Numbers

if TYPE_CHECKING:
    from protocol.messages import VoteKind


class LinkState(Enum):
    """How the connection stands."""

    CONNECTING = "connecting"
    ONLINE = "online"
    RECONNECTING = "reconnecting"
    CLOSED = "closed"


class Stage(Enum):
    """Where the table is."""

    WAITING = "waiting"
    """In the waiting room: no game runs."""
    ROUND = "round"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat of the table."""

    seat: int
    name: str
    kind: str
    """`person`, `bot` or `external`."""
    online: bool = True
    ready: bool = False
    owner: bool = False
    host: bool = False
    """The key of this seat is also the host's."""
    rtt_ms: int = -1
    total: int = 0
    """Points so far."""
    gone: bool = False
    """Left for good."""
    sas: tuple[str, ...] = ()
    """The pictures that this person must see; told to the owner only, else empty."""
    standin: bool = False
    """A bot plays it until its player is back."""
    away_ms: int = 0
    """Local wall clock (Unix ms) until which the absent player is waited for; 0: no such time runs."""
    pk: bytes = b""
    """Whose seat it is: names change."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand that was shown to me alone, checked card by card."""

    target: int
    cards: tuple[int, ...]
    guilty: bool
    proven: bool
    color: int = -1
    """Color that had to be matched (Draw Four), or that was looked for (The Force); -1: not told."""
    why: str = "challenge"
    """`challenge` or `force`."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """What can be said about the shuffle in force and the history."""

    contributors: int = 0
    """Independent contributors, people whose key is not the host's, to the shuffle of the round that had the
    fewest. 0: nothing is claimed. It is the one number said of a deal, on screens and in an audit."""
    checked: bool = True
    aborts: int = 0
    fault_code: str = ""
    fault: str = ""
    """One plain sentence; input is frozen when this is not empty."""
    evidence: str = ""
    words: tuple[str, ...] = ()
    """Four spoken check words of the head."""
    lost: tuple[str, ...] = ()
    """Sentences: what shuffles of this round that were given up would have dealt."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something is wrong with this game: all that a screen about it shows."""

    code: str
    text: str
    """One plain sentence: what happened."""
    entry: int = -1
    """Number of the log entry it is about; -1: none."""
    found_by: int = -1
    """Seat that found it; -1: I, who watch."""
    mine: bool = False
    """I found it myself."""
    proven: bool = False
    """Evidence shows it to anybody."""
    guilty: str = ""
    """Who can be shown guilty, like `the host (Anna)`; empty: nobody can."""
    evidence: str = ""
    """Where the evidence file lies; empty: there is none."""
    told: bool = False
    """The others have been told: the dispute stands in the log."""
    frozen: bool = False
    """I make no more moves in this game. Not so where only the opened cards of a finished round show what is
    wrong: then the players decide, and I go on if they do."""
    can: tuple[str, ...] = ()
    """What can be done now: `count`, `void` or `stop` (votes on the round), `leave`."""
    asked: tuple[int, ...] = ()
    """Seats that vote."""
    votes: tuple[tuple[int, str], ...] = ()
    """(seat, choice) of votes so far."""
    ends_ms: int = 0
    """Local wall clock (Unix ms) when the vote is over; 0: no vote runs."""


@dataclass(frozen=True, slots=True)
class Poll:
    """A vote about the table or a seat."""

    what: VoteKind
    seat: int = -1
    """Whose seat it is about; -1: the table."""
    pk: bytes | None = None
    """The key that is to get the seat."""
    heir: str = ""
    """The name of who has that key."""
    asked: tuple[int, ...] = ()
    """Seats that vote."""
    votes: tuple[tuple[int, str], ...] = ()
    """(seat, choice) so far."""
    ends_ms: int = 0
    """Local wall clock (Unix ms) when it is closed."""
    may: bool = False
    """I have a vote and have not cast it."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches, or who was put out."""

    name: str
    pk: bytes = b""
    waits: bool = False
    """Gets a seat as soon as there is one."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """End of a round; hands are open now."""

    round_no: int
    winner: int
    why: str
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    verified: bool = False
    """I replayed the whole round with the opened seeds and found it right."""
    attested: tuple[int, ...] = ()
    """Seats of those whose programs replayed it and found it right, me included."""
    game_over: bool = False
    winners: tuple[int, ...] = ()
    disputed: bool = False
    """Somebody who played did not find the round right: it does not count yet."""
    outcome: str = ""
    """What became of a disputed round: `open` while the players decide, then `count`, `void` or `stop`. With
    `void` and `stop` nobody gets points, and the totals are those from before the round."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A text for a customizable card that not everybody has agreed to yet."""

    seat: int
    """Who proposes it."""
    text: str
    means: str
    """The same in plain words, as this program understands it."""
    agreed: tuple[int, ...] = ()
    """Seats that have agreed, the proposing one among them."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log panel or of the plain client; plain text, never markup."""

    kind: str
    """`game`, `drawn` (what I drew, which nobody else hears), `chat`, `link`, `fair`, `table`."""
    text: str
    seat: int = -1
    color: int = -1
    """Card color to tint the line with, or -1."""
    card: int = -1
    """Card whose name stands in the text, or -1: a screen may draw its tag in that place."""
    minor: bool = False
    """The lines around it tell as much: that a drawn card was kept. Who listens may do without it."""
    old: bool = False
    """It happened before my program was started: who looks at the log finds it, nobody is told anew."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All a screen needs."""

    link: LinkState = LinkState.CONNECTING
    stage: Stage = Stage.WAITING
    table_name: str = ""
    host_name: str = ""
    code: str = ""
    """Table code, empty for an open table or when not known."""
    address: str = ""
    """`uno://` text for others to join."""
    sas: tuple[str, ...] = ()
    """Four pictures that both screens must show."""
    me: int = -1
    """My seat; -1 spectator."""
    my_name: str = ""
    owner: int = -1
    rtt_ms: int = -1
    edition: str = "classic"
    mode: str = ""
    target: int = 0
    rules: dict[str, object] = field(default_factory=dict)
    ruleset: Ruleset | None = None
    """The rules in force as a whole, with what is written on cards; None before a table is known."""
    proposals: tuple[Proposed, ...] = ()
    """Texts for customizable cards, in the waiting room."""
    seats: tuple[SeatInfo, ...] = ()
    spectators: tuple[str, ...] = ()
    max_seats: int = 10
    round_no: int = 0
    teams: dict[int, int] = field(default_factory=dict)
    """Team by seat, where partners play together."""
    out: tuple[int, ...] = ()
    """Seats that were eliminated and watch now."""
    view: View | None = None
    deadline_ms: int = 0
    """Local wall clock (Unix ms) when the clock of the awaited player runs out; 0: no clock."""
    grace_ms: int = 0
    """Local wall clock (Unix ms) until which a missed call can surely still be made or caught; 0: unknown."""
    held: bool = False
    """My action is kept by the table (UNO grace or a shuffle)."""
    shown: ShownHand | None = None
    result: RoundResult | None = None
    tally: Mapping[int, Numbers] = field(default_factory=dict)
    """What each seat did in this game so far."""
    missed: Mapping[int, Missed] = field(default_factory=dict)
    """What was done for each seat in this round: its time ran out, or a bot moved."""
    fair: Fairness = Fairness()
    polls: tuple[Poll, ...] = ()
    """Votes about the table and its seats."""
    watchers: tuple[Watcher, ...] = ()
    banned: tuple[Watcher, ...] = ()
    """Who was put out and does not come in again."""
    muted: frozenset[str] = frozenset()
    """Names of people whose chat I do not see."""
    catching_up: bool = False
    """The log, or cards of mine, are on their way: what is shown is not yet how it stands."""
    paused: bool = False
    table_says: str = ""
    """Why the table waits or is paused, as a sentence; empty when it does not."""
    trouble: Trouble | None = None
    """A broken promise, an objection to a finished round, or None."""
    log: tuple[LogLine, ...] = ()
    notice: str = ""
    """Why the last action was refused, as a sentence; empty when it was not."""
    notice_no: int = 0
    """Counts notices, so that the same sentence twice is shown twice."""
    closed_reason: str = ""
    record: str = ""
    """Where my record of this game lies; empty: none is kept."""
    host_stopped: bool = False
    """While the link is tried again: the host said that it stops, and goes on when it is started again."""

    @property
    def law(self) -> Ruleset:
        """All rules in force."""
        return self.ruleset or Ruleset.make(self.edition, self.mode or None, **self.rules)

    @property
    def deck(self) -> Edition:
        """The edition with all decks in play."""
        return self.ruleset.edition if self.ruleset is not None else load_edition(self.edition)

    @property
    def is_closed(self) -> bool:
        """Has the link ended for good?"""
        return self.link is LinkState.CLOSED

    def seat(self, number: int) -> SeatInfo | None:
        """The seat with this id."""
        return next((s for s in self.seats if s.seat == number), None)

    def name(self, number: int) -> str:
        """Name of a seat, or its letter when nobody sits there."""
        found = self.seat(number)
        return found.name if found else chr(65 + number)

    def partners(self, number: int) -> tuple[int, ...]:
        """The other seats of the same team; empty where everybody plays alone."""
        team = self.teams.get(number)
        if team is None:
            return ()
        return tuple(seat for seat, other in self.teams.items() if other == team and seat != number)
