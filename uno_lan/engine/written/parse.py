"""The rule language: from a sentence to clauses.

    rule    = clause { ("then" | "and" | ",") clause }      at most 4 clauses
    clause  = who "draws" N  |  who "draws until" COLOR  |  who "draws until a chosen color"
            | who "discards" N  |  who "discards wilds"  |  who "goes to" N
            | "swap hands with" ("next" | "previous" | "chosen")
            | "all pass hands" ("left" | "right" | "on")  |  "shuffle hands"
            | "reverse"  |  "skip" [N]  |  "next loses a turn"  |  "I play again"
    who     = "I" | "next" | "previous" | "chosen" | "everyone else" | "everyone"

Small words (the, a, card, player) may stand anywhere, and most words have others that mean the same
(`vocabulary.py`). What cannot be read is an error that says which word it is about and what could stand
there: a sentence never becomes free text by mistake.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

from ..commands import NOBODY
from ..faces import RulesError
from ..sentence import worded
from .rule import FREE, MAX_CARDS, MAX_CLAUSES, MAX_HAND, MAX_SKIPS, MAX_TEXT, READY, Clause, WrittenRule
from .vocabulary import COLORS, NOUNS, NUMBERS, SAME, SEPARATORS, SMALL, SPOKEN, WORDS

WHO: Final = (
    (("everyone", "else"), "others"),
    (("else",), "others"),
    (("everyone",), "all"),
    (("next",), "next"),
    (("previous",), "previous"),
    (("chosen",), "chosen"),
    (("i",), "me"),
)
"""Whom a clause is about, the longer words first."""
AGAIN: Final = (
    ("play", "again"),
    ("go", "again"),
    ("again",),
    ("draw", "another", "turn"),
    ("another", "turn"),
    ("extra", "turn"),
    ("draw", "extra", "turn"),
)
"""All that means another turn ("take" is read as "draw")."""
LOSES: Final = (("lose", "turn"), ("is", "skip"), ("skip", "turn"))
WAYS: Final = (("left", 1), ("right", -1), ("on", 0))
EXAMPLES: Final = (
    "'next draws 3', 'everyone else draws 1 then I play again', 'swap hands with a chosen player'"
)


@functools.lru_cache(maxsize=256)
def read_rule(text: str) -> WrittenRule:
    """What a text on a customizable card means.

    Raises:
        RulesError: it is too long, or no rule; one line that says which word is wrong and what could stand
            there.
    """
    text = " ".join(text.split())
    if len(text) > MAX_TEXT or not text.isprintable():
        raise RulesError(worded("a written rule has at most {count} printable characters", count=MAX_TEXT))
    if not text:
        return WrittenRule()
    if text.lower().startswith(FREE):
        return WrittenRule(FREE + text[len(FREE) :])
    if text in READY:
        return WrittenRule(text, READY[text].clauses)
    if re.fullmatch(r"\w+_\w+", text):
        near = _near(text, READY)
        known = ", ".join(READY)
        raise RulesError(
            worded(
                "there is no rule {text}{near}: ready-made are {known}",
                text=_quoted(text),
                near=near,
                known=known,
            )
        )
    parts = [part for part in (part.strip() for part in re.split(SEPARATORS, text.lower())) if part]
    if not parts:
        raise RulesError(
            worded("{text} says nothing: write for example {examples}", text=_quoted(text), examples=EXAMPLES)
        )
    if len(parts) > MAX_CLAUSES:
        raise RulesError(
            worded(
                "a written rule has at most {most} steps, this one has {count}",
                most=MAX_CLAUSES,
                count=len(parts),
            )
        )
    clauses = tuple(_Reader(part).read() for part in parts)
    _check([clause.what for clause in clauses])
    return WrittenRule(text, clauses)


def _check(kinds: Sequence[str]) -> None:
    """Steps that say how the turn ends stand at most once, and do not contradict each other."""
    for kind, words in (("again", "I play again"), ("skip", "skip"), ("reverse", "reverse")):
        if kinds.count(kind) > 1:
            raise RulesError(worded("{words!r} stands in it twice: once is enough", words=words))
    if "again" in kinds and "skip" in kinds:
        raise RulesError(worded("'I play again' and 'skip' contradict each other: leave one out"))


class _Reader:
    """Reads the words of one clause from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        said = [SAME.get(word, word) for word in re.findall(r"[^\W\d]+|\d+|[^\w\s]+", text)]
        self.words = [word for word in said if word not in SMALL and word not in NOUNS]

    def read(self) -> Clause:
        """The clause; nothing may be left over."""
        who = self.who()
        clause = self.by_itself(who) or self.said_of(who)
        if self.words:
            self.fail(worded("{word} is left over", word=_quoted(_spoken(self.words[0]))))
        return clause

    def by_itself(self, who: str | None) -> Clause | None:
        """What is said of nobody, of who plays the card, or of all together."""
        if who in (None, "me"):
            if any(self.take(*words) for words in AGAIN):
                return Clause("again")
            if self.take("reverse"):
                return Clause("reverse")
            if self.take("skip"):
                self.take("next")
                return Clause("skip", number=self.number(MAX_SKIPS, 1))
            if self.take("swap"):
                return self.swap()
        if who in (None, "all"):
            if self.take("shuffle"):
                self.take("everyone")
                self.need("hands", "shuffle hands")
                return Clause("shuffle")
            if self.take("pass"):
                self.take("everyone")
                self.need("hands", "all pass hands left")
                return Clause("pass", number=self.way())
        return None

    def swap(self) -> Clause:
        self.take("hands")
        self.need("with", "swap hands with next")
        self.take("hands")
        other = self.who()
        self.take("hands")
        if other not in ("next", "previous", "chosen"):
            self.fail(worded("hands are swapped with 'next', 'previous' or 'a chosen player'"))
        return Clause("swap", other)

    def said_of(self, who: str | None) -> Clause:
        """What somebody does or suffers."""
        if who is None:
            self.fail_without_who()
        if self.take("draw", "until"):
            clause = Clause("until", who, color=self.color())
        elif self.take("draw", "or", "discard") or self.take("go"):
            self.need("to", "next goes to 7")
            clause = Clause("level", who, self.number(MAX_HAND))
        elif self.take("draw"):
            clause = Clause("draw", who, self.number(MAX_CARDS, 1))
        elif self.take("discard", "wilds") or self.take("discard", "everyone", "wilds"):
            clause = Clause("wilds", who)
        elif self.take("discard"):
            clause = Clause("discard", who, self.number(MAX_CARDS, 1))
        elif any(self.take(*words) for words in LOSES):
            if who != "next":
                self.fail(worded("only the next player can lose a turn: 'next loses a turn' or 'skip 2'"))
            clause = Clause("skip", number=1)
        else:
            self.fail_at_verb()
        return clause

    # Parts.

    def take(self, *words: str) -> bool:
        """If these words come next, take them."""
        if tuple(self.words[: len(words)]) != words:
            return False
        del self.words[: len(words)]
        return True

    def need(self, word: str, example: str) -> None:
        if not self.take(word):
            self.fail(worded("{word!r} is missing: write it like {example!r}", word=word, example=example))

    def who(self) -> str | None:
        """Whom it is about, if that comes next."""
        return next((who for words, who in WHO if self.take(*words)), None)

    def number(self, most: int, default: int = 0) -> int:
        """A number from 1 up to `most`; the default when nothing more is said."""
        if not self.words and default:
            return default
        word = self.words.pop(0) if self.words else ""
        number = (
            NUMBERS.index(word) + 1
            if word in NUMBERS
            else int(word)
            if re.fullmatch("[0-9]{1,3}", word)
            else 0
        )
        if not 1 <= number <= most:
            if not word:
                self.fail(worded("a number from 1 to {most} must stand here", most=most))
            self.fail(
                worded("a number from 1 to {most} must stand here, not {word}", most=most, word=_quoted(word))
            )
        return number

    def color(self) -> int:
        """A color to draw, or NOBODY for one that is named with the play."""
        if self.take("chosen", "color") or self.take("named", "color") or self.take("color", "i", "chosen"):
            return NOBODY
        word = self.words.pop(0) if self.words else ""
        if word not in COLORS:
            self.fail(
                worded(
                    "'until' needs a color{near}: {colors} or 'a chosen color'",
                    near=_near(word, COLORS),
                    colors=", ".join(COLORS),
                )
            )
        return COLORS.index(word)

    def way(self) -> int:
        """Where hands go."""
        self.take("to")
        way = next((way for word, way in WAYS if self.take(word)), None)
        if way is None:
            self.fail(worded("hands are passed 'left', 'right' or 'on'"))
        return way

    # Faults.

    def fail_without_who(self) -> NoReturn:
        """Nobody was named: is the player missing, or is there a word that cannot be read?"""
        if self.words and self.words[0] in ("draw", "discard", "go", "lose"):
            said = " ".join(map(_spoken, self.words))
            self.fail(worded("who? write for example 'next {text}'", text=said))
        self.fail_at_verb()

    def fail_at_verb(self) -> NoReturn:
        if not self.words:
            self.fail(worded("what happens? write for example 'next draws 3'"))
        word = self.words[0]
        known = word in SAME.values() or word.isdecimal()
        if known:
            why = worded("{word} cannot stand here", word=_quoted(_spoken(word)))
        else:
            why = worded("there is no word {word}", word=_quoted(word))
        self.fail(
            worded(
                "{why}{near}; write for example {examples}",
                why=why,
                near=_near(word, WORDS),
                examples=EXAMPLES,
            )
        )

    def fail(self, why: str) -> NoReturn:
        raise RulesError(worded("{text}: {why}", text=_quoted(self.text), why=why))


def _spoken(word: str) -> str:
    return SPOKEN.get(word, word)


def _near(word: str, words: Iterable[str]) -> str:
    """` (did you mean ...?)` for a word that is nearly one of these; empty when none is near."""
    near = difflib.get_close_matches(word, list(words), n=1)
    return worded(" (did you mean {word!r}?)", word=near[0]) if near and _spoken(word) != near[0] else ""


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
