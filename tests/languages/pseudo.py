"""A language nobody speaks: every marked text in Cyrillic letters, so that what is not marked stands out.

The letters are as wide as ours, so what is laid out stays where it is, and no catalog is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from uno_lan import languages

_LETTERS = {ord("a") + place: chr(0x430 + place) for place in range(26)}
_LETTERS |= {ord("A") + place: chr(0x410 + place) for place in range(26)}
_PLACES = re.compile(r"(\{[^{}]*\})")


def said(text: str) -> str:
    """A text in that language; its {places} stay."""
    parts = _PLACES.split(text)
    return "".join(part if number % 2 else part.translate(_LETTERS) for number, part in enumerate(parts))


class _Words:
    """What `gettext` would read from a catalog."""

    def gettext(self, text: str) -> str:
        return said(text)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return said(one if count == 1 else many)

    def pgettext(self, _context: str, text: str) -> str:
        return said(text)


@contextmanager
def spoken() -> Iterator[None]:
    """Everything is said in that language, until the end of the block."""
    before = languages._Language.words, languages._Language.name
    words: Any = _Words()
    # A name of its own: tables of words are made once for each language.
    languages._Language.words, languages._Language.name = words, "nobody's"
    try:
        yield
    finally:
        languages._Language.words, languages._Language.name = before


def english(text: str, allowed: frozenset[str]) -> list[str]:
    """Words in our letters: what nobody has marked. Single letters are keys and cards."""
    return sorted(set(re.findall(r"[A-Za-z]{2,}", text)) - allowed)
