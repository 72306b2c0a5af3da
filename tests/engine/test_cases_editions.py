"""Numbered cases of `docs/rules.md` part C that need another edition or a house rule.

Those about a property, a view or several rounds; all others are scenario files.
"""

from collections.abc import Sequence
from random import Random

import pytest

from tests.amounts import amount
from uno_lan.engine import (
    NOBODY,
    Command,
    Event,
    Game,
    Legal,
    Round,
    RulesError,
    Ruleset,
    Truth,
    edition_ids,
    fold,
    view,
)
from uno_lan.engine import events as ev
from uno_lan.engine.simulate import play_round

from .story import Story

SEATS = (0, 1, 2, 3)
A, B, C, D = SEATS
HANDS = {"A": "R1 G7 B9", "B": "Y1 Y2 Y4", "C": "G1 G2 G4", "D": "B1 B2 B4"}


def position(edition: str, pile: str = "", custom: Sequence[str] = (), **hands: str) -> Story:
    """Four players on R5, A to act; hands as given or three cards each."""
    rules = Ruleset.make(edition, custom=custom, uno_grace_ms=0)
    return Story(top="R5", hands=HANDS | hands, pile=pile, rules=rules)


# C1, C4.


def test_case_009_a_first_star_allows_nothing_but_naming_the_color() -> None:
    story = Story(seats=2, dealer=B, rules=Ruleset.make("super-mario", uno_grace_ms=0))
    story("begin")
    deck = story.truth.shuffle_input(story.round)
    star = next(card for card in deck if story.edition.text(card) == "WS")
    story.shuffle(" ".join(map(story.edition.text, [*deck[:14], star])))
    assert story.phase == "first_color"
    assert story.legal(A) == Legal(color=True)
    assert story.legal(B) == Legal()


@pytest.mark.parametrize("edition", ["super-mario", "star-wars", "mario-kart", "customizable"])
def test_case_054_the_others_see_no_card_of_a_challenged_hand(edition: str) -> None:
    story = position(edition, A="W4 R1 G7")
    story("A: play W4 blue")
    events = story("B: challenge")
    assert [event for event in events if isinstance(event, ev.Shown)] == [ev.Shown(A, B, True)]
    assert not [event for event in events if "card" in event.__struct_fields__]


# C5: Super Star.


def test_case_077_the_victim_is_asked_alike_with_and_without_a_star() -> None:
    """Nothing that anybody else sees depends on whether the victim holds a Star."""
    seen = []
    for cards in ("WS Y1 Y2", "Y9 Y1 Y2"):
        story = position("super-mario", A="RD R1 R2", B=cards)
        events = story("A: play RD")
        seen.append((events, story.round.public(), view(story.round), story.legal(C)))
        assert story.legal(B).accept
    assert seen[0] == seen[1]


def test_case_077_only_the_holder_is_offered_the_star() -> None:
    with_star, without = (
        position("super-mario", A="RD R1 R2", B="WS Y1 Y2"),
        position("super-mario", A="RD R1 R2"),
    )
    for story in (with_star, without):
        story("A: play RD")
    assert [with_star.edition.text(card) for card in with_star.legal(B).plays] == ["WS"]
    assert without.legal(B).plays == ()


# C6: The Force.


def test_case_084_the_hand_is_shown_to_the_player_alone() -> None:
    """One event names the viewer; no event and no other view holds a card of it, match or not."""
    for color in ("green", "blue"):
        story = position("star-wars", A="WF R1 R2")
        shown = set(story.truth.hands[C])
        events = story(f"A: play WF {color} @C")
        assert [event for event in events if isinstance(event, ev.Shown)] == [ev.Shown(C, A, False)]
        assert [event.card for event in events if isinstance(event, ev.Played)] == [story.round.top]
        for seat in (A, B, D, NOBODY):
            hand: Sequence[int] = story.truth.hands[seat] if seat != NOBODY else ()
            assert not shown & set(view(story.round, hand, seat).hand)


def test_case_084_events_alone_rebuild_what_the_others_see() -> None:
    story = position("star-wars", A="WF R1 R2")
    seen = view(story.round)
    for event in story("A: play WF green @C"):
        seen = fold(seen, event)
    assert seen == view(story.round)


# C7, C8: nothing is lost.


def everywhere(round_: Round, truth: Truth) -> list[int]:
    """All cards, wherever they are."""
    cards = [*truth.pile, *truth.aside, *round_.discard]
    if round_.returned != NOBODY:
        cards.append(round_.returned)
    for hand in truth.hands.values():
        cards += hand
    return sorted(cards)


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("players", [2, 4, 10])
def test_case_107_cards_are_conserved_in_every_edition(edition: str, players: int) -> None:
    rules = Ruleset.make(edition, uno_grace_ms=0)
    chance = Random(f"{edition} {players}")
    for _ in range(amount(test=10, check=100, soak=2000)):
        round_, truth = Round(rules, range(players), players - 1), Truth(rules.edition)
        boxes = 0

        def check(
            command: Command, events: tuple[Event, ...], round_: Round = round_, truth: Truth = truth
        ) -> None:
            nonlocal boxes
            boxes += sum(isinstance(event, ev.Flipped) for event in events)
            if round_.wanted is None or round_.wanted.kind in ("refill", "restart"):
                assert everywhere(round_, truth) == list(range(rules.edition.size))
                assert all(round_.size(seat) == len(truth.hands[seat]) for seat in round_.seats)

        play_round(round_, truth, chance, check)
        assert boxes


@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_case_112_nobody_is_dealt_none(players: int) -> None:
    """Also at the end of long rounds, when hands are small; a last Shuffle Hands is not dealt."""
    rules = Ruleset.make("customizable", uno_grace_ms=0, hand_size_n=2)
    chance = Random(112 + players)
    deals = 0
    for _ in range(amount(test=200, check=1000, soak=20000)):
        round_, truth = Round(rules, range(players), players - 1), Truth(rules.edition)

        def check(
            command: Command, events: tuple[Event, ...], round_: Round = round_, truth: Truth = truth
        ) -> None:
            nonlocal deals
            if any(isinstance(event, ev.ShuffleDone) and event.kind == "hands" for event in events):
                deals += 1
                sizes = [len(truth.hands[seat]) for seat in round_.seats]
                assert min(sizes) >= 1
                assert max(sizes) - min(sizes) <= 1

        play_round(round_, truth, chance, check)
    assert deals


def test_case_120_a_written_rule_belongs_to_the_card() -> None:
    rules = Ruleset.make("customizable", custom=["extra_turn", "", "next draws 3"])
    texts = {rules.edition.text(card): rules.written_on(card).text for card in range(108, 112)}
    assert texts == {"WC": "extra_turn", "WC2": "", "WC3": "next draws 3"} | (
        {"WH": texts["WH"]} if "WH" in texts else {}
    )


# C11: several rounds.


def test_case_153_agreed_hands_look_at_no_500() -> None:
    rules = Ruleset.make("mario-kart", "agreed_hands", rounds_n=3)
    game = Game(rules, (A, B))
    for number in range(1, 4):
        story = Story(top="R5", hands={"A": "R1", "B": "W4 WI WI W4 WI WI"}, rules=rules)
        story("A: play R1")
        score = game.finish_round(story.round, story.truth.hands)
        assert score.totals[A] == 300 * number
        assert score.over == (number == 3)
    assert game.winners == (A,)


@pytest.mark.parametrize("edition", ["mario-kart", "customizable"])
def test_case_154_the_first_out_wins_by_default(edition: str) -> None:
    rules = Ruleset.make(edition)
    game = Game(rules, (A, B))
    story = Story(top="R5", hands={"A": "R1", "B": "Y9"}, rules=rules)
    story("A: play R1")
    assert game.finish_round(story.round, story.truth.hands).winners == (A,)


# C13: house rules over the table and several rounds.


@pytest.mark.parametrize("count", [2, 3, 5, 7, 9])
def test_case_200_teams_are_refused_for_other_numbers(count: int) -> None:
    rules = Ruleset.make("classic", team=True)
    with pytest.raises(RulesError, match=r"team: .* 4, 6, 8 or 10 players"):
        rules.check_players(count)
    with pytest.raises(RulesError, match="team"):
        Round(rules, range(count), 0)


def test_case_200_totals_of_a_team() -> None:
    """The partner of who goes out wins with the same total."""
    rules = Ruleset.make("classic", team=True, target_score=50)
    game = Game(rules, SEATS)
    story = Story(top="R5", hands={"A": "R1", "B": "W", "C": "G9", "D": "B1"}, rules=rules)
    story("A: play R1")
    score = game.finish_round(story.round, story.truth.hands)
    assert score.over
    assert set(score.winners) == {A, C}


# D2: elimination and teams over several rounds.


def won(rules: Ruleset, hands: dict[str, str], command: str) -> tuple[Round, dict[int, list[int]]]:
    """A round that ends with this command."""
    story = Story(top="R5", hands=hands, rules=rules)
    story(command)
    assert story.phase == "round_over"
    return story.round, story.truth.hands


def test_elimination_goes_on_without_who_reached_the_target() -> None:
    rules = Ruleset.make("classic", "penalty_500", elimination=True, target_score=100)
    game = Game(rules, (A, B, C))
    score = game.finish_round(*won(rules, {"A": "R1", "B": "W W", "C": "G9"}, "A: play R1"))
    assert not score.over
    assert game.new_round().seats == (A, C)
    score = game.finish_round(*won(rules, {"A": "R1", "C": "W4 W4"}, "A: play R1"))
    assert score.over
    assert score.winners == (A,)


def test_elimination_of_all_at_once_is_won_by_the_lowest_total() -> None:
    rules = Ruleset.make("classic", "penalty_500", elimination=True, target_score=50)
    game = Game(rules, (A, B, C))
    game.totals |= {A: 60, B: 30, C: 20}
    score = game.finish_round(*won(rules, {"A": "R1", "B": "W", "C": "W4 G9"}, "A: play R1"))
    assert score.totals == {A: 60, B: 80, C: 79}
    assert score.over
    assert score.winners == (A,)


def test_elimination_ties_share() -> None:
    rules = Ruleset.make("classic", "penalty_500", elimination=True, target_score=50)
    game = Game(rules, (A, B))
    game.totals |= {A: 80, B: 30}
    score = game.finish_round(*won(rules, {"A": "R1", "B": "W"}, "A: play R1"))
    assert score.winners == (A, B)


def test_teams_in_penalty_modes_add_both_hands() -> None:
    rules = Ruleset.make("classic", "penalty_rounds", team=True, rounds_n=1)
    game = Game(rules, SEATS)
    hands = {"A": "R1", "B": "G1", "C": "W", "D": "B9"}
    score = game.finish_round(*won(rules, hands, "A: play R1"))
    assert score.over
    assert set(score.winners) == {B, D}, "their 10 points beat the 50 of A and C"


def test_teams_share_a_blocked_single_hand() -> None:
    rules = Ruleset.make("classic", "single_hand", team=True, uno_grace_ms=0)
    hands = {"A": "G6 G7", "B": "Y1 Y2", "C": "G9 G8", "D": "B1 B2"}
    story = Story(top="R5", hands=hands, rest=False, rules=rules)
    story("A: pass", "B: pass", "C: pass", "D: pass")
    score = Game(rules, SEATS).finish_round(story.round, story.truth.hands)
    assert set(score.winners) == {B, D}


def test_one_team_left_wins_the_game() -> None:
    rules = Ruleset.make("classic", team=True)
    game = Game(rules, SEATS)
    story = Story(top="R5", hands=HANDS, rules=rules)
    story("B: leave")
    assert story.phase == "turn"
    story("D: leave")
    assert story.phase == "round_over"
    score = game.finish_round(story.round, story.truth.hands)
    assert score.over
    assert set(score.winners) == {A, C}
    assert set(score.points.values()) == {0}
