"""Numbered cases of `docs/rules.md` part C that are about a property, a view or several rounds."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.amounts import amount
from uno_lan.engine import (
    NOBODY,
    Accept,
    Begin,
    Catch,
    Challenge,
    Command,
    Draw,
    Event,
    Game,
    Keep,
    Legal,
    Phase,
    Play,
    Refused,
    Round,
    Ruleset,
    Truth,
    Uno,
    fold,
    view,
)
from uno_lan.engine import events as ev
from uno_lan.engine.notation import cards_text
from uno_lan.engine.simulate import play_round, random_game

from .story import Story

SEATS = (0, 1, 2, 3)
A, B, C, D = SEATS


def position(a: str, b: str = "Y1 Y2 Y4", c: str = "G1 G2 G4", d: str = "B1 B2 B4", pile: str = "") -> Story:
    """Four players on R5, A to act."""
    return Story(top="R5", hands={"A": a, "B": b, "C": c, "D": d}, pile=pile)


def bluff() -> Story:
    """A has played a Draw Four with red in hand."""
    story = position("W4 R1 G7")
    story("A: play W4 blue")
    return story


def dry(hands: dict[str, str], under: str = "", mode: str | None = None) -> Story:
    """R5 on top, nothing in the draw pile."""
    rules = Ruleset.make("classic", mode, uno_grace_ms=0)
    return Story(top="R5", under=under, hands=hands, rest=False, rules=rules)


Finished = tuple[Round, dict[int, list[int]]]


def won_by_a(b: str, mode: str | None = None) -> Finished:
    """A round of two that A has just won; B still holds these cards."""
    story = dry({"A": "R1", "B": b}, mode=mode)
    story("A: play R1")
    return story.round, story.truth.hands


def blocked(mode: str | None = None) -> Finished:
    """A round of two in which both passed: A holds 13 points, B 3."""
    story = dry({"A": "G6 G7", "B": "Y1 Y2"}, mode=mode)
    story("A: pass", "B: pass")
    return story.round, story.truth.hands


# C1, C2: what may be done.


def test_case_001_who_leaves_during_the_draw_for_dealer_draws_no_card() -> None:
    story = Story(seats=4)
    story("begin", "B: leave")
    events = story.shuffle("R3 R9 G1")
    drawn = [event for event in events if isinstance(event, ev.DealerCard)]
    assert [event.seat for event in drawn] == [A, C, D]
    assert story.round.dealer == C


def test_case_009_a_first_wild_allows_nothing_but_naming_the_color() -> None:
    story = Story(seats=2, dealer=B)
    story("begin")
    deck = story.truth.shuffle_input(story.round)
    wild = next(card for card in deck if story.edition.text(card) == "W")
    story.shuffle(" ".join(map(story.edition.text, [*deck[:14], wild])))
    assert story.phase == "first_color"
    assert story.legal(A) == Legal(color=True)
    assert story.legal(B) == Legal()


def test_case_016_only_keep_is_legal_after_a_draw_that_does_not_fit() -> None:
    story = position("R3 G7", pile="B9")
    story("A: draw")
    assert story.legal(A) == Legal(keep=True)


def test_case_017_only_the_drawn_card_is_playable() -> None:
    story = position("R3 G7", pile="R8")
    story("A: draw")
    may = story.legal(A)
    assert cards_text(may.plays, story.edition) == "R8"
    assert may.keep


@pytest.mark.parametrize("card", [-1, -108, 108, 9999])
def test_case_031_a_card_that_does_not_exist_is_not_in_hand(card: int) -> None:
    position("R3 G7").refused(Play(A, card, color=0), "not_in_hand")


@pytest.mark.parametrize("color", [-2, 4, 99])
def test_case_031_a_color_that_does_not_exist_is_refused(color: int) -> None:
    story = position("W G7")
    story.refused(Play(A, story.truth.hands[A][0], color=color), "bad_color")


# C4: who sees a challenged hand.


def test_case_053_only_the_victim_is_offered_an_answer() -> None:
    story = bluff()
    assert [seat for seat in SEATS if story.legal(seat).accept] == [B]
    assert [seat for seat in SEATS if story.legal(seat).challenge] == [B]


def test_case_054_hand_shown_to_challenger_only() -> None:
    """One event names the viewer; no event and no view holds a card of it, the challenger's neither."""
    story = bluff()
    events = story("B: challenge")
    assert [event for event in events if isinstance(event, ev.Shown)] == [ev.Shown(A, B, True)]
    shown = set(story.truth.marks[A])
    for seat in (B, C, D, NOBODY):
        hand: Sequence[int] = story.truth.hands[seat] if seat != NOBODY else ()
        assert view(story.round, hand, seat).hand == tuple(hand)
        assert not shown & set(hand)
    assert not [event for event in events if "card" in event.__struct_fields__]


def test_case_054_the_others_learn_the_verdict() -> None:
    assert ev.Challenged(B, A, True) in bluff()("B: challenge")


def test_case_054_events_alone_rebuild_what_the_others_see() -> None:
    story = bluff()
    seen = view(story.round)
    for event in story("B: challenge"):
        seen = fold(seen, event)
    assert seen == view(story.round)


def test_case_060_the_snapshot_is_shown_not_the_hand_of_now() -> None:
    story = position("W4 G7", pile="R1 Y9")
    story("A: play W4 blue", "C: catch @A")
    assert ev.Shown(A, B, at_mark=True) in story("B: challenge")
    assert cards_text(story.truth.marks[A], story.edition) == "G7"
    assert story.hand("A") == "G7 R1 Y9"


def test_case_166_who_challenged_leaves_while_the_attacker_draws() -> None:
    """The pile runs out in the attacker's penalty; the turn that was won passes on."""
    story = dry({"A": "W4 R1 G6", "B": "Y1 Y2", "C": "B1 B2"}, under="G9 Y9 Y8")
    story("A: play W4 blue", "B: challenge")
    assert story.phase == "shuffle"
    story("B: leave")
    story.shuffle()
    assert (story.phase, story.to_act) == ("turn", "C")
    assert story.size("A") == 6


# C9: calls and catches.


def test_case_130_a_hundred_catches_change_nothing() -> None:
    story = position("R1 G7")
    story("A: play R1 uno")
    for _ in range(100):
        for catcher, target in ((C, A), (D, A), (C, B), (B, D)):
            story.refused(Catch(catcher, target), "nothing_to_catch")
    assert story.hand("A") == "G7"


def test_case_131_catch_spam_costs_two_cards_once() -> None:
    story = position("R1 G7")
    story("A: play R1", "B: catch @A")
    for _ in range(5):
        story.refused("C: catch @A", "nothing_to_catch")
        story.refused("B: catch @A", "nothing_to_catch")
    assert story.size("A") == 3


@pytest.mark.parametrize("stranger", [NOBODY, 4, 9])
def test_case_134_a_spectator_neither_calls_nor_catches(stranger: int) -> None:
    story = position("R1 G7")
    story("A: play R1")
    story.refused(Catch(stranger, A), "not_your_turn")
    story.refused(Uno(stranger), "not_your_turn")
    assert story.owes == "A"


def test_case_134_who_left_cannot_catch() -> None:
    story = position("R1 G7")
    story("A: play R1", "D: leave")
    story.refused("D: catch @A", "not_your_turn")


# C10: cards are neither made nor lost.


@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
def test_case_140_cards_are_conserved(players: int) -> None:
    """After every command of random rounds every card is in exactly one place, and the sizes say where."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    chance = Random(140 + players)
    for _ in range(amount(test=10, check=100, soak=2000)):
        round_, truth = Round(rules, range(players), players - 1), Truth(rules.edition)

        def check(
            command: Command, events: tuple[Event, ...], round_: Round = round_, truth: Truth = truth
        ) -> None:
            if isinstance(command, Begin):
                return  # nothing is dealt before the first shuffle
            hands = [truth.hands[seat] for seat in round_.seats]
            going_back = [] if round_.returned == NOBODY else [round_.returned]
            everywhere = [*truth.pile, *truth.aside, *round_.discard, *going_back]
            for hand in hands:
                everywhere += hand
            assert sorted(everywhere) == list(range(108))
            assert [round_.size(seat) for seat in round_.seats] == [len(hand) for hand in hands]
            assert round_.pile_size == len(truth.pile) + len(going_back)
            assert round_.aside == len(truth.aside)

        play_round(round_, truth, chance, check)


def test_case_142_random_games_end() -> None:
    """Empty piles and passes never go on for ever."""
    rules = Ruleset.make("classic", "single_hand", uno_grace_ms=0, hand_size_n=9)
    for seed in range(amount(test=30, check=300, soak=5000)):
        assert random_game(rules, range(10), Random(seed)).winners


# C11: several rounds.


def test_case_148_totals_grow_over_rounds_until_500() -> None:
    game = Game(Ruleset.make("classic"), (A, B))
    for number in range(1, 6):
        score = game.finish_round(*won_by_a("W W"))
        assert score.points == {A: 100, B: 0}
        assert score.totals[A] == 100 * number
        assert score.over == (number == 5)
    assert game.winners == (A,)
    with pytest.raises(ValueError, match="over"):
        game.new_round()


def test_case_151_points_of_earlier_rounds_do_not_count_again() -> None:
    game = Game(Ruleset.make("classic"), (A, B))
    first = game.finish_round(*won_by_a("Y9"))
    second = game.finish_round(*won_by_a("Y3"))
    assert (first.points[A], second.points[A], second.totals[A]) == (9, 3, 12)


def test_case_153_agreed_hands_end_after_n_rounds() -> None:
    mode = "agreed_hands"
    game = Game(Ruleset.make("classic", mode, rounds_n=3), (A, B))
    assert [game.finish_round(*won_by_a("W W W W", mode)).over for _ in range(3)] == [False, False, True]
    assert game.winners == (A,)


def test_case_155_the_next_round_starts_clockwise() -> None:
    game = Game(Ruleset.make("classic"), SEATS)
    story = position("RR R1")
    story("A: play RR uno")
    assert story.round.dir == -1
    story("D: draw", "D: keep", "C: draw", "C: keep", "B: draw", "B: keep", "A: play R1")
    assert story.winner == "A"
    game.finish_round(story.round, story.truth.hands)
    following = game.new_round()
    assert following.dir == 1
    assert following.dealer == A


def test_case_180_a_blocked_round_is_repeated_in_agreed_hands_only() -> None:
    for mode, over in (("agreed_hands", False), ("penalty_rounds", True)):
        game = Game(Ruleset.make("classic", mode, rounds_n=1), (A, B))
        assert game.finish_round(*blocked(mode)).over == over
        if not over:
            assert game.finish_round(*won_by_a("Y9", mode)).over


def test_case_180_the_deal_passes_on_after_a_blocked_round() -> None:
    game = Game(Ruleset.make("classic"), (A, B))
    game.finish_round(*blocked())
    assert game.next_dealer == A


# C12: leaving.


def test_case_156_who_is_to_act_leaves_during_the_reshuffle() -> None:
    """Nobody may do anything but leave meanwhile; the draw is dropped and the turn passes on."""
    story = dry({"A": "R1 G6", "B": "Y1 Y2", "C": "B1 B2"}, under="G9 Y9")
    story("A: draw")
    card = story.truth.hands[B][0]
    for command in (Keep(A), Draw(B), Play(B, card), Catch(B, A), Accept(B), Challenge(B), Uno(A)):
        assert isinstance(story.round.apply(command, story.truth), Refused)
    story("A: leave")
    story.shuffle()
    assert (story.phase, story.to_act) == ("turn", "B")
    assert story.size("B") == 2


def test_case_160_leaving_between_rounds_gives_the_game_to_the_last_one() -> None:
    game = Game(Ruleset.make("classic"), (A, B, C))
    game.leave(A)
    assert not game.over
    game.leave(C)
    assert game.over
    assert game.winners == (B,)


def test_case_161_who_leaves_during_the_reshuffle_keeps_the_cards_out_of_it() -> None:
    """The ceremony has begun: a hand given up meanwhile goes under the discard pile, not into the pile."""
    story = dry({"A": "R1 G6", "B": "Y1 Y2", "C": "B1 B2"}, under="G9 Y9")
    story("A: draw")
    going_in = story.truth.shuffle_input(story.round)
    story("C: leave")
    assert story.truth.shuffle_input(story.round) == going_in
    story.shuffle()
    assert (story.round.phase, story.to_act) == (Phase.DRAWN, "A")
    assert (story.round.pile_size, story.round.discard_size, story.round.aside) == (1, 3, 2)


def test_case_183_the_deal_goes_round_over_empty_chairs() -> None:
    game = Game(Ruleset.make("classic"), SEATS)
    game.dealer = C
    game.leave(D)
    game.leave(A)
    assert game.next_dealer == B
    assert game.new_round().seats == (B, C)


def test_case_184_a_leaver_stays_listed_and_does_not_win() -> None:
    mode = "agreed_hands"
    game = Game(Ruleset.make("classic", mode, rounds_n=1), (A, B, C))
    game.totals[C] = 499
    game.leave(C)
    score = game.finish_round(*won_by_a("Y9", mode))
    assert score.totals == {A: 9, B: 0, C: 499}
    assert score.winners == (A,)
