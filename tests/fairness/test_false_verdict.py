"""A host that lies about a challenged hand."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from protocol import messages
from tests.fairness.rig import (
    Rig,
    bold,
    once_private,
    show_of,
)
from uno_lan.bots import choose
from uno_lan.engine import NOBODY, Accept, Challenge, Command, Ruleset, Truth, View, has_match
from uno_lan.engine import events as ev
from uno_lan.fairness.client_game import ClientGame
from uno_lan.fairness.host_game import HostGame, Output, Private


def challenged(host: type[HostGame] = HostGame, guilty: bool | None = None, *, real: bool = False) -> Rig:
    """A round in which a Draw Four waits for its victim, everybody else standing still."""
    for number in range(40):
        rig = Rig(3, f"challenge {number}", host=host, real=real)
        rig.style = bold
        rig.start()
        while not rig.round.can_challenge and rig.step():
            pass
        if not rig.round.can_challenge:
            continue
        hand = rig.truth.marks[rig.round.attacker]
        verdict = has_match(rig.rules.edition, hand, rig.round.before, rig.rules.wilds_match)
        if guilty is None or guilty == verdict:
            return rig
    raise AssertionError("no such challenge")


def parties(rig: Rig) -> tuple[int, int, int]:
    """(attacker, victim, third)."""
    round_ = rig.round
    third = next(s for s in (0, 1, 2) if s not in (round_.attacker, round_.victim))
    return round_.attacker, round_.victim, third


def test_a_card_of_the_hand_shown_is_withheld() -> None:
    rig = challenged()
    _, victim, _ = parties(rig)
    once_private(
        rig,
        "show",
        lambda p: rig.private(p, msgspec.structs.replace(show_of(p), bag=show_of(p).bag[1:])),
        victim,
    )
    rig.act(victim, Challenge(victim))
    rig.assert_found(**{f"p{victim}": "E_VERDICT"})


def test_a_card_of_the_hand_shown_is_another_one() -> None:
    rig = challenged()
    _, victim, _ = parties(rig)

    def change(private: Private) -> Private:
        text = show_of(private)
        first = msgspec.structs.replace(text.bag[0], uid=(text.bag[0].uid + 30) % 100)
        return rig.private(private, msgspec.structs.replace(text, bag=(first, *text.bag[1:])))

    once_private(rig, "show", change, victim)
    rig.act(victim, Challenge(victim))
    rig.assert_found(**{f"p{victim}": "E_LEAF"})


def later(text: messages.ShowText) -> messages.ShowText:
    """The hand as of a later entry."""
    return msgspec.structs.replace(text, at=text.at + 1)


def test_a_later_hand_is_shown() -> None:
    rig = challenged()
    _, victim, _ = parties(rig)
    once_private(
        rig,
        "show",
        lambda p: rig.private(p, msgspec.structs.replace(show_of(p), at=show_of(p).at + 1)),
        victim,
    )
    rig.act(victim, Challenge(victim))
    rig.assert_found(**{f"p{victim}": "E_VERDICT"})


class Crooked(Truth):
    """Turns every verdict around."""

    __slots__ = ()

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """The opposite."""
        return not super().has_match(seat, color, wilds, at_mark, without)


class Judge(HostGame):
    """Says the opposite of what is true about hands."""

    def _begin_round(self) -> None:
        super()._begin_round()
        self.truth = Crooked(self.replica.rules.edition)


def silence(client: ClientGame) -> None:
    """Whoever plays this seat is in league with the host."""
    vars(client)["_judge"] = lambda *question: None
    vars(client)["_expect_show"] = lambda *event: None


@pytest.mark.parametrize("guilty", [True, False])
def test_a_false_verdict(guilty: bool) -> None:
    rig = challenged(host=Judge, guilty=guilty)
    attacker, victim, _ = parties(rig)
    rig.act(victim, Challenge(victim))
    # The one who was accused knows at once, the one who was shown the hand as soon as it comes.
    rig.assert_found(**{f"p{attacker}": "E_VERDICT", f"p{victim}": "E_VERDICT"})


def meek(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Accepts everything."""
    return Accept(view.seat) if view.legal.accept else choose(view, rules, random)


def test_a_false_verdict_that_both_keep_silent_about() -> None:
    """Attacker and victim are in league with the host: the others find out when the cards are open."""
    rig = challenged(host=Judge)
    attacker, victim, third = parties(rig)
    for seat in (attacker, victim):
        silence(rig.clients[seat])
    rig.act(victim, Challenge(victim))
    assert not rig.faults
    rig.style = lambda view, rules, random: (
        Accept(view.seat) if view.legal.accept else choose(view, rules, random)
    )
    rig.finish()
    assert rig.codes()[third] == "E_VERDICT"


def test_the_hand_of_an_honest_challenge() -> None:
    rig = challenged()
    attacker, victim, third = parties(rig)
    hand = list(rig.truth.marks[attacker])
    shows: list[tuple[int, Private]] = []

    def watch(output: Output, seat: int) -> Output:
        if isinstance(output, Private) and output.kind == "show":
            shows.append((seat, output))
        return output

    rig.tamper = watch
    rig.act(victim, Challenge(victim))
    assert {seat for seat, _ in shows} == {attacker, victim}
    assert third not in {seat for seat, _ in shows}
    text = show_of(shows[0][1])
    assert {o.uid for o in text.bag} >= set(hand)
    assert [m for s, m in rig.sent if isinstance(m, messages.AckVerdict) and s == victim]
    rig.play()
    assert not rig.faults


def test_what_the_replay_finds_is_what_a_player_attests() -> None:
    rig = Rig(3, "attest", host=Judge)
    rig.style = bold
    rig.start()
    for client in rig.clients.values():
        silence(client)
    rig.finish()
    if any(isinstance(e, ev.Challenged) for w in rig.written for e in w.happened.events):
        assert set(rig.codes().values()) == {"E_VERDICT"}
        assert set(rig.host.replica.attested.values()) == {"E_VERDICT"}
    else:
        assert not rig.faults
