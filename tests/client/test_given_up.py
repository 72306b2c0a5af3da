"""Shuffles that are given up: what each person reads, and what the program of who is named does about it."""

from __future__ import annotations

import pytest

from protocol import codec, messages
from protocol.messages import Message
from tests.attacks.test_shuffles import break_off
from tests.client.seats import Sessions
from tests.client.test_dispute import kinds, texts
from tests.fairness.rig import Rig
from tests.replay.test_reel import reel_of
from uno_lan.client import words
from uno_lan.engine import Ruleset
from uno_lan.fairness.lost import Lost

GIVEN_UP = "The shuffle begins anew: Ben did not open the sealed number in time."
TOO_LATE = "The shuffle begins anew: the table says that you did not open your number in time."
SHOWN = "Ben has shown the number that the shuffle given up had waited for."
WOULD = "The draw for dealer that was given up would have turned over:"
CLAIM = "{} the table gave the shuffle up for want of my number, which I had sent in time."


def swallow(table: Sessions, name: str, *swallowed: type[Message]) -> None:
    """The host lets messages of somebody disappear."""
    take = table.table.message

    def message(peer: int, said: Message, now: int) -> None:
        if not (peer == table.seats[name].peer and isinstance(said, swallowed)):
            take(peer, said, now)

    vars(table.table)["message"] = message


def test_a_seed_that_the_host_lets_disappear_is_shown_to_all() -> None:
    """Ben had sent it: Ben says so, and all see what the shuffle would have brought."""
    table = Sessions("Ann", "Ben", "Cem")
    swallow(table, "Ben", messages.Reveal)
    table.start()
    table.wait(3_500)
    (answer,) = kinds(table, "ANSWER")
    assert answer.c is not None and answer.c.seat == 1
    (dispute,) = kinds(table, "DISPUTE")
    assert dispute.c is not None
    text = codec.decode_text(dispute.c.p, messages.DisputeText)
    assert (text.code, text.evidence) == ("seed", None)
    for name in ("Ann", "Cem"):
        said = texts(table, name)
        assert said.count(GIVEN_UP) == 1
        assert any(line.startswith(SHOWN) for line in said)
        assert CLAIM.format("Ben says:") in said
    mine = texts(table, "Ben")
    assert TOO_LATE in mine
    assert (
        "You have shown everybody your number for the shuffle that was given up. It deals nothing now."
        in mine
    )
    assert CLAIM.format("You say:") in mine
    for name, first in (("Ann", "You: "), ("Ben", "Ann: ")):
        lost = table[name].snapshot.fair.lost
        assert lost[0] == WOULD
        assert lost[1].startswith(first)
        assert lost[-1].endswith("would have dealt.")
        assert texts(table, name).count(WOULD) == 1
        assert "\n".join(lost) in words.explained(table[name].snapshot.fair)
    table.play()
    for name in table.seats:
        table.ask(name, messages.NextRound(2))
    assert table["Ann"].snapshot.round_no == 2
    assert table["Ann"].snapshot.fair.lost == (), "that was the round before"


def test_who_was_away_shows_the_seed_when_back_and_claims_nothing() -> None:
    table = Sessions("Ann", "Ben", "Cem")
    swallow(table, "Ben", messages.Reveal, messages.Answer)
    table.start()
    table.seats["Ben"].session.lost()  # its program has noticed, the host has not
    table.wait(3_500)
    assert not kinds(table, "ANSWER")
    table.drop("Ben")
    del vars(table.table)["message"]
    table.reopen("Ben")
    assert len(kinds(table, "ANSWER")) == 1
    assert not kinds(table, "DISPUTE")
    assert table["Cem"].snapshot.fair.lost[0] == WOULD
    assert any(line.startswith(SHOWN) for line in texts(table, "Cem"))


def test_who_sealed_nothing_has_nothing_to_show() -> None:
    table = Sessions("Ann", "Ben", "Cem")
    swallow(table, "Ben", messages.Commit)
    table.start()
    table.wait(3_500)
    assert not kinds(table, "ANSWER")
    assert "The shuffle begins anew: Ben sealed no number in time." in texts(table, "Ann")
    assert "The shuffle begins anew: the table says that you sealed no number in time." in texts(table, "Ben")
    assert not kinds(table, "DISPUTE"), "nothing had been opened, so nothing was chosen"


def name_of(seat: int) -> str:
    return ("Ann", "Ben", "Cem")[seat]


@pytest.mark.parametrize(
    ("culprits", "phase", "left", "me", "text"),
    [
        ((1, 2), "reveal", False, 0, "Ben and Cem did not open the sealed number in time."),
        ((0, 2), "reveal", False, 0, "the table says that you and Cem did not open the number in time."),
        ((0, 2), "commit", False, 0, "the table says that you and Cem sealed no number in time."),
        ((2,), "reveal", True, 0, "Cem left with cards of the shuffle: it begins anew."),
    ],
)
def test_who_is_named(culprits: tuple[int, ...], phase: str, left: bool, me: int, text: str) -> None:
    assert words.given_up(culprits, phase, left, name_of, me).endswith(text)


def test_what_would_have_come() -> None:
    edition = Ruleset.make("classic").edition
    deal = Lost(3, "deal", ((0, (0, 1)), (1, (2, 3))), (), 50, 1)
    card = edition.text
    assert words.would_have(deal, edition, name_of, 0) == [
        "The deal that was given up would have been:",
        f"You: {card(0)} {card(1)}",
        f"Ben: {card(2)} {card(3)}",
        f"First card: {card(50)}",
        "Ben would have dealt.",
    ]
    refill = Lost(3, "refill", ((1, (7,)),), (8, 9))
    assert words.would_have(refill, edition, name_of, 1) == [
        "With the shuffle that was given up, these cards would have come:",
        f"You: {card(7)}",
        f"Next on the pile: {card(8)} {card(9)}",
    ]
    assert (
        words.would_have(Lost(3, "dealer", (), (), -1, 0), edition, name_of, 0)[-1] == "You would have dealt."
    )


def test_a_replay_tells_it_as_well() -> None:
    rig = Rig(3, "given up")
    rig.stands_still = True
    rig.start()
    break_off(rig, 2, reveal=True)
    rig.stands_still = False
    rig.settle()
    reel = reel_of(rig)
    said = [line.text for line in reel.log(len(reel.moments) - 1)]
    assert "The shuffle begins anew: P2 did not open the sealed number in time." in said
    assert any(line.startswith("P2 has shown the number") for line in said)
    assert said.count(WOULD) == 1
