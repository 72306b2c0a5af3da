"""Honest rounds are found right; private cards must be the sealed ones and the next ones."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from protocol import bodies, codec, entries, messages, shuffle
from protocol.errors import ProofFault, ProtocolFault
from protocol.unolog import Frame
from tests.amounts import amount
from tests.fairness.cheats import DoubleCard, LooseHands, Stranger, cheat, fitting
from tests.fairness.rig import (
    Rig,
    bold,
    deal_of,
    once_private,
    show_of,
    to_turn,
)
from tests.signers import HashSigner, HashVerifier
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Draw, Phase, Play
from uno_lan.fairness.client_game import ClientGame, Reaction
from uno_lan.fairness.host_game import Private
from uno_lan.fairness.layer import HostLayer


@pytest.mark.parametrize("number", range(amount(12, 100, 4000)))
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
    once_private(rig, "deal", lambda p: msgspec.structs.replace(p, sig=bytes(64)))
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


def test_nothing_is_seen_before_the_first_round() -> None:
    client = ClientGame(HashSigner("player 0"), HashVerifier(), HashSigner("host").pk)
    assert client.view() is None
    assert client.seat == NOBODY
    assert client.resend(bytes(32)).send == []


def test_a_card_turned_up_must_not_be_elsewhere() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    client = rig.clients[0]
    for card, code in (
        (client.hand[0], "E_DUPCARD"),
        (rig.round.discard[0], "E_DUPCARD"),
        (rig.rules.edition.size, "E_DECK"),
    ):
        with pytest.raises(ProofFault) as caught:
            client._may_open(card)
        assert caught.value.code == code


def test_private_cards_of_another_round_are_old_news() -> None:
    rig = Rig()
    kept: list[Private] = []

    def keep(private: Private) -> Private:
        kept.append(private)
        return private

    once_private(rig, "deal", keep)
    rig.start()
    text = msgspec.structs.replace(deal_of(kept[0]), round=7)
    rig.hear(0, rig.private(kept[0], text))
    rig.hear(0, kept[0])
    assert not rig.faults


def cheated() -> Rig:
    """Seat 0 has played a card of the pile; its own program has lost its file and catches up."""
    rig = Rig(3, "sleeve pile", host=LooseHands)
    rig.start()
    cheat(rig, lambda: fitting(rig, rig.truth.pile[:30]))
    rig.faults.clear()
    client = ClientGame(rig.signers[0], HashVerifier(), rig.signer.pk)
    for written in rig.written:
        client.on_entry(written.raw, written.sig, b"")
    rig.clients[0] = client
    return rig


def test_a_card_was_played_for_me_that_i_never_held() -> None:
    rig = cheated()
    rig.hear(0, rig.host.own_bag(0)[0])
    rig.assert_found(p0="E_BAG")


def test_a_card_is_played_for_me_that_i_do_not_hold() -> None:
    rig = Rig(3, "sleeve pile", host=LooseHands)
    rig.start()
    while not (rig.round.to_act == 0 and rig.round.phase is Phase.TURN):
        assert rig.step()
    card = fitting(rig, rig.truth.pile[:30])
    rig.act(0, Play(0, card, 1 if card >= 100 else NOBODY))
    rig.assert_found(p0="E_BAG")


def test_half_a_bag_is_not_enough() -> None:
    rig = Rig()
    once_private(rig, "deal", lambda p: None)
    rig.start()
    private = rig.host.own_bag(0)[0]
    text = show_of(private)
    rig.hear(0, rig.private(private, msgspec.structs.replace(text, bag=text.bag[1:])))
    assert rig.clients[0].waits_for_cards
    assert not rig.faults
    rig.hear(0, private)
    assert not rig.clients[0].waits_for_cards


def test_a_bag_with_a_card_twice() -> None:
    class Twin(DoubleCard):
        """Seals one card many times."""

        def _seal(self, epoch: int, attempt: int, eid: bytes) -> HostLayer:
            layer = super()._seal(epoch, attempt, eid)
            cards = tuple(21 if card < 60 else card for card in layer.cards)
            leaves = tuple(shuffle.leaf(eid, i, c, layer.nonces[i]) for i, c in enumerate(cards))
            self._layers[epoch, attempt] = HostLayer(layer.seed, cards, layer.nonces, leaves)
            return self._layers[epoch, attempt]

    rig = Rig(host=Twin)
    rig.tamper = lambda output, seat: None if isinstance(output, Private) else output
    rig.start()
    codes = set(rig.codes().values())
    if not codes:
        rig.hear(0, rig.host.own_bag(0)[0])
        codes = set(rig.codes().values())
    assert codes <= {"E_DUPCARD"}
    assert codes


def test_a_strange_card_in_my_hand() -> None:
    rig = Rig(host=Stranger)
    rig.start()
    assert "E_LEAF" in rig.codes().values()


def test_what_i_signed_before_is_never_signed_again() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    seat = rig.round.to_act
    client = rig.clients[seat]
    reaction = client.act(Draw(seat), rig.now + 1_000_000)
    again = ClientGame(rig.signers[seat], HashVerifier(), rig.signer.pk)
    stored = [Frame("ent", w.raw, w.sig) for w in rig.written]
    again.restore([*stored, *reaction.frames, Frame("sec", codec.pack({"note": 1}))])
    first = codec.decode_text(signed_part(reaction), messages.Action)
    second = codec.decode_text(signed_part(again.act(Draw(seat), rig.now)), messages.Action)
    assert second.counter == first.counter + 1


def signed_part(reaction: Reaction) -> bytes:
    """The bytes of the action in a reaction."""
    message = reaction.send[0]
    assert isinstance(message, messages.Act)
    return message.p
