"""Foreign text stays in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment

from tui.text import center, clip, fit, pad, plain, width_of, wrap


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Anna", "Anna"),
        ("\x1b[31mred", " [31mred"),
        ("a\nb\tc", "a b c"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth", "zerowidth"),
        ("[bold]x[/bold]", "[bold]x[/bold]"),
    ],
)
def test_control_and_bidi_characters_go(text: str, kept: str) -> None:
    assert plain(text) == kept


@given(st.text(max_size=40), st.integers(0, 30))
def test_texts_take_exactly_their_room(text: str, width: int) -> None:
    text = plain(text)
    assert cell_len(clip(text, width)) <= width
    assert cell_len(fit(text, width)) == width
    assert cell_len(center(text, width)) == width


@given(st.text(max_size=200), st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    text = plain(text)
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_padding_fills_a_row() -> None:
    assert width_of(pad([Segment("ab")], 5)) == 5
    assert width_of(pad([Segment("abcdef")], 5)) == 6
