"""A language in which every letter is a `ж`: what still has Latin letters was not translated.

with pseudo():
    text = as_text(rule_book(rules))
assert not left(text, allowed={"UNO"})
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from gettext import GNUTranslations

from uno_lan import languages


class _Pseudo(GNUTranslations):
    """Translates by rule, so that it has every text."""

    def gettext(self, message: str) -> str:
        return hide(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return hide(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return hide(message)


def hide(text: str) -> str:
    """Every letter outside of {places} as `ж`."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else re.sub(r"[^\W\d_]", "ж", part) for part in parts)


@contextmanager
def pseudo() -> Iterator[None]:
    """The language in use is this one for a while."""
    before = languages._Language.words
    languages._Language.words = _Pseudo()
    try:
        yield
    finally:
        languages._Language.words = before


def left(text: str, allowed: Collection[str] = ()) -> list[str]:
    """The words in Latin letters that are still in a text, each once, in their order."""
    return [word for word in dict.fromkeys(re.findall(r"[A-Za-z]\w*", text)) if word not in allowed]
