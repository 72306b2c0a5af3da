"""The special cards of the editions, each as a short story; the scenarios have all their cases."""

from __future__ import annotations

import pytest

from uno_lan.engine import (
    NOBODY,
    Begin,
    ClaimError,
    Color,
    Leave,
    Refused,
    Round,
    Ruleset,
    Target,
    Truth,
    view,
)
from uno_lan.engine import events as ev
from uno_lan.engine.notation import cards_text

from .story import Story

A, B, C, D = range(4)
REST = {"B": "Y1 Y2 Y3", "C": "G1 G2 G3", "D": "B1 B2 B3"}


def table(edition: str, a: str, pile: str = "", mode: str | None = None, **switches: object) -> Story:
    """Four players on R5, A to act."""
    custom = switches.pop("custom", ())
    rules = Ruleset.make(edition, mode, custom, **{"uno_grace_ms": 0, **switches})
    hands = {"A": a, **{name: text.replace("Y", rules.edition.letters[1]) for name, text in REST.items()}}
    return Story(top="R5", hands=hands, pile=pile, rules=rules)


def of_type(events: tuple[ev.Event, ...], kind: type[ev.Event]) -> list[ev.Event]:
    return [event for event in events if isinstance(event, kind)]


class TestSuperStar:
    def test_sends_a_draw_two_back(self) -> None:
        s = Story(
            top="R5", hands={"A": "RD R1", "B": "WS Y1 Y2", "C": "G1"}, rules=Ruleset.make("super-mario")
        )
        s("A: play RD uno")
        assert view(s.round, s.truth.hands[B], B).legal.plays == (s.truth.hands[B][0],)
        events = s("B: play WS green")
        assert events[:3] == (
            ev.Played(B, s.round.top),
            ev.ColorSet(2),
            ev.PenaltySet(0, NOBODY, NOBODY),
        )
        assert ev.Drew(A, 2, "star") in events
        assert ev.CallVoid(A) in events
        assert (s.to_act, s.color, s.size("A"), s.size("B")) == ("C", "green", 3, 2)

    def test_needs_a_color_unless_it_is_the_last_card(self) -> None:
        s = table("super-mario", "RD R1 R2")
        s.truth.hands[B][:] = [s.edition.texts.index("WS"), *s.truth.hands[B][1:]]
        s("A: play RD")
        s.refused("B: play WS", "color_needed")
        s.refused("B: play WS purple", "bad_color")
        s.refused("B: play Y2", "does_not_match")
        s.refused("B: play R9", "not_in_hand")

    def test_asks_everybody(self) -> None:
        """Who holds no Star is asked all the same: not to be asked would tell."""
        s = table("super-mario", "RD R1 R2")
        s("A: play RD")
        assert (s.phase, s.to_act) == ("answer", "B")
        s.refused("B: challenge", "no_challenge")
        assert ev.Drew(B, 2, "two") in s("B: accept")

    def test_on_the_own_turn_it_is_a_wild(self) -> None:
        s = table("super-mario", "WS R1 R2")
        s("A: play WS blue")
        assert (s.to_act, s.color, s.phase) == ("B", "blue", "turn")


class TestForce:
    def test_who_holds_the_color_draws(self) -> None:
        s = table("star-wars", "WF R1 R2", pile="R8 R9")
        events = s("A: play WF green @C")
        assert ev.Searched(A, C, 2, True) in events
        assert ev.Shown(C, A, at_mark=False) in events
        assert ev.Drew(C, 2, "force") in events
        assert (s.to_act, s.color) == ("B", "green")

    def test_who_does_not_is_only_looked_at(self) -> None:
        s = table("star-wars", "WF R1 R2")
        events = s("A: play WF red @C")
        assert ev.Searched(A, C, 0, False) in events
        assert not of_type(events, ev.Drew)

    def test_needs_another_player(self) -> None:
        s = table("star-wars", "WF R1 R2")
        s.refused("A: play WF green", "target_needed")
        s.refused("A: play WF green @A", "bad_target")
        s.refused("A: play WF green @E", "bad_target")
        s("D: leave")
        s.refused("A: play WF green @D", "bad_target")

    def test_as_last_card(self) -> None:
        assert not of_type(table("star-wars", "WF")("A: play WF"), ev.Shown)
        s = table("star-wars", "WF", force_last="resolve")
        s.refused("A: play WF", "color_needed")
        s.refused("A: play WF green", "target_needed")
        assert ev.Drew(C, 2, "force") in s("A: play WF green @C")
        assert s.winner == "A"


class TestItemBox:
    def test_mushroom(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="R9")
        events = s("A: play WI")
        assert events == (
            ev.Played(A, events[0].card),  # type: ignore[attr-defined]
            ev.Flipped(s.round.top),
            ev.Item(A, "mushroom"),
            ev.PhaseSet(3, A, True),
        )
        assert s.to_act == "A"

    def test_banana_peel(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="Y9")
        assert ev.Drew(D, 2, "item") in s("A: play WI blue")
        assert (s.to_act, s.color) == ("B", "yellow")

    def test_green_shell(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="G9")
        s("A: play WI")
        assert (s.phase, s.to_act) == ("pick_target", "A")
        assert view(s.round, s.truth.hands[A], A).legal.target == (B, C, D)
        s.refused("B: target @A", "not_your_turn")
        s.refused(Target(A, A), "bad_target")
        s.refused("A: color red", "wrong_phase")
        assert ev.Drew(C, 1, "item") in s("A: target @C")
        assert s.to_act == "B"

    def test_green_shell_of_a_player_who_does_not_answer(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="G9")
        s("A: play WI")
        assert ev.Drew(B, 1, "item") in s("A: timeout")

    def test_green_shell_of_a_leaver(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="G9")
        s("A: play WI")
        assert not of_type(s("A: leave"), ev.Drew)
        assert (s.phase, s.to_act) == ("turn", "B")

    def test_lightning(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="B9")
        drawn = of_type(s("A: play WI"), ev.Drew)
        assert drawn == [ev.Drew(seat, 1, "item") for seat in (B, C, D)]
        assert s.to_act == "A"

    def test_bob_omb(self) -> None:
        s = table("mario-kart", "WI R1", pile="W4")
        events = s("A: play WI uno")
        assert ev.Drew(A, 2, "item") in events
        assert not of_type(events, ev.Called)
        assert (s.phase, s.color) == ("pick_color", "red")
        s.refused(Color(A, 4), "bad_color")
        s("A: color blue")
        assert (s.to_act, s.color, s.top) == ("B", "blue", "W4")

    def test_bob_omb_of_a_player_who_does_not_answer(self) -> None:
        s = table("mario-kart", "WI R1 R2", pile="WI")
        s("A: play WI", "A: timeout")
        assert (s.to_act, s.color) == ("B", "red")

    def test_duty_before_the_choice(self) -> None:
        s = table("mario-kart", "WI R1", pile="G9 Y8 Y9")
        s("A: play WI")
        assert s.owes == "A"
        s("C: catch @A")
        assert (s.phase, s.to_act, s.size("A")) == ("pick_target", "A", 3)

    def test_nothing_to_flip_but_the_old_top(self) -> None:
        s = Story(top="R5", hands={"A": "WI R1 R2", "B": "Y1"}, rest=False, rules=Ruleset.make("mario-kart"))
        s("A: play WI")
        assert s.phase == "shuffle"
        s.shuffle()
        assert (s.top, s.to_act, s.round.discard_size) == ("R5", "A", 2)

    def test_who_leaves_before_the_flip_flips_nothing(self) -> None:
        s = Story(
            top="R5", hands={"A": "WI R1", "B": "Y1", "C": "Y2"}, rest=False, rules=Ruleset.make("mario-kart")
        )
        s("A: play WI", "A: leave")
        s.shuffle()
        assert (s.top, s.to_act, s.phase) == ("WI", "B", "turn")

    def test_as_last_card(self) -> None:
        assert not of_type(table("mario-kart", "WI", pile="R9")("A: play WI"), ev.Flipped)
        for flipped, winner in (("R9", "A"), ("B9", "A"), ("W4", "")):
            s = table("mario-kart", "WI", pile=flipped, box_last="resolve")
            s("A: play WI")
            assert s.winner == winner
        s = table("mario-kart", "WI", pile="G9", box_last="resolve")
        s("A: play WI", "A: target @C")
        assert (s.winner, s.size("C")) == ("A", 4)


class TestShuffleHands:
    def test_deals_all_hands_anew(self) -> None:
        s = table("customizable", "WH R1 R2 R3")
        events = s("A: play WH blue")
        assert events[-2] == ev.ShuffleWanted("hands", 12, A)
        events = s.shuffle("R1 R2 R3 Y1")
        assert events[:2] == (ev.ShuffleDone("hands", 12), ev.Dealt((B, C, D, A), 12, True))
        assert (s.hand("B").split()[0], s.hand("A").split()[0]) == ("R1", "Y1")
        assert s.to_act == "B"

    def test_who_leaves_changes_what_is_shuffled(self) -> None:
        s = table("customizable", "WH R1 R2 R3")
        s("A: play WH blue")
        assert s("D: leave")[1] == ev.ShuffleWanted("hands", 9, A)
        events = s.shuffle()
        assert events[1] == ev.Dealt((B, C, A), 9, True)

    def test_who_played_it_leaves(self) -> None:
        s = table("customizable", "WH R1 R2 R3")
        s("A: play WH blue", "A: leave")
        assert s.shuffle()[1] == ev.Dealt((B, C, D), 9, True)
        assert s.to_act == "B"

    def test_no_call_survives_and_hands_of_one_owe_one(self) -> None:
        rules = Ruleset.make("customizable", uno_grace_ms=0)
        hands = {"A": "WH R1", "B": "Y1", "C": "G1"}
        s = Story(top="R5", hands=hands, rules=rules, called="BC")
        s("A: play WH blue uno")
        events = s.shuffle()
        assert of_type(events, ev.CallVoid) == [ev.CallVoid(B), ev.CallVoid(C)]
        assert (s.called, s.owes) == ("A", "BC")

    def test_as_last_card(self) -> None:
        s = table("customizable", "WH")
        s("A: play WH")
        assert s.winner == "A"
        s = table("customizable", "WH", shuffle_last="resolve")
        s("A: play WH blue")
        s.shuffle()
        assert (s.winner, s.size("A"), s.to_act) == ("", 2, "B")


class TestDealerByCoin:
    @pytest.mark.parametrize("edition", ["mario-kart", "customizable"])
    def test_the_coin_is_tossed_with_the_deal(self, edition: str) -> None:
        rules = Ruleset.make(edition, uno_grace_ms=0)
        round_ = Round(rules, (1, 4, 7))
        truth = Truth(rules.edition, flip=lambda name, n: n - 1)
        assert round_.apply(Begin(NOBODY), truth) == (
            ev.ShuffleWanted("deal", 112),
            ev.PhaseSet(1, NOBODY),
        )
        s = Story(seats=3, rules=rules)
        s.round, s.truth = round_, truth
        events = s.shuffle("R1 R2 R3")
        assert events[:3] == (ev.ShuffleDone("deal", 112), ev.DealerChosen(7), ev.Dealt((1, 4, 7), 21))

    def test_only_who_is_left_can_deal(self) -> None:
        rules = Ruleset.make("mario-kart", uno_grace_ms=0)
        round_ = Round(rules, (0, 1, 2))
        seen = []

        def flip(name: str, n: int) -> int:
            seen.append((name, n))
            return 0

        truth = Truth(rules.edition, flip=flip)
        s = Story(seats=3, rules=rules)
        s.round, s.truth = round_, truth
        s("begin")
        assert not isinstance(round_.apply(Leave(0), truth), Refused)
        s.shuffle()
        assert (seen, round_.dealer) == ([("dealer", 2)], 1)


def test_cards_of_one_face_with_different_rules_can_be_told_apart() -> None:
    s = table("customizable", "WC R1 R2", custom=("extra_turn", "punish_3"), pile="WC2")
    s("A: draw")
    assert s.hand("A") == "WC R1 R2 WC2"
    s.refused("A: play WC blue", "only_drawn_card")
    s("A: play WC2 blue")
    same = table("customizable", "WC R1 R2", custom=("extra_turn",) * 3, pile="WC")
    same("A: draw", "A: play WC blue")
    assert same.to_act == "A"


def test_an_oracle_that_names_impossible_cards_is_refused() -> None:
    """A round does not drop cards that cannot be there, whatever it is told."""

    class Liar(Truth):
        def wilds_of(self, seat: int) -> list[int]:
            return lies.pop()

    for lie in ([100, 100], [101, 100], [100, 101, 102, 103], [500], [-1], [1]):
        s = table("customizable", "WC R1 R2", custom=("others_drop_wilds",))
        liar = Liar(s.edition, s.truth.hands, s.truth.pile)
        lies = [lie]
        with pytest.raises(ClaimError, match="named"):
            s.round.apply(s.command("A: play WC blue"), liar)


def test_hands_in_words() -> None:
    s = table("star-wars", "WF R1 R2")
    assert cards_text(s.truth.hands[B], s.edition) == "O1 O2 O3"
