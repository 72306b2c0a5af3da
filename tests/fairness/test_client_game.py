"""Honest rounds are found right; private cards must be the sealed ones and the next ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from protocol import bodies, entries, messages
from protocol.errors import ProtocolFault
from tests.amounts import amount
from tests.fairness.rig import (
    Rig,
    bold,
    deal_of,
    once_private,
    show_of,
    to_turn,
)
from uno_lan.bots import choose
from uno_lan.engine import Draw
from uno_lan.fairness.host_game import Private


@pytest.mark.parametrize("number", range(amount(12, 400, 4000)))
def test_an_honest_round_is_found_right(number: int) -> None:
    rig = Rig(2 + number % 9, f"honest {number}")
    rig.style = bold if number % 2 else choose
    rig.start()
    rig.finish()
    assert not rig.faults
    replica = rig.host.replica
    assert replica.attested == dict.fromkeys(range(2 + number % 9), "ok")
    for client in rig.clients.values():
        assert client.replica.heads == replica.heads
        assert client.replica.state() == replica.state()
        assert client.verified_round == 1
        assert client.replica.ledger.bags == replica.ledger.bags
    for seat in range(2 + number % 9):
        assert rig.clients[seat].hand == rig.truth.hands[seat]


def test_the_ledger_opens_to_the_true_hands_at_every_step() -> None:
    rig = Rig(4, "ledger")
    rig.style = bold
    rig.start()

    def compare() -> bool:
        for seat in range(4):
            bag = rig.host.replica.ledger.bag(seat)
            opened = {(epoch, leaf): rig.host._layer(epoch).opening(leaf)[1] for epoch, leaf in bag.refs}
            assert bag.hand(opened) == rig.truth.hands[seat]
            assert len(bag) == rig.round.size(seat)
        return False

    rig.play(compare)
    assert not rig.faults


def test_a_draw_does_not_name_its_card() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    seat = rig.round.to_act
    rig.act(seat, Draw(seat))
    entry = entries.decode_entry(rig.written[-1].raw)
    assert isinstance(entry.b, bodies.Act)
    assert entry.b.cl == ()
    view = rig.clients[seat].view()
    assert view is not None
    assert view.drawn == rig.clients[seat].hand[-1]


def test_another_card_than_the_sealed_one() -> None:
    rig = Rig()

    def change(private: Private) -> Private:
        text = deal_of(private)
        first = msgspec.structs.replace(text.openings[0], uid=(text.openings[0].uid + 1) % 108)
        return rig.private(private, msgspec.structs.replace(text, openings=(first, *text.openings[1:])))

    once_private(rig, "deal", change)
    rig.start()
    rig.assert_found(p0="E_LEAF")


def test_the_right_card_with_a_wrong_nonce() -> None:
    rig = Rig()

    def change(private: Private) -> Private:
        text = deal_of(private)
        last = msgspec.structs.replace(text.openings[-1], nonce=bytes(32))
        return rig.private(private, msgspec.structs.replace(text, openings=(*text.openings[:-1], last)))

    once_private(rig, "deal", change)
    rig.start()
    rig.assert_found(p0="E_LEAF")


def test_a_card_that_is_not_the_next_one() -> None:
    rig = Rig()

    def change(private: Private) -> Private:
        text = deal_of(private)
        record = rig.host.replica.record
        assert record is not None
        order = record.attempts[-1].result
        assert order is not None
        position = text.openings[0].pos + 50
        leaf = order.order[position]
        opening = messages.Opening(position, *rig.host._layer(text.epoch).opening(leaf))
        return rig.private(private, msgspec.structs.replace(text, openings=(opening, *text.openings[1:])))

    once_private(rig, "deal", change)
    rig.start()
    rig.assert_found(p0="E_ORDER")


def test_fewer_cards_than_drawn() -> None:
    rig = Rig()
    once_private(
        rig,
        "deal",
        lambda p: rig.private(p, msgspec.structs.replace(deal_of(p), openings=deal_of(p).openings[1:])),
    )
    rig.start()
    rig.assert_found(p0="E_ORDER")


def test_somebody_elses_cards() -> None:
    rig = Rig()
    once_private(
        rig, "deal", lambda p: rig.private(p, msgspec.structs.replace(deal_of(p), to=rig.signers[1].pk))
    )
    rig.start()
    rig.assert_found(p0="E_ORDER")


def test_a_private_message_that_the_host_did_not_sign_is_no_proof() -> None:
    rig = Rig()
    once_private(rig, "deal", lambda p: replace(p, sig=bytes(64)))
    with pytest.raises(ProtocolFault) as caught:
        rig.start()
    assert caught.value.code == "E_SIG"
    assert rig.clients[0].fault is None


def test_nothing_is_played_before_the_cards_have_come() -> None:
    rig = Rig()
    once_private(rig, "deal", lambda p: None)
    rig.start()
    assert rig.clients[0].waits_for_cards
    assert not rig.clients[1].waits_for_cards
    # Sent again as a whole bag, all is well.
    rig.tamper = lambda output, seat: output
    rig.feed(list(rig.host.own_bag(0)))
    assert not rig.clients[0].waits_for_cards
    rig.finish()
    assert not rig.faults


def other_uid(text: messages.ShowText) -> messages.ShowText:
    """The first card is another one."""
    first = msgspec.structs.replace(text.bag[0], uid=(text.bag[0].uid + 1) % 100)
    return msgspec.structs.replace(text, bag=(first, *text.bag[1:]))


def other_leaf(text: messages.ShowText) -> messages.ShowText:
    """The first card is said to lie elsewhere."""
    first = msgspec.structs.replace(text.bag[0], leaf=(text.bag[0].leaf + 1) % 108)
    return msgspec.structs.replace(text, bag=(first, *text.bag[1:]))


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (lambda text: msgspec.structs.replace(text, target=1), "E_ORDER"),
        (lambda text: msgspec.structs.replace(text, to=bytes(32)), "E_ORDER"),
        (other_uid, "E_LEAF"),
        (other_leaf, "E_ORDER"),
    ],
)
def test_a_bag_sent_again_must_be_mine_and_unchanged(
    forge: Callable[[messages.ShowText], messages.ShowText], code: str
) -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    private = rig.host.own_bag(0)[0]
    rig.hear(0, rig.private(private, forge(show_of(private))))
    rig.assert_found(p0=code)
