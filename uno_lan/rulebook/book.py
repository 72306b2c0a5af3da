"""What a rule book is made of: sections of statements and tables, without any layout."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct


class Statement(Struct, frozen=True, tag="statement"):
    """One rule in words, complete in itself."""

    text: str
    because: tuple[str, ...] = ()
    """Keys of the house rules because of which it does not read as published."""


class Table(Struct, frozen=True, tag="table"):
    """Rows of cells under a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    because: tuple[tuple[str, ...], ...] = ()
    """For each row the house rules because of which it does not read as published; empty: none at all."""


Block: TypeAlias = Statement | Table


class Section(Struct, frozen=True):
    """A part of the book."""

    key: str
    """A word that stays the same in every edition: `turn`, `uno`."""
    title: str
    blocks: tuple[Block, ...]


class Book(Struct, frozen=True):
    """All rules of a game."""

    title: str
    edition: str
    mode: str
    changed: tuple[str, ...]
    """House rules that are not at their published value, in their usual order."""
    sections: tuple[Section, ...]


def as_plain(book: Book) -> dict[str, Any]:
    """The book as plain values, for JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(book)
    return plain
