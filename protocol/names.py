"""Text that comes from people and is shown to others: player names, table names, chat, card texts.

Cleaning, not judging: what cannot be shown safely (controls, escape sequences, direction marks, invisible
letters) is taken out, blanks are folded, and what is left is cut to length. The result is still only text;
whoever shows it must not read markup in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from .errors import TextError

MAX_NAME: Final = 16
"""Graphemes of a player's name."""
MAX_TABLE_NAME: Final = 24
MAX_CHAT: Final = 280
"""Characters of one line of chat."""
MAX_CHAT_BYTES: Final = 1000
"""UTF-8 bytes of it: what the codec takes, with room to spare."""
MAX_MARKS: Final = 2
"""Marks on one letter. Scripts like Devanagari or Thai need them; towers of them leave their line."""

# Escape sequences go as a whole, so that no `[31m` is left of them.
_ESCAPES: Final = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])|\x9b[0-?]*[ -/]*[@-~]"
)
# Letters and symbols that show nothing: fillers, and the empty Braille cell.
_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_SHOWN: Final = "LNPS"


def clean_text(text: str, limit: int) -> str:
    """Text fit to be shown in one line, at most `limit` graphemes; may be empty."""
    folded = _shown_only(_ESCAPES.sub("", text[: limit * 64]))
    graphemes: list[str] = []
    for char in folded:
        if unicodedata.category(char)[0] == "M":
            graphemes[-1] += char
        elif len(graphemes) == limit:
            break
        else:
            graphemes.append(char)
    return "".join(graphemes).strip()


def clean_name(text: str) -> str:
    """A player's name: 1 to 16 graphemes.

    Raises:
        TextError: nothing is left of it.
    """
    return _not_empty(clean_text(text, MAX_NAME), "A name needs at least one letter or digit.")


def clean_table_name(text: str) -> str:
    """A table's name: 1 to 24 graphemes.

    Raises:
        TextError: nothing is left of it.
    """
    return _not_empty(clean_text(text, MAX_TABLE_NAME), "A table's name needs at least one letter or digit.")


def clean_chat(text: str) -> str:
    """One line of chat: at most 280 characters.

    Raises:
        TextError: nothing is left of it.
    """
    line = clean_text(text, MAX_CHAT)[:MAX_CHAT]
    data = line.encode("utf-8")[:MAX_CHAT_BYTES]
    return _not_empty(data.decode("utf-8", "ignore").strip(), "There is nothing to say in that.")


def name_key(name: str) -> str:
    """Two names with the same key look the same to people: only one of them may be at a table."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).casefold()


def unique_name(name: str, taken: Iterable[str]) -> str:
    """The clean name, with a number behind it when somebody at the table already has it."""
    keys = {name_key(other) for other in taken}
    found, number = name, 1
    while name_key(found) in keys:
        number += 1
        tail = f" {number}"
        found = clean_text(name, MAX_NAME - len(tail)) + tail
    return found


def _shown_only(text: str) -> str:
    """Normalized, blanks folded, what shows nothing or too much taken out."""
    # Taking something out can bring two characters together that are one: normalize until nothing changes.
    while True:
        out: list[str] = []
        marks = 0
        for char in unicodedata.normalize("NFC", text):
            kind = unicodedata.category(char)
            if kind[0] == "Z" or char in "\t\n\r\v\f\x85":
                if out and out[-1] != " ":
                    out.append(" ")
                    marks = MAX_MARKS  # a mark does not stand on a blank
            elif kind[0] == "M":
                if out and marks < MAX_MARKS:
                    out.append(char)
                    marks += 1
            elif kind[0] in _SHOWN and char not in _INVISIBLE:
                out.append(char)
                marks = 0
        done = "".join(out).strip()
        if done == text:
            return done
        text = done


def _not_empty(text: str, problem: str) -> str:
    if not any(unicodedata.category(char)[0] in "LNS" for char in text):
        raise TextError(problem)
    return text
