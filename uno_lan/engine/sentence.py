"""Sentences that a face can say in another language: a line of English that remembers what it is made of.

    raise RulesError(worded("{key} must be {allowed}, not {value}", key=key, allowed=..., value=...))

The engine knows no language but the one it is written in, and what it says is the same for every program. A
face gives the sentence to `uno_lan.languages.said`, which finds the pattern in a catalog.
"""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """A text that was made of a pattern; everywhere else it is a text like any other."""

    form: str
    values: Mapping[str, object]
    """What fills the {places} of the pattern; none: it has no places. Only sentences among them are said in
    another language, all else stands as it is."""


def worded(pattern: str, /, **values: object) -> Sentence:
    """The pattern with its places filled; without any value, the pattern is the text."""
    made = Sentence(pattern.format(**values) if values else pattern)
    made.form = pattern
    made.values = values
    return made
