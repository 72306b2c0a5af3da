"""What must hold whatever happens: honest games pass, any changed byte is noticed, no seed bends the deck."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from protocol import shuffle
from protocol.errors import ProofFault, ProtocolFault
from protocol.hashes import SHA
from tests.amounts import amount
from tests.fairness.restless import Restless
from tests.fairness.rig import Rig
from tests.fairness.test_audit import report_of
from tests.fairness.test_editions import EDITIONS
from uno_lan.fairness.host_game import Output, Private, Written


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(amount(2, 15, 2_000)))
def test_every_file_of_an_honest_game_passes(edition: str, number: int) -> None:
    rig = Restless.of(edition, 5_000 + number)
    rig.run()
    files = [rig.file(), *(rig.file(seat) for seat in rig.clients if seat >= 0)]
    for frames in files:
        report = report_of(rig, frames)
        assert (report.verdict, report.flaws) == ("PASS", [])
        assert report.rounds[0].checked


@pytest.mark.parametrize("number", range(amount(60, 500, 40_000)))
def test_one_changed_byte_of_the_host_is_noticed(number: int) -> None:
    """In any entry or private message, to any one player: its program takes no notice of the rest."""
    rng = random.Random(number)
    rig = Rig(3, f"byte {number % 5}")
    target, seat = rng.randrange(70), rng.randrange(3)
    seen = 0
    changed: list[Output] = []
    noticed: list[Exception] = []

    def tamper(output: Output, to: int) -> Output:
        nonlocal seen
        if to != seat:
            return output
        seen += 1
        if seen != target + 1:
            return output
        assert isinstance(output, Written | Private)
        data = bytearray(output.raw if isinstance(output, Written) else output.payload)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        if isinstance(output, Written):
            changed.append(replace(output, raw=bytes(data)))
        else:
            changed.append(replace(output, payload=bytes(data)))
        return changed[-1]

    hear = rig.hear

    def watched(to: int, output: Output) -> None:
        try:
            hear(to, output)
        except ProtocolFault as fault:
            noticed.append(fault)
            rig.faults[to] = ProofFault(fault.code, -1, fault.detail)

    vars(rig)["hear"] = watched
    rig.tamper = tamper
    rig.start()
    rig.finish()
    if not changed:
        assert seen <= target, "the round was shorter than that"
        return
    assert noticed or seat in rig.faults
    assert set(rig.faults) == {seat}, "who got the true bytes has found nothing"


# No seed but an honest one decides anything.


def drawn(number: int, people: int, honest: int, cards: int) -> list[int]:
    """What is drawn from a deck that the host has sealed in order, so that a leaf is its card.

    All seeds but one are no secret at all.
    """
    seeds = [bytes([i]) * 32 for i in range(people)]
    seeds[honest] = SHA(b"honest %d" % number)
    return shuffle.player_layer(bytes(32), seeds, cards)


@pytest.mark.parametrize(("people", "honest"), [(1, 0), (2, 0), (2, 1), (4, 2), (10, 9)])
def test_one_honest_seed_makes_the_deck_uniform(people: int, honest: int) -> None:
    """All others, the host included, choose what they like beforehand. Chi-square over all orders."""
    count = amount(4_800, 6_000, 240_000)
    found = Counter(tuple(drawn(number, people, honest, 4)) for number in range(count))
    expected = count / 24
    chi = sum((found[order] - expected) ** 2 / expected for order in found)
    assert len(found) == 24
    assert chi < 49.7, "a deck as crooked as this comes once in a thousand runs, and these runs are fixed"


def test_the_place_of_one_card_is_uniform_in_a_whole_deck() -> None:
    """Where the sorted deck's first card ends up among 108."""
    count = amount(2_700, 5_400, 216_000)
    places = Counter(drawn(number, 4, 1, 108).index(0) for number in range(count))
    expected = count / 108
    chi = sum((places[place] - expected) ** 2 / expected for place in range(108))
    assert chi < 157.0, "df 107, once in a thousand"
