"""What happened in many games, counted: how long they took, who won, what was drawn and challenged.

A fold over the commands and events of simulated rounds (`simulate.py`); it decides nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from . import commands as c
from . import events as ev
from .commands import Command
from .events import Event
from .game import Game

__all__ = ["Spread", "Statistics", "spread"]

MOVES = (c.Play, c.Jump, c.Draw, c.Pass)
"""Commands that are a move; a draw counts once, whether its card is played or kept."""


class Spread(Struct, frozen=True):
    """Least, mean and greatest of some numbers; zeros when there were none."""

    least: int = 0
    mean: float = 0.0
    most: int = 0


class Statistics:
    """Counts games; feed it with `see`, `end_round` and `end_game`."""

    def __init__(self, seats: Iterable[int]) -> None:
        self.seats = tuple(seats)
        self.games = 0
        self.rounds = 0
        self.commands: Counter[str] = Counter()
        """Accepted commands of players by kind."""
        self.wins: Counter[int] = Counter()
        """Games won by seat; a shared win counts for each."""
        self.shared = 0
        """Games with more than one winner."""
        self.rounds_won: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        """How rounds ended: `out`, `blocked`, `last`."""
        self.drawn: Counter[str] = Counter()
        """Cards drawn by reason."""
        self.challenges_won = 0
        self.calls = 0
        self.catches = 0
        self.shuffles = 0
        self.points: list[int] = []
        """What each round added to all totals together."""
        self._moves = 0
        self._moves_of_rounds: list[int] = []
        self._rounds_of_games: list[int] = []
        self._rounds_before = 0
        self._just_drew = False

    def see(self, command: Command, events: tuple[Event, ...]) -> None:
        """One command that was carried out, with what happened."""
        if isinstance(command, MOVES):
            self._moves += not (self._just_drew and isinstance(command, c.Play))
        if not isinstance(command, c.Uno | c.Catch | c.Shuffled):
            self._just_drew = isinstance(command, c.Draw)
        if not isinstance(command, c.Begin | c.Shuffled):
            self.commands[type(command).__name__.lower()] += 1
        for event in events:
            match event:
                case ev.Drew():
                    self.drawn[event.why] += event.count
                case ev.Challenged():
                    self.challenges_won += event.guilty
                case ev.Called():
                    self.calls += 1
                case ev.Caught():
                    self.catches += 1
                case ev.ShuffleDone():
                    self.shuffles += 1
                case ev.RoundOver():
                    self.endings[event.why] += 1
                    self.rounds_won[event.winner] += 1
                    self._end_round()

    def _end_round(self) -> None:
        self.rounds += 1
        self._moves_of_rounds.append(self._moves)
        self._moves = 0
        self._just_drew = False

    def end_game(self, game: Game) -> None:
        """A game is over."""
        self.games += 1
        self.shared += len(game.winners) > 1
        for seat in game.winners:
            self.wins[seat] += 1
        self.points.append(sum(game.totals.values()))
        self._rounds_of_games.append(self.rounds - self._rounds_before)
        self._rounds_before = self.rounds

    def to_plain(self) -> dict[str, Any]:
        """All figures as plain values."""
        return {
            "games": self.games,
            "rounds": self.rounds,
            "rounds_per_game": _plain(self._rounds_of_games),
            "moves_per_round": _plain(self._moves_of_rounds),
            "winners": {
                "seats": [self.wins[seat] for seat in self.seats],
                "shared": self.shared,
            },
            "rounds_won": [self.rounds_won[seat] for seat in self.seats],
            "endings": {why: self.endings[why] for why in sorted(self.endings)},
            "commands": {kind: self.commands[kind] for kind in sorted(self.commands)},
            "cards_drawn": {why: self.drawn[why] for why in sorted(self.drawn)},
            "cards_drawn_per_round": round(sum(self.drawn.values()) / self.rounds, 2) if self.rounds else 0.0,
            "challenges": {"made": self.commands["challenge"], "won": self.challenges_won},
            "calls": self.calls,
            "catches": self.catches,
            "shuffles": self.shuffles,
            "points_per_game": _plain(self.points),
        }


def spread(numbers: list[int]) -> Spread:
    """Least, mean and greatest."""
    if not numbers:
        return Spread()
    return Spread(min(numbers), round(sum(numbers) / len(numbers), 2), max(numbers))


def _plain(numbers: list[int]) -> dict[str, float]:
    one = spread(numbers)
    return {"least": one.least, "mean": one.mean, "most": one.most}
