"""The oracle that knows every card."""

from __future__ import annotations

import pytest

from uno_lan.engine import NOBODY, Shuffled, Truth, drawn_card, has_match

from .story import Story


def test_shuffle_inputs() -> None:
    s = Story(seats=2, dealer=0)
    s("begin")
    assert s.truth.shuffle_input(s.round) == list(range(108))
    s.shuffle()
    with pytest.raises(ValueError, match="no shuffle"):
        s.truth.shuffle_input(s.round)


def test_restart_input() -> None:
    """The rest of the pile as it lies, then the card that goes back."""
    s = Story(seats=2, dealer=0)
    s("begin")
    order = s.truth.shuffle_input(s.round)
    order.remove(107)
    order.insert(14, 107)
    s.truth.install(s.round, order)
    s.do(Shuffled(NOBODY))
    assert s.truth.shuffle_input(s.round) == [*order[15:], 107]
    assert s.round.returned == 107


def test_refill_input() -> None:
    """A leaver's hand first, then the discard pile from its bottom; not its top."""
    s = Story(top="R5", under="G7 G8", hands={"A": "R1", "B": "B1", "C": "Y1 Y2"}, rest=False)
    s("C: leave", "A: draw")
    texts = [s.edition.text(card) for card in s.truth.shuffle_input(s.round)]
    assert texts == ["Y1", "Y2", "G7", "G8"]


def test_a_shuffle_keeps_its_cards() -> None:
    s = Story(top="R5", under="G7 G8", hands={"A": "R1", "B": "B1"}, rest=False)
    s("A: draw")
    order = s.truth.shuffle_input(s.round)
    for wrong in (order[:1], [order[0], order[0]], [*order, 0]):
        with pytest.raises(ValueError, match="keeps its cards"):
            s.truth.install(s.round, wrong)


def test_draw_order() -> None:
    truth = Truth(Story(seats=2).edition, {0: [1]}, [9, 8, 7, 6])
    truth.draw(0, 1)
    truth.draw(0, 2)
    assert (truth.hands[0], truth.pile, truth.last_drawn) == ([1, 6, 7, 8], [9], {0: 8})


def test_a_card_is_put_down_if_it_is_there() -> None:
    truth = Truth(Story(seats=2).edition, {0: [1, 30]})
    assert not truth.put_down(0, 2)
    assert not truth.put_down(1, 1)
    assert truth.hands[0] == [1, 30]
    assert truth.put_down(0, 1)
    assert truth.hands[0] == [30]
    assert not truth.put_down(0, 1)


def test_deal_order() -> None:
    truth = Truth(Story(seats=2).edition, pile=[9, 5, 4, 3, 2, 1])
    truth.deal([3, 1], 5)
    assert (truth.hands[3], truth.hands[1], truth.hands[0], truth.pile) == ([1, 3, 5], [2, 4], [], [9])


def test_mark() -> None:
    truth = Truth(Story(seats=2).edition, {0: [1, 30]})
    truth.mark(0)
    copy = truth.copy()
    truth.play(0, 30)
    assert truth.has_match(0, 1, 0, at_mark=True)
    assert not truth.has_match(0, 1, 0, at_mark=False)
    assert copy.has_match(0, 1, 0, at_mark=False)


def test_wilds_by_symbol() -> None:
    truth = Truth(Story(seats=2).edition, {0: [100]})
    assert truth.has_match(0, 1, 1 << 13, at_mark=False)
    assert not truth.has_match(0, 1, 1 << 14, at_mark=False)


def test_drawn_card() -> None:
    s = Story(top="R5", hands={"A": "R1 R2", "B": "B1"}, pile="G7")
    assert drawn_card(s.round, s.truth) == NOBODY
    s("A: draw")
    assert s.edition.text(drawn_card(s.round, s.truth)) == "G7"


def test_what_counts_as_a_match() -> None:
    """A card of the color, and of the wilds those that the rules name."""
    edition = Story(seats=2).edition
    yellow, wild, four = 30, 100, 104
    assert has_match(edition, [yellow], 1, 0)
    assert not has_match(edition, [yellow], 1, 0, without=yellow)
    assert not has_match(edition, [yellow], 0, 0)
    assert not has_match(edition, [wild, four], 0, 0)
    assert has_match(edition, [four], 0, 1 << edition.symbol_of[four])
    assert not has_match(edition, [wild], 0, 1 << edition.symbol_of[four])
