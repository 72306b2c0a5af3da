"""Terminals that know ASCII only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from tests.tui.fakes import playing, seats, view, waiting
from tests.tui.running import at_table
from tui.ascii_filter import AsciiFilter, to_ascii
from tui.text import plain
from uno_lan.client.model import LogLine


@given(st.text(max_size=40).map(plain))
def test_the_width_stays(text: str) -> None:
    assert to_ascii(text).isascii()
    assert cell_len(to_ascii(text)) == cell_len(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Gül", "Gul"),
        ("searching…", "searching."),
        ("┌│", "+|"),
        ("漢", "? "),
        ("½", "1"),
        ("a · b", "a - b"),
        ("▁▂▃▄▅▆▇█", "_#######"),
    ],
)
def test_lookalikes(text: str, shown: str) -> None:
    assert to_ascii(text) == shown


def test_segments_keep_their_style() -> None:
    plain_segment = Segment("abc")
    kept, changed = AsciiFilter().apply([plain_segment, Segment("é")], Color(0, 0, 0))
    assert kept is plain_segment
    assert changed.text == "e"


async def test_nothing_else_leaves_the_screen() -> None:
    table = seats(4, bora={"name": "Gül漢"})
    log = (LogLine("chat", "Bora: ça va… ✓", 1),)
    async with at_table(
        playing(view(owes=(2,)), seats=table, log=log, deadline_ms=9_000_000), glyphs="ascii"
    ) as run:
        assert run.text.isascii()
        for keys in (["w", "w"], ["escape", "q"], ["escape", "question_mark"], ["escape", "l"]):
            await run.press(*keys)
            assert run.text.isascii()
    async with at_table(waiting(10, log=log), glyphs="ascii", size=(60, 18)) as run:
        assert run.text.isascii()
