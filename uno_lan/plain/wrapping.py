"""Long lines broken at words, for terminals that would break them anywhere."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_LONE: Final = re.compile(r" ([:;?!»])(?= |$)")
"""Signs with a blank before them, as in French: no line begins with one."""
LEAST: Final = 20
"""A terminal narrower than this breaks lines itself."""


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` cells; a word that is longer keeps a line of its own.

    Args:
        width: cells of the terminal; 0: lines are as long as they are.
    """
    if width < LEAST or cells(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in _LONE.sub("\N{NO-BREAK SPACE}\\1", text).split(" "):
        joined = f"{line} {word}" if line else word
        if line and cells(joined) > width:
            lines.append(line)
            joined = word
        line = joined
    return [shown.replace("\N{NO-BREAK SPACE}", " ") for shown in (*lines, line)]


def cells(text: str) -> int:
    """Columns that a text takes: wide characters take two, marks above others none."""
    return sum(_width(char) for char in text)


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
