"""Which characters a terminal gets."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tui.glyphs import ASCII, UNICODE, Glyphs, choose


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"LANG": "en_US.UTF-8"}, UNICODE),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, ASCII),
        ({"LANG": "de_DE.ISO-8859-1"}, ASCII),
        ({"LANG": "en_US.UTF-8", "TERM": "linux"}, ASCII),
        ({"LANG": "en_US.utf8", "TERM": "xterm-256color"}, UNICODE),
    ],
)
def test_auto_goes_by_the_locale_and_the_console(environ: dict[str, str], expected: Glyphs) -> None:
    assert choose("auto", environ) is expected


def test_a_wish_decides() -> None:
    assert choose("ascii", {"LANG": "en_US.UTF-8"}) is ASCII
    assert choose("unicode", {"LANG": "C"}) is UNICODE


def test_the_ascii_set_is_ascii() -> None:
    texts = [*ASCII.shapes, *ASCII.symbols, *ASCII.tags, *ASCII.card, *ASCII.heavy]
    texts += [line for art in ASCII.big.values() for line in art]
    texts += [getattr(ASCII, name) for name in ("back", "turn", "playable", "check", "enter", "clockwise")]
    assert all(text.isascii() for text in texts)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_character_is_as_wide_as_its_place(glyphs: Glyphs) -> None:
    assert all(cell_len(shape) == 2 for shape in glyphs.shapes)
    assert all(cell_len(symbol) <= 3 for symbol in glyphs.symbols)
    assert all(cell_len(tag) <= 2 for tag in glyphs.tags)
    assert all(cell_len(line) <= 9 for art in glyphs.big.values() for line in art)
    assert len(glyphs.symbols) == len(glyphs.tags) == 20
