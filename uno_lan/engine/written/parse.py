"""The rule language: from a sentence to clauses.

    rule    = clause { ("then" | "and" | ",") clause }      at most 4 clauses
    clause  = who "draws" N  |  who "draws until" COLOR  |  who "draws until a chosen color"
            | who "discards" N  |  who "discards wilds"  |  who "goes to" N
            | "swap hands with" who  |  "all pass hands" ("left" | "right" | "on")  |  "shuffle hands"
            | "reverse"  |  "skip" [N]  |  "I play again"
    who     = "I" | "next" | "previous" | "chosen" | "everyone else" | "everyone"

Small words (the, a, card, player) may stand anywhere, and most words have others that mean the same. What
cannot be read is an error that says which word it is about and what could stand there: a sentence never
becomes free text by mistake.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NoReturn

from ..faces import RulesError
from .rule import (
    FREE,
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_HAND,
    MAX_SKIPS,
    MAX_TEXT,
    READY,
    Clause,
    WrittenRule,
)

SMALL: Final = frozenset(
    [
        "the",
        "a",
        "an",
        "player",
        "players",
        "card",
        "cards",
        "of",
        "their",
        "his",
        "her",
        "its",
        "please",
        "must",
    ]
)
"""Words that mean nothing here."""

SAME: Final[Mapping[str, str]] = {
    same: word
    for word, others in {
        "draw": "draws take takes pick picks",
        "discard": "discards drop drops",
        "wilds": "wild",
        "go": "goes",
        "swap": "swaps trade trades exchange exchanges switch switches",
        "pass": "passes give gives move moves",
        "hands": "hand",
        "shuffle": "shuffles",
        "reverse": "reverses",
        "skip": "skips skipped",
        "play": "plays",
        "lose": "loses miss misses",
        "turn": "turns",
        "i": "me myself",
        "previous": "prev last",
        "chosen": "choose chooses someone somebody anyone anybody",
        "everyone": "everybody all each every",
        "else": "other others",
        "color": "colour",
        "yellow": "orange",
        "until": "till",
    }.items()
    for same in others.split()
}
"""Words that mean the same as another one."""

COLORS: Final = ("red", "yellow", "green", "blue")
NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
}

VOCABULARY: Final = (
    *[
        "i",
        "next",
        "previous",
        "chosen",
        "everyone",
        "else",
        "draws",
        "until",
        "red",
        "yellow",
        "green",
        "blue",
        "discards",
        "wilds",
        "goes",
        "to",
    ],
    *[
        "swap",
        "hands",
        "with",
        "pass",
        "left",
        "right",
        "on",
        "shuffle",
        "reverse",
        "skip",
        "play",
        "again",
        "then",
        "lose",
        "turn",
        "color",
    ],
)
"""What is suggested for a word that cannot be read."""

WHO: Final[tuple[tuple[tuple[str, ...], str], ...]] = (
    (("everyone", "else"), "others"),
    (("else",), "others"),
    (("everyone",), "all"),
    (("next",), "next"),
    (("previous",), "previous"),
    (("chosen",), "chosen"),
    (("i",), "me"),
)
EXAMPLES: Final = (
    "next draws 3, everyone else draws 1 then I play again, swap hands with a chosen player, skip 2"
)


@functools.lru_cache(maxsize=256)
def read_rule(text: str) -> WrittenRule:
    """What a text on a customizable card means.

    Raises:
        RulesError: it is too long, or no rule; one line that says which word is wrong and what could stand there.
    """
    text = " ".join(text.split())
    if len(text) > MAX_TEXT or not text.isprintable():
        raise RulesError(f"a written rule has at most {MAX_TEXT} printable characters")
    if not text or text.lower().startswith(FREE):
        return WrittenRule(FREE + text[len(FREE) :] if text else "")
    if text in READY:
        return WrittenRule(text, READY[text].clauses)
    parts = [part.strip() for part in re.split(r"[,;.!]|\bthen\b|\band\b", text.lower())]
    parts = [part for part in parts if part]
    if not parts:
        raise RulesError(f"{_quoted(text)} says nothing; write for example: {EXAMPLES}")
    if len(parts) > MAX_CLAUSES:
        raise RulesError(f"a written rule has at most {MAX_CLAUSES} steps, this one has {len(parts)}")
    clauses = tuple(_read_clause(part) for part in parts)
    _check(clauses)
    return WrittenRule(text, clauses)


def _check(clauses: Sequence[Clause]) -> None:
    """Steps that say how the turn ends stand at most once, and do not contradict each other."""
    kinds = [clause.what for clause in clauses]
    for kind, word in (("again", "I play again"), ("skip", "skip"), ("reverse", "reverse")):
        if kinds.count(kind) > 1:
            raise RulesError(f"{word!r} stands in it twice")
    if "again" in kinds and "skip" in kinds:
        raise RulesError("'I play again' and 'skip' contradict each other")


def _read_clause(text: str) -> Clause:
    words = [
        SAME.get(word, word) for word in re.findall(r"[a-z]+|\d+|[^\sa-z\d]+", text) if word not in SMALL
    ]
    return _Reader(text, words).read()


class _Reader:
    """Reads the words of one clause from left to right."""

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self.text = text
        self.words = list(words)

    def read(self) -> Clause:
        """The clause."""
        who = self.who()
        clause = self.alone(who) if who in (None, "me", "all") else None
        if clause is None:
            clause = self.said_of(who)
        if self.words:
            self.fail(f"{_quoted(self.words[0])} is left over")
        return clause

    def alone(self, who: str | None) -> Clause | None:
        """What happens without somebody it is about, or to who played the card or to all."""
        if self.take("reverse"):
            self.take("turn") or self.take("direction")
            return Clause("reverse")
        if who != "all" and self.take("skip"):
            return Clause("skip", number=self.number(MAX_SKIPS) if self.words else 1)
        if who != "all" and (self.take("play", "again") or self.take("draw", "another", "turn")):
            return Clause("again")
        if who != "all" and (self.take("go", "again") or self.take("extra", "turn") or self.take("again")):
            return Clause("again")
        if self.take("shuffle"):
            self.who()
            self.need("hands", "shuffle hands")
            return Clause("shuffle")
        if self.take("pass"):
            self.who()
            self.need("hands", "all pass hands left")
            return Clause("pass", number=self.way())
        if who != "all" and self.take("swap"):
            self.take("hands")
            self.need("with", "swap hands with next")
            self.take("hands")
            other = self.who()
            if other not in ("next", "previous", "chosen"):
                self.fail("hands are swapped with next, previous or a chosen player")
            self.take("hands")
            return Clause("swap", str(other))
        return None

    def said_of(self, who: str | None) -> Clause:
        """What somebody does or suffers."""
        if who is None:
            self.need_who()
        if self.take("draw", "until"):
            return Clause("until", who, color=self.color())
        if self.take("draw", "or", "discard") or self.take("go"):
            self.take("down") or self.take("up")
            self.need("to", "next goes to 7")
            return Clause("level", who, self.number(MAX_HAND))
        if self.take("draw"):
            return Clause("draw", who, self.number(MAX_CARDS) if self.words else 1)
        if self.take("discard", "wilds") or self.take("discard", "everyone", "wilds"):
            return Clause("wilds", who)
        if self.take("discard"):
            return Clause("discard", who, self.number(MAX_CARDS) if self.words else 1)
        if who == "next" and (self.take("lose", "turn") or self.take("is", "skip") or self.take("skip")):
            return Clause("skip", number=1)
        self.fail_at_verb()

    # Parts.

    def take(self, *words: str) -> bool:
        """If these words come next, take them."""
        if tuple(self.words[: len(words)]) != words:
            return False
        del self.words[: len(words)]
        return True

    def need(self, word: str, example: str) -> None:
        if not self.take(word):
            self.fail(f"{word!r} is missing: write {_quoted(example)}")

    def who(self) -> str | None:
        """Whom it is about, if that comes next."""
        for words, who in WHO:
            if self.take(*words):
                return who
        return None

    def number(self, most: int) -> int:
        """A number from 1 up to `most`."""
        word = self.words.pop(0) if self.words else ""
        number = int(word) if word.isdecimal() and len(word) < 5 else NUMBERS.get(word, 0)
        if not 1 <= number <= most:
            self.fail(
                f"a number from 1 to {most} must stand here, not {_quoted(word)}"
                if word
                else "a number is missing"
            )
        return number

    def color(self) -> int:
        """A color to draw, or NOBODY for the one that is named with the play."""
        if self.take("chosen", "color") or self.take("color") or self.take("named", "color"):
            self.take("i", "chosen")
            return -1
        word = self.words.pop(0) if self.words else ""
        if word not in COLORS:
            near = _near(word, COLORS)
            self.fail(f"a color must stand after 'until'{near}: {', '.join(COLORS)}, or 'a chosen color'")
        return COLORS.index(word)

    def way(self) -> int:
        for word, way in (("left", 1), ("right", -1), ("on", 0)):
            if self.take("to", word) or self.take(word):
                return way
        self.fail("hands are passed left, right or on")

    # Faults.

    def need_who(self) -> NoReturn:
        """Nobody was named: is it a word that cannot be read, or is the player missing?"""
        word = self.words[0] if self.words else ""
        if word in ("draw", "discard", "go", "lose", "is"):
            self.fail(f"who? write for example 'next {self.text.strip()}'")
        self.fail_at_verb()

    def fail_at_verb(self) -> NoReturn:
        if not self.words:
            self.fail("what happens? write for example 'next draws 3'")
        word = self.words[0]
        near = _near(word, VOCABULARY)
        self.fail(f"{_quoted(word)} cannot stand here{near}; write for example: {EXAMPLES}")

    def fail(self, why: str) -> NoReturn:
        raise RulesError(f"{_quoted(self.text)}: {why}")


def _near(word: str, words: Iterable[str]) -> str:
    """`, did you mean ...?` for a word that is nearly one of these; empty when none is near."""
    near = difflib.get_close_matches(word, list(words), n=1)
    return f", did you mean {near[0]!r}?" if near and near[0] != word else ""


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
