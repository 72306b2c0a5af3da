"""What `uno-lan audit` says about players and rounds: true, mild, and in the number that it is."""

from __future__ import annotations

import pytest

from uno_lan import languages
from uno_lan.cli.audit import round_line, seat_line
from uno_lan.fairness.report import RoundLine, SeatLine
from uno_lan.languages import AVAILABLE


def kim(**known: object) -> str:
    return seat_line(SeatLine(0, "Kim", "person", **known))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("aborts", "said"),
    [
        (
            [(1, 9, "commit")],
            "Kim: too slow for a shuffle, which was given up (round 1, sealed number missing)",
        ),
        (
            [(1, 9, "reveal"), (2, 20, "commit")],
            "Kim: too slow for 2 shuffles, which were given up "
            "(round 1, sealed number not opened; round 2, sealed number missing)",
        ),
        (
            [(3, 9, "left")],
            "Kim: gone during a shuffle, which was given up (round 3, left with cards of it)",
        ),
    ],
)
def test_who_was_slow_is_not_accused(aborts: list[tuple[int, int, str]], said: str) -> None:
    assert kim(aborts=aborts) == said


def test_one_thing_is_not_said_as_several() -> None:
    assert kim(standins=[(4, "away")], standin_moves=1) == "Kim: a bot stood in once (away), 1 move"
    twice = kim(standins=[(4, "away"), (9, "away")], standin_moves=3)
    assert twice == "Kim: a bot stood in 2 times (away), 3 moves"
    assert kim(timeouts=[7]) == "Kim: 1 time-out (entry 7)"
    assert kim(timeouts=[7, 8]) == "Kim: 2 time-outs (entries 7, 8)"


@pytest.mark.parametrize(
    ("contributors", "said"),
    [
        (0, "2 shuffles by nobody independent of the host"),
        (1, "2 shuffles by at least 1 independent player,"),
        (3, "2 shuffles by at least 3 independent players,"),
    ],
)
def test_how_independent_the_shuffles_were(contributors: int, said: str) -> None:
    assert said in round_line(RoundLine(1, 1, 60, 2, contributors))


@pytest.mark.parametrize("language", AVAILABLE)
def test_no_place_is_left_open_in_any_language(language: str) -> None:
    languages.use(language)
    for number in (1, 2):
        steps = [(1, 9, step) for step in ("commit", "reveal", "left")[:number]]
        line = kim(
            aborts=steps, answers=[(1, 9)] * number, standins=[(4, "away")] * number, timeouts=[1] * number
        )
        for text in (line, round_line(RoundLine(1, 1, 60, number, number - 1))):
            assert text and "{" not in text
    languages.use("en")
