"""A replica of a game: the fold of its transcript, with every public check.

The host keeps one while it writes, each client keeps one while it reads, the audit builds one from a file.
An entry goes through `fold`: chain, order of types, roster and signatures, ceremony, time stamps, and for
entries that run the engine the rules themselves. Whoever has cards of its own to compare (a client) or all of
them (the host) supplies the oracle; this class knows only public things.

Errors: every broken promise is a `ProofFault` with its code (docs/protocol.md 5.4). It is raised, unless the
reader wants a list of all of them (an audit): then whatever leaves the table readable is reported and passed
over. A game of another version is none of these: nobody broke anything, it just cannot be read here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from protocol import bodies, codec, entries, shuffle
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    AckText,
    Action,
    AdminText,
    AttestText,
    CommitText,
    ConsentText,
    DisputeText,
    SeedText,
    Terms,
    Text,
    VerdictText,
    VoteText,
    decode_terms,
    rules_hash,
)
from protocol.signing import Verifier
from uno_lan.engine import (
    HOST_KINDS,
    NOBODY,
    Begin,
    ClaimError,
    Command,
    Event,
    Game,
    Leave,
    Oracle,
    Phase,
    Refused,
    Round,
    RoundScore,
    RulesError,
    Ruleset,
    Shuffled,
    Timeout,
    command_from_plain,
)
from uno_lan.engine import events as ev

from .ledger import Epoch, Ledger, Ref
from .polls import ABSENT, SEAT, Polls, Question
from .record import Attempt, RoundRecord, Step
from .votes import OUTCOMES, Votes

T = TypeVar("T")

ENGINE_VERSION = "1"
"""Changes when the same commands give other events."""
PROTOCOL_VERSION = 1
MAX_ABORTS = 3
"""Aborts in the reveal phase after which a round is void."""
PUBLIC_KINDS = ("dealer", "deal")
"""Shuffles whose input is always the whole deck."""
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
SHORT_TURN_MS = 3_000
"""A seat that is away and whose grace is over is awaited so long at each of its turns."""
FREE_KINDS = ("uno", "catch", "leave")
"""Actions that need only the right round: who was first is the engine's business."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What one engine command did."""

    events: tuple[Event, ...]
    marked: tuple[int, ...] = ()
    """Seats whose hand the rules told us to remember."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What an entry did, for whoever shows or answers it."""

    entry: Entry
    head: bytes
    body: bodies.Body
    events: tuple[Event, ...] = ()
    taken: dict[int, list[tuple[int, Ref]]] = field(default_factory=dict)
    """Cards that came into hands: seat -> (position, reference), to be opened to their drawer."""
    moved: tuple[int, ...] = ()
    """Seats that got somebody else's hand: their whole bag is to be opened to them."""


def verdict_of(events: Iterable[Event], target: int) -> bool | None:
    """What was said publicly about the hand of `target` that was shown; None: nothing."""
    for event in events:
        match event:
            case ev.Challenged(_, seat, verdict) | ev.Searched(_, seat, _, verdict) if seat == target:
                return verdict
            case _:
                pass
    return None


class Reader(Oracle, Protocol):
    """The oracle of somebody who reads an entry."""

    marked: list[int]
    """Seats whose hand a Draw Four told to remember."""

    def finish(self) -> None:
        """The command is done: no answer may be left over."""


Report = Callable[[ProofFault], None]
"""Takes a fault and lets the reader go on."""
OracleFor = Callable[[Command, tuple[Any, ...]], Reader]
"""Makes the reader's oracle for one entry: (command, claims) -> oracle."""


class Replica:
    """One game as everybody at the table knows it.

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
        self.record: RoundRecord | None = None
        self.attempt: Attempt | None = None
        """The shuffle attempt that runs now."""
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
    def round_no(self) -> int:
        """The round in play or last played; 0 before the first."""
        return self.record.number if self.record else 0

    @property
    def game_id(self) -> bytes:
        """16 bytes."""
        assert self.start is not None
        return self.start.game

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

    def wrong(self, code: str, seq: int, detail: str) -> None:
        """A promise was broken, but what follows can still be read: raise or report it."""
        fault = ProofFault(code, seq, detail)
        if self._report is None:
            raise fault
        self._report(fault)

    # Reading and writing.

    def fold(self, raw: bytes, oracle_for: OracleFor | None = None, ran: Ran | None = None) -> Happened:
        """Take one entry in.

        Args:
            raw: the bytes of the entry.
            oracle_for: the reader's oracle for entries that run the engine.
            ran: what the engine did, when the writer has already run it.

        Raises:
            ProofFault: the entry breaks a promise; the replica must not be used any further.
        """
        return self.fold_entry(entries.decode_entry(raw), entries.head(raw), oracle_for, ran)

    def fold_entry(
        self, entry: Entry, head: bytes, oracle_for: OracleFor | None = None, ran: Ran | None = None
    ) -> Happened:
        """The same for an entry that is already decoded; `head` is the one after it."""
        body = entry.b
        self._chain(entry, ran is not None)
        if self.lost and not isinstance(body, bodies.RoundStart):
            return self._skim(entry, head)
        ran = self._take(entry, body, head, oracle_for, ran) or ran
        self.heads.append(head)
        self.ts = max(self.ts, entry.ts)
        if ran is None:
            return Happened(entry, head, body)
        taken = self._after(entry, ran)
        return Happened(entry, head, body, ran.events, taken, self.ledger.moved)

    def _chain(self, entry: Entry, written: bool) -> None:
        """Does the entry follow? `written`: the writer has already begun the round it starts."""
        if entry.q != self.seq:
            raise ProofFault("E_FORK", entry.q, "the entry is not the next one")
        if entry.q == 0:
            if not isinstance(entry.b, bodies.GameStart):
                raise ProofFault("E_RULE", 0, "a game begins with its rules")
            start = entry.b
            if rules_hash(start.terms) != start.rules_hash:
                self.wrong("E_RULE", 0, "the rules are not the ones that were agreed")
            if entry.p != entries.genesis(start.game, start.host, start.rules_hash):
                self.wrong("E_FORK", 0, "the first entry belongs to another game")
        elif isinstance(entry.b, bodies.GameStart):
            raise ProofFault("E_RULE", entry.q, "a game begins only once")
        elif entry.p != self.head:
            raise ProofFault("E_FORK", entry.q, "the entry does not follow the history we have")
        if entry.m != 0:
            self.wrong("E_RULE", entry.q, "the table did not change hands")
        if entry.ts < self.ts:
            self.wrong("E_RULE", entry.q, "time runs backwards")
        if self.ended is not None:
            raise ProofFault("E_RULE", entry.q, "the game is over")
        begins = isinstance(entry.b, bodies.RoundStart) and not written
        if entry.r != self.round_no + begins and not self.lost:
            self.wrong("E_RULE", entry.q, "the entry belongs to another round")

    def _take(
        self, entry: Entry, body: bodies.Body, head: bytes, oracle_for: OracleFor | None, ran: Ran | None
    ) -> Ran | None:
        """Check and take one entry by its type."""
        match body:
            case bodies.GameStart():
                self._game_start(entry, body)
            case bodies.Roster():
                self._roster(entry, body)
            case bodies.RoundStart():
                if self.lost:
                    self._begin_again(entry, body)
                elif ran is None:
                    self.begin_round()
                assert self.record is not None
                if (body.seats, body.dealer) != (self.record.seats, self.record.dealer):
                    raise ProofFault("E_RULE", entry.q, "the round starts with the wrong seats or dealer")
                return self._run(entry, Begin(NOBODY), body.cl, body.st, oracle_for, ran)
            case bodies.EpochOpen():
                self._epoch_open(entry, body, head)
            case bodies.EpochCommits():
                self._epoch_commits(entry, body, head)
            case bodies.EpochSeeds():
                if ran is None:
                    self.seal(body.seeds)
                return self._run(entry, Shuffled(NOBODY), body.cl, body.st, oracle_for, ran)
            case bodies.EpochAbort():
                self._epoch_abort(entry, body)
            case bodies.Act():
                return self._run(entry, self._action(entry), body.cl, body.st, oracle_for, ran)
            case bodies.Auto():
                return self._auto(entry, body, oracle_for, ran)
            case bodies.RoundEnd():
                self._round_end(entry, body)
            case bodies.GameEnd():
                self._game_end(entry, body)
            case bodies.RoundAttest():
                self._attest(entry)
            case bodies.SeatEvent() | bodies.Standin():
                self._link(entry, body)
            case _:
                self._said(entry)
        return None

    # The engine.

    def run(self, command: Command, oracle: Oracle, ts: int) -> tuple[Event, ...] | Refused:
        """Run one command on the round. A round whose seeds are open takes none, be it finished or void."""
        if self.round is None or self.round_end is not None:
            return Refused("wrong_phase")
        return self.round.apply(command, oracle, ts)

    def _run(
        self,
        entry: Entry,
        command: Command,
        claims: tuple[Any, ...],
        st: bytes,
        oracle_for: OracleFor | None,
        ran: Ran | None,
    ) -> Ran:
        if ran is None:
            assert oracle_for is not None
            oracle = oracle_for(command, claims)
            try:
                done = self.run(command, oracle, entry.ts)
                if isinstance(done, Refused):
                    raise ProofFault("E_RULE", entry.q, f"the rules refuse this move ({done.code})")
                oracle.finish()
            except ProofFault as fault:
                fault.seq = entry.q
                raise
            except ClaimError as error:
                raise ProofFault("E_RULE", entry.q, str(error)) from None
            ran = Ran(done, tuple(oracle.marked))
            if st != self.state():
                self.wrong("E_RULE", entry.q, "the table after this move is not what the rules say")
        assert self.record is not None
        epoch = self.attempt.epoch if self.attempt and isinstance(command, Shuffled) else -1
        self.record.steps.append(Step(entry.q, entry.ts, command, tuple(claims), epoch))
        if isinstance(command, Shuffled):
            self.attempt = None
        return ran

    def running(self, command: Command) -> Ledger:
        """A copy of the ledger that follows this command while it runs."""
        ledger = self.ledger.copy()
        if isinstance(command, Shuffled) and self.attempt and self.attempt.result:
            ledger.install(self.attempt.kind)
        return ledger

    def _after(self, entry: Entry, ran: Ran) -> dict[int, list[tuple[int, Ref]]]:
        """Bookkeeping after an engine command."""
        taken = self.ledger.fold(ran.events)
        for seat in ran.marked:
            self.ledger.mark(seat, entry.q)
        left = NOBODY
        for event in ran.events:
            match event:
                case ev.PhaseSet():
                    self.awaited_since = entry.ts
                case ev.UnoOwed():
                    self.window_since = entry.ts
                case ev.Played() | ev.Flipped() | ev.Dropped():
                    self._laid += 1
                case ev.SeatLeft(seat):
                    left = seat
                case ev.ShuffleWanted() if self.attempt is not None:
                    self.attempt.spoiled = left
                case _:
                    pass
        assert self.round is not None
        turn = (self.round.phase, self.round.to_act, self.round.top, self._laid)
        if self.round.phase is not Phase.SHUFFLE and turn != self._turn:
            self._turn = turn
            self.turn_seq = entry.q
        return taken

    # For an audit: reading on where something is wrong.

    def lose(self, seq: int, head: bytes) -> None:
        """The running round cannot be followed beyond entry `seq`, or what stands there is not known."""
        self.lost = True
        del self.heads[seq:]
        self.heads += [UNKNOWN] * (seq - self.seq)
        self.heads.append(head)

    def follow(self, seq: int, head: bytes) -> None:
        """Take this for the head before entry `seq`, whatever stood there."""
        self.lose(seq - 1, head)

    def _skim(self, entry: Entry, head: bytes) -> Happened:
        """An entry of a round that cannot be followed: who sits where, signatures, and announced totals."""
        match entry.b:
            case bodies.Roster():
                self._roster(entry, entry.b)
            case bodies.SeatEvent() | bodies.Standin():
                self._link(entry, entry.b)
            case bodies.EpochCommits(commits):
                for signed in commits:
                    self._player_sig(signed, CommitText.SIG)
            case bodies.EpochSeeds(seeds):
                for signed in seeds:
                    self._player_sig(signed, SeedText.SIG)
            case bodies.Act() | bodies.Auto():
                if entry.c is not None:
                    self._player_sig(entry.c, Action.SIG, acting=True)
            case bodies.RoundEnd():
                assert self.game is not None
                self.game.totals |= dict(entry.b.totals)
                self.round_end = entry.b
            case bodies.RoundAttest():
                self._attest(entry)
            case bodies.GameEnd():
                self.ended = entry.b
            case bodies.Empty():
                self._said(entry)
            case _:
                pass
        self.heads.append(head)
        self.ts = max(self.ts, entry.ts)
        return Happened(entry, head, entry.b)

    def _begin_again(self, entry: Entry, body: bodies.RoundStart) -> None:
        """A round begins after one that could not be followed: seats and dealer are taken as announced."""
        assert self.game is not None
        try:
            self.game.new_round()
            self.round = Round(self.rules, body.seats, body.dealer, self.game.teams)
        except ValueError as error:
            raise ProofFault("E_RULE", entry.q, str(error)) from None
        self._new_record(entry.r)
        self.lost = False

    # Types, one by one.

    def _game_start(self, entry: Entry, body: bodies.GameStart) -> None:
        terms = decode_terms(body.terms)
        if terms.engine != ENGINE_VERSION or terms.protocol != PROTOCOL_VERSION or body.uses:
            raise ProtocolFault("E_VERSION", "the game was made by another version of UNO LAN")
        self.start = body
        self.terms = terms
        try:
            self.game = Game(Ruleset.from_plain(terms.ruleset), ())
        except RulesError as error:
            raise ProtocolFault("E_VERSION", f"the rules of this game are unknown here: {error}") from None

    def _roster(self, entry: Entry, body: bodies.Roster) -> None:
        assert self.start is not None and self.game is not None, "the first entry is the start"
        new = {s.seat: s for s in body.seats}
        if len(new) != len(body.seats):
            raise ProofFault("E_RULE", entry.q, "two players on one seat")
        for seat, who in self.roster.items():
            if seat in new and new[seat].pk != who.pk:
                if not self.polls.may(Question("reseat", seat, new[seat].pk)):
                    self.wrong("E_SIG", entry.q, "a seat was given to another key")
                self.polls.forget(seat)
                self.late.pop(seat, None)
        if self._verifier is not None:
            self._consents(entry, (*self.start.consent, *body.consent), new)
        for seat in sorted(new.keys() - self.roster.keys()):
            self.game.join(seat)
        for seat in sorted(self.roster.keys() - new.keys()):
            if self.in_play(seat):
                self.wrong("E_RULE", entry.q, "a player vanished in the middle of a round")
            self.game.leave(seat)
            self.offline.pop(seat, None)
            self.standin.pop(seat, None)
            self.late.pop(seat, None)
            self.kicked.discard(seat)
            self.polls.forget(seat)
        self.roster = new
        self.standby = body.standby

    def _consents(
        self, entry: Entry, consents: Iterable[SeatSigned], seats: Mapping[int, bodies.RosterSeat]
    ) -> None:
        """Every person agreed to the rules in force."""
        assert self.start is not None and self._verifier is not None
        given = {(signed.seat, signed.p): signed.s for signed in consents}
        payload = codec.encode_text(ConsentText(self.start.table, self.start.game, self.start.rules_hash))
        for seat, who in seats.items():
            if who.kind == "bot" or (seat in self.roster and self.roster[seat].pk == who.pk):
                continue
            sig = given.get((seat, payload))
            if sig is None or not self._verifier.verify(who.pk, ConsentText.SIG, payload, sig):
                self.wrong("E_SIG", entry.q, f"{who.name} did not agree to these rules")

    def begin_round(self) -> None:
        """Set up the next round of the game; the `Begin` command follows."""
        if self.game is None or (
            self.round is not None and self.round_end is None and self.record is not None
        ):
            raise ProofFault("E_RULE", self.seq, "a round starts while another one runs")
        if self.decide() == "stop":
            self.wrong("E_RULE", self.seq, "a round starts although the players wanted to stop")
        try:
            self.round = self.game.new_round()
        except ValueError as error:
            raise ProofFault("E_RULE", self.seq, str(error)) from None
        self._new_record(self.round_no + 1)

    def _new_record(self, number: int) -> None:
        """A new round: nothing has happened in it."""
        assert self.round is not None
        self.ledger = Ledger()
        assert self.game is not None
        game = self.game
        self.record = RoundRecord(number, game.rules, self.round.seats, self.round.dealer, game.teams.copy())
        self.attempt = None
        self.culprits = set()
        self.aborts = 0
        self.round_end = None
        self.attested = {}
        self.votes = Votes()

    def next_attempt(self) -> tuple[int, int]:
        """Numbers (epoch, attempt) of the shuffle attempt that is due."""
        assert self.record is not None
        past = self.record.attempts
        if past and past[-1].aborted:
            return past[-1].epoch, past[-1].attempt + 1
        return (past[-1].epoch + 1, 0) if past else (0, 0)

    def epoch_id(self, epoch: int, attempt: int) -> bytes:
        """The id that every hash of an attempt is bound to."""
        return shuffle.epoch_id(self.game_id, self.round_no, epoch, attempt)

    def _epoch_open(self, entry: Entry, body: bodies.EpochOpen, head: bytes) -> None:
        if self.round is None or self.round.phase is not Phase.SHUFFLE or self.round.wanted is None:
            raise ProofFault("E_RULE", entry.q, "a shuffle although none is due")
        if self.attempt is not None or self.record is None:
            raise ProofFault("E_FORK", entry.q, "a second shuffle while one runs")
        if self.is_void:
            raise ProofFault("E_RULE", entry.q, "a shuffle although the round is void")
        epoch, attempt = self.next_attempt()
        wanted = self.round.wanted
        if (
            (body.epoch, body.attempt, body.kind, body.m) != (epoch, attempt, wanted.kind, wanted.count)
            or body.eid != self.epoch_id(epoch, attempt)
            or body.alg != shuffle.ALGORITHM
            or len(body.leaves) != 32 * body.m
        ):
            raise ProofFault("E_RULE", entry.q, "the shuffle is not the one that is due")
        if body.contributors != self.contributors():
            self.wrong("E_SUBSET", entry.q, "somebody who is here was left out of the shuffle")
        leaves = shuffle.split_leaves(body.leaves)
        self.attempt = Attempt(
            epoch,
            attempt,
            body.kind,
            body.eid,
            body.contributors,
            body.m,
            body.host_commit,
            leaves,
            head,
            entry.q,
        )
        self.record.attempts.append(self.attempt)

    def _epoch_commits(self, entry: Entry, body: bodies.EpochCommits, head: bytes) -> None:
        attempt = self.attempt
        if attempt is None or attempt.key:
            raise ProofFault("E_FORK", entry.q, "seed commitments out of order")
        self._check_input(attempt)
        if tuple(signed.seat for signed in body.commits) != attempt.contributors:
            self.wrong("E_SUBSET", entry.q, "a player is missing in the shuffle")
            attempt.contributors = tuple(signed.seat for signed in body.commits)
        for signed in body.commits:
            attempt.commits[signed.seat] = self.check_commit(attempt, signed)
        if len(set(attempt.commits.values())) != len(attempt.commits):
            self.wrong("E_COMMIT", entry.q, "two players sealed the same seed")
        attempt.key = head

    def check_commit(self, attempt: Attempt, signed: SeatSigned) -> bytes:
        """A seat's signed commitment, checked. Returns the commitment."""
        self._player_sig(signed, CommitText.SIG)
        text = self._text(signed, CommitText)
        if text.ctx != attempt.ctx:
            self.wrong("E_COMMIT", self.seq, "a seed was sealed for another shuffle")
        return text.c

    def check_reveal(self, attempt: Attempt, signed: SeatSigned) -> bytes:
        """A seat's signed seed, checked against its commitment. Returns the seed."""
        self._player_sig(signed, SeedText.SIG)
        text = self._text(signed, SeedText)
        if text.k != attempt.key:
            self.wrong("E_FORK", self.seq, "a player saw another list of sealed seeds")
        who = self.roster.get(signed.seat)
        sealed = attempt.commits.get(signed.seat)
        if who is None or shuffle.seed_commit(attempt.ctx, who.pk, text.seed) != sealed:
            self.wrong("E_REVEAL", self.seq, "a seed is not the one that was sealed")
        return text.seed

    def seal(self, seeds: tuple[SeatSigned, ...]) -> Epoch:
        """Take the players' seeds in and fix the public order of the running attempt."""
        attempt = self.attempt
        if attempt is None or not attempt.key:
            raise ProofFault("E_FORK", self.seq, "seeds out of order")
        self._check_input(attempt)
        if tuple(signed.seat for signed in seeds) != attempt.contributors:
            self.wrong("E_SUBSET", self.seq, "a player's seed was dropped")
        opened = [self.check_reveal(attempt, signed) for signed in seeds]
        order = shuffle.player_layer(attempt.key, opened, attempt.count)
        attempt.result = Epoch(
            attempt.epoch,
            attempt.eid,
            attempt.kind,
            attempt.leaves,
            tuple(order),
            key=attempt.key,
            seeds=tuple(opened),
        )
        self.ledger.expect(attempt.result)
        return attempt.result

    def _check_input(self, attempt: Attempt) -> None:
        if attempt.spoiled != NOBODY:
            self.wrong("E_RULE", self.seq, "a shuffle goes on although somebody left with cards of it")

    def hidden_input(self) -> bool:
        """Is the input of the shuffle that runs hidden (so its seed stays closed until the round ends)?"""
        assert self.attempt is not None
        kind = self.attempt.kind
        if kind != "refill":
            return kind not in PUBLIC_KINDS
        assert self.round is not None
        return self.attempt.count != len(self.round.discard) - 1

    def _epoch_abort(self, entry: Entry, body: bodies.EpochAbort) -> None:
        attempt = self.attempt
        if attempt is None or body.attempt != attempt.attempt:
            raise ProofFault("E_RULE", entry.q, "an abort although no shuffle runs")
        if body.phase != ("reveal" if attempt.key else "commit"):
            self.wrong("E_RULE", entry.q, "the abort names the wrong step")
        if attempt.spoiled != NOBODY:
            if body.culprits != (attempt.spoiled,):
                self.wrong("E_RULE", entry.q, "the abort does not name who left")
        elif not set(body.culprits) <= set(attempt.contributors) or not body.culprits:
            self.wrong("E_RULE", entry.q, "the abort names somebody who took no part")
        if self.hidden_input():
            if body.seed is not None:
                self.wrong("E_SCHEMA", entry.q, "the abort opens hidden cards")
        elif body.seed is None or shuffle.host_commit(attempt.eid, body.seed) != attempt.host_commit:
            self.wrong("E_INCOMPLETE", entry.q, "the abort does not open its seed")
        attempt.seed = body.seed or b""
        attempt.aborted = True
        self.attempt = None
        self.culprits |= set(body.culprits)
        if body.phase == "reveal":
            self.aborts += 1

    def _action(self, entry: Entry) -> Command:
        """The command of an ACT entry, its signature, number and seen head checked."""
        if entry.c is None:
            raise ProofFault("E_SIG", entry.q, "a move without a signature")
        action, command = self.check_action(entry.c, entry.q)
        key = self.key_of(command.seat)
        assert key is not None
        self.counters[key] = max(action.counter, self.counters.get(key, -1))
        self.late.pop(command.seat, None)
        return command

    def check_action(self, signed: SeatSigned, seq: int) -> tuple[Action, Command]:
        """A seat's signed action: right key, game, round, a new number, a head of our own history."""
        self._player_sig(signed, Action.SIG, acting=True)
        action = self._text(signed, Action)
        if action.game != self.game_id or action.round != self.round_no:
            self.wrong("E_SCHEMA", seq, "a move of another game or round")
        key = self.key_of(signed.seat)
        if key is None:
            raise ProofFault("E_SIG", seq, "a move of a seat where nobody sits")
        if action.kind in HOST_KINDS:
            raise ProofFault("E_SCHEMA", seq, "a player gave a command that only the host gives")
        if action.counter <= self.counters.get(key, -1):
            self.wrong("E_COUNTER", seq, "a move was used twice")
        if not self.saw(action.seen, action.head):
            self.wrong("E_FORK", seq, "a player saw another history")
        try:
            command = command_from_plain(signed.seat, action.kind, action.args)
        except ValueError as error:
            raise ProofFault("E_SCHEMA", seq, str(error)) from None
        return action, command

    def saw(self, seen: int, head: bytes) -> bool:
        """Is this the head after entry `seen` in our own history?"""
        return seen < self.seq and self.heads[seen] in (head, UNKNOWN)

    def is_stale(self, action: Action) -> bool:
        """Did the turn, its owner or the top card change since the head this action was made on?"""
        return action.kind not in FREE_KINDS and action.seen < self.turn_seq

    def _auto(self, entry: Entry, body: bodies.Auto, oracle_for: OracleFor | None, ran: Ran | None) -> Ran:
        if body.k == "timeout":
            if not self.may_time_out(body.a, entry.ts):
                self.wrong("E_RULE", entry.q, "a time-out before its time")
            self.late[body.a] = self.late.get(body.a, 0) + 1
            return self._run(entry, Timeout(body.a), body.cl, body.st, oracle_for, ran)
        if body.k != "leave":
            raise ProofFault("E_RULE", entry.q, "the host has no such command")
        if entry.c is None:
            voted = self.polls.may(Question("release", body.a), Question("remove", body.a))
            if self.is_person(body.a) and body.a not in self.kicked and not voted:
                self.wrong("E_RULE", entry.q, "a player was put out without having left")
        elif not isinstance(left := self._action(entry), Leave) or left.seat != body.a:
            self.wrong("E_SIG", entry.q, "the player did not say that")
        return self._run(entry, Leave(body.a), body.cl, body.st, oracle_for, ran)

    def may_time_out(self, seat: int, ts: int) -> bool:
        """Has the player been awaited long enough for its default to be taken?"""
        if self.paused:
            return False
        timer = self.rules.house.turn_timer * 1000
        if timer and ts >= self.awaited_since + timer:
            return True
        assert self.terms is not None
        return self.terms.standin != "pause" and seat in self.offline and ts >= self.away_until(seat)

    def away_until(self, seat: int) -> int:
        """When the default may be taken for a seat that is away.

        Once its grace is over, it is awaited only a little at each of its turns.
        """
        assert self.terms is not None
        grace = self.terms.grace_ms
        return max(self.offline[seat] + grace, self.awaited_since + min(grace, SHORT_TURN_MS))

    def why_stand_in(self, seat: int, ts: int) -> str:
        """Why a bot may take this seat over now, by the rules that were agreed; empty: it may not."""
        assert self.terms is not None
        if self.terms.standin != "bot" or not self.is_person(seat) or seat in self.standin or self.paused:
            return ""
        if seat in self.offline and ts >= self.offline[seat] + self.terms.grace_ms:
            return "away"
        limit = self.terms.standin_timeouts
        return "timeouts" if limit and self.late.get(seat, 0) >= limit else ""

    # What players say beside their moves.

    def _said(self, entry: Entry) -> None:
        """A signed word that the engine does not know: it must be of this game and of this history."""
        signed = self._signed(entry)
        match self._text(signed, SIGNED_TEXTS[entry.t]):
            case AckText(game, seen, head) if game == self.game_id:
                if not self.saw(seen, head):
                    self.wrong("E_FORK", entry.q, "a player saw another history")
            case AdminText() as order if order.game == self.game_id:
                self._admin(entry, signed.seat, order)
            case VoteText() as vote if vote.game == self.game_id:
                self._vote(entry, signed.seat, vote)
            case VerdictText(game) | DisputeText(game) if game == self.game_id:
                pass
            case _:
                self.wrong("E_SCHEMA", entry.q, "a word of another game")

    def _admin(self, entry: Entry, seat: int, order: AdminText) -> None:
        """An order of the table's owner that means something for the game."""
        if not self.roster[seat].owner:
            self.wrong("E_RULE", entry.q, "an order of somebody who does not own the table")
        if order.kind == "kick" and order.seat in self.roster:
            self.kicked.add(order.seat)
        elif order.kind in ("pause", "resume"):
            self._rest(order.kind == "pause", entry.ts)

    def _rest(self, paused: bool, ts: int) -> None:
        """The table rests or goes on; then everybody's time begins anew."""
        if self.paused and not paused:
            self.awaited_since = ts
        self.paused = paused

    def _vote(self, entry: Entry, seat: int, vote: VoteText) -> None:
        """A vote on a disputed round, or about the table and its seats."""
        if vote.what != "dispute":
            self._poll(entry, seat, vote)
            return
        if not self.may_vote(seat, vote, entry.ts):
            self.wrong("E_RULE", entry.q, "a vote that was not asked for")
        self.votes.cast(seat, vote)

    def _poll(self, entry: Entry, seat: int, vote: VoteText) -> None:
        """A vote about the table or a seat: it may decide the question."""
        question = Question.of(vote)
        if not self.may_vote(seat, vote, entry.ts):
            self.wrong("E_RULE", entry.q, "a vote that nobody may cast")
            return
        self.polls.cast(seat, vote, entry.ts)
        if self.polls.outcome(question, self.electorate(question), entry.ts) != "yes":
            return
        self.polls.decided(question)
        if question.what in SEAT:
            self.polls.granted.add(question)
        else:
            self._rest(question.what == "pause", entry.ts)

    def electorate(self, question: Question) -> list[int]:
        """Who decides: people at the table who are here and not meant themselves."""
        left = self.round.left if self.round and self.round_end is None else ()
        return [s for s in self.voters() if s not in self.offline and s not in left and s != question.seat]

    def may_ask(self, question: Question, ts: int) -> bool:
        """Can this be decided by a vote now?"""
        if not question.is_whole or self.ended is not None:
            return False
        if question.what not in SEAT:
            return True
        if not self.is_person(question.seat) or any(who.pk == question.pk for who in self.roster.values()):
            return False
        assert self.terms is not None
        away = self.offline.get(question.seat)
        return question.what not in ABSENT or (away is not None and ts >= away + self.terms.grace_ms)

    def may_vote(self, seat: int, vote: VoteText, ts: int) -> bool:
        """Is this a vote that is asked for, of somebody who has a say, and not one used before?"""
        if vote.what != "dispute":
            question = Question.of(vote)
            return (
                vote.choice in ("yes", "no")
                and vote.round == self.round_no
                and seat in self.electorate(question)
                and self.may_ask(question, ts)
                and self.polls.is_new(seat, vote.counter)
            )
        return (
            vote.what == "dispute"
            and vote.choice in OUTCOMES
            and vote.round == self.round_no
            and self.is_disputed
            and self.is_person(seat)
            and self.votes.is_new(seat, vote)
        )

    def voters(self) -> list[int]:
        """Seats of all people at the table: who decides about a disputed round."""
        return [seat for seat in self.roster if self.is_person(seat)]

    def decide(self) -> str:
        """What became of the last round: `count`, `void` or `stop`. Void and stop take its points back.

        Without a majority of the people at the table a disputed round is void.
        """
        if not self.is_disputed:
            return "count"
        outcome = self.votes.outcome(len(self.voters()))
        if outcome != "count" and self._uncounted is not None:
            self._uncount(self._uncounted)
            self._uncounted = None
        return outcome

    def _uncount(self, before: Game) -> None:
        """Go back to the totals before the last round; who came and went since then stays so."""
        assert self.game is not None and self.round is not None
        known, left = set(before.totals), self.game.left
        before.void_round(self.round)
        for seat in self.game.seats:
            if seat not in known:
                before.join(seat)
        # Who fell in this round has not left: the points that did it are gone.
        for seat in sorted(left & known):
            before.leave(seat)
        self.game = before

    def _link(self, entry: Entry, body: bodies.Body) -> None:
        if isinstance(body, bodies.Standin):
            why = self.why_stand_in(body.seat, entry.ts)
            if not why:
                self.wrong("E_RULE", entry.q, "a bot took over a seat whose player is here")
            elif why != body.why:
                self.wrong("E_RULE", entry.q, "a bot took over a seat for another reason than is said")
            if any(body.pk == who.pk for who in self.roster.values()):
                self.wrong("E_RULE", entry.q, "somebody else's key took over a seat")
            self.standin[body.seat] = body.pk
            return
        assert isinstance(body, bodies.SeatEvent)
        if body.seat not in self.roster:
            self.wrong("E_RULE", entry.q, "nobody sits there")
        elif entry.t == "OFFLINE":
            self.offline[body.seat] = entry.ts
        elif entry.t == "ONLINE":
            self.offline.pop(body.seat, None)
        else:
            self.standin.pop(body.seat, None)
            self.late.pop(body.seat, None)

    def _round_end(self, entry: Entry, body: bodies.RoundEnd) -> None:
        if self.round is None or self.game is None or self.round_end is not None or self.record is None:
            raise ProofFault("E_RULE", entry.q, "no round to end")
        if self.round.phase is not Phase.ROUND_OVER and not self.is_void:
            raise ProofFault("E_RULE", entry.q, "the round is not over")
        for epoch, attempt, seed in body.seeds:
            past = self.record.attempt(epoch, attempt)
            if past is None or shuffle.host_commit(past.eid, seed) != past.host_commit:
                self.wrong("E_SEED", entry.q, "an opened seed is not the one the host sealed")
            else:
                past.seed = seed
        if any(not a.seed for a in self.record.attempts):
            self.wrong("E_INCOMPLETE", entry.q, "the host keeps a seed of this round closed")
        self._uncounted = self.game.copy()
        score = self.count(self.game, dict(body.hands))
        if dict(body.points) != score.points or dict(body.totals) != self.game.totals:
            self.wrong("E_RULE", entry.q, "the points do not add up")
        self.round_end = body

    def count(self, game: Game, hands: Mapping[int, Sequence[int]]) -> RoundScore:
        """Score the round in `game`; a void one counts nothing."""
        assert self.round is not None
        if self.round.phase is Phase.ROUND_OVER:
            return game.finish_round(self.round, hands)
        return game.void_round(self.round)

    def _attest(self, entry: Entry) -> None:
        signed = self._signed(entry)
        if self.round_end is None:
            self.wrong("E_RULE", entry.q, "nothing to attest yet")
        text = self._text(signed, AttestText)
        if (text.game, text.round) != (self.game_id, self.round_no):
            self.wrong("E_RULE", entry.q, "an attestation of another round")
        if not self.saw(text.seen, text.head):
            self.wrong("E_FORK", entry.q, "a player saw another history")
        self.attested[signed.seat] = text.result

    def _game_end(self, entry: Entry, body: bodies.GameEnd) -> None:
        self.decide()
        if self.game is None or dict(body.totals) != self.game.totals:
            self.wrong("E_RULE", entry.q, "the final totals do not add up")
        if self.game is not None and body.why == "won" and tuple(body.winners) != tuple(self.game.winners):
            self.wrong("E_RULE", entry.q, "the winners are wrong")
        self.ended = body

    # Signatures.

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
