"""A round in which everybody draws as long as there is something to draw comes to an end."""

from __future__ import annotations

import random

import pytest

from tests.amounts import amount
from uno_lan.engine import (
    NOBODY,
    Begin,
    Catch,
    Command,
    Draw,
    Phase,
    Refused,
    Round,
    Ruleset,
    Truth,
    Uno,
    drawn_card,
    edition_ids,
    enumerate_commands,
    view,
)
from uno_lan.engine import events as ev
from uno_lan.engine.simulate import answer_shuffle
from uno_lan.engine.state import MOST_DRAWN, refill_of

from .story import Story
from .variety import random_rules


def hoard(round_: Round, truth: Truth, chance: random.Random) -> Command:
    """Draw whenever that is allowed; nobody calls and nobody catches."""
    seat = round_.to_act
    commands = enumerate_commands(view(round_, truth.hands[seat], seat, drawn_card(round_, truth)))
    some = [command for command in commands if not isinstance(command, (Uno, Catch))]
    draws: list[Command] = [command for command in some if isinstance(command, Draw)]
    return (draws or [chance.choice(some)])[0]


def most_in_a_bag(events: list[ev.Event], players: int) -> int:
    """The most cards that ever came into one hand; whole hands that move take along what came into them."""
    came = [0] * players
    most = 0
    for event in events:
        match event:
            case ev.Drew(seat, count):
                came[seat] += count
            case ev.HandsMoved(moves):
                before = came.copy()
                for source, to in moves:
                    came[to] = before[source]
            case ev.Dealt(seats, count):
                came = [0] * players
                for place in range(count):
                    came[seats[place % len(seats)]] += 1
            case _:
                pass
        most = max(most, *came)
    return most


@pytest.mark.parametrize("edition", sorted(edition_ids()))
@pytest.mark.parametrize("decks", [1, 4])
def test_no_more_is_drawn_than_can_be_shown(edition: str, decks: int) -> None:
    for number in range(amount(1, 4, 200)):
        chance = random.Random(f"endless {edition} {decks} {number}")
        players = chance.randint(2, 4)
        rules = random_rules(chance, edition, players, decks_n=decks, uno_grace_ms=0)
        round_, truth = Round(rules, range(players), 0), Truth(rules.edition)
        events = list(_done(round_.apply(Begin(NOBODY), truth)))
        while round_.phase is not Phase.ROUND_OVER:
            command = answer_shuffle(round_, truth, chance) if round_.wanted else hoard(round_, truth, chance)
            events += _done(round_.apply(command, truth))
        assert most_in_a_bag(events, players) <= MOST_DRAWN


def _done(answer: tuple[ev.Event, ...] | Refused) -> tuple[ev.Event, ...]:
    assert not isinstance(answer, Refused), answer
    return answer


def test_what_is_more_is_not_shuffled_back() -> None:
    assert refill_of(108, 0, 1) == 0
    assert refill_of(108, 800, 117) == 116
    assert refill_of(108, 800, 118) == 0


def test_a_box_that_finds_no_card_does_nothing() -> None:
    rules = Ruleset.make("mario-kart", uno_grace_ms=0)
    s = Story(top="R5", hands={"A": "WI R1 R2", "B": "Y1 Y2"}, rest=False, rules=rules)
    s.round.turned = MOST_DRAWN
    s("A: play WI")
    assert (s.phase, s.round.to_act, s.round.color, s.round.pile_size) == ("turn", 1, 0, 0)
    s.refused("B: draw", "nothing_to_draw")
    s("B: pass")
