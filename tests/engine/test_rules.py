"""Rule sets and their limits."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from uno_lan.engine import MODES, HouseRules, RulesError, Ruleset, parse_switch
from uno_lan.engine.faces import ALL_WILDS


def test_defaults() -> None:
    rules = Ruleset.make("classic")
    assert (rules.mode, rules.house) == ("race_500", HouseRules())
    assert rules.wilds_match == 0
    assert Ruleset.make("classic", wilds_match_wd4=True).wilds_match == ALL_WILDS
    assert Ruleset.make("classic", wilds_match_wd4=False).wilds_match == 0


@pytest.mark.parametrize("mode", MODES)
def test_every_mode(mode: str) -> None:
    assert Ruleset.make("classic", mode).mode == mode


@pytest.mark.parametrize(
    ("switches", "problem"),
    [
        ({"mode": "poker"}, "unknown mode 'poker'"),
        ({"flying": True}, "unknown rule 'flying'"),
        ({"target_score": 49}, "target_score must be 50 to 5000, not 49"),
        ({"target_score": 5001}, "target_score"),
        ({"target_score": True}, "target_score must be 50 to 5000, not true"),
        ({"target_score": "500"}, "target_score must be"),
        ({"rounds_n": 0}, "rounds_n must be 1 to 50"),
        ({"turn_timer": 4}, "turn_timer must be 0 .off. or 5 to 600"),
        ({"uno_grace_ms": -1}, "uno_grace_ms"),
        ({"hand_size_n": 16}, "hand_size_n"),
        ({"wilds_match_wd4": 1}, "wilds_match_wd4 must be unset, true, false"),
    ],
)
def test_refused(switches: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem) as caught:
        Ruleset.make("classic", **switches)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("switch", "value"),
    [("turn_timer", 0), ("turn_timer", 5), ("turn_timer", 600), ("uno_grace_ms", 0), ("rounds_n", 50)],
)
def test_bounds_are_allowed(switch: str, value: int) -> None:
    switches: dict[str, Any] = {switch: value}
    assert getattr(Ruleset.make("classic", **switches).house, switch) == value


def test_players() -> None:
    rules = Ruleset.make("classic")
    for count in range(2, 11):
        rules.check_players(count)
    for count in (0, 1, 11):
        with pytest.raises(RulesError, match="is for 2 to 10 players"):
            rules.check_players(count)


def test_hand_size_leaves_a_pile() -> None:
    rules = Ruleset.make("classic", hand_size_n=9)
    rules.check_players(10)
    with pytest.raises(RulesError, match="fewer than 10"):
        Ruleset.make("classic", hand_size_n=10).check_players(10)


def test_plain() -> None:
    rules = Ruleset.make("classic", "penalty_500", target_score=300, wilds_match_wd4=True)
    plain = rules.to_plain()
    assert list(plain) == ["edition", "mode", "house", "custom"]
    assert Ruleset.from_plain(msgspec.json.decode(msgspec.json.encode(plain))) == rules
    assert plain["house"]["target_score"] == 300


@pytest.mark.parametrize(
    "plain",
    [
        None,
        {},
        {"edition": {}, "mode": "race_500", "house": {}},
        {"edition": {}, "mode": "race_500", "house": {}, "custom": []},
        {"edition": {}, "mode": 5, "house": {}, "custom": []},
        {"edition": {}, "mode": "race_500", "house": [], "custom": []},
        {"edition": {}, "mode": "race_500", "house": {5: True}, "custom": []},
    ],
)
def test_not_a_rule_set(plain: object) -> None:
    with pytest.raises(RulesError):
        Ruleset.from_plain(plain)


def test_plain_is_checked() -> None:
    plain = Ruleset.make("classic").to_plain()
    for broken in (
        {**plain, "mode": "poker"},
        {**plain, "house": {"rounds_n": 99}},
        {**plain, "house": {"deflect": "any\nthing"}},
        {**plain, "custom": ["skip"]},
        {**plain, "custom": "skip"},
    ):
        with pytest.raises(RulesError):
            Ruleset.from_plain(broken)


@pytest.mark.parametrize(
    ("text", "switch"),
    [
        ("turn_timer=30", ("turn_timer", 30)),
        (" uno_grace_ms = 0 ", ("uno_grace_ms", 0)),
        ("wilds_match_wd4", ("wilds_match_wd4", True)),
        ("wilds_match_wd4=false", ("wilds_match_wd4", False)),
        ("wilds_match_wd4=unset", ("wilds_match_wd4", None)),
    ],
)
def test_parse_switch(text: str, switch: tuple[str, object]) -> None:
    assert parse_switch(text) == switch


@pytest.mark.parametrize(
    "text", ["", "flying", "turn_timer", "turn_timer=", "turn_timer=x", "turn_timer=3", "turn_timer=²"]
)
def test_bad_switch(text: str) -> None:
    with pytest.raises(RulesError):
        parse_switch(text)
