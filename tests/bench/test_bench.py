"""The benchmarks run and measure something; how fast it is, no test says."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import action, ceremony, engine, fairness, floor, host, startup, tui, verify
from bench.__main__ import PARTS
from bench.timing import Figure, compare, interleave, percentile

ROOT = Path(__file__).resolve().parents[2]


def names(found: dict[str, list[Figure]]) -> list[str]:
    """What was measured; every value must make sense."""
    figures = [figure for part in found.values() for figure in part]
    assert all(value > 0 for figure in figures for value in figure.values)
    assert all(figure.line() and figure.to_json() for figure in figures)
    return [figure.name.strip() for figure in figures]


def test_contenders_take_turns_and_the_first_round_only_warms_up() -> None:
    turns: list[str] = []

    def contender(name: str, ms: float) -> Callable[[], float]:
        def run() -> float:
            turns.append(name)
            return ms

        return run

    slow, fast = interleave({"slow": contender("slow", 6.0), "fast": contender("fast", 2.0)}, "fast", 2)
    assert turns == ["slow", "fast"] * 3
    assert slow.values == (6.0, 6.0) and slow.ratios == (3.0, 3.0)
    assert fast.values == (2.0, 2.0) and fast.ratios == ()


def test_ratios_are_taken_inside_a_round() -> None:
    (one, two) = compare({"one": [1.0, 10.0], "two": [2.0, 30.0]}, "one")
    assert one.ratios == ()
    assert two.ratios == (2.0, 3.0)
    assert two.to_json()["ratio"] == 2.5


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert percentile(values, 0.5) == 51.0
    assert percentile(values, 0.99) == 100.0
    assert percentile([4.0], 0.99) == 4.0


def test_the_rules_are_measured_with_a_fair_shuffle() -> None:
    chance, found = engine.Chance(1), Counter[tuple[int, ...]]()
    for _ in range(12_000):
        order = [0, 1, 2, 3]
        chance.shuffle(order)
        found[tuple(order)] += 1
    assert len(found) == 24
    assert all(400 < count < 600 for count in found.values())
    for size in (0, 1, 108, 448):
        cards = list(range(size))
        chance.shuffle(cards)
        assert sorted(cards) == list(range(size))


def test_a_move_by_itself() -> None:
    assert "a client verifies a move, median" in names(verify.run(1, deals=1))


def test_what_fairness_costs() -> None:
    found = names(fairness.run(1, players=(2,), length=1))
    assert {
        fairness.PER_PARTY,
        "an entry verified by a client",
        "the shown hand checked card by card",
    } <= set(found)


def test_the_rules_alone() -> None:
    found = engine.report(seconds=0.05, runs=1, players=4, seed=1)
    assert found["actions_per_s"] > 0 and found["games_per_s"] > 0
    assert 10 < found["actions_per_game"] < 1000


def test_the_engine_prints_one_object() -> None:
    command = [sys.executable, "-m", "bench.engine", "--seconds", "0.05", "--runs", "1", "--players", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout)["players"] == 2


@pytest.mark.slow
def test_moves_over_tls() -> None:
    assert action.EACH in names(action.run(1, moves=5))


@pytest.mark.slow
def test_deals_over_tls() -> None:
    assert ceremony.BARE in names(ceremony.run(1, players=(2,)))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="reads memory and CPU from /proc")
def test_a_server_full_of_tables() -> None:
    pytest.importorskip("websockets")
    assert host.OURS in names(host.run(1, tables=3, seconds=0.5))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="reads CPU from /proc")
def test_a_server_without_a_game() -> None:
    pytest.importorskip("websockets")
    assert floor.MODES[1] in names(floor.run(1, tables=3, seconds=0.3))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_starts() -> None:
    assert "uno-lan, first frame of the lobby" in names(startup.run(1))


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a pseudo-terminal and /proc")
def test_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tui, "PRESSES", 4)
    monkeypatch.setattr(tui, "REST", 0.1)
    monkeypatch.setattr(tui, "SETTLE", 0.1)
    found = tui.run(1)
    assert [figure.name for figure in found["key to new frame, p95"]] == ["one widget", "the table"]
    assert [figure.unit for figure in found["memory"]] == ["MiB", "MiB"]


def test_an_unknown_part_is_refused() -> None:
    command = [sys.executable, "-m", "bench", "nothing"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "nothing" in done.stderr
    assert set(PARTS) == {"startup", "tui", "verify", "fairness", "ceremony", "action", "host", "engine"}
