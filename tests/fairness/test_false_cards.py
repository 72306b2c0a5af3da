"""A host that deals, opens or lets play cards that are not what it sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol import bodies, entries
from tests.fairness.cheats import STRANGE, DoubleCard, LooseHands, Stranger, cheat, fitting
from tests.fairness.rig import (
    Rig,
    once,
)
from uno_lan.fairness.host_game import Written
from uno_lan.fairness.opening import verify_round


def test_a_deck_with_a_card_twice_is_found_at_the_latest_when_the_round_ends() -> None:
    found = set()
    for number in range(12):
        rig = Rig(5, f"double {number}", host=DoubleCard)
        rig.start()
        try:
            rig.finish()
        except (AssertionError, ValueError):
            continue  # the cheat tripped over its own feet
        assert rig.faults
        found |= set(rig.codes().values())
    assert found <= {"E_DUPCARD", "E_DECK", "E_MYCARD", "E_BAG"}
    assert "E_DECK" in found


def test_the_host_s_seat_plays_a_card_of_somebody_else() -> None:
    rig = Rig(4, "sleeve", host=LooseHands)
    rig.start()
    owner: list[int] = []

    def card() -> int:
        for seat in (1, 2, 3):
            try:
                found = fitting(rig, rig.truth.hands[seat])
            except StopIteration:
                continue
            owner.append(seat)
            return found
        raise AssertionError

    cheat(rig, card)
    rig.assert_found(**{f"p{owner[0]}": "E_MYCARD"})


def test_the_host_s_seat_plays_a_card_of_the_pile() -> None:
    rig = Rig(3, "sleeve pile", host=LooseHands)
    rig.start()
    cheat(rig, lambda: fitting(rig, rig.truth.pile[:30]))
    assert not rig.faults
    # Nobody holds it, so it is found when it is drawn, or when all seeds are open.
    record = rig.host.replica.record
    assert record is not None
    for attempt in record.attempts:
        attempt.seed = rig.host._seeds[attempt.eid]
    faults = verify_round(record, bodies.RoundEnd((), (), (), ()))
    assert [fault.code for fault in faults] == ["E_BAG"]


def test_a_card_that_lies_on_the_discard_pile() -> None:
    rig = Rig(3, "twice", host=LooseHands)
    rig.start()
    rig.play(lambda: len(rig.round.discard) > 12)
    cheat(rig, lambda: fitting(rig, rig.round.discard[:-1]))
    rig.assert_found(p1="E_DUPCARD", p2="E_DUPCARD", watcher="E_DUPCARD")


def claims_of(output: Written) -> tuple[Any, ...]:
    """The claims of an entry."""
    body = entries.decode_entry(output.raw).b
    assert isinstance(body, bodies.EpochSeeds)
    return body.cl


def flips(output: Written) -> tuple[int, tuple[int, int, bytes]]:
    """Where the first opened card stands among the claims of an entry, and the claim."""
    claims = claims_of(output)
    return next((i, claim) for i, claim in enumerate(claims) if isinstance(claim, tuple))


def with_claim(rig: Rig, output: Written, claim: object) -> Written:
    """The entry with another first opened card."""
    place, _ = flips(output)
    claims = list(claims_of(output))
    claims[place] = claim
    return rig.body(output, cl=tuple(claims))


@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (lambda c: (c[0], (c[1] + 1) % 108, c[2]), "E_LEAF"),
        (lambda c: (c[0], c[1], bytes(32)), "E_LEAF"),
        (lambda c: ((c[0] + 1) % 108, c[1], c[2]), "E_ORDER"),
        (lambda c: c[1], "E_RULE"),
        (lambda c: (c[0], c[1]), "E_RULE"),
        (lambda c: True, "E_RULE"),
    ],
)
def test_a_false_card_turned_up(forge: Callable[[tuple[int, int, bytes]], object], code: str) -> None:
    rig = Rig()
    once(rig, "EPOCH_SEEDS", lambda w: with_claim(rig, w, forge(flips(w)[1])))
    rig.start()
    rig.assert_found(all=code)


def test_a_card_turned_up_that_is_in_no_deck() -> None:
    """The host has sealed it, so it opens; it is no card all the same."""
    rig = Rig(host=Stranger)
    once(rig, "EPOCH_SEEDS", lambda w: with_claim(rig, w, strange(flips(w)[1])))
    rig.start()
    rig.assert_found(all="E_DECK")


def strange(claim: tuple[int, int, bytes]) -> tuple[int, int, bytes]:
    """The opening of the same leaf as a strange card."""
    return (claim[0], STRANGE, claim[2])
