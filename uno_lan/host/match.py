"""A running game at a table: rounds, shuffles, moves that wait, absent players, the end.

It drives a `HostGame`, which is the only writer of the log, and decides *when*: when a shuffle begins or is
given up, when a held move is tried again, when an absent player's default is taken, when the next round
starts. `settle` does all that is due by the state alone; `tick` does what is due by the clock.
"""

from __future__ import annotations

from protocol.fields import SeatSigned
from protocol.signing import Signer
from uno_lan.engine import NOBODY, Phase, RulesError
from uno_lan.fairness import host_game
from uno_lan.fairness.host_game import HostGame

from .ballot import Ballot
from .ceremony import CeremonyClock
from .clock import TurnClock
from .earliest import earliest
from .motion import Motion
from .moves import Moves
from .people import Person
from .robots import Robots
from .room import Refusal, Room
from .scribe import Scribe
from .standins import StandIns
from .witness import Witness

OUTCOMES = {
    "count": "The disputed round counts.",
    "void": "The disputed round is void; its points do not count.",
    "stop": "The game stops here.",
}
"""What the players decided, for all screens."""
GRACE_RETRY = 100
"""A time-out that came inside the UNO grace is tried again after so many ms at the earliest."""


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
        self.scribe = Scribe(room, game)
        self.moves = Moves(self.scribe)
        self.witness = Witness(self.scribe)
        self.ballot = Ballot(self.scribe)
        self.clock = TurnClock(room.config.times)
        self.pressed: set[int] = set()
        """Seats that want the next round."""
        self.next_at = 0
        """When the next round starts by itself; 0: not now."""
        self._ceremony = CeremonyClock(room.config.times)
        self._motion = Motion(room)
        self.standins = StandIns(self.scribe, self.clock)
        self._robots = Robots(room, game, keys, self.standins.keys)
        self._attest_until = 0
        """So long the attestations of the round are waited for."""
        self._retry_at = 0
        """A refused time-out is not tried before."""
        self._late = False
        """The lobby names the seats whose seeds are missing."""

    # The beginning, and each round's.

    def begin(self, players: list[Person], previous: bytes | None) -> None:
        """Write the first entries, and start the first round."""
        room = self.room
        consents = [SeatSigned(p.seat, p.consent.p, p.consent.s) for p in players if p.consent]
        outputs = self.game.start(
            game=room.next_game,
            table=room.config.table,
            table_name=room.config.name,
            terms=room.terms,
            seats=self.scribe.rows(players),
            consent=consents,
            previous=previous,
            now=room.now,
        )
        self.scribe.write(outputs)
        for person in players:
            if not person.online:
                self.scribe.write(self.game.offline(person.seat, room.now))
        self._start_round()

    def _start_round(self) -> None:
        self.room.stage = "round"
        self.pressed.clear()
        self.next_at = 0
        self._seat_latecomers()
        self.scribe.write(self.game.start_round(self.room.now))

    def _seat_latecomers(self) -> None:
        """Who asked for a seat, and agreed to the rules, plays from this round on."""
        room, gone, roster = self.room, self.scribe.gone, self.replica.roster
        game = self.replica.game
        assert game is not None
        taken = roster.keys() | game.left | gone.keys()
        count = len(roster.keys() - gone.keys())
        new: list[Person] = []
        for person in room.people.watching():
            if not (person.wants_seat and person.consent and person.online):
                continue
            free = next((s for s in range(room.config.max_seats) if s not in taken), NOBODY)
            if free == NOBODY or not self._may_be(count + 1):
                break
            person.seat, person.wants_seat = free, False
            taken |= {free}
            count += 1
            new.append(person)
        if new or gone.keys() & roster.keys():
            self.scribe.write_roster([SeatSigned(p.seat, p.consent.p, p.consent.s) for p in new if p.consent])

    def _may_be(self, count: int) -> bool:
        """May so many play by these rules?"""
        rules = self.replica.rules
        if rules.house.team:
            # The teams are fixed for the game, and the seat of who left stays empty.
            return False
        try:
            rules.check_players(count)
        except RulesError:
            return False
        return True

    # Links.

    def lost(self, person: Person) -> None:
        """A player's link is gone."""
        seat = self.scribe.seat_of(person)
        if seat == NOBODY or self.replica.ended is not None or seat in self.replica.offline:
            return
        if self.room.recovering:
            return
        self.scribe.write(self.game.offline(seat, self.room.now))
        if not self.scribe.here():
            self.clock.all_away(self.replica, self.room.now)
        self.room.changed()

    def back(self, person: Person) -> None:
        """A player has the whole log again."""
        seat = self.scribe.seat_of(person)
        self._motion.back(seat)
        if seat == NOBODY or self.replica.ended is not None or seat not in self.replica.offline:
            return
        self.clock.back(seat)
        self.scribe.write(self.game.online(seat, self.room.now))
        self.take_back(seat)
        self.room.changed()

    def take_back(self, seat: int) -> None:
        """The player of a seat is there again: a bot that plays it steps back."""
        if seat not in self.replica.standin or self.replica.ended is not None:
            return
        self._robots.forget(seat)
        self.standins.end(seat)

    def reconcile(self) -> None:
        """After a restart: who was here and is not is offline now, and is expected back."""
        replica = self.replica
        if replica.ended is not None:
            return
        online = [s for s in sorted(replica.roster) if replica.is_person(s) and s not in replica.offline]
        self._motion.expect(online)
        away = [s for s in online if (who := self.scribe.person_at(s)) is None or who.link is None]
        for seat in away:
            self.scribe.write(self.game.offline(seat, self.room.now))
        self.clock.all_away(replica, self.room.now)
        self.standins.mend()
        self.room.changed()

    # What is due by the state.

    def settle(self) -> None:
        """Do everything that is due by the state alone."""
        while self._step():
            pass
        if self._ceremony.follow(self.game, self.room.now) and self._late:
            self._late = False
            self.room.changed()
        self._robots.plan(self.moves.holds)

    def _step(self) -> bool:
        """Do one thing that is due; False when there is none."""
        replica = self.replica
        if replica.ended is not None or self.room.recovering:
            return False
        self._wake()
        if replica.round is None:
            return self._next_round()
        if replica.round_end is None:
            return self._step_in_round()
        if self.room.stage == "round":
            missing = [s for s in self.scribe.here() if s not in replica.attested]
            if missing and self.room.now < self._attest_until:
                return False
            self._round_over()
            return True
        if self.ballot.is_due:
            return self._ask_players()
        if self.moves.put_out_rest() or self._end_if_over():
            return True
        here = self.scribe.here()
        if self.room.now >= self.next_at or (here and all(s in self.pressed for s in here)):
            return self._next_round()
        return False

    def _next_round(self) -> bool:
        if self._motion.stands_still or self.room.closing:
            return False
        self._start_round()
        return True

    def _step_in_round(self) -> bool:
        replica, round_ = self.replica, self.replica.round
        assert round_ is not None
        if not self._anybody():
            self._end("left")
            return True
        if round_.phase is Phase.ROUND_OVER or replica.is_void:
            self.moves.drop_all()
            self._attest_until = self.room.now + self.room.config.times.attest
            self.scribe.write(self.game.end_round(self.room.now))
            return True
        if self.game.wants_shuffle:
            if self._motion.stands_still:
                return False
            self.scribe.write(self.game.open_shuffle(self.room.entropy(32), self.room.now))
            return True
        return self.moves.take_due()

    def _anybody(self) -> bool:
        """Is there still a person in the game, be it one who is out and watches how it ends?"""
        replica = self.replica
        left = replica.round.left if replica.round else ()
        gone = self.scribe.gone
        for seat in replica.roster:
            if seat not in left and seat not in gone and replica.is_person(seat):
                return True
        return False

    def _round_over(self) -> None:
        """All have attested, or had their time."""
        room, replica = self.room, self.replica
        wrong = [replica.roster[s].name for s, said in replica.attested.items() if said != "ok"]
        if wrong:
            room.notice = f"{', '.join(wrong)} found a fault in round {replica.round_no}."[:200]
        room.stage = "round_over"
        self.next_at = room.now + room.config.times.next_round
        room.changed()
        if not self.ballot.is_due:
            self._end_if_over()

    def _ask_players(self) -> bool:
        """The round is disputed: what is to become of it? False: their votes are still awaited."""
        room = self.room
        if not self.ballot.until:
            self.ballot.open()
            self.next_at = 0
            return True
        if not self.ballot.is_over:
            return False
        outcome = self.ballot.close()
        room.notice = f"{OUTCOMES[outcome]} (round {self.replica.round_no})"
        self.next_at = room.now + room.config.times.next_round
        if outcome == "stop":
            self._end("disputed")
        return True

    def _end_if_over(self) -> bool:
        """End the game if it is won, or if no people are left in it. False: it goes on."""
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
        self.scribe.write(self.game.end_game(why, self.room.now))
        self.room.stage = "game_over"
        self.pressed.clear()  # who wanted another round has not yet asked for another game
        self.next_at = 0

    def close(self) -> None:
        """The table closes: the game ends here."""
        if self.replica.ended is None:
            self._end("closed")

    def wants_next(self, person: Person, number: int) -> None:
        """Somebody wants the next round; `number` is its number.

        Raises:
            Refusal: no round is awaited.
        """
        if number <= self.replica.round_no:
            return
        if self.room.stage != "round_over" or number != self.replica.round_no + 1:
            raise Refusal("wrong_stage", "The next round is not due yet.")
        if not self.scribe.plays(person):
            raise Refusal("not_seated", "You are watching; the players decide when it goes on.")
        self.pressed.add(self.scribe.seat_of(person))
        self.room.changed()

    # What is due by the clock.

    def tick(self) -> None:
        """Do what is due by the clock, one thing at a time."""
        if self.room.recovering:
            return
        self._wake()
        if self.replica.ended is not None or self._motion.stands_still:
            return
        now = self.room.now
        late = self._ceremony.late_at
        if late is not None and now >= late and not self._late:
            self._late = True
            self.room.changed()
        if self._give_shuffle_up():
            return
        standin, due = self.standins.due(), self._time_out_due()
        if standin is not None and now >= standin[1]:
            self.standins.begin(standin[0])
        elif due is not None and now >= due[1]:
            self._time_out(due[0])
        elif (move := self._robots.next_move()) is not None:
            self.moves.robot(move)

    def woke(self) -> None:
        """The host's computer has slept: everybody's time begins anew."""
        self._begin_anew()
        self.room.changed()

    def _wake(self) -> None:
        """When the table moves again after it stood still, everybody's time begins anew."""
        if self._motion.starts_again():
            self._begin_anew()

    def _begin_anew(self) -> None:
        now = self.room.now
        self._ceremony.restart(now)
        self.clock.restart(now)
        if self.next_at:
            self.next_at = max(self.next_at, now + self.room.config.times.recover)

    def _give_shuffle_up(self) -> bool:
        """Break off a shuffle that has waited long enough, and name who did not answer."""
        deadline, attempt = self._ceremony.deadline, self.replica.attempt
        if deadline is None or self.room.now < deadline or attempt is None:
            return False
        missing = self.game.missing()
        self.room.note("shuffle.aborted", seats=missing, step="reveal" if attempt.key else "commit")
        self.scribe.write(self.game.abort(missing, self.room.now))
        return True

    def _time_out(self, seat: int) -> None:
        self.moves.catch_now()
        try:
            outputs = self.game.timeout(seat, self.room.now)
        except host_game.Nack as nack:
            self._retry_at = nack.retry_at or self.room.now + GRACE_RETRY
            return
        self.scribe.write(outputs)

    def _time_out_due(self) -> tuple[int, int] | None:
        """(seat, time) of the next time-out; nobody whose move is kept here can be late."""
        due = self.clock.due(self.replica)
        if due is None or self.moves.holds(due[0]):
            return None
        return due[0], max(due[1], self._retry_at)

    @property
    def turn_clock(self) -> tuple[int, int] | None:
        """(seat, time) that the lobby shows."""
        due = self.clock.due(self.replica)
        return None if due is None or self._motion.stands_still else due

    @property
    def waiting_for(self) -> list[int]:
        """Seats whose word is awaited, when they take long."""
        if self._late:
            return list(self.game.missing())
        if self.room.stage == "round_over":
            return [s for s in self.scribe.here() if s not in self.pressed]
        return []

    @property
    def deadline(self) -> int | None:
        """When `tick` or `settle` is due."""
        if self.replica.ended is not None or self.room.recovering:
            return None
        counted = self.replica.round_end is not None
        times = [self._motion.deadline, self.ballot.until or None]
        if not counted:
            times.append(self.moves.retry_at)
        elif self.room.stage == "round":
            times.append(self._attest_until)
        if not self._motion.stands_still:
            if (due := self._time_out_due()) is not None:
                times.append(due[1])
            if (standin := self.standins.due()) is not None:
                times.append(standin[1])
            if (ends := self._ceremony.deadline) is not None:
                times += (ends, None if self._late else self._ceremony.late_at)
            times.append(self._robots.deadline)
            if self.room.stage == "round_over":
                times.append(self.next_at or None)
        return earliest(times)
