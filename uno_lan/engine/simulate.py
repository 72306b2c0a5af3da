"""Random rounds and games with all cards known: for tests, benchmarks and measurements.

Chance comes from outside, so the same generator gives the same game.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from . import commands as c
from .commands import NOBODY, Command, Draw, Keep, Play
from .events import Event
from .faces import MAX_SEATS, NO_COLOR
from .game import Game
from .legality import COLORS, enumerate_commands
from .phases import ANSWER, DRAWN, FIRST_COLOR, PICK_COLOR, PICK_TARGET, ROUND_OVER, SHUFFLE, TURN
from .refused import Refused
from .round import Round
from .rules import Ruleset
from .seeing import view
from .truth import Truth, drawn_card

Item = TypeVar("Item")

DRAW: Final = tuple(Draw(seat) for seat in range(MAX_SEATS))
KEEP: Final = tuple(Keep(seat) for seat in range(MAX_SEATS))

CALLS = 0.8
"""How often a play that leaves one card comes with the call."""
CATCHES = 0.5
"""How often somebody sees at the next turn that the call is missing."""


class Chance(Protocol):
    """What is used of `random.Random`."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def choice(self, seq: Sequence[Item]) -> Item:
        """One of these."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put into random order."""


Seen: TypeAlias = Callable[[Command, tuple[Event, ...]], None]


def fair_truth(rules: Ruleset, chance: Chance) -> Truth:
    """All cards of a round to come; its public coin is `chance`."""
    return Truth(rules.edition, flip=lambda name, n: int(chance.random() * n))


def answer_shuffle(state: Round, truth: Truth, chance: Chance) -> c.Shuffled:
    """Shuffle what the round wants shuffled, and the command that says so."""
    cards = truth.shuffle_input(state)
    chance.shuffle(cards)
    truth.install(state, cards)
    return c.Shuffled(NOBODY)


def random_command(state: Round, truth: Truth, chance: Chance) -> Command:
    """A legal command for whom the round waits; calls UNO four times out of five."""
    seat, phase = state.to_act, state.phase
    if phase is TURN and not state.special:
        hand, fits, playable = truth.hands[seat], state.fits, []
        for card in hand:
            if fits[card]:
                playable.append(card)
        if not playable:
            return DRAW[seat] if state.pile_size or state.drawable else c.Pass(seat)
        card = playable[int(chance.random() * len(playable))]
    elif phase is DRAWN and not state.special:
        hand = truth.hands[seat]
        card = hand[-1]
        if not state.fits[card]:
            return KEEP[seat]
    else:
        return _other_command(state, truth, chance)
    if state.asks[card]:
        return _choosing(state, card, chance)
    if len(hand) == 2 and chance.random() < CALLS:
        return Play(seat, card, NOBODY, NOBODY, True)
    return Play(seat, card)


def _other_command(state: Round, truth: Truth, chance: Chance) -> Command:
    """The same where there is more than a card to choose, or where house rules decide what is legal."""
    seat, phase = state.to_act, state.phase
    if phase is SHUFFLE:
        return answer_shuffle(state, truth, chance)
    if phase is FIRST_COLOR:
        return c.Color(seat, int(chance.random() * 4))
    if phase is PICK_COLOR:
        return c.Color(seat, chance.choice(COLORS))
    if phase is PICK_TARGET:
        return c.Target(seat, chance.choice([other for other in state.playing if other != seat]))
    if phase is ANSWER and not state.special:
        return _answering(state, truth.hands[seat], chance)
    return _any_command(state, truth, chance)


def _choosing(state: Round, card: int, chance: Chance) -> Play:
    """A play of a card that may need a color and a player."""
    seat = state.to_act
    color = int(chance.random() * 4) if state.color_of[card] == NO_COLOR else NOBODY
    aims = state.effects[state.symbol_of[card]].effect.names_target
    return Play(
        seat, card, color, chance.choice(state.others(seat)) if aims else NOBODY, chance.random() < CALLS
    )


def _answering(state: Round, hand: Sequence[int], chance: Chance) -> Command:
    """A card that answers a draw card, or a challenge where there may be one, or the cards are taken."""
    seat, replies = state.to_act, state.book.replies[state.stake]
    for card in () if replies.none else hand:
        color = state.color_of[card]
        if replies.allow(state.symbol_of[card], color, state.color) and chance.random() < 0.7:
            named = int(chance.random() * 4) if color == NO_COLOR else NOBODY
            return Play(seat, card, named, uno=chance.random() < CALLS)
    return c.Challenge(seat) if state.can_challenge and chance.random() < 0.3 else c.Accept(seat)


def _any_command(state: Round, truth: Truth, chance: Chance) -> Command:
    """One of all commands that are legal for whom the round waits, plays first."""
    seat = state.to_act
    choices = enumerate_commands(view(state, truth.hands[seat], seat, drawn_card(state, truth)))
    plays = [choice for choice in choices if isinstance(choice, Play)]
    others = [choice for choice in choices if not isinstance(choice, (Play, c.Uno, c.Catch))]
    if not plays or (others and state.phase is ANSWER and chance.random() < 0.3):
        return chance.choice(others)
    called = [play for play in plays if play.uno]
    return chance.choice(called if called and chance.random() < CALLS else plays)


def play_round(state: Round, truth: Truth, chance: Chance, seen: Seen | None = None) -> None:
    """Play a round to its end with random legal commands; missed calls are caught half of the time.

    Time passes only while the grace time of a missed call holds the next action.
    """
    command: Command = c.Begin(NOBODY)
    apply, now = state.apply, 0
    while True:
        events = apply(command, truth, now)
        if type(events) is Refused and events.retry_at:
            now = events.retry_at
            events = apply(command, truth, now)
        assert type(events) is tuple, events
        if seen is not None:
            seen(command, events)
        if state.phase is ROUND_OVER:
            return
        if state.owes_bits and state.phase is TURN and chance.random() < CATCHES:
            missed = state.owes[0]
            command = c.Catch(chance.choice(state.others(missed)), missed)
        else:
            command = random_command(state, truth, chance)


def random_game(rules: Ruleset, seats: Sequence[int], chance: Chance, seen: Seen | None = None) -> Game:
    """Play a whole game with random legal commands."""
    game = Game(rules, seats)
    while not game.over:
        state = game.new_round()
        truth = fair_truth(rules, chance)
        play_round(state, truth, chance, seen)
        game.finish_round(state, truth.hands)
    return game
