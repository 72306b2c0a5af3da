"""Nothing in the rule book stays English when another language is shown, but names that are typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from tests.languages.pseudo import english, spoken
from uno_lan.engine import MODES, Ruleset, edition_ids, load_edition
from uno_lan.engine.house import PRESETS, SWITCHES, value_text
from uno_lan.engine.written import READY
from uno_lan.rulebook import as_text, rule_book

NUMBERS_OF_DECISIONS = {f"B{number}" for number in range(50)}
TYPED = {
    "UNO",
    "s",  # the unit
    *MODES,
    *READY,
    *(switch.key for switch in SWITCHES),
    *(preset.key for preset in PRESETS),
    *(value_text(value) for switch in SWITCHES for value in (*switch.values, switch.default)),
}
"""What a person writes, so it is the same in every language."""

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"stack_d2": True, "stack_d4": True, "stack_cross": "up", "jump_in": True, "seven_zero": True},
    {"stack_d2": True, "stack_d4": True, "stack_cross": "both", "deflect": "any"},
    {"deflect": "color", "no_bluff": True, "must_play": True, "draw_to_match": True, "decks_n": 2},
    {"no_challenge": True, "auto_uno": True, "multi_play": True, "no_special_finish": "wilds"},
    {"team": True, "must_play_drawn": True, "false_catch": True, "no_special_finish": "wilds_and_draws"},
    {"uno_grace_ms": 0, "turn_timer": 30, "wilds_match_wd4": True, "draw_to_match": True},
    {"wilds_match_wd4": False, "must_play": True},
)


def left(rules: Ruleset, allowed: Iterable[str]) -> list[str]:
    """What is English in the book when another language is shown, but for these names."""
    with spoken():
        text = as_text(rule_book(rules), 200)
    return english(text, frozenset(re.findall(r"[A-Za-z]{2,}", " ".join(allowed))))


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house) or "published")
def test_no_sentence_is_left_out(edition: str, house: dict[str, Any]) -> None:
    signs = {face.sign for face in load_edition(edition).data.faces} | {"WC2", "WC3"}
    allowed = TYPED | signs | NUMBERS_OF_DECISIONS
    lasts = {s.key: "resolve" for s in SWITCHES if s.key.endswith("_last") and s.fits(load_edition(edition))}
    for mode in MODES:
        assert left(Ruleset.make(edition, mode, **house), allowed) == []
    assert left(Ruleset.make(edition, "penalty_500", **lasts), allowed) == []


def test_elimination_too() -> None:
    rules = Ruleset.make("classic", "penalty_500", elimination=True)
    signs = {face.sign for face in rules.edition.data.faces}
    assert left(rules, TYPED | signs | NUMBERS_OF_DECISIONS) == []


@pytest.mark.parametrize("edition", ["customizable", "super-mario"])
def test_what_players_wrote_stays_and_is_told_in_other_words(edition: str) -> None:
    texts = ["swap hands with next then I discard 1", "everyone else draws until red, skip 2", "set_hand_7"]
    rules = Ruleset.make(edition, None, texts[: 3 if edition == "customizable" else 1])
    signs = {face.sign for face in rules.edition.data.faces} | {"WC2", "WC3"}
    written = set(" ".join(texts).replace(",", "").split())
    assert left(rules, TYPED | signs | NUMBERS_OF_DECISIONS | written) == []
