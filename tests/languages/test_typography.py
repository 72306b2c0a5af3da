"""Signs stand as each language writes them: French with a no-break blank before them, the others without."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from tui.text import wrap as on_screens
from uno_lan import languages
from uno_lan.client import words
from uno_lan.plain.wrapping import cells, wrap

from .words import load, strings

NO_BREAK = "\N{NO-BREAK SPACE}"
"""The one kind of blank that is used: programs and fonts know it better than the narrow one."""
OTHER_BLANKS = re.compile(r"[\u2000-\u200a\u202f\u205f]")
PLACE = re.compile(r"\{[^{}]*\}")
NO_SIGNS = (
    "uno://",
    "HÔTE:PORT",
    "[IPv6]:PORT",
    "127.0.0.1:PORT",
    "R: Y. G^ B#",
    "'text: ...'",
    "? places",
)
"""Addresses, the signs of colors, the rule language, a number that nobody told."""
ALONE = re.compile(r"(?:^|[^\xa0?!])[?!;:](?![?!])|[^\xa0]»|«(?!\xa0)")
"""A sign without its blank."""


def wrong(text: str) -> bool:
    """Does a French text have a sign without the right blank?"""
    for other in NO_SIGNS:
        text = text.replace(other, "")
    text = PLACE.sub("x", text)
    return len(text) > 1 and bool(ALONE.search(text) or OTHER_BLANKS.search(text))


def test_french_signs_have_a_no_break_blank_before_them() -> None:
    """A plain blank would let a line begin with the sign, and none at all reads like English."""
    assert [form for message in load("fr") if message.id for form in strings(message) if wrong(form)] == []


@pytest.mark.parametrize("sign", [":", ";", "?", "!"])
def test_a_plain_blank_or_none_would_be_found(sign: str) -> None:
    assert wrong(f"{{who}} {sign} oui") and wrong(f"oui{sign}")
    assert wrong(f"oui\N{NARROW NO-BREAK SPACE}{sign}")
    assert not wrong(f"{{who!r}}{NO_BREAK}{sign} oui")
    assert wrong("« oui »") and wrong(f"«oui{NO_BREAK}»") and not wrong(f"«{NO_BREAK}oui{NO_BREAK}»")
    assert not wrong("?") and not wrong(f"oui{NO_BREAK}?!")


@pytest.mark.parametrize("language", ["nl", "ca"])
def test_the_others_have_none(language: str) -> None:
    """A question mark apart is a key of the screens: `? explains the table`."""
    texts = [form for message in load(language) if message.id for form in strings(message)]
    assert [text for text in texts if re.search(r"[\s\xa0][:;!](\s|$)", PLACE.sub("x", text))] == []


def test_no_line_begins_with_a_sign_and_the_blank_is_one_column() -> None:
    languages.use("fr")
    try:
        text = words.headed("accepter", f"prends 2 cartes{NO_BREAK}; ou conteste{NO_BREAK}!")
    finally:
        languages.use("en")
    assert cells(NO_BREAK) == cell_len(NO_BREAK) == 1
    for width in range(20, 60):
        for shown in (*wrap(text, width), *on_screens(text, width)):
            assert cells(shown) <= width
            assert shown[0] not in ":;?!»"
