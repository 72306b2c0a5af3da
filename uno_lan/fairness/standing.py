"""What everybody at a table knows of a game at one entry: who sits where, the round, what was said.

The parts of a replica (`ceremonies.py`, `moves.py`, `spoken.py`, `counting.py`) read and change it, each by
its own kind of entry.
"""

from __future__ import annotations

from typing import Any, TypeVar

from protocol import bodies, codec, entries
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    AckText,
    Action,
    AdminText,
    AttestText,
    DisputeText,
    Terms,
    Text,
    VerdictText,
    VoteText,
)
from protocol.signing import Verifier
from uno_lan.engine import (
    Command,
    Game,
    Round,
    Ruleset,
)

from .happened import Report
from .ledger import Ledger
from .polls import Polls
from .record import Attempt, RoundRecord
from .votes import Votes

T = TypeVar("T")

MAX_ABORTS = 3
"""Aborts in the reveal phase after which a round is void."""
SIGNED_TEXTS: dict[str, type[Text]] = {
    "ACK": AckText,
    "VERDICT_ACK": VerdictText,
    "ROUND_ATTEST": AttestText,
    "DISPUTE": DisputeText,
    "ADMIN": AdminText,
    "VOTE": VoteText,
}
"""The text in entries that hold nothing but what a player signed."""
UNKNOWN = b""
"""Stands for a head that is missing in what is read (only an audit reads on then)."""


class Standing:
    """How a game stands.

    Args:
        verifier: checks signatures. None: the writer of the entries trusts what it has checked before.
        report: takes faults after which the table can still be read; None: they are raised like all others.
    """

    def __init__(self, verifier: Verifier | None, report: Report | None = None) -> None:
        self._verifier = verifier
        self._report = report
        self.lost = False
        """An audit could not follow the running round any further: until the next one begins, only what needs
        no rules is read."""
        self.start: bodies.GameStart | None = None
        self.game_id = b""
        """16 bytes; none before the first entry."""
        self.terms: Terms | None = None
        self.heads: list[bytes] = []
        """Head after each entry, by its number."""
        self.ts = 0
        self.roster: dict[int, bodies.RosterSeat] = {}
        self.standby: tuple[bodies.RosterSeat, ...] = ()
        self.standin: dict[int, bytes] = {}
        """seat -> key of the bot that plays it until its player is back."""
        self.offline: dict[int, int] = {}
        """seat -> time since which it is away."""
        self.counters: dict[bytes, int] = {}
        """Highest action number per key."""
        self.game: Game | None = None
        self.round: Round | None = None
        self.ledger = Ledger()
        self.round_no = 0
        """The round in play or last played; 0 before the first."""
        self.record: RoundRecord | None = None
        self.attempt: Attempt | None = None
        """The shuffle attempt that runs now."""
        self.spent: set[bytes] = set()
        """Seeds of players that are public: whoever sealed one again would shuffle with a number all know."""
        self.host_seeds: list[bytes] = []
        """Likewise those of the host that were opened."""
        self.culprits: set[int] = set()
        self.aborts = 0
        """Aborts in the reveal phase of this round."""
        self.awaited_since = 0
        self.turn_seq = 0
        """Last entry that changed turn, phase owner or top card; a shuffle changes none of them."""
        self._turn: tuple[Any, ...] = ()
        self._laid = 0
        """Cards that were played, turned over or discarded: after one, the same phase is another one."""
        self.window_since = 0
        """Time of the entry that opened the UNO window."""
        self._read: tuple[bytes, Action] | None = None
        """The signed move that was read last."""
        self._checked: tuple[SeatSigned, int, tuple[Action, Command]] | None = None
        """The one that was checked last, and the number of the entry it was checked for."""
        self.kicked: set[int] = set()
        """Seats that the owner of the table has signed away; the host may put them out."""
        self.round_end: bodies.RoundEnd | None = None
        self.attested: dict[int, str] = {}
        self.late: dict[int, int] = {}
        """Time-outs of a seat since its player last did something."""
        self.votes = Votes()
        """What is to become of a disputed round."""
        self.polls = Polls()
        """Votes about the table and its seats."""
        self.paused = False
        """The table rests, by the word of its owner or by a vote: nobody's time runs out."""
        self._uncounted: Game | None = None
        """The game as it was before the last round was counted."""
        self.ended: bodies.GameEnd | None = None

    # Where we are.

    @property
    def seq(self) -> int:
        """Number of the next entry."""
        return len(self.heads)

    @property
    def head(self) -> bytes:
        """The newest head."""
        return self.heads[-1]

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""
        assert self.game is not None
        return self.game.rules

    def key_of(self, seat: int) -> bytes | None:
        """The key that plays this seat now."""
        who = self.roster.get(seat)
        return self.standin.get(seat) or (who.pk if who else None)

    def people(self) -> list[int]:
        """Seats whose own program takes part in shuffles (everybody but the host's bots) and that play."""
        assert self.round is not None
        return [s for s in self.round.seats if self.is_person(s) and s not in self.round.left]

    def is_person(self, seat: int) -> bool:
        """Is this seat played by a program of its own (not one of the host's bots)?"""
        who = self.roster.get(seat)
        return who is not None and who.kind != "bot"

    def in_play(self, seat: int) -> bool:
        """Does this seat play in a round that has not been counted?"""
        if self.round is None or self.round_end is not None:
            return False
        return seat in self.round.seats and seat not in self.round.left

    def contributors(self) -> tuple[int, ...]:
        """Who must take part in a shuffle that starts now."""
        return tuple(s for s in self.people() if s not in self.offline and s not in self.culprits)

    def voters(self) -> list[int]:
        """Seats of all people at the table: who decides about a disputed round."""
        return [seat for seat in self.roster if self.is_person(seat)]

    @property
    def is_disputed(self) -> bool:
        """Did somebody who played the round that is over not find it right?"""
        return self.round_end is not None and any(result != "ok" for result in self.attested.values())

    @property
    def is_void(self) -> bool:
        """Were too many shuffles of this round broken off after their seeds began to open?"""
        return self.aborts >= MAX_ABORTS

    def state(self) -> bytes:
        """State hash of the round."""
        assert self.round is not None
        return entries.state_hash(self.round.public())

    def saw(self, seen: int, head: bytes) -> bool:
        """Is this the head after entry `seen` in our own history?"""
        return seen < self.seq and self.heads[seen] in (head, UNKNOWN)

    # What is wrong.

    def wrong(self, code: str, seq: int, detail: str) -> None:
        """A promise was broken, but what follows can still be read: raise or report it."""
        fault = ProofFault(code, seq, detail)
        if self._report is None:
            raise fault
        self._report(fault)

    def _signed(self, entry: Entry) -> SeatSigned:
        """The signed part of an entry that holds nothing else."""
        if entry.c is None:
            raise ProofFault("E_SIG", entry.q, "an entry that needs a player's signature has none")
        self._player_sig(entry.c, SIGNED_TEXTS[entry.t].SIG)
        return entry.c

    def _player_sig(self, signed: SeatSigned, kind: str, acting: bool = False) -> None:
        if self._verifier is None:
            return
        who = self.roster.get(signed.seat)
        key = self.key_of(signed.seat) if acting else who.pk if who else None
        if key is None or not self._verifier.verify(key, kind, signed.p, signed.s):
            self.wrong("E_SIG", self.seq, "a signature is not the player's")

    def _text(self, signed: SeatSigned, kind: type[T]) -> T:
        """What a player signed, typed."""
        try:
            return codec.decode_text(signed.p, kind)
        except ProtocolFault as fault:
            raise ProofFault("E_SCHEMA", self.seq, fault.detail) from None


__all__ = ["MAX_ABORTS", "SIGNED_TEXTS", "UNKNOWN", "Standing"]
