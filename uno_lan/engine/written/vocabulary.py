"""The words of the rule language, and which other words mean the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

COLORS: Final = ("red", "yellow", "green", "blue")
NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The numbers from 1 on that may be written as words."""

SMALL: Final = frozenset(
    ("the", "a", "an", "of", "their", "his", "her", "its", "my", "please", "must", "have")
)
"""Words that mean nothing here."""
NOUNS: Final = frozenset(("player", "players", "card", "cards"))
"""Words that mean nothing here either, but may be all that is said of a number ("draws a card")."""

OTHERS: Final[Mapping[str, tuple[str, ...]]] = {
    "i": ("me", "myself", "you"),
    "next": ("following",),
    "previous": ("prev", "last", "preceding"),
    "chosen": ("choose", "chooses", "someone", "somebody", "anyone", "anybody"),
    "everyone": ("everybody", "all", "each", "every"),
    "else": ("other", "others"),
    "draw": ("draws", "take", "takes", "pick", "picks"),
    "until": ("till",),
    "discard": ("discards", "drop", "drops"),
    "wilds": ("wild",),
    "go": ("goes",),
    "swap": ("swaps", "trade", "trades", "exchange", "exchanges", "switch", "switches"),
    "pass": ("passes", "give", "gives", "move", "moves"),
    "hands": ("hand",),
    "shuffle": ("shuffles",),
    "reverse": ("reverses", "reversed"),
    "skip": ("skips", "skipped"),
    "play": ("plays",),
    "lose": ("loses", "miss", "misses"),
    "turn": ("turns",),
    "color": ("colour",),
    "yellow": ("orange",),
    "is": ("are",),
    "hold": ("holds",),
}
"""Each word with those that mean the same."""

SAME: Final[Mapping[str, str]] = {other: word for word, others in OTHERS.items() for other in others}

SPOKEN: Final[Mapping[str, str]] = {
    "i": "I",
    "draw": "draws",
    "discard": "discards",
    "go": "goes",
    "lose": "loses",
}
"""How words are written in suggestions, where it is not as they are read."""

WORDS: Final = (
    *(SPOKEN.get(word, word) for word in OTHERS),
    *("to", "with", "left", "right", "on", "again", "another", "extra", "named", *COLORS),
)
"""All words that can be suggested."""

SEPARATORS: Final = r"[,;.!]|\bthen\b|\band\b"
"""What stands between two clauses."""
