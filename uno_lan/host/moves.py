"""The players' moves: run, kept for a moment, or refused; and how a player gets out of a game."""

from __future__ import annotations

from protocol.fields import SeatSigned
from protocol.messages import Action, Nack
from protocol.messages import Held as HeldMessage
from uno_lan.engine import NOBODY, Phase
from uno_lan.fairness import host_game

from .held import Held, Move
from .people import Person
from .room import Refusal, read
from .scribe import Scribe


class Moves:
    """Takes signed actions of one game, those of bots too."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._room = scribe.room
        self._game = scribe.game
        self._replica = scribe.replica
        self._held = Held()

    def act(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody's signed action."""
        room = self._room
        action = read(payload, Action)
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
        else:
            self.take(move)

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
            code = "E_STALE" if kept and nack.code == "E_COUNTER" else nack.code
            if move.robot:
                room.note("bot.refused", seat=move.seat, code=code)
            else:
                room.send(person, Nack(move.counter, code))

    # Kept moves.

    def holds(self, seat: int) -> bool:
        """Is a move of this seat kept here?"""
        return seat in self._held

    def take_due(self) -> bool:
        """Try the next kept move whose time has come. False: there is none."""
        round_ = self._replica.round
        assert round_ is not None
        due = self._held.take(self._room.now, shuffling=round_.phase is Phase.SHUFFLE, owed=bool(round_.owes))
        if due is None:
            return False
        self.take(due[0], kept=True, again=due[1])
        return True

    @property
    def retry_at(self) -> int | None:
        """When the next kept move may be tried again."""
        return self._held.retry_at

    def drop_all(self) -> None:
        """The round is over: kept moves are answered and forgotten."""
        for move in self._held.clear():
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
        self._scribe.write_roster()

    def kick(self, person: Person, order: SeatSigned | None) -> None:
        """The owner puts a player out.

        Args:
            order: the owner's signed word, when the owner has a seat.

        Raises:
            Refusal: in the middle of a round only an owner with a seat can do that.
        """
        if self._replica.ended is not None:
            return
        scribe, now = self._scribe, self._room.now
        seat = scribe.seat_of(person)
        if order is not None:
            scribe.write(self._game.signed("ADMIN", order.seat, order.p, order.s, now))
        if order is None and self._replica.in_play(seat):
            raise Refusal("wrong_stage", "Wait until this round is over.")
        self.put_out(person)

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
