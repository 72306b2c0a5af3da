"""Text that came from others, and rows of cells.

Names and chat are shown as plain text: no markup, no control or bidi characters, never wider than the room
they get. The protocol cleans names at the border; a screen does not rely on it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

Row = list[Segment]
"""One row of a painted widget, left to right."""

ELLIPSIS = "…"
BLANKS: Final = re.compile(r"[^\S\xa0\u202f]+")
"""Where a line may be broken: not at the blank before a sign, as French writes it."""


def plain(text: str) -> str:
    """The text without characters that could move the cursor or turn the line around."""
    kept = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    return "".join(c for c in kept if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn"))


def fit(text: str, width: int) -> str:
    """The text in exactly `width` cells: padded, or cut with an ellipsis."""
    return set_cell_size(clip(text, width), max(0, width))


def column(text: str, width: int) -> str:
    """The text in exactly `width` cells, the last one blank: what is cut does not touch the next column."""
    return fit(fit(text, width - 1), width)


def clip(text: str, width: int) -> str:
    """The text in at most `width` cells."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS


def center(text: str, width: int) -> str:
    """The text in the middle of `width` cells."""
    text = clip(text, width)
    left = (width - cell_len(text)) // 2
    return fit(" " * left + text, width)


def width_of(row: Iterable[Segment]) -> int:
    """Cells of a row."""
    return sum(segment.cell_length for segment in row)


def pad(row: Row, width: int, style: Style | None = None) -> Row:
    """The row, filled with blanks up to `width`."""
    missing = width - width_of(row)
    return [*row, Segment(" " * missing, style)] if missing > 0 else row


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells, broken at blanks where possible."""
    if width <= 0:
        return []
    lines: list[str] = []
    line = ""
    for word in filter(None, BLANKS.split(text)):
        while cell_len(word) > width:
            room = width - cell_len(line) - (1 if line else 0)
            if room < 1:
                lines.append(line)
                line, room = "", width
            head, word = _split(word, room)
            line = f"{line} {head}" if line else head
            lines.append(line)
            line = ""
        joined = f"{line} {word}" if line else word
        if cell_len(joined) > width:
            lines.append(line)
            joined = word
        line = joined
    if line:
        lines.append(line)
    return lines or [""]


def _split(word: str, width: int) -> tuple[str, str]:
    """The longest head of the word that fits (at least one character), and the rest."""
    end = 1
    while end < len(word) and cell_len(word[: end + 1]) <= width:
        end += 1
    return word[:end], word[end:]
