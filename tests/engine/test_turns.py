"""Play, draw, keep, pass, and what colored cards and wilds do."""

from __future__ import annotations

from uno_lan.engine import NOBODY, Phase, Play, Ruleset
from uno_lan.engine import events as ev

from .story import Story

FOUR = {"A": "R3 RD RR RS W", "B": "B1 B2", "C": "Y1 Y2", "D": "G1 G2"}


class TestPlay:
    def test_number_passes_the_turn(self) -> None:
        s = Story(top="R5", hands=FOUR)
        card = s.truth.hands[0][0]
        assert s("A: play R3") == (ev.Played(0, card), ev.PhaseSet(Phase.TURN, 1, True))
        assert (s.top, s.to_act, s.size("A")) == ("R3", "B", 4)

    def test_color_changes_by_number(self) -> None:
        s = Story(top="R5", hands={"A": "B5 B1 B2", "B": "Y1"})
        assert ev.ColorSet(3) in s("A: play B5")
        assert s.color == "blue"

    def test_symbol_on_symbol(self) -> None:
        s = Story(top="BS", hands={"A": "RS R1", "B": "Y1 Y2", "C": "Y3 Y4"})
        s("A: play RS")
        assert (s.color, s.to_act) == ("red", "C")

    def test_what_does_not_fit(self) -> None:
        s = Story(top="R5", hands={"A": "B9 Y0 GS", "B": "Y1"})
        for card in ("B9", "Y0", "GS"):
            s.refused(f"A: play {card}", "does_not_match")

    def test_wild(self) -> None:
        s = Story(top="R5", hands=FOUR)
        s.refused("A: play W", "color_needed")
        s.refused("A: play W pink", "bad_color")
        s.refused(Play(0, s.truth.hands[0][4], 4), "bad_color")
        s("A: play W green")
        assert (s.color, s.to_act, s.top) == ("green", "B", "W")
        s.refused("B: play B1", "does_not_match")

    def test_wild_may_name_the_active_color(self) -> None:
        s = Story(top="R5", hands=FOUR)
        events = s("A: play W red")
        assert not any(isinstance(event, ev.ColorSet) for event in events)
        assert s.color == "red"

    def test_color_and_target_of_a_colored_card_mean_nothing(self) -> None:
        s = Story(top="R5", hands=FOUR)
        s.do(Play(0, s.truth.hands[0][0], color=77, target=-5))
        assert s.color == "red"

    def test_only_after_a_wild_only_the_color_matches(self) -> None:
        s = Story(top="W", color=2, hands={"A": "G1 Y5 W4", "B": "Y1"})
        s.refused("A: play Y5", "does_not_match")
        s("A: play G1")

    def test_refusals_in_order(self) -> None:
        s = Story(top="R5", hands=FOUR)
        s.refused("B: play B1", "not_your_turn")
        s.refused("A: play B1", "not_in_hand")
        s.refused(Play(0, -1), "not_in_hand")
        s.refused(Play(0, 108), "not_in_hand")
        s.refused("A: play R3 RD", "does_not_match")
        s.refused("A: keep", "wrong_phase")
        s.refused("A: accept", "wrong_phase")
        s.refused("A: color red", "wrong_phase")
        s.refused("A: target @B", "wrong_phase")
        s.refused("B: discard B1", "not_your_turn")

    def test_jump_is_off(self) -> None:
        s = Story(top="R5", hands={"A": "R1", "B": "R5 R2", "C": "G1 G2"})
        s.refused("B: jump R5", "cannot_jump")
        s.refused("B: jump R7", "not_in_hand")
        s("A: draw")
        s.refused("B: jump R5", "wrong_phase")


class TestActions:
    def test_draw_two(self) -> None:
        s = Story(top="R5", hands=FOUR, pile="Y8 Y9")
        events = s("A: play RD")
        assert events[1:] == (ev.Drew(1, 2, "two"), ev.Skipped(1), ev.PhaseSet(Phase.TURN, 2, True))
        assert s.hand("B") == "B1 B2 Y8 Y9"

    def test_draw_two_does_not_add_up(self) -> None:
        s = Story(top="R5", hands={"A": "RD R1", "B": "BD B1", "C": "YD Y1", "D": "G1"})
        s("A: play RD", "C: play YD")
        assert (s.size("B"), s.size("D"), s.to_act) == (4, 3, "A")

    def test_skip(self) -> None:
        s = Story(top="R5", hands=FOUR)
        assert ev.Skipped(1) in s("A: play RS")
        assert s.to_act == "C"

    def test_reverse(self) -> None:
        s = Story(top="R5", hands=FOUR)
        assert s("A: play RR")[1:] == (ev.DirectionSet(-1), ev.PhaseSet(Phase.TURN, 3, True))

    def test_two_players_reverse_is_skip(self) -> None:
        s = Story(top="R5", hands={"A": "RR RS RD R1", "B": "B1 B2"})
        assert ev.Skipped(1) in s("A: play RR")
        assert (s.to_act, s.round.dir) == ("A", -1)
        s("A: play RS")
        assert s.to_act == "A"
        s("A: play RD")
        assert (s.to_act, s.size("B")) == ("A", 4)

    def test_pile_runs_out_in_a_penalty(self) -> None:
        s = Story(top="R5", under="G7 G8", hands=FOUR, pile="Y9", rest=False)
        events = s("A: play RD")
        assert events[1:] == (
            ev.Drew(1, 1, "two"),
            ev.ShuffleWanted("refill", 3),
            ev.PhaseSet(Phase.SHUFFLE, NOBODY),
        )
        events = s.shuffle("R5")
        assert events == (
            ev.ShuffleDone("refill", 3),
            ev.Drew(1, 1, "two"),
            ev.Skipped(1),
            ev.PhaseSet(Phase.TURN, 2, True),
        )
        assert (s.hand("B"), s.top, s.round.discard_size, s.round.pile_size) == ("B1 B2 Y9 R5", "RD", 1, 2)

    def test_nothing_left_to_draw(self) -> None:
        """The rest of the penalty is forgotten, the turn is lost."""
        s = Story(top="R5", hands=FOUR, rest=False)
        s("A: play RD")
        s.shuffle()
        assert (s.size("B"), s.to_act, s.round.drawable) == (3, "C", 0)


class TestDraw:
    def test_drawn_card_that_does_not_fit(self) -> None:
        s = Story(top="R5", hands={"A": "R3 B1", "B": "Y1"}, pile="B9")
        assert s("A: draw") == (ev.Drew(0, 1, "turn"), ev.PhaseSet(Phase.DRAWN, 0))
        s.refused("A: play R3", "only_drawn_card")
        s.refused("A: play B9", "does_not_match")
        s.refused("A: draw", "wrong_phase")
        s.refused("A: pass", "wrong_phase")
        s.refused("B: keep", "not_your_turn")
        assert s("A: keep") == (ev.Kept(0), ev.PhaseSet(Phase.TURN, 1, True))

    def test_drawn_card_may_be_played(self) -> None:
        s = Story(top="R5", hands={"A": "B1 B2", "B": "Y1"}, pile="R8")
        s("A: draw", "A: play R8")
        assert (s.top, s.to_act) == ("R8", "B")

    def test_equal_face_counts_as_drawn(self) -> None:
        s = Story(top="R5", hands={"A": "R3 B2", "B": "Y1"}, pile="R3")
        s("A: draw")
        old = s.truth.hands[0][0]
        s.do(Play(0, old))
        assert s.hand("A") == "B2 R3"

    def test_drawn_wild(self) -> None:
        s = Story(top="R5", hands={"A": "R3 B2", "B": "Y1"}, pile="W")
        s("A: draw")
        s.refused("A: play W", "color_needed")
        s("A: play W blue")
        assert s.color == "blue"

    def test_refill_before_the_draw(self) -> None:
        s = Story(top="R5", under="G7", hands={"A": "B1 B2", "B": "Y1"}, rest=False)
        assert s("A: draw")[0] == ev.ShuffleWanted("refill", 1)
        events = s.shuffle()
        assert events[1:] == (ev.Drew(0, 1, "turn"), ev.PhaseSet(Phase.DRAWN, 0))
        assert s.hand("A") == "B1 B2 G7"

    def test_leave_during_that_refill(self) -> None:
        """The hand lies under the discard pile and is not part of this shuffle."""
        s = Story(top="R5", under="G7", hands={"A": "B1 B2", "B": "Y1", "C": "Y2"}, rest=False)
        s("A: draw", "A: leave")
        events = s.shuffle()
        assert events[1:] == (ev.PhaseSet(Phase.TURN, 1, True),)
        assert (s.round.aside, s.round.pile_size, s.round.discard_size) == (2, 1, 3)
        s("B: draw", "B: keep", "C: draw")
        assert s.round.wanted == ev.ShuffleWanted("refill", 2)
        assert {s.edition.text(card) for card in s.truth.shuffle_input(s.round)} == {"B1", "B2"}
        s.shuffle()
        assert s.round.aside == 0

    def test_draw_after_an_early_call(self) -> None:
        s = Story(top="R5", hands={"A": "B1 B2", "B": "Y1"}, pile="B3")
        assert ev.CallVoid(0) in s("A: uno", "A: draw")
        assert s.called == ""


class TestPass:
    def test_only_when_nothing_can_be_drawn(self) -> None:
        s = Story(top="R5", hands={"A": "B1 B2", "B": "Y1"}, pile="B3")
        s.refused("A: pass", "can_draw")

    def test_pass_and_blocked(self) -> None:
        s = Story(top="R5", hands={"A": "B1 R2", "B": "Y1 Y2", "C": "G1 G2"}, rest=False)
        s.refused("A: draw", "nothing_to_draw")
        s.refused("B: pass", "not_your_turn")
        assert s("A: pass") == (ev.Passed(0), ev.PhaseSet(Phase.TURN, 1, True))
        s("B: pass")
        assert s("C: pass")[1:] == (
            ev.RoundOver(NOBODY, "blocked"),
            ev.PhaseSet(Phase.ROUND_OVER, NOBODY),
        )
        s.refused("A: pass", "not_your_turn")
        s.refused("A: leave", "wrong_phase")
        s.refused("A: uno", "wrong_phase")

    def test_a_play_starts_the_count_anew(self) -> None:
        s = Story(top="R5", hands={"A": "B1 B2 B3", "B": "R1 Y2 Y3", "C": "G4 G5"}, rest=False)
        s("C: pass") if s.to_act == "C" else s("A: pass")
        s("B: play R1")
        assert s.round.passed_bits == 0
        s("C: draw")
        s.shuffle()
        assert s.hand("C") == "G4 G5 R5"

    def test_a_leavers_hand_can_be_drawn(self) -> None:
        s = Story(top="R5", hands={"A": "B1 B2", "B": "Y1 Y2", "C": "G1 G2"}, rest=False)
        s("A: pass", "C: leave")
        s.refused("B: pass", "can_draw")
        s("B: draw")
        s.shuffle()
        assert s.size("B") == 3

    def test_early_call_is_void_after_a_pass(self) -> None:
        s = Story(top="R5", hands={"A": "B1 B2", "B": "Y1 Y2"}, rest=False)
        assert ev.CallVoid(0) in s("A: uno", "A: pass")


class TestLastCard:
    def test_out(self) -> None:
        s = Story(top="R5", hands={"A": "R1", "B": "Y1 Y2"}, called="A")
        assert s("A: play R1")[1:] == (ev.RoundOver(0, "out"), ev.PhaseSet(Phase.ROUND_OVER, NOBODY))
        assert (s.winner, s.called) == ("A", "")

    def test_last_draw_two(self) -> None:
        s = Story(top="R5", hands={"A": "RD", "B": "R9", "C": "Y1"}, pile="W Y3")
        events = s("A: play RD")
        assert events[1:] == (
            ev.Drew(1, 2, "two"),
            ev.RoundOver(0, "out"),
            ev.PhaseSet(Phase.ROUND_OVER, NOBODY),
        )
        assert s.hand("B") == "R9 W Y3"

    def test_last_draw_four(self) -> None:
        s = Story(top="R5", hands={"A": "W4", "B": "R9", "C": "Y1"})
        assert ev.Drew(1, 4, "four") in s("A: play W4")
        assert (s.size("B"), s.phase, s.winner) == (5, "round_over", "A")

    def test_last_wild_asks_no_color(self) -> None:
        s = Story(top="R5", hands={"A": "W", "B": "R9"})
        s("A: play W")
        assert (s.winner, s.color) == ("A", "red")

    def test_last_reverse_and_skip_do_nothing(self) -> None:
        for card in ("RR", "RS"):
            s = Story(top="R5", hands={"A": card, "B": "R9", "C": "Y1"})
            s(f"A: play {card}")
            assert (s.round.dir, s.winner) == (1, "A")

    def test_refill_before_the_end(self) -> None:
        """The victim leaves meanwhile: nobody draws, the round is over."""
        s = Story(top="R5", under="G1", hands={"A": "RD", "B": "R9", "C": "Y1"}, rest=False)
        s("A: play RD", "B: leave")
        events = s.shuffle()
        assert events[1] == ev.RoundOver(0, "out")
        assert s.size("B") == 0


def test_grace_holds_the_first_action() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=1500)
    s = Story(top="R5", hands={"A": "R1 R2", "B": "R3 R4", "C": "Y1 Y2"}, rules=rules, now=10_000)
    s("A: play R1")
    for command in ("B: play R3", "B: draw", "B: timeout"):
        s.refused(command, "grace")
    s.refused("B: play Y9", "not_in_hand")
    assert s.round.grace_ends == 11_500
    answer = s.round.apply(s.command("B: draw"), s.truth, 11_499)
    assert getattr(answer, "retry_at", None) == 11_500
    s.now = 11_500
    assert ev.WindowClosed() in s("B: draw")
    assert s.round.grace_ends == 0


def test_grace_holds_a_pass() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=1500)
    s = Story(top="R5", hands={"A": "B1", "B": "R3"}, rules=rules, owes="B", rest=False)
    s.refused("A: pass", "grace")
    s.now = 1500
    assert s("A: pass")[0] == ev.WindowClosed()


def test_nothing_is_held_when_nobody_owes() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=1500)
    s = Story(top="R5", hands={"A": "R1 R2", "B": "R3 R4"}, rules=rules)
    s("A: play R1", "A: uno", "B: play R3")
    assert s.to_act == "A"
