"""The host's bots at a running game: when they think, and what they sign.

A bot sees only its own view and its moves are signed with its own key, like anybody's. A thought belongs to
one situation; when that has passed, it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from protocol import codec
from protocol.messages import Action
from protocol.signing import Signer
from uno_lan.bots import choose, jump, react
from uno_lan.engine import Command, Phase, View, command_to_plain
from uno_lan.fairness.host_game import HostGame

from .held import Move
from .room import Room

ATTENTION = 0.8
"""How often a bot notices a missed call of somebody else."""

Situation: TypeAlias = tuple[object, ...]


@dataclass(slots=True)
class _Thought:
    """Something a bot is going to do."""

    situation: Situation
    due: int
    """Unix ms."""
    waits: bool = True
    """False: done, or nothing to do in this situation."""


class Robots:
    """All bots of a game.

    Args:
        keys: their signers by seat.
        standins: those that play for somebody who is not here, by seat; they come and go.
    """

    def __init__(
        self, room: Room, game: HostGame, keys: dict[int, Signer], standins: Mapping[int, Signer]
    ) -> None:
        self._room = room
        self._game = game
        self._own = keys
        self._standins = standins
        self._turns: dict[int, _Thought] = {}
        self._reactions: dict[int, _Thought] = {}
        self._jumps: dict[int, _Thought] = {}
        """Plays out of turn."""
        self._planned = -1
        self._counter = 0

    def plan(self, holds: Callable[[int], bool]) -> None:
        """Think about what the log says now.

        Args:
            holds: is a move of this seat kept for a moment?
        """
        replica = self._game.replica
        round_ = replica.round
        if not self._keys or round_ is None or self._is_idle:
            return
        done = self._turns.get(round_.to_act)
        acted = done is not None and not done.waits and done.situation == self._turn_now
        if acted and not holds(round_.to_act):
            # What this bot did came to nothing and is not kept either: it was refused. Think once more.
            del self._turns[round_.to_act]
        elif replica.seq == self._planned:
            return
        self._planned = replica.seq
        for seat in self._keys:
            if seat not in round_.playing:
                continue
            view = self._game.view(seat)
            assert view is not None
            if round_.to_act == seat:
                self._think(self._turns, seat, self._turn_now, self._pause(view))
            elif view.legal.jumps:
                pause = self._room.between(self._room.config.times.react)
                self._think(self._jumps, seat, self._turn_now, pause)
            if round_.owes:
                situation = (replica.round_no, round_.owes, replica.window_since)
                heard = seat in round_.owes or self._room.random() < ATTENTION
                pause = self._room.between(self._room.config.times.react)
                self._think(self._reactions, seat, situation, pause, heard)

    @property
    def _keys(self) -> Mapping[int, Signer]:
        """Who plays for whom now."""
        return {**self._own, **self._standins} if self._standins else self._own

    def forget(self, seat: int) -> None:
        """The player of this seat is back: what the bot was about to do is of no concern any more."""
        for thoughts, _ in self._all:
            thoughts.pop(seat, None)

    @property
    def _turn_now(self) -> Situation:
        return (self._game.replica.round_no, self._game.replica.turn_seq)

    @property
    def _all(self) -> tuple[tuple[dict[int, _Thought], Callable[[int, Situation], Command | None]], ...]:
        """All kinds of thoughts and what comes of them; calls and catches come first."""
        return (
            (self._reactions, self._reaction),
            (self._jumps, self._jump),
            (self._turns, self._turn),
        )

    def _pause(self, view: View) -> int:
        times = self._room.config.times
        forced = view.phase is Phase.DRAWN and not view.legal.plays
        return self._room.between(times.keep if forced else times.think)

    def _think(
        self, thoughts: dict[int, _Thought], seat: int, situation: Situation, pause: int, waits: bool = True
    ) -> None:
        if seat not in thoughts or thoughts[seat].situation != situation:
            thoughts[seat] = _Thought(situation, self._room.now + pause, waits)

    @property
    def _is_idle(self) -> bool:
        """Does nobody move now? Thoughts go on after a shuffle."""
        round_ = self._game.replica.round
        return round_ is None or round_.phase in (Phase.SHUFFLE, Phase.ROUND_OVER)

    @property
    def deadline(self) -> int | None:
        """When the next bot has finished thinking."""
        if not self._keys or self._is_idle:
            return None
        waiting = [t.due for thoughts, _ in self._all for t in thoughts.values() if t.waits]
        return min(waiting, default=None)

    def next_move(self) -> Move | None:
        """The signed move of a bot that has finished thinking."""
        if self._is_idle:
            return None
        for thoughts, decide in self._all:
            for seat, thought in thoughts.items():
                if thought.waits and thought.due <= self._room.now:
                    thought.waits = False
                    if (command := decide(seat, thought.situation)) is not None:
                        return self._sign(seat, command)
        return None

    def _turn(self, seat: int, situation: Situation) -> Command | None:
        if situation != self._turn_now:
            return None
        view = self._game.view(seat)
        assert view is not None and view.to_act == seat
        return choose(view, self._game.replica.rules, self._room.random)

    def _jump(self, seat: int, situation: Situation) -> Command | None:
        view = self._game.view(seat)
        assert view is not None
        rules = self._game.replica.rules
        return jump(view, rules, self._room.random) if situation == self._turn_now else None

    def _reaction(self, seat: int, situation: Situation) -> Command | None:
        view = self._game.view(seat)
        assert view is not None
        return react(view) if self._game.replica.round_no == situation[0] else None

    def _sign(self, seat: int, command: Command) -> Move:
        replica = self._game.replica
        kind, args = command_to_plain(command)
        key = self._keys[seat]
        self._counter = max(self._counter + 1, self._room.now, replica.counters.get(key.pk, 0) + 1)
        text = Action(
            replica.game_id, replica.round_no, self._counter, replica.seq - 1, replica.head, kind, args
        )
        payload = codec.encode_text(text)
        return Move(seat, payload, key.sign(Action.SIG, payload), self._counter, robot=True)
