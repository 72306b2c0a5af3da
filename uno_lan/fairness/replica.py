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

from collections.abc import Iterable, Mapping
from typing import Any

from protocol import bodies, codec, entries
from protocol.entries import Entry
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    Action,
    CommitText,
    ConsentText,
    SeedText,
    decode_terms,
    rules_hash,
)
from uno_lan.engine import (
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
    RulesError,
    Ruleset,
    Shuffled,
    Timeout,
)
from uno_lan.engine import events as ev

from .counting import Counting
from .given_up import GivenUp
from .happened import Happened, OracleFor, Ran, Report, verdict_of
from .ledger import Ledger, Ref
from .moves import FREE_KINDS, SHORT_TURN_MS, Moves
from .polls import Question
from .record import Step
from .spoken import Spoken
from .standing import SIGNED_TEXTS, UNKNOWN

ENGINE_VERSION = "1"
"""Changes when the same commands give other events."""
PROTOCOL_VERSION = 1
_LAID = frozenset((ev.Played, ev.Flipped, ev.Dropped))
"""Events by which a card comes onto the discard pile."""


class Replica(GivenUp, Moves, Spoken, Counting):
    """One game as everybody at the table knows it: each kind of entry is read by one of its parts."""

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
        if type(body) is bodies.Act:  # nearly all are
            return self._run(entry, self._action(entry), body.cl, body.st, oracle_for, ran)
        match body:
            case bodies.GameStart():
                self._game_start(body)
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
            case bodies.Empty() if entry.t == "ANSWER":
                self._answer(entry)
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
            kind = type(event)
            if kind is ev.PhaseSet:
                self.awaited_since = entry.ts
            elif kind in _LAID:
                self._laid += 1
            elif kind is ev.UnoOwed:
                self.window_since = entry.ts
            elif isinstance(event, ev.SeatLeft):
                left = event.seat
            elif kind is ev.ShuffleWanted and self.attempt is not None:
                self.attempt.spoiled = left
        assert self.round is not None
        if self.attempt is not None and self.round.phase is Phase.ROUND_OVER:
            self.attempt = None  # nobody needs its cards any more; its seed is opened with the round
        turn = (self.round.phase, self.round.to_act, self.round.top, self._laid)
        if self.round.phase is not Phase.SHUFFLE and turn != self._turn:
            self._turn = turn
            self.turn_seq = entry.q
        return taken

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
        elif (
            not isinstance(left := self._action(entry), Leave)
            or left.seat != body.a
            or body.a in self.standin
        ):
            self.wrong("E_SIG", entry.q, "the player did not say that")
        return self._run(entry, Leave(body.a), body.cl, body.st, oracle_for, ran)

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
            case bodies.Empty() if entry.t == "ANSWER":
                if entry.c is not None:
                    self._player_sig(entry.c, SeedText.SIG)
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

    # The beginning, and who sits where.

    def _game_start(self, body: bodies.GameStart) -> None:
        terms = decode_terms(body.terms)
        if terms.engine != ENGINE_VERSION or terms.protocol != PROTOCOL_VERSION or body.uses:
            raise ProtocolFault("E_VERSION", "the game was made by another version of UNO LAN")
        self.start = body
        self.game_id = body.game
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
            try:
                self.game.join(seat)
            except ValueError as error:
                raise ProofFault("E_RULE", entry.q, str(error)) from None
        for seat in sorted(self.roster.keys() - new.keys()):
            if self.in_play(seat):
                self.wrong("E_RULE", entry.q, "a player vanished in the middle of a round")
            elif not self._may_lose_seat(seat, entry):
                self.wrong("E_RULE", entry.q, "a player lost the seat without having left")
            self.game.leave(seat)
            self.offline.pop(seat, None)
            self.standin.pop(seat, None)
            self.late.pop(seat, None)
            self.kicked.discard(seat)
            self.polls.forget(seat)
        self.roster = new
        self.standby = body.standby

    def _may_lose_seat(self, seat: int, entry: Entry) -> bool:
        """Did who sits there leave, did the owner or a vote put them out, or are they away?

        A server may give up the seat of somebody it has shown out, but not drop a player whom it calls here.
        """
        if self._verifier is None or self.lost or not self.is_person(seat):
            return True
        return seat in self.offline or self._is_proven(seat, entry)

    def on_the_hosts_word(self, entry: Entry) -> tuple[int, ...]:
        """Players whom a roster drops though nothing but the host says that they are away."""
        if self.lost or not isinstance(entry.b, bodies.Roster):
            return ()
        dropped = self.roster.keys() - {who.seat for who in entry.b.seats}
        return tuple(s for s in sorted(dropped) if self.is_person(s) and not self._is_proven(s, entry))

    def _is_proven(self, seat: int, entry: Entry) -> bool:
        """Does it stand in the log that this player left, or was put out by the owner or by a vote?"""
        if seat in self.kicked or (self.round and seat in self.round.left):
            return True
        if self.polls.may(Question("release", seat), Question("remove", seat)):
            return True
        if entry.c is None or entry.c.seat != seat or seat in self.standin:
            return False
        return isinstance(self._action(entry), Leave)

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


__all__ = [
    "ENGINE_VERSION",
    "FREE_KINDS",
    "PROTOCOL_VERSION",
    "SHORT_TURN_MS",
    "SIGNED_TEXTS",
    "UNKNOWN",
    "Happened",
    "OracleFor",
    "Ran",
    "Replica",
    "Report",
    "verdict_of",
]
