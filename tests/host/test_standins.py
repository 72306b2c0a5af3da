"""Bots that play for somebody who is away or asleep: when they come, what they know, and when they go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import bodies, messages
from tests.host.pair import ED25519, HASHES, QUICK, Keys, Pair, lazy
from tests.host.test_absent import GRACE, autos, to_turn_of
from uno_lan.engine import NOBODY, Draw, Keep, Phase, Ruleset
from uno_lan.fairness.audit import audit
from uno_lan.host.config import TableConfig


def trio(
    standin: messages.StandinRule = "bot",
    *,
    turn_timer: int = 0,
    keys: Keys = HASHES,
    names: str = "Ann Ben Cem",
) -> Pair:
    """People in a round that does not end by itself."""
    rules = Ruleset.make("classic", uno_grace_ms=0, turn_timer=turn_timer)
    pair = Pair(names.split(), rules=rules, standin=standin, keys=keys)
    for client in pair.clients.values():
        client.style = lazy
    pair.start()
    return pair


def standing(pair: Pair) -> list[tuple[int, str]]:
    """(seat, why) of all stand-ins so far."""
    return [(b.seat, b.why) for b in pair.rows(bodies.Standin)]


def passed(pair: Pair) -> None:
    """Whoever reads the host's file finds nothing wrong."""
    report = audit([pair.header, *pair.file], pair.keys.verifier())
    assert not report.faults, report.faults


def test_a_bot_plays_after_the_grace_and_steps_back_at_once() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert (lobby.seats[1].away_until, lobby.seats[1].standin) == (pair.now + GRACE, False)
    pair.wait(GRACE - 1)
    assert standing(pair) == []
    assert pair.round.to_act == 1
    pair.wait(1)
    assert standing(pair) == [(1, "away")]
    pair.play(lambda: pair.round.to_act != 1)
    assert autos(pair) == []
    lobby = pair["Ann"].lobby
    assert lobby is not None
    assert lobby.seats[1].standin
    pair["Ben"].plays = True
    pair.connect("Ben")
    assert pair.match.replica.standin == {}
    assert [type(b) for b in pair.rows(bodies.SeatEvent)].count(
        bodies.SeatEvent
    ) == 3  # OFFLINE, ONLINE, BACK
    pair.play(lambda: pair.round.to_act == 1 and pair.round.phase is Phase.TURN)
    pair["Ben"].act(Draw(1), pair.now)
    pair.pump()
    assert pair["Ben"].nacks == []
    pair.check()


def test_a_thought_of_the_bot_is_dropped_when_the_player_is_back() -> None:
    """Case 9 of docs/architecture.md 5."""
    pair = trio()
    pair.table.room.config = slow_bots(pair)
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.play(lambda: bool(standing(pair)))
    assert pair.round.to_act == 1
    pair.connect("Ben")
    before = pair.match.replica.seq
    pair.wait(60_000)
    assert pair.match.replica.seq == before
    assert pair.round.to_act == 1
    pair.check()


def slow_bots(pair: Pair) -> TableConfig:
    """The table's settings with bots that take their time."""
    return replace(pair.config, times=replace(QUICK, think=(5_000, 5_000)))


@pytest.mark.parametrize("keys", [HASHES, ED25519])
def test_rounds_with_a_stand_in_are_found_right(keys: Keys) -> None:
    pair = Pair(["Ann", "Ben", "Cem"], standin="bot", keys=keys)
    pair.start()
    pair.play(lambda: pair.round.phase is Phase.TURN)
    pair.drop("Ben")
    pair.wait(GRACE)
    assert standing(pair) == [(1, "away")]
    pair.play(lambda: pair.match.replica.round_no >= 3 or pair.stage == "game_over")
    pair.connect("Ben")
    pair.check()
    passed(pair)
    report = audit([pair.header, *pair.file], pair.keys.verifier())
    ben = next(line for line in report.seats if line.name == "Ben")
    assert [why for _, why in ben.standins] == ["away"]
    assert ben.standin_moves > 3


def test_a_stand_in_goes_on_after_a_restart_with_the_same_key() -> None:
    pair = trio()
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.wait(GRACE)
    key = pair.match.replica.standin[1]
    pair.restart()
    for name in ("Ann", "Cem"):
        pair.connect(name)
    pair.wait(QUICK.recover)
    moves = len(pair.rows(bodies.Act))
    pair.play(lambda: len(pair.rows(bodies.Act)) > moves + 6)
    assert pair.match.replica.standin == {1: key}
    assert standing(pair) == [(1, "away")]
    pair.connect("Ben")
    pair.check()
    passed(pair)


def test_who_lets_the_clock_run_out_again_and_again_is_played_for() -> None:
    pair = trio(turn_timer=5)
    pair["Ben"].plays = False
    pair.play(lambda: bool(standing(pair)))
    assert standing(pair) == [(1, "timeouts")]
    assert autos(pair) == [("timeout", 1)] * 3
    pair.play(lambda: pair.round.to_act == 1)
    pair.play(lambda: pair.round.to_act != 1)
    assert autos(pair) == [("timeout", 1)] * 3
    pair["Ben"].change(messages.TakeBack())
    pair.pump()
    assert pair.match.replica.standin == {}
    assert pair.match.replica.late == {}
    pair["Ben"].plays = True
    pair.play(lambda: pair.round.to_act == 1)
    pair.play(lambda: pair.round.to_act != 1)
    assert pair["Ben"].nacks == []
    pair.check()
    passed(pair)


def test_a_move_takes_the_seat_back_as_well() -> None:
    pair = trio(turn_timer=5)
    pair["Ben"].plays = False
    pair.table.room.config = slow_bots(pair)
    pair.play(lambda: bool(standing(pair)))
    pair.play(lambda: pair.round.to_act == 1)
    pair["Ben"].act(Draw(1), pair.now)
    pair.pump()
    assert pair["Ben"].nacks == []
    assert pair.match.replica.standin == {}
    if pair.round.phase is Phase.DRAWN and pair.round.to_act == 1:
        pair["Ben"].act(Keep(1), pair.now)
        pair.pump()
    pair.check()
    passed(pair)


def test_one_move_in_between_and_the_count_begins_anew() -> None:
    pair = trio(turn_timer=5)
    for _ in range(2):
        pair["Ben"].plays = False
        count = len(autos(pair))
        pair.play(lambda: len(autos(pair)) == count + 2)  # noqa: B023
        pair["Ben"].plays = True
        pair.play(lambda: not pair.match.replica.late)
    assert standing(pair) == []


def test_the_table_waits_if_that_was_agreed() -> None:
    pair = trio("pause", turn_timer=5)
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.wait(30 * 60_000)
    assert autos(pair) == []
    assert standing(pair) == []
    assert pair.lobby("Ann").clock is None
    pair["Ben"].plays = True
    pair.connect("Ben")
    pair.play(lambda: pair.round.to_act != 1)
    pair.check()
    passed(pair)


def test_defaults_are_taken_if_that_was_agreed() -> None:
    pair = trio("skip")
    to_turn_of(pair, "Ben")
    pair.drop("Ben")
    pair.wait(GRACE)
    assert autos(pair) == [("timeout", 1)]
    assert standing(pair) == []


def test_all_at_once_get_the_long_grace_before_bots_play() -> None:
    """Case 5 of docs/architecture.md 5."""
    pair = trio()
    to_turn_of(pair, "Ben")
    for name in ("Ann", "Ben", "Cem"):
        pair.drop(name)
    pair.wait(30_000)
    pair.connect("Ann")
    assert pair.lobby("Ann").seats[1].away_until == pair.now - 30_000 + QUICK.grace_together
    pair.wait(QUICK.grace_together - 30_001)
    assert standing(pair) == []
    pair.wait(1)
    assert standing(pair) == [(1, "away"), (2, "away")]


def test_the_seat_of_a_stand_in_can_be_left_by_its_player() -> None:
    pair = trio(turn_timer=5)
    pair["Ben"].plays = False
    pair.play(lambda: bool(standing(pair)))
    pair.leave("Ben")
    assert pair["Ben"].seat == NOBODY
    assert autos(pair)[-1] == ("leave", 1)
    pair.play_round()
    pair.check()
    passed(pair)
