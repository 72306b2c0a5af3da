"""The short way of a play and the careful one bring the same."""

from __future__ import annotations

import random

import pytest

from tests.amounts import amount
from uno_lan.engine import NOBODY, Begin, Command, Phase, Round, Truth, edition_ids
from uno_lan.engine.effects import EFFECTS
from uno_lan.engine.simulate import random_command

from .variety import random_rules


@pytest.mark.parametrize("edition", edition_ids())
def test_the_careful_way_brings_the_same(edition: str) -> None:
    gone: set[object] = set()
    for number in range(amount(30, 100, 2000)):
        chance = random.Random(f"easy {edition} {number}")
        players = 2 + number % 4
        rules = random_rules(chance, edition, players, rate=0.05, uno_grace_ms=0)
        quick = Round(rules, range(players), 0)
        slow = Round(rules, range(players), 0)
        slow.easy = (False,) * rules.edition.size
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
