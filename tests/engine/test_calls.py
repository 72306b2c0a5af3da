"""UNO: calls, catches, and the window between them."""

from __future__ import annotations

import pytest

from uno_lan.engine import NOBODY, Catch, Phase, Ruleset, Uno
from uno_lan.engine import events as ev

from .story import Story

THREE = {"A": "R1 R2", "B": "R3 R4 B1", "C": "Y1 Y2"}


def test_call_with_the_play() -> None:
    s = Story(top="R5", hands=THREE)
    assert ev.Called(0) in s("A: play R1 uno")
    assert (s.called, s.owes) == ("A", "")
    s.refused("B: catch @A", "nothing_to_catch")
    s.refused("A: uno", "nothing_to_call")


def test_call_before_the_play() -> None:
    s = Story(top="R5", hands=THREE)
    assert s("A: uno") == (ev.Called(0),)
    assert s.called == "A"
    s.refused("A: uno", "nothing_to_call")
    assert not any(isinstance(e, (ev.Called, ev.UnoOwed)) for e in s("A: play R1 uno"))
    assert (s.called, s.owes) == ("A", "")


def test_call_after_the_play() -> None:
    s = Story(top="R5", hands=THREE)
    assert ev.UnoOwed((0,)) in s("A: play R1")
    assert s.owes == "A"
    assert s("A: uno") == (ev.Called(0),)
    s.refused("C: catch @A", "nothing_to_catch")


def test_call_that_means_nothing() -> None:
    s = Story(top="R5", hands=THREE)
    s.refused("B: uno", "nothing_to_call")
    s.refused("C: uno", "nothing_to_call")
    s.refused(Uno(7), "not_your_turn")
    s("A: play R1 uno", "B: play R3 uno")
    assert s.called == "A"


def test_catch() -> None:
    s = Story(top="R5", hands=THREE)
    s("A: play R1")
    assert s("C: catch @A") == (ev.Caught(2, 0), ev.Drew(0, 2, "caught"))
    assert (s.size("A"), s.owes, s.to_act, s.phase) == (3, "", "B", "turn")
    s.refused("B: catch @A", "nothing_to_catch")
    s.refused("A: uno", "nothing_to_call")


def test_who_may_catch_whom() -> None:
    s = Story(top="R5", hands=THREE)
    s("A: play R1")
    s.refused("A: catch @A", "nothing_to_catch")
    s.refused(Catch(7, 0), "not_your_turn")
    s.refused(Catch(NOBODY, 0), "not_your_turn")
    s.refused(Catch(1, 7), "bad_target")
    s.refused("B: catch @C", "nothing_to_catch")


def test_leaver_cannot_be_caught_or_catch() -> None:
    s = Story(top="R5", hands={**THREE, "D": "G1"})
    s("A: play R1", "A: leave", "D: leave")
    s.refused("B: catch @A", "nothing_to_catch")
    s.refused("D: catch @B", "not_your_turn")


@pytest.mark.parametrize("action", ["play R3", "draw"])
def test_first_action_of_the_next_turn_closes_the_window(action: str) -> None:
    s = Story(top="R5", hands=THREE)
    s("A: play R1")
    assert s(f"B: {action}")[0] == ev.WindowClosed()
    s.refused("C: catch @A", "nothing_to_catch")
    s.refused("A: uno", "nothing_to_call")


def test_forced_draws_and_skips_do_not() -> None:
    for card in ("RS", "RD"):
        s = Story(top="R5", hands={**THREE, "A": f"{card} R2", "C": "R7 Y1 Y2"})
        s(f"A: play {card}")
        assert (s.to_act, s.owes) == ("C", "A")
        s("C: play R7")
        assert s.owes == ""


def test_answers_do_not() -> None:
    for answer in ("accept", "challenge"):
        s = Story(top="R5", hands={**THREE, "A": "W4 B1"})
        s("A: play W4 blue", f"B: {answer}")
        assert s.owes == "A"


def test_own_next_turn_closes_it() -> None:
    s = Story(top="R5", hands={"A": "RS R2", "B": "B1 B2"})
    s("A: play RS")
    assert (s.to_act, s.owes) == ("A", "A")
    s("A: play R2")
    assert s.winner == "A"


def test_caught_while_the_own_action_is_held() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=1500)
    s = Story(top="R5", hands={"A": "RS R2", "B": "B1 B2"}, rules=rules)
    s("A: play RS")
    s.refused("A: play R2", "grace")
    s("B: catch @A", "A: play R2")
    assert (s.size("A"), s.phase) == (2, "turn")


def test_new_duty_after_a_draw() -> None:
    """One card, called; draws and plays: one card again, and a new call."""
    s = Story(top="R5", hands={**THREE, "A": "R1"}, called="A", pile="R7")
    assert ev.CallVoid(0) in s("A: draw")
    s("A: play R7")
    assert (s.called, s.owes) == ("", "A")
    s("A: uno")
    assert s.called == "A"


def test_call_before_playing_the_drawn_card() -> None:
    s = Story(top="R5", hands={**THREE, "A": "B1"}, pile="R7")
    s("A: draw", "A: uno", "A: play R7")
    assert s.called == "A"


def test_early_call_is_void_when_the_card_is_kept() -> None:
    s = Story(top="R5", hands={**THREE, "A": "B1"}, pile="R7")
    assert ev.CallVoid(0) in s("A: draw", "A: uno", "A: keep")
    assert s.called == ""
    s.refused("B: catch @A", "nothing_to_catch")


def test_early_call_in_the_answer() -> None:
    """It counts for the turn that a successful challenge gives back, and is void when the turn is lost."""
    hands = {"A": "W4 R3 G1", "B": "B8 G9", "C": "Y1 Y2"}
    s = Story(top="R5", hands=hands)
    s("A: play W4 blue", "B: uno", "B: challenge", "B: play B8")
    assert s.called == "B"
    s = Story(top="R5", hands=hands)
    assert ev.CallVoid(1) in s("A: play W4 blue", "B: uno", "B: accept")


def test_early_call_is_void_when_nothing_was_drawn() -> None:
    s = Story(top="R5", hands={"A": "W4 Y3 G1", "B": "B8 G9", "C": "Y1 Y2"}, rest=False)
    s("A: play W4 blue", "B: uno", "B: accept")
    s.shuffle()
    s = Story(top="R5", hands={"A": "W4 Y3 G1", "B": "B8 G9", "C": "Y1 Y2"}, rest=False)
    s.round.discard.clear()
    s("A: play W4 blue", "B: uno")
    assert ev.CallVoid(1) in s("B: accept")
    assert s.called == ""


def test_early_caller_leaves() -> None:
    s = Story(top="R5", hands=THREE)
    s("A: uno", "A: leave")
    assert s.called == ""


def test_catch_with_an_empty_pile() -> None:
    """The phase is taken up again after the shuffle, whatever it was."""
    s = Story(top="R5", under="G7 G8 G9", hands={**THREE, "A": "W4 B1"}, pile="Y9", rest=False)
    s("A: play W4 blue")
    assert s("C: catch @A")[1:3] == (ev.Drew(0, 1, "caught"), ev.ShuffleWanted("refill", 4))
    s.refused("B: accept", "not_your_turn")
    assert s.shuffle() == (
        ev.ShuffleDone("refill", 4),
        ev.Drew(0, 1, "caught"),
        ev.PhaseSet(Phase.ANSWER, 1),
    )
    assert (s.round.pending, s.round.victim) == (4, 1)
    s("B: accept")
    assert s.to_act == "C"


def test_victim_leaves_in_that_shuffle() -> None:
    s = Story(top="R5", under="G7", hands={**THREE, "A": "W4 B1"}, rest=False)
    s("A: play W4 blue", "C: catch @A", "B: leave")
    events = s.shuffle()
    assert events[-2:] == (ev.PenaltySet(0, NOBODY, NOBODY), ev.PhaseSet(Phase.TURN, 2, True))


def test_catch_exhausts_the_pool() -> None:
    s = Story(top="R5", hands=THREE, rest=False)
    s("A: play R1", "B: catch @A")
    s.shuffle()
    assert (s.size("A"), s.owes, s.to_act) == (2, "", "B")


def test_catch_when_nothing_can_be_drawn() -> None:
    s = Story(top="R5", hands={"A": "R1", "B": "B1 B2"}, owes="A", to_act="B", rest=False)
    assert s("B: catch @A") == (ev.Caught(1, 0),)
    assert s.size("A") == 1
    s.refused("B: catch @A", "nothing_to_catch")


def test_missed_call_does_not_undo_a_win() -> None:
    s = Story(top="R5", hands=THREE)
    s("A: play R1", "B: play R3", "C: draw", "C: keep", "A: play R2")
    assert s.winner == "A"
