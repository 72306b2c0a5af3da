"""Evenings under rules of every kind: whoever comes, goes, sleeps or restarts, the host goes on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.amounts import amount
from tests.engine.variety import random_rules
from tests.host.pair import Pair, lazy
from tests.host.test_evenings import Evening, assert_sound, play
from uno_lan.bots import choose
from uno_lan.engine import Command, Ruleset, View, edition_ids, enumerate_commands
from uno_lan.host.table import Times

EDITIONS = sorted(edition_ids())
SOON = {"target_score": 50, "rounds_n": 3, "turn_timer": 5}
"""Games that do not take long."""


def at_random(view: View, rules: Ruleset, chance: Callable[[], float]) -> Command:
    """Anything that is allowed."""
    commands = enumerate_commands(view)
    return commands[int(chance() * len(commands))]


class AnyEvening(Evening):
    """An evening whose number decides on the rules too."""

    def __init__(self, number: int) -> None:
        rng = random.Random(f"any evening {number}")
        people, bots = rng.randint(2, 4), rng.randint(0, 2)
        rules = random_rules(rng, EDITIONS[number % len(EDITIONS)], people + bots, 0.2, **SOON)
        self.pair = Pair(
            [f"P{i}" for i in range(people)],
            bots=bots,
            seed=f"any evening {number}",
            rules=rules,
            max_seats=8,
            grace_ms=10_000,
            standin=rng.choice(("skip", "bot", "pause")),
            times=Times(think=(0, 0), keep=(0, 0), react=(0, 0), empty=0),
        )
        self.pair.start()
        self.chance = self.pair.chance
        self.guests = 0

    def arrive(self) -> None:
        super().arrive()
        for number, client in enumerate(self.pair.clients.values()):
            client.style = (choose, at_random, at_random, lazy)[number % 4]


@pytest.mark.parametrize("number", range(amount(10, 150, 5000)))
def test_an_evening_under_any_rules(number: int) -> None:
    evening = AnyEvening(number)
    play(evening, 300)
    assert_sound(evening.pair)
