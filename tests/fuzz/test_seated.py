"""A player at the table says anything in any phase, well made and rightly signed: the others play on.

The table refuses, or breaks off that one link, or takes what the rules allow; nothing else may come of it.
All that the others see is right, and the finished files pass the audit.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from protocol import messages
from protocol.messages import Message
from tests.amounts import amount
from tests.chaos.run import RULES, header
from tests.chaos.world import Link, World
from tests.host.pair import Client
from uno_lan.fairness.audit import audit
from uno_lan.host.member import _FOR_THE_TABLE

from .forger import Forger

SEEDS = amount(test=4, check=200, soak=4_000)
ROUNDS = 3
MOST_EVENTS = 60_000
MALLORYS = 3
"""So many come one after the other: one who has left, or was put out, says no more."""


class Fuzzed:
    """A world in which one player after the other is hostile."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self._rng = rng
        self.world = World(str(seed), 2 + seed % 2, seed // 2 % 2, RULES[1 + seed // 4 % 2])
        self.said: Counter[tuple[str, str]] = Counter()
        """What was said in which phase."""
        self._arrived = 0
        self._forger: Forger | None = None
        self._mallory: Client | None = None
        self._arrives = self.world.arrives
        self.world.arrives = self._overhear  # type: ignore[method-assign]
        self.honest = list(self.world.clients.values())

    def run(self) -> None:
        """Play to the end of some rounds."""
        world = self.world
        self._come()
        world.at(300, self._speak)
        begun = False
        table = world.table
        assert table is not None
        for _ in range(MOST_EVENTS):
            assert not world.closed
            if not begun and all(seat.ready or seat.is_bot for seat in table.room.people.seated()):
                self.honest[0].change(messages.Start())
                world.settle()
            begun = begun or table.room.match is not None
            if table.room.stage == "game_over" or self._rounds() >= ROUNDS:
                break
            assert world.step(), "nothing will ever happen again"
        else:
            raise AssertionError(f"somebody is stuck in {table.room.stage} with {world.story.lines[-5:]}")
        self._check()

    def _rounds(self) -> int:
        table = self.world.table
        assert table is not None
        match = table.room.match
        return match.replica.round_no - 1 if match is not None else 0

    def _come(self) -> None:
        """The next hostile player."""
        self._arrived += 1
        self._mallory = mallory = self.world.arrive(f"Mallory {self._arrived}")
        hear = mallory.hear

        def patient(payload: bytes, now: int) -> Message:
            try:
                return hear(payload, now)
            except Exception:  # its program does not understand what it has said itself
                mallory.plays = False
                return messages.Ping(0)

        mallory.hear = patient  # type: ignore[method-assign]
        heard = self._forger.heard if self._forger else []
        self._forger = Forger(self.world, mallory, self._rng)
        self._forger.heard = heard

    def _overhear(self, link: Link, payload: bytes) -> None:
        found = messages.decode(payload)
        if found is not None and type(found[1]) in _FOR_THE_TABLE and self._forger is not None:
            self._forger.heard = [*self._forger.heard[-40:], found[1]]
        self._arrives(link, payload)

    def _speak(self) -> None:
        world, mallory, forger = self.world, self._mallory, self._forger
        assert mallory is not None and forger is not None
        world.at(self._rng.randint(20, 700), self._speak)
        link = world.links.get(mallory.peer)
        if mallory.name not in world.clients or (link is not None and mallory.byes):
            if self._arrived < MALLORYS:
                self._come()
            return
        if link is None:
            return
        before = Counter(forger.said)
        payload = forger.payload()
        (word,) = Counter(forger.said) - before
        self.said[(self._phase(), word)] += 1
        self._arrives(link, payload)

    def _phase(self) -> str:
        table = self.world.table
        assert table is not None
        match = table.room.match
        round_ = match.replica.round if match is not None and table.room.stage == "round" else None
        return round_.phase.name if round_ is not None else table.room.stage

    def _check(self) -> None:
        world = self.world
        for client in self.honest:
            assert client.game is not None and client.game.fault is None
            assert not [error for error in client.errors if error.fatal]
            assert client.name in world.clients, "an honest player was put out"
        for file in world.files:
            report = audit([header(world), *file], world.keys.verifier())
            assert not report.faults, report.faults[0]


@pytest.mark.parametrize("first", range(0, SEEDS, 4))
def test_a_hostile_player_stops_nobody(first: int) -> None:
    said: Counter[tuple[str, str]] = Counter()
    for seed in range(first, min(first + 4, SEEDS)):
        fuzzed = Fuzzed(seed)
        try:
            fuzzed.run()
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        said += fuzzed.said
    assert {word for _, word in said} >= {str(vars(kind)["t"]) for kind in _FOR_THE_TABLE}
