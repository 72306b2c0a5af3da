"""Who holds which card reference, as a fold of the events."""

from __future__ import annotations

import pytest

from protocol import shuffle
from uno_lan.engine import events as ev
from uno_lan.fairness.ledger import Bag, Epoch, Ledger


def epoch(number: int, kind: str, count: int) -> Epoch:
    """A shuffle whose draw order is the reverse of its leaves."""
    return Epoch(
        number, bytes(32), kind, tuple(bytes(32) for _ in range(count)), tuple(reversed(range(count)))
    )


def dealt() -> Ledger:
    """Three cards each for seats 1 and 4, and one turned up."""
    ledger = Ledger()
    ledger.expect(epoch(0, "deal", 20))
    ledger.fold([ev.ShuffleDone("deal", 20), ev.Dealt((1, 4), 6), ev.Flipped(7)])
    return ledger


def test_dealing_goes_round_in_the_public_order() -> None:
    ledger = dealt()
    assert ledger.bag(1).refs == [(0, 19), (0, 17), (0, 15)]
    assert ledger.bag(4).refs == [(0, 18), (0, 16), (0, 14)]
    assert ledger.pile is not None
    assert ledger.pile.drawn == 7


def test_what_was_taken_is_told_with_its_positions() -> None:
    ledger = dealt()
    taken = ledger.fold([ev.Drew(4, 2, "two"), ev.Played(1, 3), ev.Drew(1, 1, "turn")])
    assert taken == {4: [(7, (0, 12)), (8, (0, 11))], 1: [(9, (0, 10))]}


def test_a_card_drawn_again_after_a_refill_counts_twice() -> None:
    ledger = dealt()
    ledger.fold([ev.Played(1, 3)])
    ledger.expect(epoch(1, "refill", 5))
    ledger.fold([ev.ShuffleDone("refill", 5), ev.Drew(1, 1, "turn"), ev.Played(1, 3)])
    bag = ledger.bag(1)
    assert bag.refs[-1] == (1, 4)
    assert bag.gone == [3, 3]
    assert len(bag) == 2
    opened = {(0, 19): 3, (0, 17): 8, (0, 15): 9, (1, 4): 3}
    assert bag.hand(opened) == [8, 9]


def test_a_bag_that_gave_away_what_it_never_had() -> None:
    bag = Bag([(0, 1)], [5])
    assert bag.hand({(0, 1): 6}) is None
    assert bag.hand({(0, 1): 5}) == []


def test_a_mark_keeps_the_bag_of_the_moment() -> None:
    ledger = dealt()
    ledger.mark(1, 42)
    ledger.fold([ev.Drew(1, 2, "caught"), ev.Played(1, 3)])
    assert ledger.marks[1].seq == 42
    assert ledger.marks[1].bag == Bag([(0, 19), (0, 17), (0, 15)], [])


def test_hands_dealt_anew_do_not_touch_the_pile() -> None:
    ledger = dealt()
    ledger.expect(epoch(1, "hands", 6))
    ledger.fold([ev.ShuffleDone("hands", 6), ev.Dealt((4, 1), 6), ev.Drew(1, 1, "turn")])
    assert ledger.bag(4).refs == [(1, 5), (1, 3), (1, 1)]
    assert ledger.bag(1).refs == [(1, 4), (1, 2), (1, 0), (0, 12)]


def test_a_leavers_bag_goes_aside_and_a_new_deal_collects_all() -> None:
    ledger = dealt()
    ledger.fold([ev.SeatLeft(4)])
    assert len(ledger.bag(4)) == 0
    ledger.expect(epoch(1, "deal", 20))
    ledger.fold([ev.ShuffleDone("deal", 20)])
    assert len(ledger.bag(1)) == 0


def test_dropped_cards_go_out_by_name() -> None:
    ledger = dealt()
    ledger.fold([ev.Dropped(1, (3, 9))])
    assert ledger.bag(1).gone == [3, 9]
    assert len(ledger.bag(1)) == 1


def test_whole_bags_change_owner_at_once() -> None:
    ledger = dealt()
    moves = ((1, 4), (4, 1))
    taken = ledger.fold([ev.Played(1, 3), ev.Drew(1, 1, "rule"), ev.HandsMoved(moves), ev.Drew(4, 1, "rule")])
    assert ledger.bag(4) == Bag([(0, 19), (0, 17), (0, 15), (0, 12), (0, 11)], [3])
    assert ledger.bag(1) == Bag([(0, 18), (0, 16), (0, 14)], [])
    assert ledger.moved == (4, 1)
    assert taken == {}, "who got a whole bag is told of nothing besides"
    assert ledger.fold([ev.Drew(4, 1, "turn")]) == {4: [(9, (0, 10))]}
    assert not ledger.moved


def test_who_left_gets_no_bag() -> None:
    ledger = dealt()
    ledger.fold([ev.HandsMoved(((1, 4), (4, 1))), ev.SeatLeft(4)])
    assert ledger.moved == (1,)
    assert len(ledger.bag(4)) == 0


def test_the_force_shows_the_bag_before_the_draw() -> None:
    ledger = dealt()
    ledger.fold([ev.Shown(4, 1, False), ev.Drew(4, 2, "force")])
    assert ledger.shown == {4: Bag([(0, 18), (0, 16), (0, 14)], [])}
    ledger.fold([ev.Drew(4, 1, "turn")])
    assert ledger.shown == {}


def test_a_deal_that_came_to_nothing_opens_no_card() -> None:
    ledger = dealt()
    ledger.expect(epoch(1, "deal", 20))
    taken = ledger.fold([ev.ShuffleDone("deal", 20), ev.Dealt((1, 4), 4), ev.ShuffleWanted("deal", 20)])
    assert taken == {}
    assert len(ledger.bag(1)) == 0


def test_a_copy_follows_a_command_on_its_own() -> None:
    ledger = dealt()
    copy = ledger.copy()
    copy.draw(1, 2)
    copy.put(4, (5,))
    copy.move(((1, 4), (4, 1)))
    copy.leave(1)
    assert copy.open_next() == (0, 10)
    assert ledger.bag(1) == Bag([(0, 19), (0, 17), (0, 15)], [])
    assert ledger.bag(4) == Bag([(0, 18), (0, 16), (0, 14)], [])
    assert ledger.open_next() == (0, 12)
    assert Ledger().open_next() is None


def test_what_is_known_of_a_bag_that_is_not_all_open() -> None:
    bag = Bag([(0, 1), (0, 2), (0, 3)], [5])
    assert bag.known({(0, 1): 5, (0, 3): 7}) == [7]
    assert bag.known({(0, 3): 5}) == []
    assert not bag.is_open({(0, 1): 5, (0, 3): 7})
    assert bag.is_open({(0, 1): 5, (0, 2): 6, (0, 3): 7})


@pytest.mark.parametrize(
    ("leaf", "card", "fits"),
    [(0, 5, True), (0, 6, False), (1, 5, False), (2, 5, False), (-1, 5, False), (0, -1, False)],
)
def test_opening(leaf: int, card: int, fits: bool) -> None:
    eid, nonce = b"e" * 32, b"n" * 32
    sealed = Epoch(0, eid, "deal", (shuffle.leaf(eid, 0, 5, nonce), shuffle.leaf(eid, 1, 7, nonce)), (0, 1))
    assert sealed.opens((leaf, card, nonce)) is fits
