"""The Draw Four: accept, challenge, and the hand it is judged by."""

from __future__ import annotations

import pytest

from uno_lan.engine import NOBODY, Phase, Ruleset
from uno_lan.engine import events as ev

from .story import Story

HANDS = {"A": "W4 B3 G1", "B": "G8 G9", "C": "Y1 Y2"}


def test_pending() -> None:
    s = Story(top="R5", hands=HANDS)
    card = s.truth.hands[0][0]
    assert s("A: play W4 blue") == (
        ev.Played(0, card),
        ev.ColorSet(3),
        ev.PenaltySet(4, 0, 1, True, 14, 0),
        ev.PhaseSet(Phase.ANSWER, 1),
    )
    assert (s.round.pending, s.round.attacker, s.round.victim) == (4, 0, 1)
    s.refused("B: draw", "wrong_phase")
    s.refused("B: play G8", "wrong_phase")
    s.refused("C: challenge", "not_your_turn")
    s.refused("A: accept", "not_your_turn")


def test_accept() -> None:
    s = Story(top="R5", hands=HANDS)
    s("A: play W4 blue")
    assert s("B: accept") == (
        ev.Accepted(1),
        ev.PenaltySet(0, NOBODY, NOBODY),
        ev.Drew(1, 4, "four"),
        ev.Skipped(1),
        ev.PhaseSet(Phase.TURN, 2, True),
    )
    assert (s.color, s.round.pending) == ("blue", 0)


def test_challenge_fails() -> None:
    s = Story(top="R5", hands=HANDS)
    s("A: play W4 blue")
    assert s("B: challenge") == (
        ev.Challenged(1, 0, False),
        ev.Shown(0, 1, True),
        ev.PenaltySet(0, NOBODY, NOBODY),
        ev.Drew(1, 6, "challenge"),
        ev.Skipped(1),
        ev.PhaseSet(Phase.TURN, 2, True),
    )


def test_challenge_succeeds() -> None:
    s = Story(top="R5", hands={**HANDS, "A": "W4 R3 G1"})
    s("A: play W4 blue")
    assert s("B: challenge") == (
        ev.Challenged(1, 0, True),
        ev.Shown(0, 1, True),
        ev.PenaltySet(0, NOBODY, NOBODY),
        ev.Drew(0, 4, "challenge"),
        ev.PhaseSet(Phase.TURN, 1, True),
    )
    assert (s.size("A"), s.size("B"), s.color, s.top) == (6, 2, "blue", "W4")


@pytest.mark.parametrize(
    ("hand", "top", "guilty"),
    [
        ("W4 B5 Y1", "R5", False),  # the number alone is no match
        ("W4 GS Y1", "RS", False),  # nor is the symbol
        ("W4 B1 B2", "R5", False),  # the old color counts, not the named one
        ("W4 W4 Y1", "R5", False),  # another wild is no match here
        ("W4 W R1", "R5", True),
    ],
)
def test_legality(hand: str, top: str, guilty: bool) -> None:
    s = Story(top=top, hands={**HANDS, "A": hand})
    assert ev.Challenged(1, 0, guilty) in s("A: play W4 blue", "B: challenge")


@pytest.mark.parametrize(("color", "guilty"), [(2, True), (1, False)])
def test_legality_by_a_named_color(color: int, guilty: bool) -> None:
    s = Story(top="W", color=color, hands={**HANDS, "A": "W4 G1 R1"})
    assert ev.Challenged(1, 0, guilty) in s("A: play W4 blue", "B: challenge")


@pytest.mark.parametrize(("switch", "guilty"), [(True, True), (False, False), (None, False)])
def test_wilds_match_switch(switch: bool | None, guilty: bool) -> None:
    rules = Ruleset.make("classic", wilds_match_wd4=switch, uno_grace_ms=0)
    s = Story(top="R5", hands={**HANDS, "A": "W4 W B3"}, rules=rules)
    assert ev.Challenged(1, 0, guilty) in s("A: play W4 blue", "B: challenge")


def test_snapshot() -> None:
    """A penalty card drawn after the play convicts nobody."""
    s = Story(top="R5", hands={**HANDS, "A": "W4 B3"}, pile="R1 R2")
    s("A: play W4 blue", "C: catch @A")
    assert s.hand("A") == "B3 R1 R2"
    assert ev.Challenged(1, 0, False) in s("B: challenge")


def test_guilty_with_one_card() -> None:
    s = Story(top="R5", hands={**HANDS, "A": "W4 R3"})
    s("A: play W4 blue", "B: challenge")
    assert (s.size("A"), s.owes) == (5, "")
    s.refused("B: catch @A", "nothing_to_catch")


def test_drawn_draw_four_is_judged_with_the_hand_it_leaves() -> None:
    s = Story(top="R5", hands={**HANDS, "A": "R1 B3"}, pile="W4")
    s("A: draw", "A: play W4 blue")
    assert ev.Challenged(1, 0, True) in s("B: challenge")


def test_draw_four_on_draw_four() -> None:
    s = Story(top="R5", hands={"A": "W4 G3 G4", "B": "Y1", "C": "W4 B1 Y3", "D": "Y2"})
    s("A: play W4 blue", "B: accept", "C: play W4 red")
    assert ev.Challenged(3, 2, True) in s("D: challenge")


def test_two_players() -> None:
    s = Story(top="R5", hands={"A": "W4 B3 G1", "B": "G8 G9"})
    s("A: play W4 blue", "B: accept")
    assert (s.to_act, s.size("B")) == ("A", 6)


def test_short_pool() -> None:
    """3 in the pile, 2 under the top, 6 owed: 5 are drawn and the turn is lost."""
    s = Story(top="R5", under="Y7", hands=HANDS, pile="B1 B2 B4", rest=False)
    s("A: play W4 blue", "B: challenge")
    assert (s.phase, s.size("B")) == ("shuffle", 5)
    s.shuffle()
    assert (s.size("B"), s.to_act, s.round.pile_size) == (7, "C", 0)


def test_attacker_leaves() -> None:
    s = Story(top="R5", hands={**HANDS, "D": "Y3"})
    s("A: play W4 blue", "A: leave")
    assert s.round.pending == 4
    s("B: accept")
    assert (s.size("B"), s.to_act) == (6, "C")


@pytest.mark.parametrize(("hand", "to_act", "size"), [("W4 B3 G1", "C", 8), ("W4 R3 G1", "B", 2)])
def test_challenge_after_the_attacker_left(hand: str, to_act: str, size: int) -> None:
    s = Story(top="R5", hands={**HANDS, "A": hand, "D": "Y3"})
    s("A: play W4 blue", "A: leave", "B: challenge")
    assert (s.to_act, s.size("B"), s.size("A")) == (to_act, size, 0)


def test_victim_leaves() -> None:
    s = Story(top="R5", hands=HANDS)
    s("A: play W4 blue")
    assert s("B: leave") == (
        ev.SeatLeft(1),
        ev.PenaltySet(0, NOBODY, NOBODY),
        ev.PhaseSet(Phase.TURN, 2, True),
    )


def test_challenger_leaves_in_the_refill() -> None:
    """The winner of a challenge is gone when the shuffle is done: the next one has the turn."""
    s = Story(top="R5", under="Y7", hands={**HANDS, "A": "W4 R3 G1"}, pile="B1", rest=False)
    s("A: play W4 blue", "B: challenge", "B: leave")
    assert s.round.wanted == ev.ShuffleWanted("refill", 2)
    # The one card that is still owed comes from the leaver's hand: a second refill.
    assert s.shuffle()[2] == ev.ShuffleWanted("refill", 2)
    s.shuffle()
    assert (s.to_act, s.size("A")) == ("C", 6)


def test_victim_leaves_in_the_refill() -> None:
    s = Story(top="R5", under="Y7", hands=HANDS, pile="B1", rest=False)
    s("A: play W4 blue", "B: accept", "B: leave")
    events = s.shuffle()
    assert events[1:] == (ev.PhaseSet(Phase.TURN, 2, True),)


def test_answer_that_cannot_be_challenged() -> None:
    """An edition may let the victim answer a draw card without a challenge."""
    plain = Ruleset.make("classic", uno_grace_ms=0).to_plain()
    for face in plain["edition"]["faces"]:
        if face["kind"] == "draw_two":
            face["answer"] = True
    s = Story(top="R5", hands={"A": "RD R1", "B": "G1 G2", "C": "Y1"}, rules=Ruleset.from_plain(plain))
    s("A: play RD")
    assert s.phase == "answer"
    s.refused("B: challenge", "no_challenge")
    assert ev.Drew(1, 2, "two") in s("B: accept")
