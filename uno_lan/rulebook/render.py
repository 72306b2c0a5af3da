"""A rule book as plain text: no colors, no cursor, only lines of a given width."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from uno_lan.languages import N_, _

from .book import Block, Book, Section, Statement, Table

LEAST_WIDTH: Final = 40
LEAST_CELL: Final = 18
"""Long texts in narrower columns cannot be read: their rows become paragraphs."""
MARGIN: Final = "  "
"""In front of every line of text; the mark of a statement stands in it."""
LEGEND: Final = N_("* is what a house rule changes; the rule's name stands in brackets.")


def as_text(book: Book, width: int = 80) -> str:
    """The book as text.

    Args:
        width: characters of a line; at least 40 are used.
    """
    width = max(width, LEAST_WIDTH)
    lines = [book.title, "=" * len(book.title)]
    if book.changed:
        lines += ["", *_wrap(_(LEGEND), width)]
    for section in book.sections:
        lines += ["", *_section(section, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _section(section: Section, width: int) -> Iterator[str]:
    yield section.title
    yield "-" * len(section.title)
    before: Block | None = None
    for block in section.blocks:
        if isinstance(block, Table) or isinstance(before, Table):
            yield from [""] * (before is not None)
        if isinstance(block, Statement):
            yield from _lines(block.text + _named(block.because), "*" if block.because else "-", width)
        else:
            yield from _table(block, width)
        before = block


def _lines(text: str, mark: str, width: int) -> list[str]:
    return [f"{mark if number == 0 else ' '} {line}" for number, line in enumerate(_wrap(text, width - 2))]


def _wrap(text: str, width: int) -> list[str]:
    """Lines of whole words; `B13-B15` is one."""
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _named(because: Sequence[str]) -> str:
    return f" [{', '.join(because)}]" if because else ""


def _table(table: Table, width: int) -> Iterator[str]:
    """Columns side by side; on a line that is too short for that, one paragraph per row."""
    marks = table.because or ((),) * len(table.rows)
    rows = [(*row[:-1], row[-1] + _named(because)) for row, because in zip(table.rows, marks, strict=True)]
    widths = _widths([table.head, *rows], width - len(MARGIN) * len(table.head))
    if any(
        size < min(need, LEAST_CELL) for size, need in zip(widths, _needs([table.head, *rows]), strict=True)
    ):
        for row, because in zip(rows, marks, strict=True):
            said = [
                _("{head}: {cell}").format(head=head, cell=cell)
                for head, cell in zip(table.head[1:], row[1:], strict=True)
                if cell
            ]
            yield from _lines(". ".join([row[0], *said]), "*" if because else "-", width)
        return
    yield from _row(table.head, " ", widths)
    for row, because in zip(rows, marks, strict=True):
        yield from _row(row, "*" if because else " ", widths)


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Widths of the columns: narrow ones get what they need, the others share the rest."""
    needs = _needs(rows)
    widths = [0] * len(needs)
    for left, column in enumerate(sorted(range(len(needs)), key=needs.__getitem__)):
        widths[column] = min(needs[column], room // (len(needs) - left))
        room -= widths[column]
    return widths


def _needs(rows: Sequence[Sequence[str]]) -> list[int]:
    """The longest cell of each column."""
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _row(cells: Sequence[str], mark: str, widths: Sequence[int]) -> Iterator[str]:
    """One row; each of its cells may take several lines."""
    wrapped = [_wrap(cell, size) or [""] for cell, size in zip(cells, widths, strict=True)]
    for number in range(max(map(len, wrapped))):
        parts = [
            (lines[number] if number < len(lines) else "").ljust(size)
            for lines, size in zip(wrapped, widths, strict=True)
        ]
        yield f"{mark if number == 0 else ' '} {MARGIN.join(parts)}"
