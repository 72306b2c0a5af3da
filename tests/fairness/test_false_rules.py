"""A host that breaks the rules of the game, of time, or of counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from protocol import bodies, entries
from tests.fairness.rig import (
    Rig,
    forged_entry,
    once,
    to_turn,
)
from uno_lan.bots import choose
from uno_lan.engine import Command, Play, Ruleset, View
from uno_lan.fairness.host_game import HostGame, Output


def test_a_false_state() -> None:
    rig = Rig()
    once(rig, "ACT", lambda w: rig.body(w, st=bytes(16)))
    rig.start()
    rig.play()
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(("kind", "claims"), [("ACT", (True,)), ("EPOCH_SEEDS", ())])
def test_an_answer_too_many_and_one_too_few(kind: str, claims: tuple[bool, ...]) -> None:
    rig = Rig()
    once(rig, kind, lambda w: rig.body(w, cl=claims))
    rig.start()
    rig.play()
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize("change", [{"seats": (0, 1)}, {"dealer": 1}])
def test_the_wrong_seats_or_dealer(change: dict[str, Any]) -> None:
    rig = Rig()
    once(rig, "ROUND_START", lambda w: rig.body(w, **change))
    rig.start()
    rig.assert_found(all="E_RULE")


def test_time_runs_forward() -> None:
    rig = Rig()
    once(rig, "ROUND_START", lambda w: rig.entry(w, ts=rig.now - 1))
    rig.start()
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize("change", [{"r": 2}, {"m": 1}])
def test_an_entry_of_another_round_or_term(change: dict[str, Any]) -> None:
    rig = Rig()
    once(rig, "EPOCH_OPEN", lambda w: rig.entry(w, **change))
    rig.start()
    rig.assert_found(all="E_RULE")


class Hasty(HostGame):
    """Does not wait for anybody."""

    def timeout(self, seat: int, now: int) -> list[Output]:
        """At once."""
        vars(self.replica)["may_time_out"] = lambda seat, ts: True
        return super().timeout(seat, now)


def test_a_time_out_before_its_time() -> None:
    for turn_timer, offline in ((0, False), (20, False), (0, True)):
        rules = Ruleset.make("classic", uno_grace_ms=0, turn_timer=turn_timer)
        rig = Rig(host=Hasty, rules=rules)
        rig.start()
        to_turn(rig)
        seat = rig.round.to_act
        if offline:
            rig.feed(rig.host.offline(seat, rig.now))
        rig.feed(rig.host.timeout(seat, rig.now + 19_999))
        rig.assert_found(all="E_RULE")


def test_a_time_out_in_time() -> None:
    for turn_timer, offline, wait in ((20, False, 20_000), (0, True, 60_000)):
        rules = Ruleset.make("classic", uno_grace_ms=0, turn_timer=turn_timer)
        rig = Rig(rules=rules)
        rig.start()
        to_turn(rig)
        seat = rig.round.to_act
        if offline:
            rig.feed(rig.host.offline(seat, rig.now))
        rig.feed(rig.host.timeout(seat, rig.now + wait))
        assert not rig.faults


class Rash(HostGame):
    """Closes every window at once."""

    def act(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Without a grace."""
        assert self.replica.round is not None
        self.replica.round.grace = 0
        return super().act(seat, payload, sig, now)


def forgetful(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Never calls UNO."""
    command = choose(view, rules, random)
    return msgspec.structs.replace(command, uno=False) if isinstance(command, Play) else command


def test_a_move_inside_the_uno_grace() -> None:
    rig = Rig(host=Rash, rules=Ruleset.make("classic", uno_grace_ms=1500))
    rig.style = lambda view, rules, random: (
        msgspec.structs.replace(choose(view, rules, random), uno=False)
        if isinstance(choose(view, rules, random), Play)
        else choose(view, rules, random)
    )
    rig.start()
    rig.play()
    assert set(rig.codes().values()) == {"E_RULE"}
    assert len(rig.codes()) == 4


def test_nobody_is_put_out_without_a_word() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    rig.host.replica.kicked.add(2)  # nobody has signed that
    rig.feed(rig.host.leave(2, rig.now))
    rig.assert_found(all="E_RULE")


@pytest.mark.parametrize(
    "change", [{"points": ((0, 500), (1, 0), (2, 0))}, {"totals": ((0, 500), (1, 0), (2, 0))}]
)
def test_false_points(change: dict[str, Any]) -> None:
    rig = Rig()
    once(rig, "ROUND_END", lambda w: rig.body(w, **change))
    rig.start()
    rig.finish()
    rig.assert_found(all="E_RULE")


def test_other_hands_are_counted() -> None:
    """The points fit the hands, but these are not the hands."""

    class Generous(HostGame):
        def end_round(self, now: int) -> list[Output]:
            truth = self.truth
            assert truth is not None
            loser = next(s for s in (0, 1, 2) if truth.hands[s])
            spare = truth.pile[0]
            truth.hands[loser] = [spare, *truth.hands[loser][1:]]
            return super().end_round(now)

    rig = Rig(host=Generous)
    rig.start()
    rig.finish()
    rig.assert_found(all="E_BAG")


def test_the_round_ends_too_early() -> None:
    rig = Rig()
    rig.start()
    to_turn(rig)
    end = bodies.RoundEnd((), (), (), ())
    rig.feed([forged_entry(rig, "ROUND_END", end)])
    rig.assert_found(all="E_RULE")


def test_a_game_begins_only_once_and_ends_for_good() -> None:
    rig = Rig()
    rig.start()
    start = entries.decode_entry(rig.written[0].raw).b
    rig.feed([forged_entry(rig, "GAME_START", start)])
    rig.assert_found(all="E_RULE")
    rig = Rig()
    rig.start()
    rig.feed(rig.host.end_game("closed", rig.now))
    assert not rig.faults
    rig.feed([forged_entry(rig, "ACK", bodies.Empty())])
    rig.assert_found(all="E_RULE")
