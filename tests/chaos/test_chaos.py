"""Seeded hands in which everything goes wrong; a seed that fails plays the same again."""

from __future__ import annotations

import pytest

from tests.amounts import amount
from tests.chaos.run import Chaos, play

HANDS = 2
SEEDS = amount(test=6, check=1_000, soak=10_000)


@pytest.mark.parametrize("first", range(0, SEEDS, 6))
def test_hands_with_everything_that_can_go_wrong(first: int) -> None:
    for seed in range(first, min(first + 6, SEEDS)):
        assert play(seed, HANDS).hands >= 1


def test_a_game_that_a_vote_ends_is_over_and_not_stuck() -> None:
    chaos = Chaos(1386, 2)
    chaos.run()
    table = chaos.world.table
    assert chaos.hands == 1
    assert table is not None and table.room.stage == "game_over"
    assert [person.name for person in table.room.people.seated()] == ["P0"]
    assert {"L1", "L2"} <= {person.name for person in table.room.people if person.wants_seat}


def test_a_late_seed_for_the_shuffle_of_a_round_that_is_over_breaks_nothing() -> None:
    assert play(8688, 2).hands >= 1


def test_a_seed_plays_the_same_again() -> None:
    one, other = Chaos(4), Chaos(4)
    one.run()
    other.run()
    assert one.heads == other.heads
    assert one.world.story.lines == other.world.story.lines
    assert len(one.heads) > 100


def test_a_failure_names_its_seed_and_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Chaos) -> None:
        raise ValueError("broken on purpose")

    monkeypatch.setattr(Chaos, "_check", broken)
    with pytest.raises(AssertionError) as caught:
        play(0, 1)
    assert "seed 0 failed (broken on purpose)" in str(caught.value)
    assert "python -m tests.chaos 0" in str(caught.value)
