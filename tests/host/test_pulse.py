"""Nobody is late because the host was: its own stalls, its disk and its clock are nobody's fault."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.entries import decode_entry
from protocol.messages import Chat, Commit, Message
from protocol.unolog import Frame
from tests.client.seats import Sessions
from uno_lan.client.link import Times as LinkTimes
from uno_lan.host import keeper as keeper_module
from uno_lan.host.config import Times
from uno_lan.host.effects import Send
from uno_lan.host.pulse import BEAT_S, MOST_S, LivedTime, Pulse

from .fake_table import FakeTable
from .house import WAIT_S, house, until
from .pair import START
from .process import audited, frames, games, serve
from .rawclient import RawClient
from .robots import Robot
from .test_games import rules_to
from .test_server import Disk

PATIENT = LinkTimes(first_pause=0.01, longest_pause=0.05, silence=WAIT_S)
"""A link that sits a stalled host out."""
STALL_S = 4.0
"""Longer than a shuffle waits for anybody's seed."""


def test_time_that_beats_is_counted_whole() -> None:
    pulse = Pulse(100.0)
    for beat in range(1, 401):
        pulse.beat(100.0 + beat * BEAT_S)
    assert pulse.lived(200.0) == pytest.approx(100.0)
    assert pulse.lived(200.2) == pytest.approx(100.2)


def test_a_stall_counts_for_next_to_nothing_before_and_after_the_late_beat() -> None:
    pulse = Pulse(0.0)
    pulse.beat(1.0)
    before = pulse.lived(1.0)
    assert pulse.lived(3600.0) == before + MOST_S
    pulse.beat(3600.0)
    assert pulse.lived(3600.0) == before + MOST_S
    assert pulse.lived(3600.1) == pytest.approx(before + MOST_S + 0.1)


def test_a_wall_clock_that_is_set_anew_moves_no_deadline() -> None:
    wall, steady = [1_000_000], [50.0]
    lived = LivedTime(lambda: wall[0], lambda: steady[0])
    wall[0] += 3_600_000
    steady[0] += 0.3
    assert lived.now() == 1_000_300
    wall[0] -= 7_200_000
    assert lived.now() == 1_000_300


class Watchful(FakeTable):
    """Remembers in which order things came to it, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[tuple[str, int]] = []
        self.stall: Callable[[], None] | None = None

    def message(self, peer: int, message: Message, now: int, ref: int = 0) -> None:
        if isinstance(message, Chat):
            self.order.append((message.text, now))
            if message.text == "due at ten":
                self.deadline = 10_000
                if self.stall is not None:  # nothing is stored or told: the keeper looks again at once
                    self.stall()
                    return
        super().message(peer, message, now, ref)

    def stood_still(self, ms: int, now: int) -> None:
        self.order.append(("stood still", now))
        self._effects.append(Send(tuple(self.peers), Chat("stood still")))
        super().stood_still(ms, now)

    def tick(self, now: int) -> None:
        self.order.append(("tick", now))
        super().tick(now)


async def test_what_lies_in_the_socket_is_heard_before_a_deadline_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clock = Watchful(), [9_000]
    async with house(table, tmp_path) as here:
        monkeypatch.setattr(here.keeper._time, "_clock", lambda: clock[0])
        monkeypatch.setattr(here.keeper._time, "_wall", lambda: clock[0])
        anna, ben = await RawClient.open(here.port), await RawClient.open(here.port)
        await anna.join(1)
        await ben.join(2)

        def stall() -> None:
            # In the middle of the table's turn: what the two send is in their sockets, and the moment passes.
            anna.say(Chat("anna"))
            ben.say(Chat("ben"))
            clock[0] = 60_000

        table.stall = stall
        anna.say(Chat("due at ten"))
        await until(lambda: table.ticks)
    assert table.order[0] == ("due at ten", 9_000)
    said, ticked = table.order[1:3], table.order[3:]
    assert sorted(text for text, _ in said) == ["anna", "ben"]
    assert all(now < 10_000 for _, now in said), "they were in time"
    assert ticked == [("tick", 60_000)]


async def test_hearing_that_its_program_stood_still_makes_nobody_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clock, wall = Watchful(), [9_000], [9_000]
    async with house(table, tmp_path) as here:
        monkeypatch.setattr(here.keeper._time, "_clock", lambda: clock[0])
        monkeypatch.setattr(here.keeper._time, "_wall", lambda: wall[0])
        anna = await RawClient.open(here.port)
        await anna.join(1)

        def stall() -> None:
            anna.say(Chat("anna"))
            clock[0], wall[0] = 10_500, 60_000

        table.stall = stall
        anna.say(Chat("due at ten"))
        await until(lambda: table.ticks)
    assert table.order == [("due at ten", 9_000), ("stood still", 9_999), ("anna", 9_999), ("tick", 10_500)]
    assert table.naps, "that the computer slept too"


async def test_the_screens_hear_of_a_stall_though_nobody_says_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper_module, "LONGEST_WAIT_S", 0.01)
    table, wall = Watchful(), [9_000]
    async with house(table, tmp_path) as here:
        monkeypatch.setattr(here.keeper._time, "_clock", lambda: 9_000)
        monkeypatch.setattr(here.keeper._time, "_wall", lambda: wall[0])
        anna = await RawClient.open(here.port)
        await anna.join(1)
        table.deadline = 60_000
        wall[0] = 20_000
        assert await anna.until(Chat) == Chat("stood still")


async def test_a_disk_that_takes_nothing_for_a_minute_costs_nobody_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clock, disk = Watchful(), [9_000], Disk()
    async with house(table, tmp_path, sync=disk) as here:
        monkeypatch.setattr(here.keeper._time, "_clock", lambda: clock[0])
        monkeypatch.setattr(here.keeper._time, "_wall", lambda: clock[0])
        anna = await RawClient.open(here.port)
        await anna.join(1)
        disk.full = True
        anna.say(Chat("due at ten"))
        await here.log.until("journal.stuck")
        clock[0] += 60_000
        disk.full = False
        await anna.until(Chat)
        assert here.keeper.now == 9_000
        anna.say(Chat("and on"))
        while await anna.until(Chat) != Chat("and on"):
            pass
        assert table.ticks == []
        assert table.stalls == [60_000], "the screens set their clocks"


async def test_when_nothing_is_due_the_time_of_the_day_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, wall = Watchful(), [9_000]
    async with house(table, tmp_path) as here:
        monkeypatch.setattr(here.keeper._time, "_clock", lambda: 9_000)
        monkeypatch.setattr(here.keeper._time, "_wall", lambda: wall[0])
        anna = await RawClient.open(here.port)
        await anna.join(1)
        for words in ("due at ten", "still due"):
            anna.say(Chat(words))
            await anna.until(Chat)
            wall[0] = 69_000
        assert here.keeper.now == 9_000
        table.deadline = None
        for words in ("free", "free again"):
            anna.say(Chat(words))
            await anna.until(Chat)
        assert here.keeper.now == 69_000


def test_the_time_does_not_jump_while_somebody_is_here_who_would_object() -> None:
    """A client that came while the time was behind would take entries from after the jump for false."""
    table = Sessions("Anna", "Bora", times=Times(empty=0)).table
    assert table.deadline is None and not table.no_time_runs
    for peer in (1, 2):
        table.lost(peer, START)
    assert not table.no_time_runs, "their seats are kept for a while"
    table.tick(START + 60_000)
    assert table.no_time_runs
    playing = Sessions("Anna", "Bora")
    playing.start()
    for name in ("Anna", "Bora"):
        playing.drop(name)
    assert not playing.table.no_time_runs, "their graces run"


async def stopped(seconds: float) -> None:
    """Let so much time pass, in which the stopped process does nothing."""
    over = time.monotonic() + seconds
    await until(lambda: time.monotonic() >= over)


async def test_a_host_that_was_stopped_for_seconds_gives_nobody_up(tmp_path: Path) -> None:
    """SIGSTOP while seeds are on their way, and again in the middle of a turn with a clock."""
    rules = ("--rule", "target_score=60", "--rule", "uno_grace_ms=0", "--rule", "turn_timer=5")
    async with serve(tmp_path / "host", *rules) as here:
        robots = [
            Robot(n, here.target, here.ready.code, rules_to(60), 2, state=tmp_path / f"r{n}", times=PATIENT)
            for n in (1, 2)
        ]
        kept: list[tuple[Robot, list[Message]]] = []
        for robot in robots:
            await robot.join()
            kept.append((robot, robot.keep_back(Commit)))
        await until(lambda: all(seeds for _, seeds in kept))
        here.process.send_signal(signal.SIGSTOP)
        for robot, seeds in kept:
            robot.keep_nothing_back()
            for seed in seeds:
                assert robot.player._link.send(seed)
        await stopped(STALL_S)
        here.process.send_signal(signal.SIGCONT)
        for robot in robots:
            robot.hold_when(lambda s: s.view is not None and s.view.discard_size >= 4)
        await until(lambda: all(robot.held for robot in robots))
        here.process.send_signal(signal.SIGSTOP)
        for robot in robots:
            robot.go()
        await stopped(6.0)
        here.process.send_signal(signal.SIGCONT)
        for robot in robots:
            await robot.over()
            await robot.leave()
        assert await here.stop() == 0
    for path in games(tmp_path):
        assert audited(path).verdict == "PASS"
        assert_nobody_given_up(frames(path))


def assert_nobody_given_up(found: tuple[Frame, ...]) -> None:
    """No shuffle was given up, no turn lost, nobody called away."""
    types = {decode_entry(frame.data).t for frame in found if frame.kind == "ent"}
    assert not types & {"EPOCH_ABORT", "AUTO", "OFFLINE", "STANDIN", "DISPUTE"}, types
