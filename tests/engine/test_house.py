"""House rules: what each may be, how people write them, which do not go together."""

from __future__ import annotations

from typing import Any

import pytest

from uno_lan.engine import (
    PRESETS,
    SWITCHES,
    HouseRules,
    RulesError,
    Ruleset,
    edition_ids,
    find_preset,
    find_switch,
    load_edition,
    parse_switch,
)
from uno_lan.engine.house import DEFAULTS, make_house, value_text

GROUPS = ("cards", "turn", "uno", "game", "table")


def test_every_rule_is_described() -> None:
    assert sorted(switch.key for switch in SWITCHES) == sorted(HouseRules.__struct_fields__)
    for switch in SWITCHES:
        assert switch.name
        assert switch.sentence.endswith(".")
        assert switch.group in GROUPS
        assert switch.sections
        assert switch.allows(switch.default), switch.key
        assert switch.default == getattr(DEFAULTS, switch.key)
        assert find_switch(switch.key) is switch


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.key)
def test_every_value_is_written_and_read_back(switch: Any) -> None:
    values = switch.values or (switch.least, switch.most)
    for value in (*values, *((0,) if switch.off else ())):
        key, read = parse_switch(f"{switch.key} = {value_text(value)}")
        assert (key, read, type(read)) == (switch.key, value, type(value))
        assert make_house({switch.key: value}) == HouseRules(**{switch.key: value})
    for value in ("nonsense", -1, 99_999, 1.5, [], "True"):
        with pytest.raises(RulesError, match=f"{switch.key} must be "):
            make_house({switch.key: value})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("stack_d2", True),
        ("stack_d2=off", False),
        ("stack_d2=on", True),
        ("stack_cross", "up"),
        ("stack_cross=off", "off"),
        ("stack_cross=false", "off"),
        ("stack_cross=BOTH", "both"),
        ("deflect=true", "any"),
        ("no_special_finish", "wilds"),
        ("force_last", "resolve"),
        ("box_last=false", "win"),
        ("uno_penalty_n=6", 6),
        ("turn_timer=off", 0),
        ("wilds_match_wd4=unset", None),
    ],
)
def test_short_forms(text: str, value: object) -> None:
    assert parse_switch(text)[1] == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("stak_d2", "unknown rule 'stak_d2': did you mean stack_d2?"),
        ("x", "unknown rule 'x': there is stack_d2, "),
        ("uno_penalty_n", "uno_penalty_n needs a value: 2, 4, 6"),
        ("turn_timer", "turn_timer needs a value: 0 (off) or 5 to 600"),
        ("uno_penalty_n=3", "must be 2, 4, 6, not 3"),
        ("decks_n=5", "decks_n must be 1 to 4, not 5"),
        ("turn_timer=4", "turn_timer must be 0 (off) or 5 to 600, not 4"),
        ("stack_cross=down", "stack_cross must be off, up, both, not 'down'"),
        ("hand_size_n=off", "hand_size_n must be 2 to 15, not false"),
        ("wilds_match_wd4=maybe", "must be unset, true, false, not 'maybe'"),
    ],
)
def test_refused(text: str, why: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_switch(text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("edition", "mode", "switches", "why"),
    [
        ("classic", None, {"stack_cross": True}, "stack_cross needs both"),
        ("classic", None, {"stack_cross": "both", "stack_d2": True}, "stack_cross needs both"),
        ("classic", None, {"no_bluff": True, "no_challenge": True}, "exclude each other"),
        ("classic", "penalty_500", {"team": True, "elimination": True}, "team and elimination"),
        ("classic", "race_500", {"elimination": True}, "elimination is for the mode penalty_500"),
        ("classic", None, {"auto_uno": True, "false_catch": True}, "auto_uno and false_catch"),
        ("classic", None, {"auto_uno": True, "uno_penalty_n": 4}, "auto_uno and uno_penalty_n"),
        ("classic", None, {"force_last": True}, "force_last: Classic has no such card"),
        ("star-wars", None, {"box_last": "resolve"}, "box_last: Star Wars has no such card"),
        ("mario-kart", None, {"shuffle_last": "resolve"}, "shuffle_last: Mario Kart has no such card"),
    ],
)
def test_clashes(edition: str, mode: str | None, switches: dict[str, Any], why: str) -> None:
    with pytest.raises(RulesError, match=why) as caught:
        Ruleset.make(edition, mode, **switches)
    assert "\n" not in str(caught.value)


def test_a_last_card_switch_at_its_default_is_no_clash() -> None:
    assert Ruleset.make("classic", force_last="win", box_last=False).house == DEFAULTS


@pytest.mark.parametrize(("count", "fits"), [(2, False), (3, False), (4, True), (5, False), (10, True)])
def test_players_of_teams(count: int, fits: bool) -> None:
    rules = Ruleset.make("classic", team=True)
    if fits:
        rules.check_players(count)
        return
    with pytest.raises(RulesError, match="partners sit opposite"):
        rules.check_players(count)


def test_more_decks_leave_room_for_larger_hands() -> None:
    with pytest.raises(RulesError, match="fewer than 10"):
        Ruleset.make("classic", hand_size_n=15).check_players(10)
    Ruleset.make("classic", hand_size_n=15, decks_n=2).check_players(10)


def test_more_decks_repeat_the_cards() -> None:
    edition = Ruleset.make("mario-kart", decks_n=3).edition
    base = load_edition("mario-kart")
    assert edition.size == 336
    assert [edition.text(card) for card in range(112, 224)] == [base.text(card) for card in range(112)]
    assert edition.same_face(0, 112)
    assert edition.points(335) == 50
    assert edition.variant(3, False) is edition
    assert edition != base
    rules = Ruleset.make("mario-kart", decks_n=3)
    assert Ruleset.from_plain(rules.to_plain()) == rules


@pytest.mark.parametrize("edition", edition_ids())
def test_presets_fit_every_edition(edition: str) -> None:
    for preset in PRESETS:
        rules = Ruleset.make(edition, **preset.switches)
        for count in range(2, 11):
            rules.check_players(count)
        assert find_preset(preset.key) is preset
    with pytest.raises(RulesError, match="unknown preset 'hard': there is official, party"):
        find_preset("hard")
    assert Ruleset.make(edition, **find_preset("official").switches).house == DEFAULTS


def test_custom_texts() -> None:
    rules = Ruleset.make("customizable", custom=["extra_turn", "  next   draws 3 "])
    assert rules.custom == ("extra_turn", "next draws 3", "")
    assert [rules.edition.text(card) for card in range(108, 111)] == ["WC", "WC2", "WC3"]
    assert rules.written_on(109).clauses[0].number == 3
    assert Ruleset.from_plain(rules.to_plain()) == rules
    same = Ruleset.make("customizable", custom=["extra_turn"] * 3)
    assert [same.edition.text(card) for card in range(108, 111)] == ["WC"] * 3
    blank = Ruleset.make("customizable", custom=["", " "])
    assert blank == Ruleset.make("customizable")
    assert not blank.written_on(108).clauses
    two = Ruleset.make("super-mario", custom=["skip", "reverse"], decks_n=2)
    assert [two.written_on(card).text for card in (110, 111, 222, 223)] == ["skip", "reverse"] * 2


@pytest.mark.parametrize(
    ("edition", "custom", "why"),
    [
        ("classic", ["skip"], "custom: Classic has no cards that carry written rules"),
        ("super-mario", ["skip"] * 3, "custom: Super Mario has 2 cards that carry written rules, not 3"),
        ("customizable", ["skip", "flying"], "custom 2: 'flying': "),
        ("customizable", "skip", "custom: expected a list of texts"),
        ("customizable", [1], "custom: expected a list of texts"),
    ],
)
def test_bad_custom_texts(edition: str, custom: Any, why: str) -> None:
    with pytest.raises(RulesError) as caught:
        Ruleset.make(edition, custom=custom)
    assert str(caught.value).startswith(why)
