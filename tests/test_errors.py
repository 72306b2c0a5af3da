from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_lan.errors import UNAVAILABLE, CommandError, one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\r\n", "two lines"),
        ("\x1b[31mred", "[31mred"),
        ("a\u202eb", "a b"),
        ("a\u2028b", "a b"),
        ("\udcff", ""),
    ],
)
def test_foreign_text_becomes_one_harmless_line(text: str, shown: str) -> None:
    assert one_line(text) == shown


@given(st.text())
def test_any_text_becomes_one_line(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1


def test_an_error_says_what_happened_and_how_it_ends() -> None:
    error = CommandError("no network")
    assert (error.text, str(error), error.exit_code) == ("no network", "no network", UNAVAILABLE)
