"""Rules being put together: presets, changes on top, what does not go together, options for `serve`."""

from __future__ import annotations

import pytest

from uno_lan.cli.parser import parse
from uno_lan.cli.ruleset import rules_of
from uno_lan.client.draft import Draft, allowed, edition_sentence, shown
from uno_lan.engine import Ruleset, edition_ids, load_edition
from uno_lan.engine.house import PRESETS, SWITCH, SWITCHES

CLASSIC = load_edition("classic")


def test_what_comes_out_is_what_serve_reads() -> None:
    draft = Draft.of(CLASSIC).with_preset("party").with_value("hand_size_n", 5).with_value("jump_in", False)
    rules = rules_of(parse(["serve", *draft.options()]))
    assert rules == draft.rules()
    assert [switch.key for switch in draft.changed] == [
        "stack_d2",
        "stack_d4",
        "seven_zero",
        "hand_size_n",
    ]


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("preset", [preset.key for preset in PRESETS])
def test_every_preset_goes_with_every_edition(edition: str, preset: str) -> None:
    draft = Draft.of(load_edition(edition)).with_preset(preset)
    assert draft.problems() == []
    assert draft.rules().edition.id == edition


def test_a_value_back_at_the_presets_is_no_change() -> None:
    draft = Draft.of(CLASSIC).with_preset("kids").with_value("hand_size_n", 7)
    assert draft.own == {"hand_size_n": 7}
    assert draft.with_value("hand_size_n", 5).own == {}


def test_steps_go_round_for_words_and_to_the_ends_for_numbers() -> None:
    draft = Draft.of(CLASSIC)
    for value in ("any", "color", "off"):
        draft = draft.stepped("deflect", 1)
        assert draft.value("deflect") == value
    assert draft.stepped("deflect", -1).value("deflect") == "color"
    for key, start, step, end in (
        ("hand_size_n", 15, 1, 15),
        ("hand_size_n", 2, -1, 2),
        ("target_score", 500, -1, 450),
        ("target_score", 510, 1, 550),
        ("target_score", 510, -1, 500),
        ("target_score", 50, -1, 50),
        ("turn_timer", 0, -1, 0),
        ("turn_timer", 0, 1, 5),
        ("turn_timer", 5, -1, 0),
        ("turn_timer", 7, -1, 5),
        ("turn_timer", 600, 1, 600),
        ("uno_grace_ms", 0, -1, 0),
        ("uno_grace_ms", 0, 1, 250),
    ):
        assert draft.with_value(key, start).stepped(key, step).value(key) == end, (key, start, step)


def test_every_step_from_every_value_stays_within_bounds() -> None:
    for switch in SWITCHES:
        for step in (1, -1):
            draft = Draft.of(CLASSIC)
            for _ in range(70):
                draft = draft.stepped(switch.key, step)
                assert switch.allows(draft.value(switch.key)), switch.key


def test_what_does_not_go_together_is_said() -> None:
    draft = Draft.of(CLASSIC)
    assert draft.problems() == []
    assert draft.with_value("hand_size_n", 99).problems() == ["hand_size_n must be 2 to 15, not 99"]
    both = draft.with_value("no_bluff", True).with_value("no_challenge", True)
    assert both.problems() == [
        problem for problem in both.problems() if "no_bluff and no_challenge" in problem
    ]
    team = draft.with_value("team", True)
    assert "4, 6, 8 or 10 players" in team.problems(seats=3)[0]
    assert team.problems(seats=4) == []


def test_with_how_many_it_can_be_played() -> None:
    draft = Draft.of(CLASSIC)
    assert draft.players() == ""
    assert draft.with_value("team", True).players() == "For 4, 6, 8, 10 players."
    assert draft.with_value("hand_size_n", 15).players() == "For 2 to 6 players."
    assert draft.with_value("hand_size_n", 99).players() == ""


def test_another_edition_keeps_only_rules_it_has_cards_for() -> None:
    kart = Draft.of(load_edition("mario-kart")).with_value("box_last", "resolve").with_value("jump_in", True)
    classic = kart.with_edition(CLASSIC)
    assert (classic.mode, classic.own) == ("race_500", {"jump_in": True})


def test_the_rules_of_a_table_can_be_changed() -> None:
    rules = Ruleset.make("customizable", "race_500", ["extra_turn"], decks_n=2, stack_d2=True)
    draft = Draft.of_rules(rules)
    assert draft.rules() == rules
    assert draft.with_value("decks_n", 1).rules().edition.decks == 1


def test_values_in_words() -> None:
    words = [shown(SWITCH[key], value) for key, value in (
        ("jump_in", True), ("wilds_match_wd4", None), ("turn_timer", 0), ("turn_timer", 30),
        ("hand_size_n", 7), ("rounds_n", 1), ("uno_penalty_n", 4), ("no_special_finish", "wilds_and_draws"),
        ("decks_n", 2),
    )]  # fmt: skip
    assert words == [
        "on",
        "as the edition says",
        "off",
        "30 seconds",
        "7 cards",
        "1 round",
        "4 cards",
        "wilds and draws",
        "2",
    ]
    assert allowed(SWITCH["turn_timer"]) == "0 (off) or 5 to 600; published: off"


def test_editions_in_a_sentence() -> None:
    assert edition_sentence(CLASSIC) == "108 cards in red, yellow, green, blue."
    assert "Special: Item Box." in edition_sentence(load_edition("mario-kart"))


@pytest.mark.parametrize(
    ("mode", "asked"),
    [
        ("race_500", {"target_score"}),
        ("penalty_500", {"target_score"}),
        ("agreed_hands", {"rounds_n"}),
        ("penalty_rounds", {"rounds_n"}),
        ("single_hand", set()),
    ],
)
def test_only_what_the_game_asks_for_can_be_set(mode: str, asked: set[str]) -> None:
    for draft in (Draft.of(CLASSIC), Draft.of(CLASSIC).with_preset("kids")):
        listed = {switch.key for switch in draft.with_mode(mode).switches}
        assert listed & {"target_score", "rounds_n"} == asked
