"""What must hold in every round, whatever is played: random rounds of every size, mode and accident."""

from __future__ import annotations

import random

import pytest

from tests.amounts import amount
from uno_lan.engine import MODES, NOBODY, Game, Phase, Round, Ruleset, Truth, edition_ids
from uno_lan.engine.simulate import play_round, random_game

from .claims import ClaimReader
from .variety import random_rules
from .walk import Walk

PARTS = 4
"""The rounds are split so that they run on several cores."""


def rules_of(rng: random.Random) -> Ruleset:
    return Ruleset.make(
        "classic",
        rng.choice(MODES),
        uno_grace_ms=rng.choice((0, 0, 1500)),
        hand_size_n=rng.choice((2, 3, 7, 7, 9)),
        wilds_match_wd4=rng.choice((None, True, False)),
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_random_rounds(part: int) -> None:
    """Cards, views, claims, legality and refusals, checked at every step (see `Walk`)."""
    for number in range(part, amount(100, 1000, 10_000), PARTS):
        rng = random.Random(f"rounds {number}")
        players = 2 + number % 9
        seats = tuple(sorted(rng.sample(range(10), players)))
        dealer = rng.choice((NOBODY, *seats))
        walk = Walk(rules_of(rng), seats, rng, dealer)
        walk.run(leave=rng.choice((0.0, 0.0, 0.01, 0.05)))
        assert walk.round.why in ("out", "last", "blocked")


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("part", range(PARTS))
def test_random_rounds_of_every_edition(edition: str, part: int) -> None:
    """The same with random house rules and written cards: rounds end and nothing gets stuck."""
    for number in range(part, amount(300, 4000, 50000), PARTS):
        rng = random.Random(f"{edition} {number}")
        players = 2 + number % 9
        seats = tuple(sorted(rng.sample(range(10), players)))
        rules = random_rules(rng, edition, players, rate=rng.choice((0.0, 0.1, 0.25)))
        walk = Walk(rules, seats, rng, rng.choice((NOBODY, *seats)))
        walk.run(leave=rng.choice((0.0, 0.0, 0.01)), deep=0.03)
        assert walk.round.why in ("out", "last", "blocked")


def test_small_pools() -> None:
    """Rounds in which cards run short: refills in the middle of everything, passes, blocked rounds."""
    endings = set()
    for number in range(amount(40, 400, 5000)):
        rng = random.Random(f"short {number}")
        walk = Walk(Ruleset.make("classic", hand_size_n=9, uno_grace_ms=0), tuple(range(10)), rng)
        walk.run(leave=0.004, timeout=rng.choice((0.5, 0.7, 0.9)), deep=0.01)
        endings.add(walk.round.why)
    assert endings >= {"blocked", "out"}


@pytest.mark.parametrize("mode", MODES)
def test_games_end(mode: str) -> None:
    """Whole games of each mode have a winner; totals only ever grow."""
    for players in range(2, 11):
        rules = Ruleset.make("classic", mode, uno_grace_ms=0)
        game = random_game(rules, range(players), random.Random(f"{mode} {players}"))
        assert game.over
        assert set(game.winners) <= set(range(players))
        best = (min if mode.startswith("penalty") else max)(game.totals.values())
        if mode != "single_hand":
            assert all(game.totals[seat] == best for seat in game.winners)


@pytest.mark.parametrize("edition", edition_ids())
def test_random_games_of_every_edition(edition: str) -> None:
    """Whole games by rules of all kinds end, and their random commands are legal."""
    for number in range(amount(20, 60, 2000)):
        rng = random.Random(f"games {edition} {number}")
        players = rng.choice((2, 3, 4, 4, 6, 8, 10))
        rules = random_rules(rng, edition, players, rate=0.2, uno_grace_ms=0, target_score=100, rounds_n=2)
        game = random_game(rules, range(players), rng)
        assert game.winners
        assert set(game.winners) <= set(game.totals)


def test_replay_by_commands_and_claims() -> None:
    """A round is resumed by its commands and claims alone, from its beginning or from a copy."""
    for number in range(amount(20, 200, 2000)):
        rng = random.Random(f"replay {number}")
        walk = Walk(rules_of(rng), tuple(range(2 + number % 9)), rng)
        walk.run(leave=0.01, nonsense=0, deep=0)
        again = Round(walk.rules, walk.round.seats)
        for command, now, claims, events in walk.log:
            copy = again.copy()
            for state in (again, copy):
                reader = ClaimReader(claims)
                assert state.apply(command, reader, now) == events
                reader.finish()
            assert copy.public() == again.public()
        assert again.public() == walk.round.public()


def test_same_chance_same_game() -> None:
    """Nothing in the engine is random."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    one, two = (random_game(rules, range(4), random.Random(7)) for _ in range(2))
    assert one.totals == two.totals


def test_seen_commands() -> None:
    """Whoever watches a simulated round sees every command with its events."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    state, truth = Round(rules, range(3), 0), Truth(rules.edition)
    seen: list[int] = []
    play_round(state, truth, random.Random(3), lambda command, events: seen.append(len(events)))
    assert state.phase is Phase.ROUND_OVER
    assert all(seen)
    game = Game(rules, range(3))
    assert game.new_round().phase is Phase.WAITING
