"""Names and chat: shown as they are, nothing hidden in them (attack 54)."""

from __future__ import annotations

import contextlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import TextError
from protocol.fields import ChatText, NameText
from protocol.names import (
    MAX_CHAT,
    MAX_CHAT_BYTES,
    MAX_NAME,
    MAX_TABLE_NAME,
    clean_chat,
    clean_name,
    clean_table_name,
    clean_text,
    name_key,
    unique_name,
)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna", "Anna"),
        ("  Anna \t\n Bella  ", "Anna Bella"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Ğülşah", "Ğülşah"),
        ("李小龍", "李小龍"),
        ("\x1b[31mRed\x1b[0m", "Red"),
        ("\x1b]0;title\x07Bo", "Bo"),
        ("\x1b]0;title\x1b\\Bo", "Bo"),
        ("\x9b31mBo", "Bo"),
        ("\x1bcBo", "cBo"),
        ("\x1bMBo", "Bo"),
        ("A\u202eB", "AB"),
        ("A\u200bB\u2066C", "ABC"),
        ("A\u00a0\u2003B", "A B"),
        ("A\u2028B", "A B"),
        ("A\x00B\x7f", "AB"),
        ("[b]Bo[/b]", "[b]Bo[/b]"),
        ("A\ud800B", "AB"),
        ("A\ue000B", "AB"),
        ("\u3164Bo\u115f", "Bo"),
        ("abcdefghijklmnopq", "abcdefghijklmnop"),
        ("abcdefghijklmno pq", "abcdefghijklmno"),
        ("x" + "\u0301" * 50, "x\u0301\u0301"),
        ("\u0301Bo", "Bo"),
        ("A \u0301B", "A B"),
        ("देवनागरी", "देवनागरी"),
        ("★", "★"),
        ("😀 Bo", "😀 Bo"),
        ("C3PO!", "C3PO!"),
    ],
)
def test_clean_names(text: str, clean: str) -> None:
    assert clean_name(text) == clean


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200e", "\x1b[31m", "...", "\u3164", "\u0301", "\n"])
def test_names_of_nothing(text: str) -> None:
    for clean in (clean_name, clean_table_name, clean_chat):
        with pytest.raises(TextError):
            clean(text)


@given(st.text(max_size=200), st.integers(1, 40))
def test_cleaning_is_safe_short_and_done_once(text: str, limit: int) -> None:
    clean = clean_text(text, limit)
    assert clean_text(clean, limit) == clean
    assert clean == clean.strip()
    assert unicodedata.is_normalized("NFC", clean)
    kinds = [unicodedata.category(char) for char in clean]
    assert all(kind[0] in "LNPSM" or char == " " for kind, char in zip(kinds, clean, strict=True))
    assert sum(kind[0] != "M" for kind in kinds) <= limit
    assert len(clean) <= 3 * limit


@given(st.text(max_size=5000))
def test_results_fit_into_their_messages(text: str) -> None:
    for clean, limit in ((clean_name, MAX_NAME), (clean_table_name, MAX_TABLE_NAME)):
        with contextlib.suppress(TextError):
            assert 1 <= len(clean(text)) <= 3 * limit <= _max_length(NameText)
    try:
        line = clean_chat(text)
    except TextError:
        return
    assert 1 <= len(line) <= MAX_CHAT == _max_length(ChatText)
    assert len(line.encode()) <= MAX_CHAT_BYTES


def _max_length(field: object) -> int:
    length: int = field.__metadata__[0].max_length  # type: ignore[attr-defined]
    return length


def test_long_chat() -> None:
    assert clean_chat("x" * 10_000) == "x" * MAX_CHAT
    assert clean_chat("😀" * 10_000) == "😀" * (MAX_CHAT_BYTES // 4)


def test_names_that_look_the_same() -> None:
    assert name_key("ANNA") == name_key("anna") == name_key("Ａnna")
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("Anna") != name_key("Anne")


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert unique_name("Anna", []) == "Anna"
    assert unique_name("Anna", ["Bo"]) == "Anna"
    assert unique_name("Anna", ["ANNA"]) == "Anna 2"
    assert unique_name("Anna", ["anna", "Anna 2"]) == "Anna 3"
    assert unique_name("abcdefghijklmnop", ["abcdefghijklmnop"]) == "abcdefghijklmn 2"
    taken = ["x"]
    for _ in range(12):
        taken.append(unique_name("x", taken))
    assert taken[-1] == "x 13"
    assert all(clean_name(name) == name for name in taken)
