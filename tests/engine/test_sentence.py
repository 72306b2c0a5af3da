"""Sentences of the engine are texts like any other, and can be said in another language."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tests.languages import pseudo
from tests.languages.pseudo import english, spoken
from uno_lan.engine import RulesError, Ruleset, load_edition, read_rule
from uno_lan.engine.edition import open_edition
from uno_lan.engine.house import find_preset, make_house, parse_switch, player_clashes
from uno_lan.engine.sentence import worded
from uno_lan.languages import said


def test_a_sentence_is_its_text() -> None:
    made = worded("{who!r} has {count} cards", who="Ann", count=3)
    assert made == "'Ann' has 3 cards"
    assert str(RulesError(made)) == "'Ann' has 3 cards"
    assert type(str(RulesError(made))) is str
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(str(made))) == made


def test_a_face_says_it_with_its_parts_in_its_own_words() -> None:
    inner = worded("{least} to {most}", least=1, most=9)
    made = worded("{key} must be {allowed}", key="rounds_n", allowed=inner)
    assert said(made) == said(RulesError(made)) == "rounds_n must be 1 to 9"
    assert said(ValueError()) == ""
    with spoken():
        assert said(made) == f"rounds_n {pseudo.said('must be')} 1 {pseudo.said('to')} 9"
        assert said(worded("{no place}")) == "{no place}"


RULES: tuple[tuple[str, str | None, tuple[str, ...], dict[str, Any]], ...] = (
    ("", None, (), {"stack_cross": "up"}),
    ("", None, (), {"no_bluff": True, "no_challenge": True}),
    ("", None, (), {"team": True, "elimination": True}),
    ("", None, (), {"elimination": True}),
    ("", None, (), {"auto_uno": True, "false_catch": True}),
    ("", None, (), {"auto_uno": True, "uno_penalty_n": 4}),
    ("", None, (), {"box_last": "resolve"}),
    ("", None, (), {"nosuch": True}),
    ("", None, (), {"jumpin": True}),
    ("", None, (), {"rounds_n": 0}),
    ("", None, (), {"turn_timer": 1}),
    ("", "no_mode", (), {}),
    ("", None, ("skip",), {}),
    ("customizable", None, ("skip",) * 9, {}),
    ("customizable", None, ("next draws",), {"rounds_n": 0}),
    ("customizable", None, ("next draws 99",), {}),
)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_rules_that_do_not_go_together_are_said_in_other_words(rules: Any) -> None:
    edition, mode, custom, house = rules
    with pytest.raises(RulesError) as caught:
        Ruleset.make(edition or "classic", mode, custom, **house)
    assert_told(caught.value)


@pytest.mark.parametrize("count", [1, 5, 10])
def test_so_many_cannot_play_is_said_in_other_words(count: int) -> None:
    rules = Ruleset.make("classic", team=True, hand_size_n=15)
    found = list(player_clashes(rules.edition, rules.house, count))
    assert found
    for problem in found:
        assert_told(problem)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 200,
        "no_such",
        ",",
        "skip, skip, skip, skip, skip",
        "reverse, reverse",
        "I play again, skip",
        "skip 1 2",
        "swap next",
        "swap hands with everyone",
        "previous loses a turn",
        "shuffle",
        "next draws 99",
        "next goes to",
        "next draws until pink",
        "pass hands up",
        "draw 3",
        "next",
        "next plays",
        "next flies",
    ],
)
def test_a_written_rule_that_cannot_be_read_is_said_in_other_words(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_rule(text)
    assert_told(caught.value)


def test_names_that_are_not_there_are_said_in_other_words() -> None:
    for asked in (
        lambda: open_edition("none"),
        lambda: load_edition("none"),
        lambda: find_preset("none"),
        lambda: parse_switch("team=perhaps"),
        lambda: make_house({"deflect": 5}),
    ):
        with pytest.raises(RulesError) as caught:
            asked()
        assert_told(caught.value)


def assert_told(what: object) -> None:
    """It is said otherwise in another language, and its words all come from patterns."""
    with spoken():
        other = said(what)
    assert other != said(what) == str(what)
    kept = values_of(what.args[0] if isinstance(what, BaseException) else what)
    assert english(other, frozenset(re.findall(r"[A-Za-z]{2,}", " ".join(map(str, kept))))) == []


def values_of(said: object) -> list[object]:
    """What fills the places of a sentence and of the sentences in it; no sentences."""
    inner = getattr(said, "values", {}).values()
    return [one for value in inner for one in (values_of(value) if hasattr(value, "form") else [value])]
