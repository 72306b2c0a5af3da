"""Answers written down and read back."""

from __future__ import annotations

from typing import Any

import pytest

from uno_lan.engine import (
    NOBODY,
    Begin,
    Challenge,
    ClaimError,
    ClaimReader,
    ClaimWriter,
    Round,
    Ruleset,
    Shuffled,
)
from uno_lan.engine import events as ev

from .story import Story


def test_written_in_the_order_asked() -> None:
    s = Story(seats=3)
    s("begin")
    order = [3, 60, 25, *(c for c in range(108) if c not in (3, 60, 25))]
    s.truth.install(s.round, order)
    writer = ClaimWriter(s.truth)
    assert isinstance(s.round.apply(Shuffled(NOBODY), writer), tuple)
    assert writer.take() == [3, 60, 25]
    assert writer.take() == []


def test_verdict_is_a_claim_and_holding_is_none() -> None:
    s = Story(top="R5", hands={"A": "W4 R3", "B": "B1", "C": "Y1"})
    writer = ClaimWriter(s.truth)
    assert isinstance(s.round.apply(s.command("A: play W4 blue"), writer), tuple)
    assert writer.claims == []
    s.round.apply(Challenge(1), writer)
    assert writer.take() == [True]


def test_cards_may_be_written_with_a_proof() -> None:
    s = Story(seats=2, dealer=0)
    s("begin")
    s.truth.install(s.round, [*range(15), *range(15, 108)])
    writer = ClaimWriter(s.truth, lambda card: ("opening", card))
    events = s.round.apply(Shuffled(NOBODY), writer)
    claims = writer.take()
    assert claims == [("opening", 14)]

    def opened(claim: Any) -> int:
        return int(claim[1])

    client = Round(s.rules, (0, 1), 0)
    client.apply(Begin(NOBODY), ClaimReader([]))
    assert client.apply(Shuffled(NOBODY), ClaimReader(claims, read_card=opened)) == events


def ask(reader: ClaimReader) -> object:
    """Let a round ask for the first card."""
    round_ = Round(Ruleset.make("classic"), (0, 1), 0)
    round_.apply(Begin(NOBODY), reader)
    return round_.apply(Shuffled(NOBODY), reader)


@pytest.mark.parametrize(
    ("claims", "message"), [([], "missing"), ([True], "no card"), (["R5"], "no card"), ([None], "no card")]
)
def test_wrong_claims_about_a_card(claims: list[Any], message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        ask(ClaimReader(claims))


def test_left_over() -> None:
    reader = ClaimReader([14, 15])
    ask(reader)
    with pytest.raises(ClaimError, match="left over"):
        reader.finish()


@pytest.mark.parametrize("claims", [[], [1], ["yes"]])
def test_wrong_verdict(claims: list[Any]) -> None:
    s = Story(top="R5", hands={"A": "W4 R3", "B": "B1", "C": "Y1"})
    s("A: play W4 blue")
    with pytest.raises(ClaimError):
        s.round.apply(Challenge(1), ClaimReader(claims))


def test_reader_says_yes_unless_told_otherwise() -> None:
    s = Story(top="R5", hands={"A": "R3 R4 R6", "B": "B1"})
    command = s.command("A: play R3")
    assert ev.Played(0, s.truth.hands[0][0]) in s.round.copy().apply(command, ClaimReader([]))  # type: ignore[operator]
    refused = s.round.apply(command, ClaimReader([], holds=lambda seat, card: False))
    assert getattr(refused, "code", "") == "not_in_hand"
