"""A running game at a table: rounds, shuffles, moves that wait, absent players, the end.

It drives a `HostGame`, which is the only writer of the log, and decides *when*: when a shuffle begins or is
given up, when a held move is tried again, when an absent player's default is taken, when the next round
starts. `settle` does all that is due by the state alone; `tick` does what is due by the clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from protocol import bodies, codec
from protocol.errors import ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    AckText,
    Action,
    Deal,
    DisputeText,
    EntryMessage,
    Held,
    Nack,
    Show,
)
from protocol.signing import Signer
from uno_lan.engine import NOBODY, Phase, RulesError
from uno_lan.fairness import host_game
from uno_lan.fairness.host_game import HostGame, Output, Private, Written
from uno_lan.fairness.replica import Happened

from .ceremony import CeremonyClock
from .clock import TurnClock
from .effects import Store
from .held import Held as HeldMoves
from .held import Move
from .people import Person
from .robots import Robots
from .room import Refusal, Room

T = TypeVar("T")

ACK_STEP = 10
"""A countersignature of the history is logged when it covers so many new entries."""
MOST_DISPUTES = 4
"""Accusations and objections logged for one seat in one game."""


class Match:
    """One game, from its first entry to its last.

    Args:
        game: started or resumed.
        keys: signers of the bots by seat.
    """

    def __init__(self, room: Room, game: HostGame, keys: dict[int, Signer]) -> None:
        self.room = room
        self.game = game
        self.replica = game.replica
        self.gone: dict[int, bodies.RosterSeat] = {}
        """Who left during this game, by the seat they had: it stays empty."""
        self.ceremony = CeremonyClock(room.config.times)
        self.clock = TurnClock(room.config.times)
        self._held = HeldMoves()
        self._robots = Robots(room, game, keys)
        self._attest_until = 0
        self.pressed: set[int] = set()
        """Seats that want the next round."""
        self.next_at = 0
        self._acked: dict[int, int] = {}
        self._disputes: dict[int, int] = {}
        self._moving = True
        self._retry_at = 0
        self._late = False
        """The lobby names the seats whose seeds are missing."""
        self.recover_until = 0
        """After a restart: until when the others may take to come back."""
        self._expected: set[int] = set()

    # Writing.

    def write(self, outputs: Iterable[Output]) -> None:
        """Store and tell what the game has written."""
        for output in outputs:
            match output:
                case Written(raw, sig):
                    self.room.log.append((raw, sig))
                    self.room.out.append(Store("ent", raw, sig))
                    self.room.tell_synced(EntryMessage(raw, sig))
                    self._after(output.happened)
                case Private(seat, kind, payload, sig):
                    self._tell_privately(seat, Deal(payload, sig) if kind == "deal" else Show(payload, sig))
                case _:
                    self.room.out.append(Store("sec", output.raw))

    def _tell_privately(self, seat: int, message: Deal | Show) -> None:
        person = self.person_at(seat)
        if person is not None and person.link is not None and person.link.synced:
            self.room.send(person, message)

    def _after(self, happened: Happened) -> None:
        """Public things that change with an entry."""
        match happened.body:
            case bodies.RoundStart() | bodies.RoundEnd() | bodies.GameEnd() | bodies.Roster():
                self.room.changed()
            case bodies.Auto() | bodies.EpochAbort() | bodies.SeatEvent():
                self.room.changed()

    # Who is who.

    def seat_of(self, person: Person) -> int:
        """The seat somebody has in the log, also after leaving the running round; NOBODY for watchers."""
        return next((s for s, who in self.replica.roster.items() if who.pk == person.pk), NOBODY)

    def person_at(self, seat: int) -> Person | None:
        """Who has this seat in the log."""
        who = self.replica.roster.get(seat)
        return self.room.people.get(who.pk) if who else None

    def here(self) -> list[int]:
        """Seats of people who play and are here."""
        if self.replica.round is None:
            return []
        return [s for s in self.replica.people() if s not in self.replica.offline]

    @property
    def between_rounds(self) -> bool:
        """Is the last round counted and the game not over?"""
        return self.replica.round_end is not None and self.replica.ended is None

    # The beginning, and each round's.

    def roster(self, seats: Iterable[Person]) -> list[bodies.RosterSeat]:
        """The rows of a ROSTER."""
        return [
            bodies.RosterSeat(p.seat, p.pk, p.name, p.kind, owner=p.pk == self.room.owner)
            for p in sorted(seats, key=lambda p: p.seat)
        ]

    def begin(self, table_name: str, players: list[Person], previous: bytes | None) -> None:
        """Write the first entries, and start the first round."""
        room = self.room
        consents = [SeatSigned(p.seat, p.consent.p, p.consent.s) for p in players if p.consent]
        self.write(
            self.game.start(
                game=room.next_game,
                table=room.config.table,
                table_name=table_name,
                terms=room.terms,
                seats=self.roster(players),
                consent=consents,
                previous=previous,
                now=room.now,
            )
        )
        for person in players:
            if not person.online:
                self.write(self.game.offline(person.seat, room.now))
        self._start_round()

    def _start_round(self) -> None:
        self.room.stage = "round"
        self.pressed.clear()
        self.next_at = 0
        self._seat_latecomers()
        self.write(self.game.start_round(self.room.now))

    def _seat_latecomers(self) -> None:
        """Who asked for a seat, and agreed to the rules, plays from this round on."""
        room = self.room
        game = self.replica.game
        assert game is not None
        taken = self.replica.roster.keys() | game.left | self.gone.keys()
        new: list[Person] = []
        for person in room.people.watching():
            if not (person.wants_seat and person.consent and person.online):
                continue
            free = next((s for s in range(room.config.max_seats) if s not in taken), NOBODY)
            try:
                self.replica.rules.check_players(len(self.replica.roster) + len(new) + 1)
            except RulesError:
                free = NOBODY
            if free == NOBODY:
                break
            person.seat, person.wants_seat = free, False
            taken |= {free}
            new.append(person)
        left = self.gone.keys() & self.replica.roster.keys()
        if new or left:
            consents = [SeatSigned(p.seat, p.consent.p, p.consent.s) for p in new if p.consent]
            self.write_roster(consents)

    def write_roster(self, consents: Iterable[SeatSigned] = ()) -> None:
        """Log who sits where now."""
        seated = [p for p in self.room.people.seated() if p.seat not in self.gone]
        in_round = [
            who for seat, who in self.replica.roster.items() if seat in self.gone and not self.between_rounds
        ]
        rows = sorted([*self.roster(seated), *in_round], key=lambda row: row.seat)
        self.write(self.game.seat(rows, (), tuple(consents), self.room.now))

    # Moves.

    def act(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's signed action."""
        room = self.room
        action = read(payload, Action)
        seat = self.seat_of(person)
        move = Move(seat, payload, sig, action.counter)
        if seat == NOBODY or seat in self.gone:
            room.send(person, Nack(action.counter, "not_seated"))
        elif self.replica.ended is not None:
            room.send(person, Nack(action.counter, "wrong_phase"))
        elif action.kind == "leave" and self.between_rounds:
            self._leave_between(person, move)
        elif room.paused and action.kind != "leave":
            room.send(person, Nack(action.counter, "paused"))
        elif self._held.is_full(seat):
            room.send(person, Nack(action.counter, "E_RATE"))
        else:
            self._try(move)

    def _try(self, move: Move, *, kept: bool = False, again: bool = False) -> None:
        """Run a move, or keep it, or refuse it.

        Args:
            kept: it was kept here until now.
            again: it waited for the grace.
        """
        room = self.room
        person = self.person_at(move.seat)
        if person is None:
            return
        try:
            outputs = self.game.act(move.seat, move.payload, move.sig, room.now)
        except host_game.Nack as nack:
            if nack.code == "shuffle":
                self._held.keep_for_shuffle(move)
                room.send(person, Held(move.counter, 0))
            elif nack.code == "grace":
                self._held.keep_for_grace(move, nack.retry_at, again=again)
                if not again:
                    room.send(person, Held(move.counter, nack.retry_at))
            else:
                # The number of a kept move is used up when a call went before it: the player is asked again.
                code = "E_STALE" if kept and nack.code == "E_COUNTER" else nack.code
                if person.is_bot:
                    room.note("bot.refused", seat=move.seat, code=code)
                room.send(person, Nack(move.counter, code))
            return
        self.write(outputs)
        if move.seat in (self.replica.round.left if self.replica.round else ()):
            self._has_left(person)

    def _has_left(self, person: Person) -> None:
        """Somebody gave the seat up: from now on they watch."""
        seat = self.seat_of(person)
        if seat == NOBODY or seat in self.gone:
            return
        self.gone[seat] = self.replica.roster[seat]
        person.seat = NOBODY
        person.wants_seat = False
        person.consent = None
        if person.pk == self.room.owner:
            self.room.owner = b""
        self.room.changed()

    def _leave_between(self, person: Person, move: Move) -> None:
        try:
            self.game.check_leave(move.seat, move.payload, move.sig)
        except host_game.Nack as nack:
            self.room.send(person, Nack(move.counter, nack.code))
            return
        self.put_out(person)

    def put_out(self, person: Person) -> None:
        """Between rounds: somebody's seat is taken out of the game."""
        self._has_left(person)
        self.write_roster()

    def kick(self, person: Person, order: SeatSigned | None) -> None:
        """The owner puts a player out.

        Args:
            order: the owner's signed word, when the owner has a seat.

        Raises:
            Refusal: in the middle of a round only an owner with a seat can do that.
        """
        seat = self.seat_of(person)
        if order is not None and not self.replica.ended:
            self.write(self.game.signed("ADMIN", order.seat, order.p, order.s, self.room.now))
        if self.between_rounds:
            self.put_out(person)
        elif not self.replica.ended:
            if order is None:
                raise Refusal("wrong_stage", "Wait until this round is over.")
            self.write(self.game.leave(seat, self.room.now))
            self._has_left(person)

    # Shuffles and countersignatures.

    def commit(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's sealed seed. One for a shuffle that has moved on is nothing to worry about."""
        if self.replica.ended is not None:
            return
        try:
            self.write(self.game.commit(self.seat_of(person), payload, sig, self.room.now))
        except host_game.Nack as nack:
            self._complain(nack)

    def reveal(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's seed."""
        if self.replica.ended is not None:
            return
        try:
            self.write(self.game.reveal(self.seat_of(person), payload, sig, self.room.now))
        except host_game.Nack as nack:
            self._complain(nack)

    def _complain(self, nack: host_game.Nack) -> None:
        if nack.code != "E_STALE":
            raise Refusal(nack.code, "")

    def acknowledge(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody countersigns the history; logged when it covers enough that is new."""
        seat = self.seat_of(person)
        text = read(payload, AckText)
        replica = self.replica
        if (
            seat == NOBODY
            or replica.ended
            or text.game != replica.game_id
            or text.seen < self._acked.get(seat, 0) + ACK_STEP
        ):
            return
        if text.seen >= replica.seq or replica.heads[text.seen] != text.head:
            raise Refusal("E_FORK", "")
        self._sign_in("ACK", seat, payload, sig)
        self._acked[seat] = text.seen

    def acknowledge_verdict(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody has checked the hand they were shown."""
        seat = self.seat_of(person)
        if seat == NOBODY or self.replica.ended is not None:
            return
        try:
            self.write(self.game.verdict(seat, payload, sig, self.room.now))
        except host_game.Nack as nack:
            self._complain(nack)

    def dispute(self, person: Person, payload: bytes, sig: bytes) -> str:
        """Somebody says that something is wrong; logged for all. Returns their name."""
        seat = self.seat_of(person)
        if seat == NOBODY or self.replica.ended:
            raise Refusal("not_seated", "You are watching; only players can do this.")
        if read(payload, DisputeText).game != self.replica.game_id:
            raise Refusal("wrong_stage", "That was about another game.")
        self._disputes[seat] = self._disputes.get(seat, 0) + 1
        if self._disputes[seat] > MOST_DISPUTES:
            raise Refusal("E_RATE", "")
        self._sign_in("DISPUTE", seat, payload, sig)
        return person.name

    def attest(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's word on the finished round."""
        seat = self.seat_of(person)
        if seat == NOBODY:
            return
        try:
            self.write(self.game.attest(seat, payload, sig, self.room.now))
        except host_game.Nack as nack:
            raise Refusal(nack.code, "") from None

    def _sign_in(self, kind: str, seat: int, payload: bytes, sig: bytes) -> None:
        try:
            self.write(self.game.signed(kind, seat, payload, sig, self.room.now))
        except host_game.Nack as nack:
            raise Refusal(nack.code, "") from None

    # Links.

    def lost(self, person: Person) -> None:
        """A player's link is gone."""
        seat = self.seat_of(person)
        if seat == NOBODY or self.replica.ended or seat in self.replica.offline:
            return
        self.write(self.game.offline(seat, self.room.now))
        if not self.here():
            self.clock.all_away(self.replica, self.room.now)
        self.room.changed()

    def back(self, person: Person) -> None:
        """A player has the whole log again."""
        seat = self.seat_of(person)
        if self._expected and not self.recover_until:
            self.recover_until = self.room.now + self.room.config.times.recover
        self._expected.discard(seat)
        if seat == NOBODY or self.replica.ended or seat not in self.replica.offline:
            return
        self.clock.back(seat)
        self.write(self.game.online(seat, self.room.now))
        self.room.changed()

    # After a restart.

    def reconcile(self) -> None:
        """Nobody has a link any more: who was online is offline now, and is expected back."""
        for seat in sorted(self.replica.roster):
            if self.replica.is_person(seat) and seat not in self.replica.offline:
                if not self.replica.ended:
                    self.write(self.game.offline(seat, self.room.now))
                self._expected.add(seat)
        self.clock.all_away(self.replica, self.room.now)
        round_ = self.replica.round
        for seat in round_.left if round_ else ():
            if (who := self.replica.roster.get(seat)) is not None:
                self.gone[seat] = who

    # What is due.

    @property
    def _stands_still(self) -> bool:
        """Does nothing happen by itself, because nobody is here, or all are still coming back?"""
        room = self.room
        if room.paused or not room.people.links:
            return True
        if self._expected:
            return not self.recover_until or room.now < self.recover_until
        return False

    def _notice_standstill(self) -> bool:
        """Times count anew when the table moves again. Returns whether it stands still."""
        still = self._stands_still
        if not still and not self._moving:
            self.ceremony.restart(self.room.now)
            self.clock.restart(self.room.now)
            self._expected.clear()
            if self.next_at:
                self.next_at = max(self.next_at, self.room.now + self.room.config.times.recover)
        self._moving = not still
        return still

    def settle(self) -> None:
        """Do everything that is due by the state alone."""
        while self._step():
            pass
        if self.ceremony.follow(self.game, self.room.now) and self._late:
            self._late = False
            self.room.changed()
        self._robots.plan()

    def _step(self) -> bool:
        """One thing that is due; False when there is none."""
        replica = self.replica
        if replica.ended is not None:
            return False
        still = self._notice_standstill()
        if replica.round is None:
            if not still:
                self._start_round()
            return not still
        if replica.round_end is None:
            return self._step_in_round(still)
        if self.room.stage == "round":
            missing = [s for s in self.here() if s not in replica.attested]
            if missing and self.room.now < self._attest_until:
                return False
            self._round_over()
            return True
        if self._game_over():
            return True
        ready = all(s in self.pressed for s in self.here())
        if not still and (ready or self.room.now >= self.next_at):
            self._start_round()
            return True
        return False

    def _step_in_round(self, still: bool) -> bool:
        replica, round_ = self.replica, self.replica.round
        assert round_ is not None
        if not replica.people():
            self._end("left")
            return True
        if round_.phase is Phase.ROUND_OVER or replica.is_void:
            self._end_round()
            return True
        if self.game.wants_shuffle:
            if still:
                return False
            self.write(self.game.open_shuffle(self.room.entropy(32), self.room.now))
            return True
        shuffling = round_.phase is Phase.SHUFFLE
        if due := self._held.take(self.room.now, shuffling=shuffling, owed=bool(round_.owes)):
            self._try(due[0], kept=True, again=due[1])
            return True
        return False

    def _end_round(self) -> None:
        for move in self._held.clear():
            if person := self.person_at(move.seat):
                self.room.send(person, Nack(move.counter, "E_STALE"))
        self._attest_until = self.room.now + self.room.config.times.attest
        self.write(self.game.end_round(self.room.now))

    def _round_over(self) -> None:
        """All have attested, or had their time."""
        room, replica = self.room, self.replica
        wrong = [replica.roster[s].name for s, said in replica.attested.items() if said != "ok"]
        if wrong:
            room.notice = f"{', '.join(wrong)} found a fault in round {replica.round_no}."[:200]
        room.stage = "round_over"
        self.next_at = room.now + room.config.times.next_round
        room.changed()
        self._game_over()

    def _game_over(self) -> bool:
        """End the game if it is won, or if no people are left in it."""
        game = self.replica.game
        assert game is not None
        if game.over:
            self._end("won")
        elif not any(self.replica.is_person(s) for s in self.replica.roster):
            self._end("left")
        else:
            return False
        return True

    def _end(self, why: str) -> None:
        self.write(self.game.end_game(why, self.room.now))
        self.room.stage = "game_over"
        self.next_at = 0
        self.room.changed()

    def close(self) -> None:
        """The table closes: the game ends here."""
        if self.replica.ended is None:
            self._end("closed")

    def wants_next(self, person: Person, number: int) -> None:
        """Somebody wants the next round; `number` is its number.

        Raises:
            Refusal: no round is awaited.
        """
        seat = self.seat_of(person)
        if number <= self.replica.round_no:
            return
        if self.room.stage != "round_over" or number != self.replica.round_no + 1:
            raise Refusal("wrong_stage", "The next round is not due yet.")
        if seat == NOBODY or seat in self.gone:
            raise Refusal("not_seated", "You are watching; the players decide when it goes on.")
        self.pressed.add(seat)
        self.room.changed()

    def tick(self) -> None:
        """Do what is due by the clock, once."""
        if self.replica.ended is not None or self._notice_standstill():
            return
        room = self.room
        if (deadline := self.ceremony.deadline) is not None and room.now >= deadline:
            missing = self.game.missing()
            if missing:
                room.note("shuffle.aborted", seats=missing, reveal=bool(self._key()))
                self.write(self.game.abort(missing, room.now))
                return
        if due := self._time_out_due():
            seat, at = due
            if room.now >= at:
                self._time_out(seat)
                return
        if (late := self.ceremony.late_at) is not None and room.now >= late and not self._late:
            self._late = True
            room.changed()
        if (move := self._robots.next_move()) is not None:
            self._try(move)

    def _key(self) -> bytes:
        return self.replica.attempt.key if self.replica.attempt else b""

    def _time_out(self, seat: int) -> None:
        try:
            outputs = self.game.timeout(seat, self.room.now)
        except host_game.Nack as nack:
            self._retry_at = nack.retry_at or self.room.now + 100
            return
        self.write(outputs)

    def _time_out_due(self) -> tuple[int, int] | None:
        """(seat, time) of the next time-out; nobody whose move is kept here can be late."""
        due = self.clock.due(self.replica)
        if due is None or due[0] in self._held:
            return None
        return due[0], max(due[1], self._retry_at)

    @property
    def turn_clock(self) -> tuple[int, int] | None:
        """(seat, time) that the lobby shows."""
        return None if self._stands_still else self.clock.due(self.replica)

    @property
    def waiting_for(self) -> list[int]:
        """Seats whose word is awaited, when they take long."""
        if self._late:
            return list(self.game.missing())
        if self.room.stage == "round_over":
            return [s for s in self.here() if s not in self.pressed]
        return []

    @property
    def deadline(self) -> int | None:
        """When `tick` or `settle` is due."""
        if self.replica.ended is not None:
            return None
        times: list[int | None] = []
        if self.replica.round_end is not None:
            times.append(self._attest_until if self.room.stage == "round" else None)
        if self._stands_still:
            times.append(self.recover_until if self.room.people.links and not self.room.paused else None)
        else:
            if self.room.stage == "round_over":
                times.append(self.next_at)
            times += [self.ceremony.deadline, self._robots.deadline]
            times.append(None if self._late else self.ceremony.late_at)
            if due := self._time_out_due():
                times.append(due[1])
        if self.replica.round_end is None:
            times.append(self._held.retry_at)
        return min((t for t in times if t), default=None)


def read(payload: bytes, kind: type[T]) -> T:
    """What somebody signed, typed.

    Raises:
        Refusal: it cannot be read.
    """
    try:
        return codec.decode_text(payload, kind)
    except ProtocolFault as fault:
        raise Refusal(fault.code, "") from None
