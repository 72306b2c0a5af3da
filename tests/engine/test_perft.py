"""Counting all that can happen, and the committed counts."""

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from uno_lan.engine import Ruleset, command_to_plain, enumerate_commands
from uno_lan.engine import perft as package
from uno_lan.engine.perft import Perft, perft

COUNTS = tomllib.loads((Path(__file__).parent / "perft_counts.toml").read_text(encoding="utf-8"))["count"]


def run(depth: int, players: int = 3, seed: int = 1, edition: str = "classic", **switches: Any) -> Perft:
    rules = Ruleset.make(edition, uno_grace_ms=0, **switches)
    return perft(rules, players, depth, lambda number: Random(f"{seed}/{number}"))


@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: entry["name"])
def test_committed_counts(entry: dict[str, Any]) -> None:
    """What the views offer, what the round accepts and where it leads are as they were."""
    rules = Ruleset.make(
        entry["edition"], custom=entry.get("custom", []), uno_grace_ms=0, **entry.get("rules", {})
    )
    found = perft(
        rules, entry["players"], len(entry["counts"]), lambda number: Random(f"{entry['seed']}/{number}")
    )
    assert list(found.counts) == entry["counts"]


def test_the_counts_are_those_of_every_edition_and_of_house_rules() -> None:
    assert {entry["edition"] for entry in COUNTS} == {
        "classic",
        "customizable",
        "mario-kart",
        "star-wars",
        "super-mario",
    }
    assert sum(bool(entry.get("rules", {}).keys() - {"hand_size_n"}) for entry in COUNTS) >= 3


def test_shorter_sequences_are_counted_as_well() -> None:
    assert run(3).counts[:2] == run(2).counts
    assert run(2).counts[:1] == run(1).counts


def test_the_lines_add_up() -> None:
    found = run(4)
    assert sum(line.count for line in found.lines) == found.counts[-1]
    assert len(found.lines) == found.counts[0]
    commands = [command_to_plain(line.command) for line in found.lines]
    assert len({repr(command) for command in commands}) == len(commands)


def test_it_depends_on_the_seed_and_nothing_else() -> None:
    assert run(3) == run(3)
    assert len({run(4, seed=seed).counts for seed in range(5)}) > 1


def test_what_is_offered_and_refused_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from uno_lan.engine import Draw

    def offer_too_much(view: Any) -> list[Any]:
        return [*enumerate_commands(view), Draw(view.seat)]

    monkeypatch.setattr(package, "enumerate_commands", offer_too_much)
    with pytest.raises(AssertionError, match="not_your_turn"):
        run(2)


def test_shuffles_on_the_way_are_answered() -> None:
    """Nine cards each for ten players leave a pile that ends soon."""
    found = run(2, players=10, hand_size_n=9)
    assert all(found.counts)
