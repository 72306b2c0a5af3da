"""Attacks with cards: other cards, other places, cards from nowhere."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec
import pytest

from protocol import messages
from tests.attacks.harness import Court, attack, once_private
from tests.fairness.cheats import DoubleCard, LooseHands, cheat, fitting
from tests.fairness.rig import Rig, deal_of, to_turn
from tests.host.pair import lazy
from uno_lan.engine import Draw, Phase
from uno_lan.fairness.host_game import Output, Private, Written


def change_deal(change: Callable[[Rig, messages.DealText], messages.DealText], seat: int = 0) -> Rig:
    """A game whose host changes the first delivery to a player."""
    rig = attack()
    once_private(rig, "deal", lambda p: rig.private(p, change(rig, deal_of(p))), seat)
    rig.start()
    return rig


def first(text: messages.DealText, **changes: object) -> messages.DealText:
    """A delivery with its first opening changed."""
    opening = msgspec.structs.replace(text.openings[0], **changes)
    return msgspec.structs.replace(text, openings=(opening, *text.openings[1:]))


def test_01_another_card_than_was_sealed(court: Court) -> None:
    rig = change_deal(lambda _, text: first(text, uid=(text.openings[0].uid + 1) % 108))
    rig.assert_found(p0="E_LEAF")
    court.convicts_host(rig, "LEAF", "E_LEAF", 0)


def test_02_the_right_card_with_a_wrong_nonce(court: Court) -> None:
    rig = change_deal(lambda _, text: first(text, nonce=bytes(32)))
    rig.assert_found(p0="E_LEAF")
    court.convicts_host(rig, "LEAF", "E_LEAF", 0)


def opening_at(rig: Rig, position: int, said: int) -> messages.Opening:
    """The true opening of a draw position, said to be at another one."""
    record = rig.host.replica.record
    assert record is not None
    shuffle = record.attempts[-1].result
    assert shuffle is not None
    return messages.Opening(said, *rig.host._layer(shuffle.number).opening(shuffle.order[position]))


@pytest.mark.parametrize("admits", [True, False], ids=["says so", "says it was the next"])
def test_03_a_card_is_passed_over(admits: bool, court: Court) -> None:
    def change(rig: Rig, text: messages.DealText) -> messages.DealText:
        place = text.openings[0].pos
        skipped = opening_at(rig, place + 1, place + 1 if admits else place)
        return msgspec.structs.replace(text, openings=(skipped, *text.openings[1:]))

    rig = change_deal(change)
    rig.assert_found(p0="E_ORDER")
    court.convicts_host(rig, "ORDER", "E_ORDER", 0)


def test_04_one_card_for_two_players(court: Court) -> None:
    """Ben is dealt Ann's first card: it opens well, but it is not the one at his place."""

    def change(rig: Rig, text: messages.DealText) -> messages.DealText:
        epoch, leaf = rig.host.replica.ledger.bag(0).refs[0]
        anns = messages.Opening(text.openings[0].pos, *rig.host._layer(epoch).opening(leaf))
        return msgspec.structs.replace(text, openings=(anns, *text.openings[1:]))

    rig = change_deal(change, seat=1)
    rig.assert_found(p1="E_ORDER")
    court.convicts_host(rig, "ORDER", "E_ORDER", 1)


def test_05_a_deck_with_a_card_twice(court: Court) -> None:
    """Found when both turn up, at the latest when the round is opened."""
    at_once, at_end = 0, 0
    for number in (8, 2, *range(14)):
        rig = attack(5, f"double {number}", host=DoubleCard)
        rig.start()
        try:
            rig.finish()
        except (AssertionError, ValueError):
            continue  # the cheat tripped over its own feet
        codes = set(rig.codes().values())
        assert codes, "nobody has found it, though the round was opened"
        assert codes <= {"E_DUPCARD", "E_DECK", "E_MYCARD"}
        for seat, code in rig.codes().items():
            court.convicts_host(rig, "BAG" if code == "E_MYCARD" else "DECK", code, seat)
        at_end += codes == {"E_DECK"}
        at_once += codes != {"E_DECK"}
        if at_end and at_once:
            return
    raise AssertionError(f"found at once {at_once} times, at the end {at_end} times")


def test_18_the_host_s_seat_plays_a_card_that_somebody_holds(court: Court) -> None:
    rig = attack(4, "sleeve", host=LooseHands)
    rig.start()
    owner = []

    def card() -> int:
        for seat in (1, 2, 3):
            for found in rig.truth.hands[seat]:
                if rig.round.fits[found]:
                    owner.append(seat)
                    return found
        raise AssertionError

    cheat(rig, card)
    rig.assert_found(**{f"p{owner[0]}": "E_MYCARD"})
    court.convicts_host(rig, "BAG", "E_MYCARD", owner[0])
    found = rig.evidence(owner[0])
    assert found is not None
    private = [item for item in rig.secrets[owner[0]] if item.data in found.data]
    assert len(private) == 1, "the one delivery that gave the card away, and no other"


def test_19_the_host_s_seat_plays_a_card_of_the_pile(court: Court) -> None:
    """Nobody holds it: who draws it later notices, else everybody when the cards are open."""
    rig = attack(3, "sleeve pile", host=LooseHands)
    rig.start()
    cheat(rig, lambda: fitting(rig, rig.truth.pile[:30]))
    assert not rig.faults
    collude(rig, 0)
    played = rig.round.discard[-1]
    with contextlib.suppress(AssertionError, ValueError):
        rig.finish()  # the host's own books do not add up any more
    if not rig.faults:
        rig.feed([end_of(rig)])
    codes = set(rig.codes().values())
    assert codes and codes <= {"E_BAG", "E_DUPCARD"}
    assert played not in rig.truth.hands[0]
    others = rig.faults.keys() - {0}
    assert others, "not only who was in league with the host"
    for seat in others:
        code = rig.codes()[seat]
        court.convicts_host(rig, "BAG" if code == "E_BAG" else "DECK", code, seat)


def collude(rig: Rig, seat: int) -> None:
    """This player is in league with the host and complains about nothing."""
    client = rig.clients[seat]
    for check in ("_may_hold", "_judge", "_check_hand"):
        vars(client)[check] = lambda *question: None


def end_of(rig: Rig) -> Written:
    """The end of a round, written by a host whose books do not add up."""
    outputs = rig.host.end_round(rig.now)
    assert isinstance(outputs[0], Written)
    return outputs[0]


def test_19_a_later_drawer_notices_at_once(court: Court) -> None:
    rig = attack(3, "sleeve drawn 0", host=LooseHands)
    rig.start()
    cheat(rig, lambda: fitting(rig, rig.truth.pile[-12:]))
    assert not rig.faults
    collude(rig, 0)
    rig.style = lazy
    rig.play()
    (code,) = set(rig.codes().values())
    assert code == "E_DUPCARD"
    for seat in rig.faults:
        court.convicts_host(rig, "DECK", "E_DUPCARD", seat)


def test_20_a_card_is_played_twice(court: Court) -> None:
    rig = attack(3, "twice", host=LooseHands)
    rig.start()
    rig.play(lambda: len(rig.round.discard) > 12)
    cheat(rig, lambda: fitting(rig, rig.round.discard[:-1]))
    rig.assert_found(p1="E_DUPCARD", p2="E_DUPCARD", watcher="E_DUPCARD")
    court.convicts_host(rig, "DECK", "E_DUPCARD", 1, 2, -1)


def test_nothing_more_than_the_false_delivery_is_shown(court: Court) -> None:
    """Whoever proves a false card shows the message it came in, and no other card."""
    rig = attack()
    to_change: list[Private] = []

    def tamper(output: Output, seat: int) -> Output:
        if isinstance(output, Private) and seat == 0 and len(rig.secrets[0]) == 1 and not to_change:
            to_change.append(output)
            return rig.private(output, first(deal_of(output), nonce=bytes(32)))
        return output

    rig.tamper = tamper
    rig.start()
    to_turn(rig)
    while not rig.faults:
        seat = rig.round.to_act
        rig.act(seat, Draw(seat)) if rig.round.phase is Phase.TURN else rig.step()
    rig.assert_found(p0="E_LEAF")
    found = rig.evidence(0)
    assert found is not None
    assert rig.secrets[0][0].data not in found.data
    assert rig.secrets[0][1].data in found.data
    court.convicts_host(rig, "LEAF", "E_LEAF", 0)
