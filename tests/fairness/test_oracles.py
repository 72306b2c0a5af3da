"""The host's answers written down, and read again by somebody who believes little."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.errors import ProofFault
from uno_lan.engine import NOBODY, Fit, Truth, load_edition
from uno_lan.fairness.layer import HostLayer
from uno_lan.fairness.ledger import Bag, Epoch, Ledger
from uno_lan.fairness.oracles import ClientOracle, HostOracle
from uno_lan.fairness.questions import Question, What

EDITION = load_edition("classic")
LAYER = HostLayer.make(b"e" * 32, b"s" * 32, range(10))
EPOCH = Epoch(0, b"e" * 32, "deal", LAYER.leaves, tuple(range(10)))


def ledger() -> Ledger:
    """Ten cards in the order of their leaves; nothing drawn."""
    new = Ledger()
    new.expect(EPOCH.copy())
    new.install("deal")
    return new


def host() -> HostOracle:
    """An oracle over these ten cards; seat 1 holds some more."""
    truth = Truth(EDITION, {1: [30, 100]}, list(reversed(LAYER.cards)))
    return HostOracle(truth, ledger, lambda _: LAYER)


def client(claims: list[Any], judged: list[Any] | None = None, cards: Ledger | None = None) -> ClientOracle:
    """A reader who notes what it is asked."""
    seen = judged if judged is not None else []
    return ClientOracle(
        claims,
        cards or ledger(),
        lambda *question: seen.append(question),
        seen.append,
        lambda card: seen.append((card,)),
    )


def test_claims_are_written_and_read_in_order() -> None:
    writer = host()
    writer.draw(2, 2)
    first = writer.open_next()
    assert writer.has_match(1, 1, 0, False)
    assert not writer.has_match(1, 0, 0, False)
    writer.deal((1, 2), 3)
    second = writer.open_next()
    assert writer.claims == [LAYER.opening(2), True, False, LAYER.opening(6)]
    judged: list[Any] = []
    reader = client(writer.claims, judged)
    reader.draw(1, 2)
    assert reader.open_next() == first
    assert reader.has_match(1, 1, 0, False)
    assert not reader.has_match(1, 0, 0, False)
    reader.deal((1, 2), 3)
    assert reader.open_next() == second
    reader.finish()
    bag = Bag([(0, 0), (0, 1)])
    assert judged == [
        (first,),
        Question("match", 1, bag, (1, 0, NOBODY), True),
        Question("match", 1, bag, (0, 0, NOBODY), False),
        (second,),
    ]


def test_questions_about_hands_meet_the_bag_of_the_moment() -> None:
    writer = host()
    fit = Fit(1)
    writer.draw(1, 1)
    answers: list[Any] = [writer.drawn_fits(1, fit), writer.has_playable(1, fit)]
    writer.play(1, 30)
    answers += [writer.has_playable(1, fit), writer.wilds_of(1)]
    writer.drop(1, writer.wilds_of(1))
    writer.move([(1, 2), (2, 1)])
    answers += [writer.default_discards(2, 1), writer.default_discards(1, 0)]
    assert writer.claims == [*answers[:4], (100,), *answers[4:]]
    assert (100,) in answers
    judged: list[Any] = []
    reader = client(writer.claims, judged)
    reader.draw(1, 1)
    reader.drawn_fits(1, fit)
    reader.has_playable(1, fit)
    reader.play(1, 30)
    reader.has_playable(1, fit)
    reader.wilds_of(1)
    reader.drop(1, reader.wilds_of(1))
    reader.move([(1, 2), (2, 1)])
    reader.default_discards(2, 1)
    reader.default_discards(1, 0)
    reader.finish()
    asked = [q for q in judged if isinstance(q, Question)]
    assert [(q.what, q.seat, q.bag.refs, q.bag.gone) for q in asked] == [
        ("fits", 1, [(0, 0)], []),
        ("playable", 1, [(0, 0)], []),
        ("playable", 1, [(0, 0)], [30]),
        ("wilds", 1, [(0, 0)], [30]),
        ("wilds", 1, [(0, 0)], [30]),
        ("discards", 2, [(0, 0)], [30, 100]),
        ("discards", 1, [], []),
    ]
    assert (1, 100) in judged, "cards that are named must be possible"


def test_the_truth_of_each_question() -> None:
    hand = [30, 100, LAYER.cards[0]]
    bag = Bag()

    def truth(what: What, *arguments: Any) -> Any:
        return Question(what, 1, bag, arguments, None).truth(EDITION, hand)

    assert truth("match", 1, 0, NOBODY) is True
    assert truth("match", 1, 0, 30) is (EDITION.color_of[LAYER.cards[0]] == 1)
    assert truth("playable", Fit(1)) is True
    assert truth("fits", Fit(0)) is (EDITION.color_of[LAYER.cards[0]] == 0)
    assert truth("wilds") == (100,)
    assert truth("discards", 2) == tuple(sorted(hand)[:2])
    assert Question("fits", 1, bag, (Fit(1),), None).truth(EDITION, []) is False


def test_a_public_number_follows_from_the_shuffle() -> None:
    writer = host()
    number = writer.coin("dealer", 3)
    assert writer.claims == [number]
    assert client([number]).coin("dealer", 3) == number
    for claim in ((number + 1) % 3, True, 3, None, (number,)):
        with pytest.raises(ProofFault) as caught:
            client([claim]).coin("dealer", 3)
        assert caught.value.code == "E_RULE"


def test_marks_are_remembered_on_both_sides() -> None:
    for oracle in (host(), client([])):
        oracle.mark(1)
        assert oracle.marked == [1]


def test_playing_and_leaving_move_the_true_cards() -> None:
    writer = host()
    assert writer.holds(1, 30)
    writer.play(1, 30)
    assert not writer.holds(1, 30)
    writer.draw(1, 1)
    assert writer.drew(1, LAYER.cards[0])
    writer.leave(1)
    assert not writer.holds(1, 100)
    reader = client([])
    reader.play(1, 30)
    reader.leave(1)
    assert reader.drew(1, 5)
    assert reader.holds(1, 5)


def test_a_card_put_down_is_held_and_played_at_once() -> None:
    writer = host()
    assert not writer.put_down(1, 31)
    assert writer.put_down(1, 30)
    assert not writer.holds(1, 30)
    held: list[tuple[int, int]] = []

    def knows_better(seat: int, card: int) -> None:
        held.append((seat, card))
        if card == 31:
            raise ProofFault("E_BAG")

    bags = ledger()
    reader = ClientOracle([], bags, knows_better, lambda question: None, lambda card: None)
    assert reader.put_down(1, 30)
    with pytest.raises(ProofFault, match="E_BAG"):
        reader.put_down(1, 31)
    assert held == [(1, 30), (1, 31)]
    assert bags.bag(1).gone == [30]


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ([], "E_RULE"),
        ([True], "E_RULE"),
        ([5], "E_RULE"),
        ([(0, 1)], "E_RULE"),
        ([(0, LAYER.cards[0], bytes(32))], "E_LEAF"),
        ([(0, LAYER.cards[0] + 1, LAYER.nonces[0])], "E_LEAF"),
        ([LAYER.opening(1)], "E_ORDER"),
    ],
)
def test_a_false_opening(claims: list[Any], code: str) -> None:
    with pytest.raises(ProofFault) as caught:
        client(claims).open_next()
    assert caught.value.code == code


def test_an_answer_of_the_wrong_kind_or_left_over() -> None:
    for claims in ([], [1], [LAYER.opening(0)]):
        with pytest.raises(ProofFault) as caught:
            client(claims).has_match(1, 0, 0, False)
        assert caught.value.code == "E_RULE"
    with pytest.raises(ProofFault) as caught:
        client([True]).finish()
    assert caught.value.code == "E_RULE"


@pytest.mark.parametrize("claim", [True, 5, LAYER.opening(0), (True,), (b"0" * 32,)])
def test_a_list_of_cards_that_is_none(claim: Any) -> None:
    with pytest.raises(ProofFault, match="E_RULE"):
        client([claim]).wilds_of(1)
    with pytest.raises(ProofFault, match="E_RULE"):
        client([claim]).default_discards(1, 1)


def test_an_empty_pile_opens_nothing() -> None:
    emptied = ledger()
    emptied.draw(1, 10)
    for empty in (emptied, Ledger()):
        with pytest.raises(ProofFault) as caught:
            client([LAYER.opening(0)], cards=empty).open_next()
        assert caught.value.code == "E_ORDER"


def test_hands_that_are_dealt_anew_do_not_come_from_the_pile() -> None:
    cards = ledger()
    cards.expect(Epoch(1, b"e" * 32, "hands", LAYER.leaves, tuple(range(10))))
    running = cards.copy()
    running.install("hands")
    reader = client([LAYER.opening(0), LAYER.opening(3)], cards=running)
    reader.deal((1, 2), 6)
    reader.open_next()
    reader.deal((1, 2), 2)
    reader.open_next()
    reader.finish()
    assert cards.pile is not None
    assert cards.pile.drawn == 0
