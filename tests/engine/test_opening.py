"""The beginning of a round: draw for dealer, deal, first card."""

from __future__ import annotations

import pytest

from uno_lan.engine import (
    NOBODY,
    Begin,
    Edition,
    Leave,
    Phase,
    Ruleset,
    Shuffled,
    edition_from_plain,
)
from uno_lan.engine import events as ev

from .story import Deck, Story


def dealt(first: str, seats: int = 4, dealer: int = 3, rules: Ruleset | None = None) -> Story:
    """A round up to the first card(s), which follow `seats` hands of zeros to nines."""
    s = Story(seats=seats, dealer=dealer, rules=rules)
    s("begin")
    lie_first(s, first)
    s.do(Shuffled(NOBODY))
    return s


def lie_first(s: Story, first: str) -> None:
    """Put a deck in place in which these cards are flipped first."""
    deck = Deck(s.edition)
    flipped = deck.take(first)
    count = len(s.round.playing) * s.rules.house.hand_size_n
    s.truth.install(s.round, [*deck.left[:count], *flipped, *deck.left[count:]])


def custom(**first: str) -> Edition:
    """Classic with another first-card table."""
    data = Ruleset.make("classic").edition.to_plain()
    for face in data["faces"]:
        face["first"] = first.get(face["kind"], face.get("first", "start"))
    data["id"] = "custom"
    return edition_from_plain(data)


def rules_of(edition: Edition) -> Ruleset:
    plain = Ruleset.make("classic", uno_grace_ms=0).to_plain()
    return Ruleset.from_plain({**plain, "edition": edition.to_plain()})


class TestDealer:
    def test_highest_number_deals(self) -> None:
        s = Story(seats=3)
        events = s("begin")
        assert events == (
            ev.ShuffleWanted("dealer", 108),
            ev.PhaseSet(Phase.SHUFFLE, NOBODY),
        )
        events = s.shuffle("R3 B9 R5")
        cards = [s.edition.text(e.card) for e in events if isinstance(e, ev.DealerCard)]
        assert cards[:2] == ["R3", "B9"]
        assert s.round.dealer == 1
        assert ev.DealerChosen(1) in events
        assert events[-2:] == (ev.ShuffleWanted("deal", 108), ev.PhaseSet(Phase.SHUFFLE, NOBODY))

    def test_only_the_tied_draw_again(self) -> None:
        s = Story(seats=4)
        s("begin")
        events = s.shuffle("R9 B9 G5 GS R1 B2")
        drawn = [(s.name(e.seat), s.edition.text(e.card)) for e in events if isinstance(e, ev.DealerCard)]
        assert drawn == [("A", "R9"), ("B", "B9"), ("C", "G5"), ("D", "GS"), ("A", "R1"), ("B", "B2")]
        assert s.round.dealer == 1

    def test_action_and_wild_count_zero(self) -> None:
        s = Story(seats=3)
        s("begin")
        events = s.shuffle("R0 W GD R1 B2 B3")
        assert sum(isinstance(e, ev.DealerCard) for e in events) == 6
        assert s.round.dealer == 2

    def test_ties_use_up_the_pile(self) -> None:
        """The deck runs out in the middle of a draw: it goes on from a new shuffle, where it stopped."""
        s = Story(seats=3)
        s("begin")
        value = [n if n < 10 else 0 for n in s.edition.symbol_of]
        cards: dict[int, list[int]] = {n: [c for c in range(108) if value[c] == n] for n in range(10)}
        order = [cards[0].pop() for _ in range(36)]
        order += [cards[n].pop() for n in range(1, 10) for _ in range(6)]
        # All three have tied 30 times. Now C falls behind, A and B tie seven times, A draws the last card.
        order += [cards[9].pop(), cards[9].pop(), cards[8].pop()]
        order += [cards[n].pop() for n in range(1, 8) for _ in range(2)]
        order += cards[8]
        s.truth.install(s.round, order)
        events = s.do(Shuffled(NOBODY))
        drawn = [e for e in events if isinstance(e, ev.DealerCard)]
        assert (len(drawn), drawn[-1].seat) == (108, 0)
        assert events[-2:] == (ev.ShuffleWanted("dealer", 108), ev.PhaseSet(Phase.SHUFFLE, NOBODY))
        events = s.shuffle("B9")
        assert [e.seat for e in events if isinstance(e, ev.DealerCard)] == [1]
        assert s.round.dealer == 1

    def test_who_leaves_does_not_draw(self) -> None:
        s = Story(seats=3)
        s("begin", "C: leave")
        events = s.shuffle("R1 B2")
        assert sum(isinstance(e, ev.DealerCard) for e in events) == 2
        assert s.round.dealer == 1

    def test_all_tied_leave(self) -> None:
        """Between two shuffles of one draw everybody who was still in it leaves: all others draw."""
        s = Story(seats=4)
        s.round.agenda += [("collect",), ("dealer", (0, 1), 9, ())]
        s.round.phase = Phase.SHUFFLE
        s.round.wanted = ev.ShuffleWanted("dealer", 108)
        s("A: leave", "B: leave")
        s.shuffle("R3 R1")
        assert s.round.dealer == 2


class TestDeal:
    def test_one_by_one_from_the_dealers_left(self) -> None:
        s = Story(seats=3, dealer=0, rules=Ruleset.make("classic", hand_size_n=2))
        s("begin")
        events = s.shuffle("R1 R2 R3 B1 B2 B3 G7")
        assert ev.Dealt((1, 2, 0), 6) in events
        assert [s.hand(name) for name in "ABC"] == ["R3 B3", "R1 B1", "R2 B2"]
        assert (s.top, s.color, s.to_act) == ("G7", "green", "B")
        assert s.round.pile_size == 108 - 7

    def test_ten_players(self) -> None:
        s = dealt("R5", seats=10, dealer=9)
        assert s.round.pile_size == 37

    def test_dealer_leaves_during_the_shuffle(self) -> None:
        s = Story(seats=4, dealer=1)
        s("begin", "B: leave")
        lie_first(s, "R5")
        s.do(Shuffled(NOBODY))
        assert s.to_act == "C"
        assert s.size("B") == 0

    def test_all_but_one_leave_during_the_shuffle(self) -> None:
        s = Story(seats=2, dealer=1)
        s("begin")
        events = s("A: leave")
        assert events[-2:] == (ev.RoundOver(1, "last"), ev.PhaseSet(Phase.ROUND_OVER, NOBODY))
        assert s.round.wanted is None
        s.refused(Shuffled(NOBODY), "wrong_phase")


class TestFirstCard:
    def test_number(self) -> None:
        s = dealt("R5")
        assert (s.to_act, s.color, s.phase) == ("A", "red", "turn")

    def test_draw_two(self) -> None:
        s = dealt("BD")
        assert (s.size("A"), s.to_act, s.color, s.phase) == (9, "B", "blue", "turn")

    def test_reverse(self) -> None:
        s = dealt("BR")
        assert (s.to_act, s.round.dir) == ("D", -1)
        assert s.round.next(3) == 2

    def test_skip(self) -> None:
        assert dealt("BS").to_act == "B"

    @pytest.mark.parametrize(("card", "sizes"), [("BR", (7, 7)), ("BS", (7, 7)), ("BD", (9, 7))])
    def test_two_players(self, card: str, sizes: tuple[int, int]) -> None:
        s = dealt(card, seats=2, dealer=1)
        assert s.to_act == "B"
        assert (s.size("A"), s.size("B")) == sizes

    def test_reverse_when_the_dealer_left(self) -> None:
        s = Story(seats=4, dealer=3)
        s("begin", "D: leave")
        lie_first(s, "BR")
        s.do(Shuffled(NOBODY))
        assert (s.to_act, s.round.dir) == ("C", -1)

    def test_wild_names_a_color_first(self) -> None:
        s = dealt("W")
        assert (s.phase, s.to_act, s.color) == ("first_color", "A", "")
        s.refused("A: draw", "wrong_phase")
        s.refused("B: color red", "not_your_turn")
        s.refused("A: color pink", "bad_color")
        s("A: color green")
        assert (s.phase, s.to_act, s.color) == ("turn", "A", "green")

    def test_draw_four_goes_back(self) -> None:
        s = dealt("W4")
        assert s.round.wanted == ev.ShuffleWanted("restart", 80)
        assert (s.round.top, s.round.discard, s.round.pile_size) == (NOBODY, [], 80)
        events = s.shuffle("W4")
        assert [type(e) for e in events] == [
            ev.ShuffleDone, ev.Flipped, ev.PutBack, ev.ShuffleWanted, ev.PhaseSet,
        ]  # fmt: skip
        s.shuffle("G4")
        assert (s.top, s.to_act, s.size("A")) == ("G4", "A", 7)
        assert s.round.pile_size == 108 - 28 - 1

    def test_leave_while_it_goes_back(self) -> None:
        """The hand lies under the discard pile, not in this shuffle."""
        s = dealt("W4")
        s("A: leave")
        s.shuffle("G4")
        assert (s.to_act, s.round.aside, s.round.pile_size) == ("B", 7, 79)

    def test_ignored_cards_stay_in_the_discard_pile(self) -> None:
        s = dealt("RS W R3", rules=rules_of(custom(skip="ignore", wild="ignore")))
        assert (s.top, s.round.discard_size, s.to_act, s.color) == ("R3", 3, "A", "red")

    def test_color_of_an_ignored_card_is_forgotten(self) -> None:
        s = dealt("RS W", rules=rules_of(custom(skip="ignore")))
        assert (s.phase, s.color) == ("first_color", "")

    def test_void_when_the_pile_is_used_up(self) -> None:
        """Everything but Skips is ignored: the deal is done again by the same dealer."""
        kinds = [face["kind"] for face in Ruleset.make("classic").edition.to_plain()["faces"]]
        rules = rules_of(custom(**{kind: "ignore" for kind in kinds if kind != "skip"}))
        s = Story(seats=4, dealer=2, rules=rules)
        s("begin")
        skips = [card for card in range(108) if s.edition.symbol_of[card] == 12]
        order = [*skips, *(card for card in range(108) if card not in skips)]
        s.truth.install(s.round, order)
        events = s.do(Shuffled(NOBODY))
        assert events[-2:] == (ev.ShuffleWanted("deal", 108), ev.PhaseSet(Phase.SHUFFLE, NOBODY))
        assert (s.round.discard, s.round.pile_size, s.round.dealer) == ([], 108, 2)
        assert [s.size(name) for name in "ABCD"] == [0, 0, 0, 0]
        lie_first(s, "RS")
        s.do(Shuffled(NOBODY))
        assert s.to_act == "A"
        assert [s.size(name) for name in "ABCD"] == [7, 7, 7, 7]

    def test_void_when_only_draw_fours_can_be_left(self) -> None:
        numbers = [str(n) for n in range(10)]
        rules = rules_of(custom(**dict.fromkeys([*numbers, "draw_two", "reverse", "wild"], "ignore")))
        s = Story(seats=4, dealer=3, rules=rules)
        s("begin")
        deck = Deck(s.edition)
        skips = deck.take("RS RS YS YS GS GS BS BS")
        fours = deck.take("W4 W4 W4 W4")
        s.truth.install(s.round, [*skips, *deck.left, *fours])
        events = s.do(Shuffled(NOBODY))
        assert isinstance(events[-3], ev.PutBack)
        assert events[-2] == ev.ShuffleWanted("deal", 108)
        assert s.round.returned == NOBODY


def test_begin_and_shuffled_are_the_hosts() -> None:
    s = Story(seats=2, dealer=0)
    s.refused(Begin(0), "not_your_turn")
    s.refused(Shuffled(NOBODY), "wrong_phase")
    s("begin")
    s.refused(Begin(NOBODY), "wrong_phase")
    s.refused(Shuffled(1), "not_your_turn")
    s.refused("A: draw", "not_your_turn")
    s.refused("A: uno", "wrong_phase")
    s.refused("A: timeout", "not_your_turn")


def test_leave_before_the_beginning() -> None:
    s = Story(seats=3, dealer=0)
    assert s("A: leave") == (ev.SeatLeft(0),)
    s.refused(Leave(0), "not_your_turn")
    s("begin")
    lie_first(s, "R5")
    s.do(Shuffled(NOBODY))
    assert s.to_act == "B"
