"""Commands of the host in the middle of a round: time-outs and leaving."""

from __future__ import annotations

from uno_lan.engine import NOBODY, Leave, Phase, Timeout
from uno_lan.engine import events as ev

from .story import Story
from .test_opening import dealt

FOUR = {"A": "R1 R2 R3", "B": "B1 B2", "C": "Y1 Y2", "D": "G1 G2"}


class TestTimeout:
    def test_turn_draws_and_keeps(self) -> None:
        s = Story(top="R5", hands=FOUR, pile="R9")
        assert s("A: timeout") == (
            ev.Drew(0, 1, "turn"),
            ev.Kept(0),
            ev.PhaseSet(Phase.TURN, 1, True),
        )

    def test_turn_with_nothing_to_draw_passes(self) -> None:
        s = Story(top="R5", hands=FOUR, rest=False)
        assert s("A: timeout")[0] == ev.Passed(0)

    def test_closes_the_window(self) -> None:
        s = Story(top="R5", hands={**FOUR, "D": "G1"}, owes="D")
        assert s("A: timeout")[0] == ev.WindowClosed()

    def test_drawn_keeps(self) -> None:
        s = Story(top="R5", hands=FOUR, pile="R9")
        assert s("A: draw", "A: timeout")[0] == ev.Kept(0)

    def test_answer_accepts(self) -> None:
        s = Story(top="R5", hands={**FOUR, "A": "W4 B1 B2"})
        s("A: play W4 blue")
        assert s("B: timeout")[0] == ev.Accepted(1)

    def test_first_color(self) -> None:
        s = dealt("W")
        s("A: timeout")
        assert (s.color, s.to_act, s.phase) == ("red", "A", "turn")

    def test_only_for_whom_the_round_waits(self) -> None:
        s = Story(top="R5", hands=FOUR)
        s.refused("B: timeout", "not_your_turn")
        s.refused(Timeout(NOBODY), "not_your_turn")

    def test_refill(self) -> None:
        """Who leaves while the pile is shuffled for it keeps nothing."""
        for leave in (False, True):
            s = Story(top="R5", under="G7", hands=FOUR, rest=False)
            s("A: timeout")
            if leave:
                s("A: leave")
            events = s.shuffle()
            assert (ev.Kept(0) in events) is not leave
            assert s.to_act == "B"


class TestLeave:
    def test_somebody_else(self) -> None:
        s = Story(top="R5", hands=FOUR)
        assert s("D: leave") == (ev.SeatLeft(3),)
        assert (s.to_act, s.round.left, s.round.playing) == ("A", (3,), (0, 1, 2))
        assert (s.round.aside, s.size("D"), s.round.discard_size) == (2, 0, 3)

    def test_on_the_own_turn(self) -> None:
        s = Story(top="R5", hands=FOUR, direction=-1)
        s("A: leave")
        assert s.to_act == "D"

    def test_drawn(self) -> None:
        s = Story(top="R5", hands=FOUR, pile="R9")
        s("A: draw", "A: leave")
        assert (s.to_act, s.phase, s.round.aside) == ("B", "turn", 4)

    def test_first_color(self) -> None:
        s = dealt("W")
        assert s("A: leave")[1:] == (ev.PhaseSet(Phase.FIRST_COLOR, 1),)
        s("B: color blue")
        assert (s.to_act, s.color) == ("B", "blue")

    def test_skipped_in_the_circle(self) -> None:
        s = Story(top="R5", hands={**FOUR, "A": "RR R1 R2"})
        s("D: leave", "A: play RR")
        assert s.to_act == "C"

    def test_two_remain(self) -> None:
        s = Story(top="R5", hands={"A": "RR R1 R2", "B": "B1 B2", "C": "Y1"})
        s("C: leave", "A: play RR")
        assert s.to_act == "A"

    def test_cards_come_back(self) -> None:
        s = Story(top="R5", hands=FOUR, rest=False)
        s("D: leave", "A: draw")
        assert s.round.wanted == ev.ShuffleWanted("refill", 2)
        s.shuffle("G2")
        assert s.hand("A") == "R1 R2 R3 G2"

    def test_last_one_wins(self) -> None:
        s = Story(top="R5", hands=FOUR)
        s("A: leave", "B: leave")
        assert s("D: leave")[1:] == (
            ev.RoundOver(2, "last"),
            ev.PhaseSet(Phase.ROUND_OVER, NOBODY),
        )
        assert s.winner == "C"
        s.refused("C: leave", "wrong_phase")

    def test_last_one_wins_during_a_shuffle(self) -> None:
        s = Story(top="R5", under="G7", hands={"A": "R1", "B": "B1"}, rest=False)
        s("A: draw", "B: leave")
        assert (s.winner, s.phase, s.round.agenda) == ("A", "round_over", [])

    def test_who_has_left_does_nothing(self) -> None:
        s = Story(top="R5", hands=FOUR)
        s("A: leave")
        for words in ("play R1", "draw", "uno", "leave"):
            s.refused(f"A: {words}", "not_your_turn")
        s.refused(Leave(9), "not_your_turn")

    def test_the_skipped_one_leaves_in_a_refill(self) -> None:
        s = Story(top="R5", under="G7", hands={**FOUR, "A": "RD R1 R2"}, rest=False)
        s("A: play RD", "B: leave")
        events = s.shuffle()
        assert not any(isinstance(e, (ev.Skipped, ev.Drew)) for e in events)
        assert s.to_act == "C"
