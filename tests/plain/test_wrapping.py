"""Lines break at words."""

from __future__ import annotations

import pytest

from uno_lan.plain.wrapping import cells, wrap


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Bora played red 5.", 80, ["Bora played red 5."]),
        ("Your new cards: red 5, green 1.", 0, ["Your new cards: red 5, green 1."]),
        ("Your new cards: red 5, green 1.", 20, ["Your new cards: red", "5, green 1."]),
        ("uno://192.168.1.5:40444/#3fk2m9qd7w4xz8", 20, ["uno://192.168.1.5:40444/#3fk2m9qd7w4xz8"]),
        ("Ta table est ouverte : Den.", 21, ["Ta table est", "ouverte : Den."]),
        ("名前名前名前 played a card.", 20, ["名前名前名前 played", "a card."]),
    ],
)
def test_lines_break_at_words(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines
    assert " ".join(lines) == text


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    assert cells("名a") == 3
    assert cells("e\u0301") == 1
