"""Numbered cases of `docs/rules.md` part C that are about a property, a view or several rounds."""

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
    Leave,
    Pass,
    Phase,
    Play,
    Refused,
    Round,
    Ruleset,
    Shuffled,
    Truth,
    fold,
    view,
)
from uno_lan.engine import events as ev
from uno_lan.engine.notation import cards_text, parse_cards, parse_command, parse_top
from uno_lan.engine.simulate import play_round, random_game

SEATS = (0, 1, 2, 3)
A, B, C, D = SEATS


class Story:
    """A short play: a position, then commands as text."""

    def __init__(
        self,
        hands: dict[int, str],
        *,
        top: str = "R5",
        pile: str = "",
        seats: int = 4,
        mode: str | None = None,
    ) -> None:
        self.rules = Ruleset.make("classic", mode, uno_grace_ms=0)
        edition = self.edition = self.rules.edition
        taken: list[int] = []
        held = {}
        for seat, text in hands.items():
            held[seat] = parse_cards(text, edition, without=taken)
            taken += held[seat]
        card, color = parse_top(top, edition, without=taken)
        taken.append(card)
        under = parse_cards(pile, edition, without=taken)
        under += [card for card in range(edition.size) if card not in {*taken, *under}]
        self.truth = Truth(edition, held, reversed(under))
        self.round = Round.position(
            self.rules,
            range(seats),
            dealer=seats - 1,
            to_act=A,
            sizes={seat: len(cards) for seat, cards in held.items()},
            discard=[card],
            pile_size=len(under),
            color=color,
        )
        self.events: list[Event] = []

    def say(self, seat: int, text: str) -> tuple[Event, ...] | Refused:
        """One command."""
        command = parse_command(text, self.edition, seat, self.truth.hands[seat])
        outcome = self.round.apply(command, self.truth)
        if not isinstance(outcome, Refused):
            self.events += outcome
        return outcome

    def do(self, seat: int, text: str) -> tuple[Event, ...]:
        """One command that must be accepted."""
        outcome = self.say(seat, text)
        assert not isinstance(outcome, Refused), outcome
        return outcome

    def hand(self, seat: int) -> str:
        return cards_text(sorted(self.truth.hands[seat]), self.edition)


def bluff() -> Story:
    """A plays a Draw Four with red in hand."""
    story = Story({A: "W4 R1 G7", B: "Y1 Y2 Y4", C: "G1 G2 G4", D: "B1 B2 B4"})
    story.do(A, "play W4 blue")
    return story


def last_card(hands: dict[int, str], mode: str = "race_500") -> tuple[Round, Truth]:
    """A round that A has just won by playing R1."""
    story = Story({A: "R1", **hands}, seats=len(hands) + 1, mode=mode)
    story.do(A, "play R1")
    assert story.round.phase is Phase.ROUND_OVER
    return story.round, story.truth


# C1, C2: what may be done.


def test_case_009_a_first_wild_allows_nothing_but_naming_the_color() -> None:
    round_, truth = begun(top="W")
    assert round_.phase is Phase.FIRST_COLOR
    seen = view(round_, truth.hands[A], A)
    assert seen.legal.color
    assert not (seen.legal.plays or seen.legal.draw or seen.legal.may_pass)
    assert not view(round_, truth.hands[B], B).legal.color


def test_case_016_only_keep_is_legal_after_a_draw_that_does_not_fit() -> None:
    story = Story({A: "R3 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"}, pile="B9")
    story.do(A, "draw")
    legal = view(story.round, story.truth.hands[A], A, story.truth.last_drawn[A]).legal
    assert legal.keep
    assert not (legal.plays or legal.draw or legal.may_pass or legal.uno or legal.catch)


def test_case_017_only_the_drawn_card_is_playable() -> None:
    story = Story({A: "R3 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"}, pile="R8")
    story.do(A, "draw")
    legal = view(story.round, story.truth.hands[A], A, story.truth.last_drawn[A]).legal
    assert cards_text(legal.plays, story.edition) == "R8"
    assert legal.keep


def begun(top: str, seats: tuple[int, ...] = SEATS, dealer: int = D) -> tuple[Round, Truth]:
    """A round that has just been dealt with this first card."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    round_, truth = Round(rules, seats, dealer), Truth(rules.edition)
    round_.apply(Begin(NOBODY), truth)
    first = parse_cards(top, rules.edition)[0]
    order = [card for card in range(rules.edition.size) if card != first]
    order.insert(7 * len(seats), first)
    truth.install(round_, order)
    assert not isinstance(round_.apply(Shuffled(NOBODY), truth), Refused)
    return round_, truth


# C4: who sees a challenged hand.


def test_case_054_hand_shown_to_challenger_only() -> None:
    """One event names the viewer; no view holds anything of the hand, the challenger's neither."""
    story = bluff()
    events = story.do(B, "challenge")
    assert [event for event in events if isinstance(event, ev.Shown)] == [ev.Shown(A, B, True)]
    shown = set(story.truth.marks[A])
    for seat in (B, C, D, NOBODY):
        hand = story.truth.hands[seat] if seat != NOBODY else ()
        seen = view(story.round, hand, seat)
        assert set(seen.hand) == set(hand)
        assert not set(seen.hand) & shown
    for event in events:
        assert not any(isinstance(value, int) and value in shown for value in _cards_named(event))


def _cards_named(event: Event) -> list[object]:
    return [getattr(event, field) for field in event.__struct_fields__ if field in ("card", "cards")]


def test_case_054_the_others_learn_the_verdict() -> None:
    events = bluff().do(B, "challenge")
    assert ev.Challenged(B, A, True) in events


def test_case_053_only_the_victim_is_offered_an_answer() -> None:
    story = bluff()
    offers = {seat: view(story.round, story.truth.hands[seat], seat).legal for seat in SEATS}
    assert [seat for seat in SEATS if offers[seat].accept] == [B]
    assert [seat for seat in SEATS if offers[seat].challenge] == [B]


def test_case_060_the_snapshot_is_shown_not_the_hand_of_now() -> None:
    story = Story({A: "W4 G7", B: "Y1 Y2 Y4", C: "G1 G2 G4", D: "B1 B2 B4"}, pile="R1 Y9")
    story.do(A, "play W4 blue")
    story.do(C, "catch @A")
    events = story.do(B, "challenge")
    assert ev.Shown(A, B, at_mark=True) in events
    assert cards_text(story.truth.marks[A], story.edition) == "G7"
    assert story.hand(A) == "R1 Y9 G7"


# C9: calls and catches.


def test_case_130_a_hundred_catches_change_nothing() -> None:
    story = Story({A: "R1 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"})
    story.do(A, "play R1 uno")
    before = story.round.public()
    for _ in range(100):
        for catcher, target in ((C, A), (D, A), (C, B), (B, D)):
            assert story.round.apply(Catch(catcher, target), story.truth) == Refused("nothing_to_catch")
    assert story.round.public() == before
    assert story.hand(A) == "G7"


def test_case_131_catch_spam_costs_two_cards_once() -> None:
    story = Story({A: "R1 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"})
    story.do(A, "play R1")
    accepted = [
        not isinstance(story.round.apply(Catch(catcher, A), story.truth), Refused) for catcher in (B, C) * 5
    ]
    assert accepted == [True] + [False] * 9
    assert story.round.size(A) == 3


@pytest.mark.parametrize("stranger", [4, 9])
def test_case_134_a_spectator_cannot_catch(stranger: int) -> None:
    story = Story({A: "R1 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"})
    story.do(A, "play R1")
    assert isinstance(story.round.apply(Catch(stranger, A), story.truth), Refused)
    assert story.round.owes == (A,)


def test_case_134_who_left_cannot_catch() -> None:
    story = Story({A: "R1 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"})
    story.do(A, "play R1")
    story.do(D, "leave")
    assert isinstance(story.say(D, "catch @A"), Refused)


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
        game = random_game(rules, range(10), Random(seed))
        assert game.winners


# C11, C12: several rounds.


def test_case_155_the_next_round_starts_clockwise() -> None:
    game = Game(Ruleset.make("classic"), SEATS)
    game.dealer = D
    story = Story({A: "RR R1", B: "Y1 Y2", C: "G1 G2", D: "B1"})
    story.do(A, "play RR uno")
    assert story.round.dir == -1
    for seat, text in ((D, "draw"), (D, "keep"), (C, "draw"), (C, "keep"), (B, "draw"), (B, "keep")):
        story.do(seat, text)
    story.do(A, "play R1")
    assert story.round.winner == A
    game.finish_round(story.round, story.truth.hands)
    following = game.new_round()
    assert following.dir == 1
    assert following.dealer == A


def test_case_148_totals_grow_over_rounds_until_500() -> None:
    game = Game(Ruleset.make("classic"), (A, B))
    for number in range(1, 6):
        round_, truth = last_card({B: "W W"})
        score = game.finish_round(round_, truth.hands)
        assert score.points == {A: 100, B: 0}
        assert score.totals[A] == 100 * number
        assert score.over == (number == 5)
    assert game.winners == (A,)
    with pytest.raises(ValueError, match="over"):
        game.new_round()


def test_case_151_points_of_earlier_rounds_do_not_count_again() -> None:
    game = Game(Ruleset.make("classic"), (A, B))
    first = game.finish_round(*_with_hands(last_card({B: "Y9"})))
    second = game.finish_round(*_with_hands(last_card({B: "Y3"})))
    assert (first.points[A], second.points[A], second.totals[A]) == (9, 3, 12)


def _with_hands(finished: tuple[Round, Truth]) -> tuple[Round, dict[int, list[int]]]:
    round_, truth = finished
    return round_, truth.hands


def test_case_153_agreed_hands_end_after_n_rounds() -> None:
    game = Game(Ruleset.make("classic", "agreed_hands", rounds_n=3), (A, B))
    over = [game.finish_round(*_with_hands(last_card({B: "W W W W"}, "agreed_hands"))).over for _ in range(3)]
    assert over == [False, False, True]
    assert game.winners == (A,)


def blocked(mode: str) -> tuple[Round, dict[int, list[int]]]:
    """A round of two in which both passed: A holds 13 points, B 3."""
    rules = Ruleset.make("classic", mode, uno_grace_ms=0)
    edition = rules.edition
    hands = {A: parse_cards("G6 G7", edition), B: parse_cards("Y1 Y2", edition)}
    round_ = Round.position(
        rules,
        (A, B),
        dealer=B,
        to_act=A,
        sizes={A: 2, B: 2},
        discard=parse_cards("R5", edition),
        pile_size=0,
    )
    truth = Truth(edition, hands)
    for seat in (A, B):
        assert not isinstance(round_.apply(Pass(seat), truth), Refused)
    return round_, truth.hands


def test_case_180_a_blocked_round_is_repeated_in_agreed_hands_only() -> None:
    for mode, rounds_needed in (("agreed_hands", 2), ("penalty_rounds", 1)):
        game = Game(Ruleset.make("classic", mode, rounds_n=1), (A, B))
        assert game.finish_round(*blocked(mode)).over == (rounds_needed == 1)
        if not game.over:
            assert game.finish_round(*_with_hands(last_card({B: "Y9"}, mode))).over


def test_case_180_the_deal_passes_on_after_a_blocked_round() -> None:
    game = Game(Ruleset.make("classic"), (A, B))
    game.finish_round(*blocked("race_500"))
    assert game.next_dealer == A


def test_case_183_the_deal_goes_round_over_empty_chairs() -> None:
    game = Game(Ruleset.make("classic"), SEATS)
    game.dealer = C
    game.leave(D)
    game.leave(A)
    assert game.next_dealer == B
    assert game.new_round().seats == (B, C)


def test_case_184_a_leaver_stays_listed_and_does_not_win() -> None:
    game = Game(Ruleset.make("classic", "agreed_hands", rounds_n=1), (A, B, C))
    game.totals[C] = 499
    game.leave(C)
    score = game.finish_round(*_with_hands(last_card({B: "Y9"}, "agreed_hands")))
    assert score.totals == {A: 9, B: 0, C: 499}
    assert score.winners == (A,)


def test_case_160_leaving_between_rounds_gives_the_game_to_the_last_one() -> None:
    game = Game(Ruleset.make("classic"), (A, B, C))
    game.leave(A)
    assert not game.over
    game.leave(C)
    assert game.over
    assert game.winners == (B,)


# C12: leaving in the middle of a shuffle.


def test_case_161_who_leaves_during_the_reshuffle_keeps_the_cards_out_of_it() -> None:
    """The ceremony has begun: a hand that is given up meanwhile goes under the discard pile, not into it."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    edition = rules.edition
    hands = {seat: parse_cards(text, edition) for seat, text in ((A, "R1 G6"), (B, "Y1 Y2"), (C, "B1 B2"))}
    discard = parse_cards("G9 Y9 R5", edition)
    truth = Truth(edition, hands)
    round_ = Round.position(
        rules,
        (A, B, C),
        dealer=C,
        to_act=A,
        sizes=dict.fromkeys((A, B, C), 2),
        discard=discard,
        pile_size=0,
    )
    assert not isinstance(round_.apply(Draw(A), truth), Refused)
    assert round_.phase is Phase.SHUFFLE
    going_in = truth.shuffle_input(round_)
    assert not isinstance(round_.apply(Leave(C), truth), Refused)
    assert truth.shuffle_input(round_) == going_in == discard[:2]
    truth.install(round_, going_in)
    assert not isinstance(round_.apply(Shuffled(NOBODY), truth), Refused)
    assert (round_.phase, round_.to_act) == (Phase.DRAWN, A)
    assert (round_.pile_size, round_.discard_size, round_.aside) == (1, 3, 2)


def test_case_156_who_is_to_act_leaves_during_the_reshuffle() -> None:
    """The draw is dropped and the turn passes on."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    edition = rules.edition
    hands = {seat: parse_cards(text, edition) for seat, text in ((A, "R1 G6"), (B, "Y1 Y2"), (C, "B1 B2"))}
    truth = Truth(edition, hands)
    round_ = Round.position(
        rules,
        (A, B, C),
        dealer=C,
        to_act=A,
        sizes=dict.fromkeys((A, B, C), 2),
        discard=parse_cards("G9 Y9 R5", edition),
        pile_size=0,
    )
    round_.apply(Draw(A), truth)
    for refused in (Keep(A), Draw(B), Play(B, hands[B][0]), Catch(B, A), Accept(B), Challenge(B)):
        assert isinstance(round_.apply(refused, truth), Refused)
    round_.apply(Leave(A), truth)
    truth.install(round_, truth.shuffle_input(round_))
    round_.apply(Shuffled(NOBODY), truth)
    assert (round_.phase, round_.to_act) == (Phase.TURN, B)
    assert round_.size(B) == 2


def test_case_166_who_challenged_leaves_while_the_attacker_draws() -> None:
    """The pile runs out in the attacker's penalty; the turn that was won passes on."""
    rules = Ruleset.make("classic", uno_grace_ms=0)
    edition = rules.edition
    hands = {seat: parse_cards(text, edition) for seat, text in ((A, "W4 R1 G6"), (B, "Y1 Y2"), (C, "B1 B2"))}
    truth = Truth(edition, hands)
    round_ = Round.position(
        rules,
        (A, B, C),
        dealer=C,
        to_act=A,
        sizes={A: 3, B: 2, C: 2},
        discard=parse_cards("G9 Y9 Y8 R5", edition),
        pile_size=0,
    )
    round_.apply(Play(A, hands[A][0], color=3), truth)
    round_.apply(Challenge(B), truth)
    assert round_.phase is Phase.SHUFFLE
    round_.apply(Leave(B), truth)
    truth.install(round_, truth.shuffle_input(round_))
    round_.apply(Shuffled(NOBODY), truth)
    assert (round_.phase, round_.to_act) == (Phase.TURN, C)
    assert round_.size(A) == 6


def test_case_001_who_leaves_during_the_draw_for_dealer_draws_no_card() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=0)
    round_, truth = Round(rules, SEATS), Truth(rules.edition)
    round_.apply(Begin(NOBODY), truth)
    round_.apply(Leave(B), truth)
    first = parse_cards("R3 R9 G1", rules.edition)
    truth.install(round_, first + [card for card in truth.shuffle_input(round_) if card not in first])
    events = round_.apply(Shuffled(NOBODY), truth)
    assert not isinstance(events, Refused)
    drawn = [event for event in events if isinstance(event, ev.DealerCard)]
    assert drawn == [ev.DealerCard(A, first[0]), ev.DealerCard(C, first[1]), ev.DealerCard(D, first[2])]
    assert round_.dealer == C


@pytest.mark.parametrize("card", [-1, -108, 108, 9999])
def test_case_031_a_card_that_does_not_exist_is_not_in_hand(card: int) -> None:
    story = Story({A: "R3 G7", B: "Y1 Y2", C: "G1 G2", D: "B1 B2"})
    assert story.round.apply(Play(A, card, color=0), story.truth) == Refused("not_in_hand")


def test_case_054_events_alone_rebuild_what_the_others_see() -> None:
    story = bluff()
    seen = view(story.round)
    for event in story.do(B, "challenge"):
        seen = fold(seen, event)
    assert seen == view(story.round)
