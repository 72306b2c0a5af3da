"""Each house rule at work, as a short story; the scenarios have their cases."""

from __future__ import annotations

from typing import Any

import pytest

from uno_lan.engine import NOBODY, Jump, Play, Round, Ruleset, Truth, fold, view, why_not
from uno_lan.engine import events as ev
from uno_lan.engine.notation import cards_text

from .story import Story

A, B, C, D = range(4)
HANDS = {"A": "RD R1 R2", "B": "Y1 Y2 Y3", "C": "G1 G2 G3", "D": "B1 B2 B3"}
FOUR = 14
TWO = 10


def table(
    hands: dict[str, str] | None = None,
    edition: str = "classic",
    pile: str = "",
    top: str = "R5",
    **switches: Any,
) -> Story:
    """Four players on R5, A to act; only some hands need to be named."""
    rules = Ruleset.make(edition, **{"uno_grace_ms": 0, **switches})
    return Story(top=top, hands={**HANDS, **(hands or {})}, pile=pile, rules=rules)


def texts(s: Story, cards: tuple[int, ...]) -> str:
    return cards_text(cards, s.edition)


class TestStacks:
    def test_the_total_goes_on(self) -> None:
        s = table({"B": "BD Y1 Y2", "C": "G1 G2"}, stack_d2=True)
        s("A: play RD")
        assert texts(s, s.legal(B).plays) == "BD"
        events = s("B: play BD")
        assert ev.PenaltySet(4, B, C, False, TWO) in events
        assert (s.phase, s.to_act, s.color, s.round.pending) == ("answer", "C", "blue", 4)
        assert view(s.round).stake == TWO
        s.refused("C: play G1", "does_not_match")
        assert ev.Drew(C, 4, "two") in s("C: accept")
        assert s.to_act == "D"

    def test_a_four_on_a_four_gives_up_the_challenge(self) -> None:
        s = table({"A": "W4 R1 R2", "B": "W4 Y1 Y2"}, stack_d4=True)
        s("A: play W4 green")
        assert s.legal(B).challenge
        s.refused("B: play W4", "color_needed")
        s("B: play W4 blue")
        assert not s.legal(C).challenge
        s.refused("C: challenge", "no_challenge")
        assert ev.Drew(C, 8, "four") in s("C: accept")

    @pytest.mark.parametrize(
        ("cross", "up", "down"), [("off", "", ""), ("up", "W4", ""), ("both", "W4", "GD")]
    )
    def test_cross(self, cross: str, up: str, down: str) -> None:
        s = table({"B": "W4 Y1 Y2"}, stack_d2=True, stack_d4=True, stack_cross=cross)
        s("A: play RD")
        assert texts(s, s.legal(B).plays) == up
        s = table({"A": "W4 R1 R2", "B": "RD GD Y2"}, stack_d2=True, stack_d4=True, stack_cross=cross)
        s("A: play W4 green")
        assert texts(s, s.legal(B).plays) == down

    def test_a_last_card_asks_nobody_any_more(self) -> None:
        s = table({"B": "BD"}, stack_d2=True)
        s("A: play RD")
        assert ev.Drew(C, 4, "two") in s("B: play BD")
        assert s.winner == "B"

    def test_a_reply_that_leaves_one_card_must_be_called(self) -> None:
        s = table({"B": "BD Y1"}, stack_d2=True)
        s("A: play RD", "B: uno", "B: play BD")
        assert (s.called, s.owes) == ("B", "")
        s = table({"B": "BD Y1"}, stack_d2=True)
        s("A: play RD", "B: play BD")
        assert s.owes == "B"

    def test_a_star_hits_who_added_last(self) -> None:
        s = table({"B": "BD Y1 Y2", "C": "WS G1 G2"}, edition="super-mario", stack_d2=True)
        s("A: play RD", "B: play BD")
        assert ev.Drew(B, 4, "star") in s("C: play WS green")


class TestDeflect:
    def test_reverse_turns_it_back(self) -> None:
        s = table({"B": "YR Y1 Y2"}, deflect="any")
        s("A: play RD")
        events = s("B: play YR")
        assert ev.DirectionSet(-1) in events
        assert ev.PenaltySet(2, B, A, False, TWO) in events
        assert ev.Drew(A, 2, "two") in s("A: accept")
        assert s.to_act == "D"

    def test_skip_moves_it_on(self) -> None:
        s = table({"A": "W4 R1 R2", "B": "YS Y1 Y2"}, deflect="any")
        s("A: play W4 blue", "B: play YS")
        assert (s.to_act, s.color) == ("C", "yellow")
        assert ev.Drew(C, 4, "four") in s("C: accept")

    def test_only_in_the_active_color(self) -> None:
        s = table({"B": "YS RS Y2"}, deflect="color")
        s("A: play RD")
        assert texts(s, s.legal(B).plays) == "RS"
        assert why_not(view(s.round, s.truth.hands[B], B), s.rules, s.truth.hands[B][0]) == "does_not_match"


class TestSevenZero:
    def test_seven(self) -> None:
        s = table({"A": "R7 R1", "C": "G1 G2 G3 G4"}, seven_zero=True)
        s.refused("A: play R7", "target_needed")
        assert s.legal(A).target_needed
        events = s("A: play R7 @C uno")
        assert ev.HandsMoved(((A, C), (C, A))) in events
        assert (s.hand("A"), s.hand("C"), s.owes, s.called) == ("G1 G2 G3 G4", "R1", "C", "")

    def test_zero(self) -> None:
        s = table({"A": "R0 R1 R2"}, seven_zero=True)
        s("A: play R0")
        assert (s.hand("B"), s.hand("A")) == ("R1 R2", "B1 B2 B3")

    def test_not_as_last_card(self) -> None:
        s = table({"A": "R7"}, seven_zero=True)
        s("A: play R7")
        assert (s.winner, s.size("B")) == ("A", 3)


def test_a_missed_call_is_over_when_the_last_card_answers_and_the_pile_runs_out() -> None:
    hands = {"A": "RD RR", "B": "BR Y1 Y2", "C": "G1 G2"}
    rules = Ruleset.make("classic", deflect="any", uno_grace_ms=0)
    s = Story(top="R5", under="R6 R7 R8", hands=hands, rest=False, rules=rules)
    folded = view(s.round)
    for event in (*s("A: play RD"), *s("B: play BR"), *s("A: play RR")):
        folded = fold(folded, event)
    assert (s.phase, s.owes) == ("shuffle", "")
    assert view(s.round) == folded


class TestCallAndSeveralCards:
    def test_a_call_with_two_cards_is_over_when_both_are_played_at_once(self) -> None:
        s = table({"A": "R7 G7"}, multi_play=True)
        folded = view(s.round)
        for event in (*s("A: uno"), *s("A: play R7 G7")):
            folded = fold(folded, event)
        assert (s.winner, s.called) == ("A", "")
        assert view(s.round) == folded


class TestJumpIn:
    def test_play_goes_on_from_there(self) -> None:
        s = table({"A": "R9 R1 R2", "D": "R9 B1 B2"}, jump_in=True)
        assert not s.legal(D).jumps
        s("A: play R9")
        assert texts(s, s.legal(D).jumps) == "R9"
        assert not s.legal(B).jumps
        s("D: jump R9")
        assert (s.to_act, s.round.top_by) == ("A", D)

    def test_refused(self) -> None:
        own = table({"A": "R9 R9 R2"}, jump_in=True)
        own("A: play R9")
        own.refused("A: jump R9", "cannot_jump")
        s = table({"A": "R9 R1 R2", "B": "R9 Y1 Y2", "D": "B9 B1 B2"}, jump_in=True)
        s("A: play R9")
        s.refused("B: jump R9", "cannot_jump")
        s.refused("D: jump B9", "cannot_jump")
        s.refused("C: jump R9", "not_in_hand")
        s.refused(Jump(C, 500), "not_in_hand")
        s("B: draw")
        s.refused("D: jump B9", "wrong_phase")

    def test_a_wild_is_never_jumped_on(self) -> None:
        s = table({"A": "W R1 R2", "C": "W G1"}, jump_in=True)
        s("A: play W red")
        assert not s.legal(C).jumps
        s.refused("C: jump W", "cannot_jump")

    def test_a_seven_needs_a_player(self) -> None:
        s = table({"A": "R7 R1 R2", "C": "R7 G1 G2"}, jump_in=True, seven_zero=True)
        s("A: play R7 @B")
        s.refused("C: jump R7", "target_needed")
        s.refused("C: jump R7 @C", "bad_target")
        assert ev.HandsMoved(((C, A), (A, C))) in s("C: jump R7 @A")

    def test_it_waits_for_the_grace_time(self) -> None:
        s = table({"A": "R9 R1", "C": "R9 G1 G2"}, jump_in=True, uno_grace_ms=1000)
        s("A: play R9")
        s.refused("C: jump R9", "grace")
        s.now = 1000
        assert ev.WindowClosed() in s("C: jump R9")

    def test_a_last_card_that_may_not_be_one(self) -> None:
        s = table({"A": "RD R1 R2", "D": "RD"}, jump_in=True, no_special_finish="wilds_and_draws")
        s("A: play RD")
        s.refused("D: jump RD", "special_finish")
        assert not s.legal(D).jumps


class TestDrawing:
    def test_until_it_fits(self) -> None:
        s = table(pile="Y9 G8 R4 B3", draw_to_match=True)
        assert s("A: draw") == (ev.Drew(A, 3, "turn"), ev.PhaseSet(4, A))
        assert texts(s, s.legal(A).plays) == "R4"

    def test_through_a_refill_to_the_end(self) -> None:
        rules = Ruleset.make("classic", draw_to_match=True, uno_grace_ms=0)
        s = Story(top="R5", under="G8 G9", hands={"A": "Y1", "B": "B1"}, pile="Y9", rest=False, rules=rules)
        assert s("A: draw")[0] == ev.Drew(A, 1, "turn")
        assert s.shuffle()[1] == ev.Drew(A, 2, "turn")
        assert (s.legal(A).plays, s.legal(A).keep) == ((), True)
        s = Story(top="R5", under="G8 R9", hands={"A": "Y1", "B": "B1"}, rest=False, rules=rules)
        assert s("A: draw")[0] == ev.ShuffleWanted("refill", 2)
        assert s.shuffle()[1] == ev.Drew(A, 2, "turn")
        assert s.legal(A).plays

    def test_who_leaves_in_the_middle_draws_no_more(self) -> None:
        rules = Ruleset.make("classic", draw_to_match=True, uno_grace_ms=0)
        hands = {"A": "Y1", "B": "B1", "C": "G1"}
        s = Story(top="R5", under="G8 G9", hands=hands, pile="Y9", rest=False, rules=rules)
        s("A: draw", "A: leave")
        s.shuffle()
        assert (s.phase, s.to_act) == ("turn", "B")

    def test_time_out_draws_until_it_fits_too(self) -> None:
        s = table(pile="Y9 G8 R4 B3", draw_to_match=True, must_play_drawn=True)
        s("A: timeout")
        assert (s.size("A"), s.to_act) == (6, "B")

    def test_must_play(self) -> None:
        s = table({"B": "Y1 R2 Y3", "C": "G3 G4"}, must_play=True, pile="B9")
        s.refused("A: draw", "must_play")
        assert not s.legal(A).draw
        s("A: play R1")
        s.refused("B: draw", "must_play")
        s("B: timeout")
        assert s.to_act == "C"
        s("C: draw")

    def test_must_play_instead_of_passing(self) -> None:
        rules = Ruleset.make("classic", must_play=True, uno_grace_ms=0)
        s = Story(top="R5", hands={"A": "R1 Y1", "B": "B1"}, rest=False, rules=rules)
        s.refused("A: draw", "nothing_to_draw")
        s.refused("A: pass", "must_play")
        assert not s.legal(A).may_pass

    def test_must_play_drawn(self) -> None:
        s = table({"A": "Y1"}, must_play_drawn=True, pile="R8")
        s("A: draw")
        s.refused("A: keep", "must_play")
        assert not s.legal(A).keep
        s = table({"A": "Y1"}, must_play_drawn=True, pile="B8")
        s("A: draw", "A: keep")

    def test_a_bluff_need_not_be_played(self) -> None:
        s = table({"A": "R1 Y1"}, must_play_drawn=True, pile="W4")
        s("A: draw")
        assert s.legal(A).keep
        s("A: keep")


class TestDrawFour:
    def test_no_bluff(self) -> None:
        s = table({"A": "W4 R1 R2", "B": "W4 Y1"}, no_bluff=True)
        s.refused("A: play W4 blue", "bluff")
        assert texts(s, s.legal(A).plays) == "R1 R2"
        assert why_not(view(s.round, s.truth.hands[A], A), s.rules, s.truth.hands[A][0]) == "bluff"
        s("A: play R1")
        assert ev.Drew(C, 4, "four") in s("B: play W4 green uno")
        assert s.to_act == "D"

    def test_no_challenge(self) -> None:
        s = table({"A": "W4 R1 R2"}, no_challenge=True)
        assert ev.Drew(B, 4, "four") in s("A: play W4 blue")
        s = table({"A": "W4 R1 R2"}, edition="super-mario", no_challenge=True)
        s("A: play W4 blue")
        assert (s.phase, s.legal(B).challenge) == ("answer", False)


class TestSeveralAtOnce:
    def test_the_last_one_is_on_top(self) -> None:
        s = table({"A": "R9 G9 B9 R1"}, multi_play=True)
        assert [texts(s, group) for group in s.legal(A).together] == ["R9 G9 B9"]
        events = s("A: play R9 G9 B9 uno")
        assert [e.card for e in events if isinstance(e, ev.Played)] == list(s.round.discard[-3:])
        assert (s.top, s.color, s.called, s.to_act) == ("B9", "blue", "A", "B")

    def test_refused(self) -> None:
        s = table({"A": "R9 G9 B9 RS GS R1"}, multi_play=True, pile="R4")
        s.refused("A: play G9 R9", "does_not_match")
        s.refused("A: play RS GS", "does_not_match")
        s.refused("A: play R9 R1", "does_not_match")
        s.refused("A: play R9 Y9", "not_in_hand")
        nine = s.truth.hands[A][0]
        s.refused(Play(A, nine, more=(nine,)), "not_in_hand")
        s.refused(Play(A, nine, more=(999,)), "not_in_hand")
        s("A: draw")
        s.refused("A: play R4 R9", "only_drawn_card")
        table({"A": "R9 G9 R1"}).refused("A: play R9 G9", "does_not_match")

    def test_one_swap_for_all(self) -> None:
        s = table({"A": "R7 G7 R1"}, multi_play=True, seven_zero=True)
        s.refused("A: play R7 G7", "target_needed")
        events = s("A: play R7 G7 @D")
        assert len([e for e in events if isinstance(e, ev.HandsMoved)]) == 1
        assert table({"A": "R7 G7"}, multi_play=True, seven_zero=True)("A: play R7 G7")[-2] == ev.RoundOver(
            A, "out"
        )

    def test_it_waits_for_the_grace_time(self) -> None:
        s = table({"A": "R9 R1", "B": "R3 G3 Y1"}, multi_play=True, uno_grace_ms=1000)
        s("A: play R9")
        s.refused("B: play R3 G3", "grace")


class TestLastCard:
    def test_no_wild(self) -> None:
        s = table({"A": "W"}, no_special_finish="wilds")
        s.refused("A: play W red", "special_finish")
        assert why_not(view(s.round, s.truth.hands[A], A), s.rules, s.truth.hands[A][0]) == "special_finish"
        s("A: draw")
        assert s.size("A") == 2

    def test_nor_a_draw_two(self) -> None:
        s = table({"A": "RD"}, no_special_finish="wilds_and_draws")
        s.refused("A: play RD", "special_finish")
        table({"A": "RD"}, no_special_finish="wilds")("A: play RD")

    def test_nor_as_an_answer(self) -> None:
        s = table({"B": "BD"}, stack_d2=True, no_special_finish="wilds_and_draws")
        s("A: play RD")
        s.refused("B: play BD", "special_finish")
        assert not s.legal(B).plays


class TestCalls:
    def test_a_higher_penalty(self) -> None:
        s = table({"A": "R9 R1"}, uno_penalty_n=6)
        s("A: play R9")
        assert ev.Drew(A, 6, "caught") in s("B: catch @A")

    def test_a_wrong_catch_costs(self) -> None:
        s = table({"A": "R9 R1"}, false_catch=True)
        assert s("C: catch @B") == (ev.FalseCatch(C, B), ev.Drew(C, 2, "fined"))
        s.refused("C: catch @C", "nothing_to_catch")
        s("A: play R9", "B: catch @A")
        s.refused("C: catch @A", "nothing_to_catch")
        s("D: leave")
        s.refused("C: catch @D", "nothing_to_catch")

    def test_who_was_only_late_pays_nothing(self) -> None:
        s = table({"A": "R9 R1"}, false_catch=True)
        s("A: play R9", "B: draw")
        s.refused("C: catch @A", "nothing_to_catch")
        s("B: keep", "C: draw", "C: keep", "D: draw", "D: keep")
        s.refused("C: catch @A", "nothing_to_catch")

    def test_calls_made_by_the_program(self) -> None:
        s = table({"A": "R9 R1"}, auto_uno=True)
        assert not s.legal(A).uno
        s.refused("A: uno", "nothing_to_call")
        assert ev.Called(A) in s("A: play R9")
        s.refused("B: catch @A", "nothing_to_catch")

    def test_also_for_hands_that_others_change(self) -> None:
        s = table({"A": "R7 R1", "C": "G1 G2"}, auto_uno=True, seven_zero=True)
        assert ev.Called(C) in s("A: play R7 @C")


class TestTeams:
    def test_the_round_ends_with_the_last_team(self) -> None:
        s = table(team=True)
        assert s.round.teams[:4] == (0, 1, 0, 1)
        s("B: leave")
        assert s.phase == "turn"
        assert ev.RoundOver(A, "last") in s("D: leave")

    def test_teams_of_an_earlier_round(self) -> None:
        rules = Ruleset.make("classic", team=True)
        round_ = Round(rules, (0, 1, 3), 0, {0: 0, 1: 1, 2: 0, 3: 1})
        assert round_.teams[:5] == (0, 1, 0, 1, NOBODY)
        assert Truth(rules.edition).holds(0, 1) is False


def test_a_draw_penalty_may_vanish_with_its_victim() -> None:
    s = table({"B": "BD Y1 Y2"}, stack_d2=True)
    s("A: play RD", "B: play BD")
    assert ev.PenaltySet(0, NOBODY, NOBODY) in s("C: leave")
    assert (s.to_act, s.round.stake, FOUR) == ("D", NOBODY, 14)
