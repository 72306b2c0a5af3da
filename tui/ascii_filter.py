"""The last step to a terminal that knows ASCII only: every other character becomes one of the same width.

The glyph set already draws cards and marks in ASCII; this catches the rest, wherever it comes from: borders
and scroll bars of the toolkit, dots in sentences, letters in names.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_LOOKALIKES = {
    "…": ".",
    "·": "-",
    "•": "*",
    "–": "-",
    "—": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "│": "|",
    "┃": "|",
    "▌": "|",
    "▐": "|",
    "─": "-",
    "━": "=",
    "▔": "-",
    "▁": "_",
    "╭": ".",
    "╮": ".",
    "╰": "'",
    "╯": "'",
    "█": "#",
    **dict.fromkeys("▂▃▄▅▆▇▉▊▋▍▎▏", "#"),  # the ends of a scroll bar's thumb
}


class AsciiFilter(LineFilter):
    """Replaces what is not ASCII; the cells of a line stay where they are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line in ASCII."""
        return [
            segment
            if segment.text.isascii()
            else Segment(to_ascii(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def to_ascii(text: str) -> str:
    """The text in ASCII, as wide as before."""
    return "".join(map(_ascii, text))


@lru_cache(maxsize=4096)
def _ascii(char: str) -> str:
    if char.isascii():
        return char
    width = get_character_cell_size(char)
    plain = _LOOKALIKES.get(char) or unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode(
        "ascii"
    )
    if not plain or not plain.isprintable():
        plain = "+" if "\u2500" <= char <= "\u257f" else "?"
    return plain[:width].ljust(width)
