"""The players' moves: run, kept for a moment, or refused; and how a player gets out of a game."""

from __future__ import annotations

from protocol.errors import ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import Action, Nack
from protocol.messages import Held as HeldMessage
from uno_lan.engine import NOBODY, Catch, Phase, command_from_plain
from uno_lan.fairness import host_game
from uno_lan.fairness.replica import FREE_KINDS

from .catches import Catches
from .door import show_door
from .held import Held, Move
from .people import Person
from .room import Refusal
from .scribe import Scribe


class Moves:
    """Takes signed actions of one game, those of bots too."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._room = scribe.room
        self._game = scribe.game
        self._replica = scribe.replica
        self._held = Held()
        self._catches = Catches()

    def act(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's signed action."""
        room = self._room
        try:
            action = self._replica.read_action(payload)
        except ProtocolFault as fault:
            raise Refusal(fault.code, "") from None
        seat = self._scribe.seat_of(person)
        move = Move(seat, payload, sig, action.counter)
        if seat == NOBODY or seat in self._scribe.gone:
            room.send(person, Nack(action.counter, "not_seated"))
        elif self._replica.ended is not None:
            room.send(person, Nack(action.counter, "wrong_phase"))
        elif action.kind == "leave" and not self._replica.in_play(seat):
            self._leave_between(person, move)
        elif room.paused and action.kind != "leave":
            room.send(person, Nack(action.counter, "paused"))
        elif self._held.is_full(seat):
            room.send(person, Nack(action.counter, "E_RATE"))
        elif not self._catches.knows(move):
            self._enter(move, action)

    def robot(self, move: Move) -> None:
        """The move of a bot; it waits like anybody's."""
        self._enter(move, self._replica.read_action(move.payload))

    def _enter(self, move: Move, action: Action) -> None:
        """A new move: a catch may have to wait, and nothing that closes a window overtakes one that does."""
        if action.kind not in FREE_KINDS:
            self.catch_now()
        if action.kind == "catch" and self._waits(move, action):
            return
        self.take(move)

    def _waits(self, move: Move, action: Action) -> bool:
        """Does this catch wait, because a call of its target may be on its way?"""
        round_, room = self._replica.round, self._room
        try:
            command = command_from_plain(move.seat, action.kind, action.args)
        except ValueError:
            return False
        if round_ is None or not isinstance(command, Catch) or command.target not in round_.owes:
            return False
        target, person = self._scribe.person_at(command.target), self._scribe.person_at(move.seat)
        if target is None or person is None or target.link is None or command.target in self._replica.standin:
            return False
        wait = self._catches.wait_ms(target.rtt)
        if not wait:
            return False
        if self._catches.aims_at(move.seat, command.target):
            self._answer(person, move, "E_STALE")
            return True
        self._catches.keep(move, command.target, room.now + wait)
        if not move.robot:
            room.send(person, HeldMessage(move.counter, room.now + wait))
        return True

    def catch_now(self) -> None:
        """Catches that wait are tried at once: the window is about to close."""
        for move in self._catches.clear():
            self.take(move, kept=True)

    def take(self, move: Move, *, kept: bool = False, again: bool = False) -> None:
        """Run a move, or keep it, or refuse it.

        Args:
            kept: it was kept here until now.
            again: it waited for the grace.
        """
        person = self._scribe.person_at(move.seat)
        if person is None:
            return
        try:
            outputs = self._game.act(move.seat, move.payload, move.sig, self._room.now)
        except host_game.Nack as nack:
            self._refused(person, move, nack, kept=kept, again=again)
            return
        self._scribe.write(outputs)
        if self._replica.round is not None and move.seat in self._replica.round.left:
            self._scribe.has_left(person)

    def _refused(self, person: Person, move: Move, nack: host_game.Nack, *, kept: bool, again: bool) -> None:
        room = self._room
        if nack.fault is not None:
            self._scribe.offence(move.seat, nack.fault)
        if nack.code == "shuffle":
            self._held.keep_for_shuffle(move)
            if not move.robot:
                room.send(person, HeldMessage(move.counter, 0))
        elif nack.code == "grace":
            self._held.keep_for_grace(move, nack.retry_at, again=again)
            if not again and not move.robot:
                room.send(person, HeldMessage(move.counter, nack.retry_at))
        else:
            # The number of a kept move is used up when a call went before it: the player is asked again.
            self._answer(person, move, "E_STALE" if kept and nack.code == "E_COUNTER" else nack.code)

    def _answer(self, person: Person, move: Move, code: str) -> None:
        if move.robot:
            self._room.note("bot.refused", seat=move.seat, code=code)
        else:
            self._room.send(person, Nack(move.counter, code))

    # Kept moves.

    def holds(self, seat: int) -> bool:
        """Is a move of this seat kept here?"""
        return seat in self._held

    def take_due(self) -> bool:
        """Try the next kept move whose time has come. False: there is none."""
        if (move := self._catches.take(self._room.now)) is not None:
            self.take(move, kept=True)
            return True
        if self._held.is_empty:
            return False
        round_ = self._replica.round
        assert round_ is not None
        due = self._held.take(self._room.now, shuffling=round_.phase is Phase.SHUFFLE, owed=bool(round_.owes))
        if due is None:
            return False
        self.catch_now()
        self.take(due[0], kept=True, again=due[1])
        return True

    @property
    def retry_at(self) -> int | None:
        """When time alone lets a kept move be tried again; one that waits for a shuffle is not of these."""
        grace, due = self._held.retry_at, self._catches.due
        if grace is not None:
            round_ = self._replica.round
            shuffling = round_ is not None and round_.phase is Phase.SHUFFLE
            if not shuffling:
                return grace if due is None else min(grace, due)
        return due

    def drop_all(self) -> None:
        """The round is over: kept moves are answered and forgotten."""
        for move in (*self._catches.clear(), *self._held.clear()):
            if not move.robot and (person := self._scribe.person_at(move.seat)):
                self._room.send(person, Nack(move.counter, "E_STALE"))

    # Getting out.

    def _leave_between(self, person: Person, move: Move) -> None:
        try:
            self._game.check_leave(move.seat, move.payload, move.sig)
        except host_game.Nack as nack:
            self._room.send(person, Nack(move.counter, nack.code))
            return
        self._scribe.has_left(person)
        self._scribe.write_roster(word=SeatSigned(move.seat, move.payload, move.sig))

    def kick(self, person: Person, order: SeatSigned | None) -> None:
        """A player is put out by the owner or the server; without a signed word once the round is over.

        Args:
            order: the owner's signed word, when the owner has a seat.
        """
        scribe, now = self._scribe, self._room.now
        seat = scribe.seat_of(person)
        if self._replica.ended is not None:
            self._keep_going(person, seat)
            return
        if order is not None:
            scribe.write(self._game.signed("ADMIN", order.seat, order.p, order.s, now))
        if order is None and (self._replica.in_play(seat) or self._room.recovering):
            if not person.goes:
                person.goes = True
                self._keep_going(person, seat)
            return
        if order is None:
            self._show_away(seat)
        self.put_out(person)

    def _keep_going(self, person: Person, seat: int) -> None:
        """The log does not hold it: a restart finds it in the file."""
        self._room.store({"goes": person.pk, "seat": seat})

    def put_out_rest(self) -> bool:
        """The round is over: who was put out in it gives up the seat, and is shown out if they came back.

        Returns:
            False: nobody.
        """
        people = self._room.people
        going = [person for person in people.seated() if person.goes]
        for person in going:
            person.goes = False
            if self._scribe.plays(person):
                show_door(self._room, person)  # else the log would call somebody away who is not
                self._show_away(self._scribe.seat_of(person))
                self.put_out(person)
            if not person.online or person.is_bot:
                people.remove(person)
        return bool(going)

    def _show_away(self, seat: int) -> None:
        """Without a signed word only the seat of somebody the log calls away may be given up."""
        if self._replica.is_person(seat) and seat not in self._replica.offline:
            self._scribe.write(self._game.offline(seat, self._room.now))

    def put_out(self, person: Person) -> None:
        """Somebody's seat is taken away, by order or by vote; who is out already has no part in the round."""
        scribe = self._scribe
        seat = scribe.seat_of(person)
        if self._replica.in_play(seat):
            scribe.write(self._game.leave(seat, self._room.now))
            scribe.has_left(person)
        else:
            scribe.has_left(person)
            scribe.write_roster()
