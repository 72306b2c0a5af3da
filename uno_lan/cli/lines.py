"""Lines for people: on a terminal broken at words, elsewhere as long as they are."""

from __future__ import annotations

import shutil
import sys
from typing import Final

from uno_lan.errors import one_line
from uno_lan.plain.wrapping import cells, wrap

ROOM: Final = 30
"""Cells that a text needs beside what stands before it; with less it goes below."""
INDENT: Final = 2


def terminal_width() -> int:
    """Cells of the terminal that is written to; 0: it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def beside(head: str, text: str, width: int) -> list[str]:
    """A text behind what it is about, its further lines below its own beginning."""
    text, indent = one_line(text), cells(head)
    if not width or indent + cells(text) <= width:
        return [head + text]
    if width - indent < ROOM:
        below = [" " * INDENT + line for line in wrap(text, width - INDENT)]
        return [head.rstrip(), *below] if head.strip() else below
    first, *rest = wrap(text, width - indent)
    return [head + first, *(" " * indent + line for line in rest)]


def say(*lines: str) -> None:
    """Print lines; what is set in at its beginning stays so."""
    width = terminal_width()
    for line in lines:
        text = line.lstrip(" ")
        print("\n".join(beside(line[: len(line) - len(text)], text, width)), flush=True)
