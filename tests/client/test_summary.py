"""What a snapshot says about a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from uno_lan.client.summary import fairness_of
from uno_lan.fairness.client_game import ClientGame


def game(*shuffles: tuple[int, ...]) -> ClientGame:
    """A round with these shuffles, each by these seats; the host's key sits on seat 0."""
    roster = {seat: SimpleNamespace(pk=bytes([seat])) for seat in range(4)}
    attempts: list[Any] = [SimpleNamespace(result=(1,), contributors=seats) for seats in shuffles]
    attempts.append(SimpleNamespace(result=None, contributors=()))
    replica = SimpleNamespace(
        record=SimpleNamespace(attempts=attempts),
        roster=roster,
        start=SimpleNamespace(host=bytes([0])),
        aborts=0,
    )
    return cast(ClientGame, SimpleNamespace(replica=replica))


def test_a_deal_is_as_independent_as_the_shuffle_with_the_fewest() -> None:
    """The audit says the smallest number of a round; the screens said that of the newest shuffle."""
    assert fairness_of(game((0, 1, 2, 3))).contributors == 3
    assert fairness_of(game((0, 1), (0, 1, 2, 3))).contributors == 1
    assert fairness_of(game((0, 1, 2), (0,))).contributors == 0
    assert fairness_of(game()).contributors == 0
