"""The host's answers written down, and read again by somebody who believes little."""

from __future__ import annotations

from typing import Any

import pytest

from protocol.errors import ProofFault
from uno_lan.engine import Truth, load_edition
from uno_lan.fairness.layer import HostLayer
from uno_lan.fairness.ledger import Epoch
from uno_lan.fairness.oracles import ClientOracle, HostOracle, PileCursor, matches

EDITION = load_edition("classic")
LAYER = HostLayer.make(b"e" * 32, b"s" * 32, range(10))
EPOCH = Epoch(0, b"e" * 32, "deal", LAYER.leaves, tuple(range(10)))


def host() -> HostOracle:
    """An oracle over ten cards in the order of their leaves."""
    truth = Truth(EDITION, {1: [30, 100]}, list(reversed(LAYER.cards)))
    return HostOracle(truth, PileCursor(EPOCH), LAYER)


def client(claims: list[Any], judged: list[tuple[Any, ...]] | None = None) -> ClientOracle:
    """A reader who notes what it is asked."""
    seen = judged if judged is not None else []
    return ClientOracle(
        claims,
        PileCursor(EPOCH),
        lambda *question: seen.append(question),
        lambda *question: seen.append(question),
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
    judged: list[tuple[Any, ...]] = []
    reader = client(writer.claims, judged)
    reader.draw(1, 2)
    assert reader.open_next() == first
    assert reader.has_match(1, 1, 0, False)
    assert not reader.has_match(1, 0, 0, False)
    reader.deal((1, 2), 3)
    assert reader.open_next() == second
    reader.finish()
    assert judged == [(first,), (1, 1, 0, False, True), (1, 0, 0, False, False), (second,)]


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
            client(claims).has_match(1, 0, 0, True)
        assert caught.value.code == "E_RULE"
    with pytest.raises(ProofFault) as caught:
        client([True]).finish()
    assert caught.value.code == "E_RULE"


def test_an_empty_pile_opens_nothing() -> None:
    cursor = PileCursor(EPOCH)
    cursor.take(10)
    for empty in (cursor, PileCursor(None)):
        with pytest.raises(ProofFault) as caught:
            empty.leaf()
        assert caught.value.code == "E_ORDER"


def test_hands_that_are_dealt_anew_do_not_come_from_the_pile() -> None:
    cursor = PileCursor(EPOCH, hands=True)
    cursor.deal(6)
    assert cursor.leaf() == 0
    cursor.deal(2)
    assert cursor.leaf() == 3


def test_matches() -> None:
    wild, four = 100, 104
    assert matches(EDITION, [30], 1, 0)
    assert not matches(EDITION, [30], 0, 0)
    assert not matches(EDITION, [wild, four], 0, 0)
    assert matches(EDITION, [four], 0, 1 << 14)
    assert not matches(EDITION, [wild], 0, 1 << 14)
