"""The scenario runner itself: what it accepts, what it reports, and which files it refuses."""

import pytest

from uno_lan.engine import Command, Event, Oracle, Refused, Round, Truth
from uno_lan.engine.scenarios import Result, ScenarioError, load_scenario, parse_scenario, run_scenario

POSITION = """
name = "a position"
edition = "classic"
seats = ["A", "B", "C"]
dealer = "C"
top = "R5"
hands = { A = "R1 G7 W", B = "Y1 Y2 Y4", C = "G1 G2" }
"""
BEGIN = """
name = "a beginning"
edition = "classic"
seats = ["A", "B"]
begin = true
"""
CUSTOM = POSITION.replace("classic", "customizable")


def run(text: str) -> Result:
    return run_scenario(parse_scenario(text))


def with_step(seat: str, do: str, more: str = "", position: str = POSITION) -> str:
    return f'{position}\n[[step]]\nseat = "{seat}"\ndo = "{do}"\n{more}\n'


# Results.


def test_a_result_says_pass_or_what_differs() -> None:
    good = run(with_step("A", "play R1") + '[expect]\nto_act = "B"\n')
    assert good.ok
    assert good.line == "PASS a position"
    bad = run(with_step("A", "play R1") + '[expect]\nto_act = "C"\ntop = "G1"\n')
    assert not bad.ok
    assert bad.line == "FAIL a position: to_act: expected C, got B; top: expected G1, got R1"


def test_the_state_has_every_key_of_expect() -> None:
    state = run(with_step("A", "play W green")).state
    assert state == {
        "to_act": "B",
        "phase": "turn",
        "color": "green",
        "dir": 1,
        "top": "W/G",
        "discard": ["R5", "W"],
        "hands": {"A": "R1 G7", "B": "Y1 Y2 Y4", "C": "G1 G2"},
        "sizes": {"A": 2, "B": 3, "C": 2},
        "pile_size": 99,
        "discard_size": 2,
        "drew": {"A": 0, "B": 0, "C": 0},
        "shown": [],
        "called": [],
        "owes_uno": [],
        "pending": 0,
        "left": [],
        "dealer": "C",
        "next_dealer": "A",
        "winner": "",
        "winners": [],
        "points": {"A": 0, "B": 0, "C": 0},
        "scores": {"A": 0, "B": 0, "C": 0},
        "over": "",
    }
    assert set(state) == set(load_scenario_keys())


def load_scenario_keys() -> tuple[str, ...]:
    return parse_scenario(POSITION).expect.__struct_fields__


WRONG = {
    "to_act": '"A"',
    "phase": '"drawn"',
    "color": '"red"',
    "dir": "-1",
    "top": '"W/R"',
    "discard": '["W", "R5"]',
    "hands": '{ A = "R1 G8" }',
    "sizes": "{ A = 3 }",
    "pile_size": "98",
    "discard_size": "1",
    "drew": "{ B = 2 }",
    "shown": '[["A", "B"]]',
    "called": '["A"]',
    "owes_uno": '["A"]',
    "pending": "2",
    "left": '["C"]',
    "dealer": '"A"',
    "next_dealer": '"B"',
    "winner": '"A"',
    "winners": '["A"]',
    "points": "{ A = 1 }",
    "scores": "{ A = 1 }",
    "over": '"round"',
}


@pytest.mark.parametrize("key", WRONG)
def test_every_key_of_expect_is_compared(key: str) -> None:
    result = run(with_step("A", "play W green") + f"[expect]\n{key} = {WRONG[key]}\n")
    assert len(result.differences) == 1
    assert result.differences[0].startswith(f"{key}: ")
    assert "expected" in result.differences[0]


def test_every_key_of_expect_has_a_wrong_value_here() -> None:
    assert set(WRONG) == set(load_scenario_keys())


def test_lists_and_hands_may_stand_in_any_order() -> None:
    text = with_step("C", "leave") + '[expect]\nhands = { A = "W G7 R1" }\nleft = ["C"]\n'
    assert run(text).ok
    two_left = with_step(
        "A", "leave", position=POSITION.replace('"C"]', '"C", "D"]').replace("}", ', D = "B1" }')
    )
    text = two_left + '[[step]]\nseat = "D"\ndo = "leave"\n[expect]\nleft = ["D", "A"]\n'
    assert run(text).ok


def test_a_top_without_a_color_is_compared_by_card_only() -> None:
    text = with_step("A", "play W green")
    assert run(text + '[expect]\ntop = "W"\n').ok
    assert not run(text + '[expect]\ntop = "W4"\n').ok


def test_the_color_may_stand_beside_a_wild_on_top() -> None:
    position = POSITION.replace('top = "R5"', 'top = "W"\ncolor = "green"').replace("R1 G7 W", "R1 G7")
    assert run(with_step("A", "play G7", position=position) + '[expect]\ncolor = "green"\n').ok


def test_colors_may_be_words_or_letters() -> None:
    assert run(with_step("A", "play W g") + '[expect]\ncolor = "G"\n').ok


# Steps.


def test_a_refused_step_that_is_accepted_differs() -> None:
    result = run(with_step("A", "play R1", "refused = true"))
    assert result.differences == ("step 1 (A play R1): was accepted, expected refused",)
    result = run(with_step("A", "play R1", 'refused = "not_your_turn"'))
    assert result.differences == ("step 1 (A play R1): was accepted, expected refused not_your_turn",)


def test_an_accepted_step_that_is_refused_differs_and_ends_the_run() -> None:
    text = with_step("B", "play Y1") + '[[step]]\nseat = "A"\ndo = "play R1"\n[expect]\nto_act = "B"\n'
    result = run(text)
    assert result.differences == ("step 1 (B play Y1): was refused (not_your_turn), expected accepted",)
    assert result.state["to_act"] == "A"


def test_another_reason_than_the_expected_one_differs() -> None:
    result = run(with_step("B", "play Y1", 'refused = "wrong_phase"'))
    assert result.differences == ("step 1 (B play Y1): was refused (not_your_turn), expected wrong_phase",)


def test_refused_false_is_accepted() -> None:
    assert run(with_step("A", "play R1", "refused = false")).ok


def test_a_refused_step_after_the_end_is_fine() -> None:
    position = POSITION.replace("R1 G7 W", "R1")
    text = with_step("A", "play R1", position=position)
    assert run(text + '[[step]]\nseat = "B"\ndo = "draw"\nrefused = true\n').ok


def test_a_step_after_the_end_is_an_error_of_the_file() -> None:
    position = POSITION.replace("R1 G7 W", "R1")
    text = with_step("A", "play R1", position=position)
    with pytest.raises(ScenarioError, match="step 2: the round is over"):
        run(text + '[[step]]\nseat = "B"\ndo = "draw"\n')


def test_timeouts_are_steps() -> None:
    assert run(with_step("A", "timeout") + '[expect]\nto_act = "B"\ndrew = { A = 1 }\n').ok
    assert run(with_step("B", "timeout", 'refused = "not_your_turn"')).ok


def test_a_command_means_a_card_that_its_player_holds() -> None:
    text = POSITION.replace('pile = ""', "").replace("R1 G7 W", "G7 W").replace("Y1 Y2 Y4", "R1 Y2 Y4")
    text = with_step("A", "draw", position=text + 'pile = "R1"\n')
    assert run(text + '[[step]]\nseat = "A"\ndo = "play R1"\n[expect]\ntop = "R1"\n').ok


# Time.

GRACE = (
    POSITION.replace("R1 G7 W", "R1 G7").replace("Y1 Y2 Y4", "R2 Y2 Y4") + "rules = { uno_grace_ms = 1000 }\n"
)


def step(seat: str, do: str, more: str = "") -> str:
    return f'[[step]]\nseat = "{seat}"\ndo = "{do}"\n{more}\n'


def test_an_action_is_held_and_carried_out_at_the_end_of_the_file() -> None:
    result = run(GRACE + step("A", "play R1") + step("B", "play R2") + '[expect]\ntop = "R2"\nto_act = "C"\n')
    assert result.ok, result.line


def test_steps_within_the_grace_come_before_the_held_action() -> None:
    text = GRACE + step("A", "play R1") + step("B", "play R2") + step("C", "catch @A", "after_ms = 999")
    result = run(text + '[expect]\ntop = "R2"\nsizes = { A = 3 }\n')
    assert result.ok, result.line


def test_the_held_action_comes_before_steps_after_the_grace() -> None:
    text = GRACE + step("A", "play R1") + step("B", "play R2", "after_ms = 400")
    late = 'after_ms = 600\nrefused = "nothing_to_catch"'
    result = run(text + step("C", "catch @A", late) + '[expect]\ntop = "R2"\nsizes = { A = 1 }\n')
    assert result.ok, result.line


def test_held_actions_keep_their_order() -> None:
    text = GRACE + step("A", "play R1") + step("B", "draw") + step("B", "keep", 'refused = "wrong_phase"')
    result = run(text + step("C", "leave") + '[expect]\nphase = "drawn"\nto_act = "B"\n')
    assert result.ok, result.line


def test_a_held_action_may_be_refused_when_its_time_comes() -> None:
    """B plays twice: the second is held behind the first and then comes out of turn."""
    text = (
        GRACE + step("A", "play R1") + step("B", "play R2") + step("B", "draw", 'refused = "not_your_turn"')
    )
    result = run(text + '[expect]\ntop = "R2"\ndrew = { B = 0 }\n')
    assert result.ok, result.line


def test_a_window_open_at_the_start_is_open_since_the_start() -> None:
    position = POSITION.replace("R1 G7 W", "G7").replace('dealer = "C"', 'dealer = "C"\nto_act = "B"')
    position = (
        position.replace("Y1 Y2 Y4", "R2 Y2 Y4") + 'owes_uno = ["A"]\nrules = { uno_grace_ms = 1000 }\n'
    )
    early = run(position + step("B", "play R2", "after_ms = 999") + step("C", "catch @A"))
    assert early.ok, early.line
    late = run(position + step("B", "play R2", "after_ms = 1000") + step("C", "catch @A", "refused = true"))
    assert late.ok, late.line


# Cards and shuffles.


def test_cards_named_nowhere_lie_under_the_pile_in_edition_order() -> None:
    text = with_step("A", "draw", position=POSITION + 'pile = "B9"\n')
    assert run(text + '[expect]\nhands = { A = "R1 G7 W B9" }\npile_size = 98\n').ok
    text = with_step("A", "draw")
    assert run(text + '[expect]\nhands = { A = "R0 R1 G7 W" }\n').ok


def test_pile_only_sets_the_other_cards_aside() -> None:
    text = with_step("A", "draw", position=POSITION + 'pile = "B9"\npile_only = true\n')
    assert run(text + "[expect]\npile_size = 0\n").ok


def test_a_beginning_deals_from_the_deck() -> None:
    state = run(BEGIN + 'deck = "B9 Y9"\n').state
    assert state["dealer"] == "B"
    assert state["sizes"] == {"A": 7, "B": 7}
    assert "B9" in state["hands"]["A"].split()
    assert "Y9" in state["hands"]["B"].split()
    assert state["discard_size"] == 1


def test_an_order_that_no_shuffle_used_differs() -> None:
    result = run(with_step("A", "draw", position=POSITION + 'reshuffle = ["R5"]\nrehand = [""]\n'))
    assert result.differences == (
        "reshuffle: 1 orders given, 0 used",
        "rehand: 1 orders given, 0 used",
    )


def test_an_order_names_cards_that_are_shuffled() -> None:
    position = POSITION + 'pile_only = true\nreshuffle = ["B9"]\n'
    position = position.replace('top = "R5"', 'discard = ["G9", "R5"]')
    with pytest.raises(ScenarioError, match="reshuffle 1: there is no B9"):
        run(with_step("A", "draw", position=position))
    twice = position.replace('["B9"]', '["G9 G9"]')
    with pytest.raises(ScenarioError, match="reshuffle 1: there is no G9"):
        run(with_step("A", "draw", position=twice))
    unknown = position.replace('["B9"]', '["Z9"]')
    with pytest.raises(ScenarioError, match="reshuffle 1: 'Z9' is no card of Classic"):
        run(with_step("A", "draw", position=unknown))


def test_draw_for_dealer_takes_a_new_deck_when_it_runs_out() -> None:
    """Ten players, and every tie is broken by the next cards; the deck is large enough for that."""
    state = run(BEGIN + 'dealer = "draw"\ndealer_deck = "R9 Y9 G9 B9 R1 G2"\n').state
    assert state["dealer"] == "B"


def test_hands_are_collected_from_the_left_of_who_shuffles_them() -> None:
    """The default order of `rehand`: the player's own cards last, each hand in edition order."""
    position = CUSTOM.replace("R1 G7 W", "G7 WH R1").replace('dealer = "C"', 'dealer = "C"\nto_act = "A"')
    state = run(with_step("A", "play WH blue", position=position)).state
    # From B's hand on: Y1 Y2 Y4, G1 G2, then R1 G7; dealt to B, C, A in turn.
    assert state["hands"] == {"A": "R1 Y4", "B": "Y1 G1 G7", "C": "Y2 G2"}


def test_several_decks_hold_every_card_as_often() -> None:
    text = POSITION.replace("G1 G2", "R0 R0") + "rules = { decks_n = 2 }\n"
    assert run(text).state["pile_size"] == 2 * 108 - 9
    with pytest.raises(ScenarioError, match="C: R0 is named more often"):
        run(text.replace("R0 R0", "R0 R0 R0"))


def test_written_rules_belong_to_their_copies() -> None:
    position = CUSTOM.replace("R1 G7 W", "WC2 R1 G7") + 'custom = { wc2 = "extra_turn" }\n'
    assert run(with_step("A", "play WC2 red", position=position) + '[expect]\nto_act = "A"\n').ok
    position = position.replace("WC2 R1", "WC3 R1")
    assert run(with_step("A", "play WC3 red", position=position) + '[expect]\nto_act = "B"\n').ok


# Files that are no scenario. The message says what and where, on one line.

BAD_FILES = [
    ("name = ", "no TOML: Invalid value (at end of document)"),
    ('name = "x"\nname = "y"', "no TOML: Cannot overwrite a value (at "),
    ('edition = "classic"\nseats = ["A", "B"]', "object missing required field `name`"),
    (POSITION + "colour = 1\n", "object contains unknown field `colour`"),
    (POSITION + "[expect]\nto_play = 1\n", "expect: object contains unknown field `to_play`"),
    (with_step("A", "draw", "then = 1"), "step 1: object contains unknown field `then`"),
    (with_step("A", "draw") + '[[step]]\nseat = "A"\n', "step 2: object missing required field `do`"),
    (POSITION + 'dir = "1"\n', "dir: expected `int"),
    (POSITION + "dir = 0\n", "dir: 1 or -1, not 0"),
    (POSITION + "[expect]\nsizes = { A = true }\n", "expect: sizes: expected `int`, got `bool`"),
    (POSITION.replace("classic", "klassik"), "unknown edition 'klassik'"),
    (POSITION + 'mode = "fast"\n', "unknown mode 'fast'"),
    (POSITION + "rules = { stack_d3 = true }\n", "unknown rule 'stack_d3'"),
    (POSITION + "rules = { target_score = 1 }\n", "target_score must be 50 to 5000, not 1"),
    (POSITION + 'custom = { WC = "extra_turn" }\n', "custom: Classic has no cards that carry written rules"),
    (
        CUSTOM + 'custom = { WC4 = "extra_turn" }\n',
        "custom: 'WC4' is no card that carries a rule: WC, WC2, WC3",
    ),
    (CUSTOM + 'custom = { W = "extra_turn" }\n', "custom: 'W' is no card that carries a rule"),
    (CUSTOM + 'custom = { WC2 = "next flies" }\n', "custom: WC2: 'next flies': "),
    (CUSTOM + "custom = { WC = 7 }\n", "custom: expected `str`, got `int`"),
    (CUSTOM.replace("Y1 Y2 Y4", "WC WC WC WC"), "hands: B: WC is named more often than Customizable has it"),
    (CUSTOM + 'rules = { shuffle_last = "later" }\n', "shuffle_last must be win, resolve, not later"),
    (POSITION + 'rules = { shuffle_last = "resolve" }\n', "shuffle_last: Classic has no "),
    (POSITION + "rules = { no_bluff = true, no_challenge = true }\n", "no_bluff and no_challenge exclude"),
    (POSITION + "rules = { team = true }\n", "team: partners sit opposite each other"),
    (POSITION + "rules = { decks_n = 5 }\n", "decks_n must be 1 to 4, not 5"),
    (
        POSITION.replace("G1 G2", "R0 R0") + "rules = { decks_n = 1 }\n",
        "hands: C: R0 is named more often than Classic has it",
    ),
    (
        BEGIN.replace("classic", "mario-kart") + 'dealer = "draw"\n',
        "dealer: Mario Kart has no draw for dealer",
    ),
    (POSITION.replace('"A", "B", "C"', '"A"'), "Classic is for 2 to 10 players, not 1"),
    (POSITION.replace('"A", "B", "C"', '"A", "B", "b"'), "seats: two have the same name"),
    (POSITION.replace('"A", "B", "C"', '"A", "", "C"'), "seats: '' is no name"),
    (POSITION.replace('"A", "B", "C"', '"A", "C", "B"'), "seats: a single letter names its place"),
    (POSITION.replace("hands", "hand"), "object contains unknown field `hand`"),
    (POSITION.replace("hands = ", "# "), "hands: missing"),
    (POSITION.replace(', C = "G1 G2"', ""), "hands: C has no cards"),
    (POSITION.replace('C = "G1 G2"', 'C = ""'), "hands: C has no cards"),
    (POSITION.replace("C = ", "E = "), "hands: there is no seat 'E'"),
    (POSITION.replace("G1 G2", "G1 XX"), "hands: C: 'XX' is no card of Classic"),
    (POSITION.replace("G1 G2", "R1 R1"), "hands: C: R1 is named more often than Classic has it"),
    (POSITION + 'pile = "R5 R5"\n', "pile: R5 is named more often than Classic has it"),
    (POSITION.replace('top = "R5"', ""), "top: give either top or discard"),
    (POSITION + 'discard = ["R5"]\n', "top: give either top or discard"),
    (POSITION.replace('top = "R5"', "discard = []"), "discard: empty"),
    (POSITION.replace('top = "R5"', 'top = "WW"'), "top: 'WW' is no card of Classic"),
    (POSITION.replace('top = "R5"', 'top = "W"'), "top: a wild on top needs a color"),
    (POSITION.replace('top = "R5"', 'top = "W/X"'), "top: 'W/X': 'X' is no color"),
    (POSITION.replace('top = "R5"', 'top = "W/G"\ncolor = "red"'), "color: the top card says green"),
    (POSITION + 'color = "pink"\n', "color: 'pink' is no color"),
    (POSITION + 'color = "blue"\n', "color: the top card says red"),
    (POSITION + 'to_act = "E"\n', "to_act: there is no seat 'E'"),
    (POSITION.replace('dealer = "C"', 'dealer = "E"'), "dealer: there is no seat 'E'"),
    (POSITION.replace('dealer = "C"', 'dealer = "draw"'), 'dealer: "draw" only with begin = true'),
    (POSITION + 'called = ["A"]\n', "called: A does not hold exactly one card"),
    (POSITION + 'owes_uno = ["E"]\n', "owes_uno: there is no seat 'E'"),
    (
        POSITION.replace("R1 G7 W", "R1") + 'called = ["A"]\nowes_uno = ["A"]\n',
        "owes_uno: whoever has called owes nothing",
    ),
    (POSITION + "scores = { E = 1 }\n", "scores: there is no seat 'E'"),
    (POSITION + "round = 0\n", "round: counts from 1, not 0"),
    (POSITION + 'deck = "R1"\n', "deck: only with begin = true"),
    (POSITION + 'dealer_deck = "R1"\n', "dealer_deck: only with begin = true"),
    (BEGIN + 'top = "R5"\n', "top: does not go with begin = true"),
    (BEGIN + "hands = {}\n", "hands: does not go with begin = true"),
    (BEGIN + 'dealer_deck = "R1"\n', 'dealer_deck: only with dealer = "draw"'),
    (BEGIN + 'deck = "R0 R0"\n', "deck: there is no R0 (any more)"),
    (BEGIN + 'deck = "ZZ"\n', "deck: 'ZZ' is no card of Classic"),
    (with_step("E", "draw"), "step 1: seat: there is no seat 'E'"),
    (with_step("A", "fly"), "step 1: 'fly' is no command"),
    (with_step("A", "play R99"), "step 1: 'R99' is no card of Classic"),
    (with_step("A", "draw", 'refused = "because"'), "step 1: refused: there is no reason 'because'"),
    (with_step("A", "draw", 'refused = "grace"'), "step 1: refused: there is no reason 'grace'"),
    (with_step("A", "draw", "after_ms = -1"), "step 1: after_ms: time does not run backwards"),
    (POSITION + '[expect]\nto_act = "E"\n', "expect: to_act: there is no seat 'E'"),
    (POSITION + "[expect]\nsizes = { E = 1 }\n", "expect: sizes: there is no seat 'E'"),
    (POSITION + '[expect]\ncalled = ["E"]\n', "expect: called: there is no seat 'E'"),
    (POSITION + '[expect]\nshown = [["A", "E"]]\n', "expect: shown: there is no seat 'E'"),
    (POSITION + '[expect]\nhands = { A = "R1 R1 R1" }\n', "expect: hands: A: R1 is named more often"),
    (POSITION + '[expect]\nphase = "playing"\n', "expect: phase: there is no phase 'playing'"),
    (POSITION + '[expect]\ncolor = "pink"\n', "expect: color: 'pink' is no color"),
    (POSITION + '[expect]\ntop = "ZZ"\n', "expect: top: 'ZZ' is no card of Classic"),
    (POSITION + '[expect]\ndiscard = ["ZZ"]\n', "expect: discard: 'ZZ' is no card of Classic"),
    (POSITION + '[expect]\nover = "now"\n', 'expect: over: "round", "game" or "", not \'now\''),
]


@pytest.mark.parametrize(("text", "says"), BAD_FILES, ids=[says[:40] for _, says in BAD_FILES])
def test_bad_file(text: str, says: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        run(text)
    message = str(caught.value)
    assert message.startswith(says)
    assert message.isprintable()


def test_a_scenario_may_come_as_parsed_values() -> None:
    data = {
        "name": "parsed",
        "edition": "classic",
        "seats": ["Ann", "Bo Li"],
        "top": "R5",
        "hands": {"Ann": "R1 G1", "Bo Li": "B1"},
        "step": [{"seat": "Ann", "do": "play R1"}, {"seat": "Bo Li", "do": "catch @Ann"}],
        "expect": {"sizes": {"Ann": 3}, "dealer": "Bo Li"},
    }
    assert run_scenario(load_scenario(data)).ok


# What the runner checks by itself.


def test_cards_that_get_lost_are_noticed() -> None:
    def steal(round_: Round, truth: Truth, command: Command | None, events: tuple[Event, ...]) -> None:
        if command is not None:
            truth.pile.pop()

    result = run_scenario(parse_scenario(with_step("A", "play R1")), steal)
    assert result.differences == ("cards were made or lost", "pile sizes do not agree with the piles")


def test_sizes_that_do_not_agree_with_the_hands_are_noticed() -> None:
    def miscount(round_: Round, truth: Truth, command: Command | None, events: tuple[Event, ...]) -> None:
        round_.sizes[2] += 1

    result = run_scenario(parse_scenario(POSITION), miscount)
    assert result.differences == ("hand sizes do not agree with the hands",)


def test_a_refusal_that_changes_something_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = Round.apply

    def turn_round(
        round_: Round, command: Command, oracle: Oracle, now: int = 0
    ) -> tuple[Event, ...] | Refused:
        round_.dir = -round_.dir
        return apply(round_, command, oracle, now)

    monkeypatch.setattr(Round, "apply", turn_round)
    result = run(with_step("B", "draw", "refused = true"))
    assert result.differences == ("step 1 (B draw): was refused (not_your_turn) and changed the state",)


def test_shuffles_without_end_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uno_lan.engine.scenarios.run.MAX_SHUFFLES", 1)
    with pytest.raises(ScenarioError, match="again and again"):
        run(BEGIN)


def test_a_watcher_sees_the_start_every_command_and_every_shuffle() -> None:
    seen: list[str] = []

    def watch(round_: Round, truth: Truth, command: Command | None, events: tuple[Event, ...]) -> None:
        seen.append("start" if command is None else type(command).__name__)

    begun = BEGIN + step("B", "draw", "refused = true") + step("A", "leave")
    run_scenario(parse_scenario(begun), watch)
    assert seen == ["start", "Begin", "Shuffled", "Leave"]
