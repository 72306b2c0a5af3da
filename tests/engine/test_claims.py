"""Answers written down and read back."""

from __future__ import annotations

from typing import Any

import pytest

from uno_lan.engine import (
    NOBODY,
    Begin,
    Challenge,
    ClaimError,
    Round,
    Ruleset,
    Shuffled,
)
from uno_lan.engine import events as ev

from .claims import ClaimReader, ClaimWriter
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


# The questions of special cards and house rules.


def agree(s: Story, text: str) -> list[Any]:
    """Carry a command out; a client with its claims comes to the same. Returns the claims."""
    client, writer = s.round.copy(), ClaimWriter(s.truth)
    command = s.command(text)
    events = s.round.apply(command, writer)
    claims = writer.take()
    reader = ClaimReader(claims)
    assert client.apply(command, reader) == events
    reader.finish()
    assert client.public() == s.round.public()
    return claims


def custom(*rules: str) -> Ruleset:
    return Ruleset.make("customizable", None, rules * 3, uno_grace_ms=0)


HANDS = {"A": "WC R1 R2", "B": "Y1 W Y2", "C": "W W4 G1"}


def test_cards_that_are_dropped() -> None:
    s = Story(top="R5", hands=HANDS, rules=custom("others_drop_wilds"))
    assert agree(s, "A: play WC blue") == [(100,), (101, 104)]


def test_cards_chosen_for_who_does_not_answer() -> None:
    s = Story(top="R5", hands=HANDS, rules=custom("next discards 2"))
    assert agree(s, "A: play WC blue") == []
    assert agree(s, "B: timeout") == [(26, 28)]


def test_one_claim_for_each_card_drawn() -> None:
    s = Story(top="R5", hands=HANDS, pile="Y9 G9 R9", rules=custom("draw_to_color"))
    assert agree(s, "A: play WC blue red") == [False, False, True]


def test_who_can_play() -> None:
    s = Story(top="R5", hands=HANDS, rules=custom("punish_3"))
    assert agree(s, "A: play WC yellow") == [True]


def test_a_draw_four_without_bluff() -> None:
    rules = Ruleset.make("classic", uno_grace_ms=0, no_bluff=True, must_play=True, must_play_drawn=True)
    s = Story(top="R5", hands={"A": "W4 B1 B2", "B": "Y1", "C": "G1 G2"}, pile="B3 B4 B5 B6 Y8", rules=rules)
    assert agree(s, "A: play W4 red") == [False]
    assert agree(s, "C: draw") == [False]
    assert agree(s, "C: keep") == [False]


def test_the_coin() -> None:
    s = Story(seats=3, rules=Ruleset.make("mario-kart", uno_grace_ms=0))
    s("begin")
    order = [*range(1, 22), 0, *range(22, 112)]
    s.truth.install(s.round, order)
    client, writer = s.round.copy(), ClaimWriter(s.truth)
    events = s.round.apply(Shuffled(NOBODY), writer)
    assert client.apply(Shuffled(NOBODY), ClaimReader(claims := writer.take())) == events
    assert claims == [0, 0]


@pytest.mark.parametrize(
    ("rule", "claims", "why"),
    [
        ("punish_3", [1], "no yes or no"),
        ("punish_3", [], "missing"),
        ("draw_to_color", [None], "no yes or no"),
        ("others_drop_wilds", [True], "no list of cards"),
        ("others_drop_wilds", [(True,)], "no list of cards"),
        ("next discards 9", ["x"], "no list of cards"),
    ],
)
def test_claims_of_the_wrong_kind(rule: str, claims: list[Any], why: str) -> None:
    s = Story(top="R5", hands=HANDS, rules=custom(rule))
    with pytest.raises(ClaimError, match=why):
        s.round.apply(s.command("A: play WC blue"), ClaimReader(claims))


@pytest.mark.parametrize("claim", [3, -1, True, "0"])
def test_a_coin_with_too_many_sides(claim: Any) -> None:
    round_ = Round(Ruleset.make("mario-kart"), (0, 1, 2))
    round_.apply(Begin(NOBODY), ClaimReader([]))
    with pytest.raises(ClaimError, match="no number below 3"):
        round_.apply(Shuffled(NOBODY), ClaimReader([claim]))
