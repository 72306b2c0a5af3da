"""Honest rounds of every edition under all kinds of rules: every client finds them right, step by step."""

from __future__ import annotations

import pytest

from tests.amounts import amount
from tests.fairness.restless import Restless

EDITIONS = ("classic", "super-mario", "star-wars", "mario-kart", "customizable")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", range(amount(10, 50, 10_000)))
def test_an_honest_round_is_found_right(edition: str, number: int) -> None:
    rig = Restless.of(edition, number)
    rig.run()
    assert not rig.faults, (rig.faults, rig.rules.house, rig.rules.custom)
    replica = rig.host.replica
    here = {seat for seat in rig.clients if seat >= 0}
    assert {replica.attested.get(seat) for seat in here} == {"ok"}
    for client in rig.clients.values():
        assert client.replica.heads == replica.heads
        assert client.verified_round == 1
        assert client.replica.ledger.bags == replica.ledger.bags
