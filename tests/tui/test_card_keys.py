"""Cards typed by name."""

from __future__ import annotations

import pytest

from tui.card_keys import CardWord, find


@pytest.mark.parametrize(
    ("keys", "face"),
    [
        ("r5", (0, 5)),
        ("y0", (1, 0)),
        ("gd", (2, 10)),
        ("br", (3, 11)),
        ("rr", (0, 11)),
        ("bs", (3, 12)),
        ("ww", (4, 13)),
        ("w4", (4, 14)),
    ],
)
def test_two_keys_name_a_card(keys: str, face: tuple[int, int]) -> None:
    word = CardWord()
    assert word.feed(keys[0]) is None
    assert word.open
    assert word.feed(keys[1]) == face
    assert not word.open


def test_enter_ends_a_wild() -> None:
    word = CardWord()
    word.feed("w")
    assert word.feed("enter") == (4, 13)


@pytest.mark.parametrize("keys", [["r", "x"], ["w", "9"], ["x"], ["b", "enter"]])
def test_what_is_no_card_ends_the_word(keys: list[str]) -> None:
    word = CardWord()
    assert [word.feed(key) for key in keys] == [None] * len(keys)
    assert not word.open


def test_the_first_equal_card_is_found() -> None:
    assert find((0, 5), [(1, 5), (0, 5), (0, 5)]) == 1
    assert find((2, 5), [(1, 5)]) == -1
