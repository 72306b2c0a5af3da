"""Random rounds and games with all cards known: for tests, benchmarks and measurements.

Chance comes from outside, so the same generator gives the same game.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from . import commands as c
from .commands import NOBODY, Command
from .edition import NO_COLOR
from .events import Event
from .game import Game
from .phases import Phase
from .round import Round
from .rules import Ruleset
from .truth import Truth

Item = TypeVar("Item")

# Looked up once: members of an enum are slow to reach.
TURN, DRAWN, ANSWER = Phase.TURN, Phase.DRAWN, Phase.ANSWER
SHUFFLE, ROUND_OVER = Phase.SHUFFLE, Phase.ROUND_OVER


class Chance(Protocol):
    """What is used of `random.Random`."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def choice(self, seq: Sequence[Item]) -> Item:
        """One of these."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put into random order."""


Seen: TypeAlias = Callable[[Command, tuple[Event, ...]], None]


def answer_shuffle(state: Round, truth: Truth, chance: Chance) -> c.Shuffled:
    """Shuffle what the round wants shuffled, and the command that says so."""
    cards = truth.shuffle_input(state)
    chance.shuffle(cards)
    truth.install(state, cards)
    return c.Shuffled(NOBODY)


def random_command(state: Round, truth: Truth, chance: Chance) -> Command:
    """A legal command for whom the round waits; calls UNO four times out of five."""
    seat, phase = state.to_act, state.phase
    if phase is TURN or phase is DRAWN:
        hand = truth.hands[seat]
        fits = state.fits
        playable = []
        for card in hand if phase is TURN else hand[-1:]:
            if fits[card]:
                playable.append(card)
        if playable:
            card = playable[int(chance.random() * len(playable))]
            if state.color_of[card] == NO_COLOR:
                return c.Play(seat, card, int(chance.random() * 4), NOBODY, chance.random() < 0.8)
            if len(hand) == 2 and chance.random() < 0.8:
                return c.Play(seat, card, uno=True)
            return c.Play(seat, card)
        if phase is DRAWN:
            return c.Keep(seat)
        return c.Draw(seat) if state.pile_size or state.drawable else c.Pass(seat)
    if phase is SHUFFLE:
        return answer_shuffle(state, truth, chance)
    if phase is ANSWER:
        return c.Challenge(seat) if chance.random() < 0.3 else c.Accept(seat)
    return c.Color(seat, int(chance.random() * 4))


def play_round(state: Round, truth: Truth, chance: Chance, seen: Seen | None = None) -> None:
    """Play a round to its end with random legal commands."""
    command: Command = c.Begin(NOBODY)
    apply = state.apply
    while True:
        events = apply(command, truth)
        assert type(events) is tuple, events
        if seen is not None:
            seen(command, events)
        if state.phase is ROUND_OVER:
            return
        command = random_command(state, truth, chance)


def random_game(rules: Ruleset, seats: Sequence[int], chance: Chance, seen: Seen | None = None) -> Game:
    """Play a whole game with random legal commands."""
    game = Game(rules, seats)
    while not game.over:
        state = game.new_round()
        truth = Truth(rules.edition)
        play_round(state, truth, chance, seen)
        game.finish_round(state, truth.hands)
    return game
