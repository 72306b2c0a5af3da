"""The short ways of a play and of a draw and the careful ones bring the same, and refuse the same."""

from __future__ import annotations

import random

import pytest

from tests.amounts import amount
from uno_lan.engine import NOBODY, Begin, Command, Phase, Play, Refused, Round, Ruleset, Truth, edition_ids
from uno_lan.engine.effects import EFFECTS
from uno_lan.engine.simulate import random_command

from .variety import random_rules

GRACE = 1000


@pytest.mark.parametrize("edition", edition_ids())
def test_the_careful_way_brings_the_same(edition: str) -> None:
    gone: set[object] = set()
    for number in range(amount(30, 100, 2000)):
        chance = random.Random(f"easy {edition} {number}")
        players = 2 + number % 4
        rules = random_rules(chance, edition, players, rate=0.05, uno_grace_ms=0)
        quick, slow = Round(rules, range(players), 0), careful(rules, players)
        cards = Truth(rules.edition)
        command: Command = Begin(NOBODY)
        while True:
            copy = cards.copy()
            events = quick.apply(command, cards)
            assert isinstance(events, tuple), command
            assert events == slow.apply(command, copy), command
            assert quick.public() == slow.public()
            assert cards.hands == copy.hands
            if quick.top != NOBODY and quick.easy[quick.top]:
                gone.add(quick.follows[quick.top])
            if quick.phase is Phase.ROUND_OVER:
                break
            command = random_command(quick, cards, chance)
    assert gone >= {None, EFFECTS["skip"].played, EFFECTS["reverse"].played, EFFECTS["draw"].played}


@pytest.mark.parametrize("edition", edition_ids())
def test_the_careful_way_refuses_the_same(edition: str) -> None:
    """Plays out of turn, of cards one does not hold, that do not fit, without a color; and those that go."""
    seen: set[str] = set()
    for number in range(amount(30, 100, 2000)):
        chance = random.Random(f"refused {edition} {number}")
        players = 2 + number % 4
        rules = random_rules(chance, edition, players, rate=0.05, uno_grace_ms=GRACE)
        quick, slow = Round(rules, range(players), 0), careful(rules, players)
        cards = Truth(rules.edition)
        command: Command = Begin(NOBODY)
        now = 10**6
        while True:
            answer = quick.apply(command, cards.copy(), now)
            assert isinstance(answer, tuple), command
            assert answer == slow.apply(command, cards, now)
            if quick.phase is Phase.ROUND_OVER:
                break
            for play in some_plays(quick, cards, chance):
                one, other = quick.copy(), slow.copy()
                when = now + chance.choice((0, GRACE))
                tried = one.apply(play, cards.copy(), when)
                assert tried == other.apply(play, cards.copy(), when), play
                assert one.public() == other.public()
                seen.add(tried.code if isinstance(tried, Refused) else "")
            command = random_command(quick, cards, chance)
            now += GRACE
    reasons = {"not_your_turn", "wrong_phase", "not_in_hand", "does_not_match", "color_needed", "bad_color"}
    assert seen >= {"", "only_drawn_card", "grace", *reasons}


def careful(rules: Ruleset, players: int) -> Round:
    """A round in which nothing takes a short way."""
    round_ = Round(rules, range(players), 0)
    round_.easy = (False,) * rules.edition.size
    round_.slow_draw = True
    return round_


def some_plays(round_: Round, cards: Truth, chance: random.Random) -> list[Play]:
    """A few plays of cards that are held and of any others, mostly of whom the round waits for."""
    plays = []
    for _ in range(4):
        seat = chance.choice((round_.to_act, round_.to_act, *round_.seats))
        hand = cards.hands.get(seat) or [0]
        card = chance.choice((chance.choice(hand), chance.choice(hand), chance.randrange(-1, 120)))
        plays.append(Play(seat, card, chance.randrange(-1, 5), uno=chance.random() < 0.5))
    return plays
