"""The hand does not jump."""

from __future__ import annotations

from tests.tui.fakes import CLASSIC, uids
from tui.cards import Face
from tui.hand_model import HandModel


def face(card: int) -> Face:
    return CLASSIC.color_of[card], CLASSIC.symbol_of[card]


def texts(hand: HandModel) -> str:
    return " ".join(CLASSIC.text(card) for card in hand.cards)


def test_sorted_by_color_in_a_fixed_order() -> None:
    hand = HandModel()
    hand.update(uids("W B4 R7 Y3 R0 W4 G2 BD"), face)
    assert texts(hand) == "R0 R7 Y3 G2 B4 BD W W4"


def test_orders_step_round() -> None:
    hand = HandModel()
    cards = uids("B7 R7 Y3")
    hand.update(cards, face)
    assert hand.sort(face, cards) == "by symbol"
    assert texts(hand) == "Y3 R7 B7"
    assert hand.sort(face, cards) == "as drawn"
    assert texts(hand) == "B7 R7 Y3"
    assert hand.sort(face, cards) == "by color"


def test_the_selected_card_stays_selected_when_others_come_and_go() -> None:
    hand = HandModel()
    hand.update(uids("R7 Y3 B4"), face)
    hand.select(1)
    hand.update(uids("R7 Y3 B4 R0 G9"), face)
    assert CLASSIC.text(hand.selected) == "Y3"
    hand.update(uids("Y3 G9"), face)
    assert CLASSIC.text(hand.selected) == "Y3"


def test_a_played_card_leaves_the_selection_at_its_place() -> None:
    hand = HandModel()
    hand.update(uids("R7 Y3 B4"), face)
    hand.select(1)
    hand.update(uids("R7 B4"), face)
    assert CLASSIC.text(hand.selected) == "B4"
    hand.update(uids("R7"), face)
    assert CLASSIC.text(hand.selected) == "R7"
    hand.update((), face)
    assert hand.selected == hand.index == -1
    hand.move(1)
    assert not hand.select(0)


def test_a_drawn_card_that_fits_is_selected() -> None:
    hand = HandModel()
    hand.update(uids("R7 Y3"), face)
    cards = uids("R7 Y3 B4")
    hand.update(cards, face, drawn=cards[2])
    assert CLASSIC.text(hand.selected) == "B4"


def test_moving_goes_round() -> None:
    hand = HandModel()
    hand.update(uids("R7 Y3"), face)
    hand.move(-1)
    assert hand.index == 1
    hand.move(1)
    assert hand.index == 0
