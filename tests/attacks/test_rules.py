"""Attacks on moves and rules: invented or altered moves, skipped penalties, false times, false ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from protocol import bodies, codec, messages
from protocol.entries import decode_entry
from protocol.fields import SeatSigned
from tests.attacks.harness import Court, HostileHost, attack, everybody, once
from tests.fairness.rig import GAME, Rig, forged_entry, real_signer, to_turn
from tests.fairness.test_audit import report_of, store
from tests.fairness.test_false_rules import Hasty, Rash, forgetful
from tests.fairness.test_false_shuffle import seeds
from uno_lan.cli import main
from uno_lan.engine import Command, Draw, Play, Round, Ruleset, command_to_plain
from uno_lan.engine import events as ev
from uno_lan.fairness.host_game import Written
from uno_lan.fairness.oracles import HostOracle


def invented(rig: Rig, seat: int, signer_name: str) -> SeatSigned:
    """A move of this player that somebody else has signed."""
    replica = rig.host.replica
    kind, args = command_to_plain(Draw(seat))
    action = messages.Action(GAME, 1, rig.now + 1, replica.seq - 1, replica.head, kind, args)
    payload = codec.encode_text(action)
    return SeatSigned(seat, payload, real_signer(signer_name).sign("act", payload))


@pytest.mark.parametrize(
    "signer", ["host", "stranger", ""], ids=["by the host", "by a stranger", "not at all"]
)
def test_31_a_move_the_player_never_made(signer: str, court: Court) -> None:
    rig = attack()
    rig.start()
    to_turn(rig)
    seat = rig.round.to_act
    signed = invented(rig, seat, signer) if signer else None
    rig.feed([forged_entry(rig, "ACT", bodies.Act((), bytes(16)), signed)])
    rig.assert_found(all="E_SIG")
    court.convicts_host(rig, "FORGED", "E_SIG", *everybody(rig))


def test_32_another_color_than_the_player_named(court: Court) -> None:
    """The move is the player's but for one word of it."""
    rig = attack(seed="color 1")

    def change(output: Written) -> Written:
        entry = decode_entry(output.raw)
        assert entry.c is not None
        action = codec.decode_text(entry.c.p, messages.Action)
        named = action.args["color"]
        assert isinstance(named, int)
        args = {**action.args, "color": (named + 2) % 4}
        other = codec.encode_text(msgspec.structs.replace(action, args=args))
        return rig.entry(output, c=SeatSigned(entry.c.seat, other, entry.c.s))

    def is_wild(output: Written) -> bool:
        entry = decode_entry(output.raw)
        if entry.t != "ACT" or entry.c is None:
            return False
        action = codec.decode_text(entry.c.p, messages.Action)
        return "color" in action.args

    rig.tamper = lambda output, seat: (
        change(output) if isinstance(output, Written) and is_wild(output) else output
    )
    rig.start()
    rig.play()
    rig.assert_found(all="E_SIG")
    court.convicts_host(rig, "FORGED", "E_SIG", *everybody(rig))


# Rules.

Bend = Callable[[Round, tuple[ev.Event, ...]], bool]
"""Changes the host's round after a move; True: that was the moment."""


class Bending(HostileHost):
    """Plays by the rules but for one moment."""

    bend: Bend

    def _run(self, command: Command, now: int) -> tuple[HostOracle, tuple[ev.Event, ...]]:
        oracle, done = super()._run(command, now)
        assert self.replica.round is not None
        if isinstance(command, Play) and self.bend(self.replica.round, done):
            self.bend = lambda round, events: False
        return oracle, done


def no_penalty(round_: Round, events: tuple[ev.Event, ...]) -> bool:
    """Whoever should draw two keeps the hand as it is."""
    drew = next((e for e in events if isinstance(e, ev.Drew) and e.count == 2), None)
    if drew is None:
        return False
    round_.sizes[drew.seat] -= 2
    round_.pile_size += 2
    return True


def wrong_next(round_: Round, events: tuple[ev.Event, ...]) -> bool:
    """Somebody loses a turn."""
    before = round_.to_act
    round_.to_act = next(seat for seat in round_.playing if seat != before)
    return True


@pytest.mark.parametrize("bend", [no_penalty, wrong_next])
def test_36_a_skipped_penalty_and_a_wrong_next_player(bend: Bend, court: Court) -> None:
    class Host(Bending):
        """Bends this rule."""

    Host.bend = staticmethod(bend)
    rig = attack(seed="bend 3", host=Host)
    rig.start()
    rig.play()
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


@pytest.mark.parametrize(
    ("kind", "changes"),
    [("ACT", {"st": bytes(16)}), ("ACT", {"cl": (True,)}), ("EPOCH_SEEDS", {"cl": ()})],
    ids=["a false state", "an answer too many", "an answer too few"],
)
def test_36_a_false_state_and_answers_nobody_asked_for(
    kind: str, changes: dict[str, object], court: Court
) -> None:
    rig = attack()
    once(rig, kind, lambda w: rig.body(w, **changes))
    rig.start()
    rig.play()
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


@pytest.mark.parametrize("clock", [0, 20], ids=["without a clock", "with a clock"])
def test_36b_a_time_out_before_its_time(clock: int, court: Court) -> None:
    rig = attack(host=Hasty, rules=Ruleset.make("classic", uno_grace_ms=0, turn_timer=clock))
    rig.start()
    to_turn(rig)
    rig.feed(rig.host.timeout(rig.round.to_act, rig.now + 19_999))
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


def test_36b_a_move_closes_a_missed_call_too_early(court: Court) -> None:
    rig = attack(host=Rash, rules=Ruleset.make("classic", uno_grace_ms=1500))
    rig.style = forgetful
    rig.start()
    rig.play()
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


def test_36b_time_runs_backwards(court: Court) -> None:
    rig = attack()
    once(rig, "ACT", lambda w: rig.entry(w, ts=rig.now - 1000), nth=3)
    rig.start()
    rig.play()
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


def test_36c_a_bot_moves_for_a_player_without_being_named(court: Court) -> None:
    """The roster does not give the seat to this key, and no STANDIN entry does."""
    rig = attack()
    rig.start()
    to_turn(rig)
    rig.feed([forged_entry(rig, "ACT", bodies.Act((), bytes(16)), invented(rig, rig.round.to_act, "bot"))])
    rig.assert_found(all="E_SIG")
    court.convicts_host(rig, "FORGED", "E_SIG", *everybody(rig))


@pytest.mark.parametrize("why", ["away", "timeouts", "offline"])
def test_36c_a_bot_is_named_for_a_player_who_is_here(why: str, court: Court) -> None:
    """With a reason that there is, but not for this player; and with one that there is not."""
    rig = attack()
    rig.start()
    to_turn(rig)
    seat = rig.round.to_act
    rig.feed([forged_entry(rig, "STANDIN", bodies.Standin(seat, real_signer("bot").pk, why))])
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


# The end of a round.


def test_37_another_seed_is_opened_than_was_sealed(court: Court) -> None:
    rig = attack()
    once(
        rig,
        "ROUND_END",
        lambda w: rig.body(w, seeds=tuple((*row[:2], bytes(32)) for row in seeds(w))),
    )
    rig.start()
    rig.finish()
    rig.assert_found(all="E_SEED")
    court.convicts_host(rig, "SEED", "E_SEED", *everybody(rig))


def test_38_a_host_that_goes_before_it_opens_the_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No points, and every file says that something is missing; nobody is accused of anything."""
    rig = attack()
    rig.start()
    rig.play()
    for seat in (-1, 0, 1, 2):
        report = report_of(rig, rig.file(seat))
        assert (report.verdict, report.faults) == ("INCOMPLETE round 1", [])
        assert set(report.totals.values()) == {0}
    for client in rig.clients.values():
        assert client.replica.game is not None
        assert set(client.replica.game.totals.values()) == {0}
        assert client.verified_round == 0
    path = store(tmp_path / "ann.unolog", rig.file(0))
    assert main(["audit", "--json", str(path)]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["files"][0]["verdict"] == "INCOMPLETE round 1"


# Who has a seat, between two rounds.


def without(rig: Rig, seat: int) -> bodies.Roster:
    """The seats but one."""
    rows = tuple(row for row in rig.host.replica.roster.values() if row.seat != seat)
    return bodies.Roster(rows, (), tuple(row.pk for row in rows), ())


def leave(rig: Rig, seat: int, signer: str = "", round_no: int = 1) -> SeatSigned:
    """A player's word that it leaves; `signer`: somebody else has signed it."""
    replica = rig.host.replica
    action = messages.Action(GAME, round_no, 10**9, replica.seq - 1, replica.head, "leave", {})
    payload = codec.encode_text(action)
    key = real_signer(signer) if signer else rig.signers[seat]
    return SeatSigned(seat, payload, key.sign("act", payload))


def between_rounds(seed: str) -> Rig:
    rig = attack(seed=f"between {seed}")
    rig.start()
    rig.finish()
    assert not rig.faults
    return rig


def test_a_player_is_dropped_between_two_rounds(court: Court) -> None:
    rig = between_rounds("nothing")
    rig.feed([forged_entry(rig, "ROSTER", without(rig, 1))])
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", *everybody(rig))


@pytest.mark.parametrize(
    ("about", "by", "signer", "round_no", "code"),
    [
        (1, 1, "host", 1, "E_SIG"),
        (1, 2, "", 1, "E_RULE"),
        (1, 1, "", 0, "E_SCHEMA"),
        (1, 1, "", 1, ""),
    ],
    ids=["the host signs it", "another one leaves", "in another round", "the player itself"],
)
def test_a_player_leaves_between_two_rounds_by_its_own_word(
    about: int, by: int, signer: str, round_no: int, code: str
) -> None:
    rig = between_rounds("word")
    rig.feed([forged_entry(rig, "ROSTER", without(rig, about), leave(rig, by, signer, round_no))])
    assert rig.codes() == (dict.fromkeys(rig.clients, code) if code else {})


def test_a_bot_of_the_host_does_not_leave_for_a_player(court: Court) -> None:
    """A bot that stands in moves for a player; the seat it cannot give away while the player is here."""
    rig = between_rounds("bot")
    rig.feed(rig.host.offline(1, rig.now))
    rig.now += 10**6
    rig.feed(rig.host.stand_in(1, real_signer("bot").pk, "away", rig.now))
    rig.feed(rig.host.online(1, rig.now))
    assert not rig.faults
    rig.feed([forged_entry(rig, "ROSTER", without(rig, 1), leave(rig, 1, "bot"))])
    rig.assert_found(all="E_RULE")
    court.convicts_host(rig, "RULE", "E_RULE", 0)


def test_who_is_dropped_without_a_word_is_at_least_called_away() -> None:
    rig = between_rounds("away")
    rig.feed(rig.host.offline(1, rig.now))
    rig.feed([forged_entry(rig, "ROSTER", without(rig, 1))])
    assert not rig.faults
