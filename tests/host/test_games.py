"""Whole games over real TLS: table, server, links and verifying clients together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import secrets
import threading
from pathlib import Path
from typing import cast

import pytest

from protocol.messages import Level, Lobby
from protocol.signing import Ed25519Signer, Ed25519Verifier
from tests.amounts import amount
from uno_lan.client.link import Target
from uno_lan.engine import Ruleset
from uno_lan.host.config import TableConfig, Times, make_terms
from uno_lan.host.table import Table

from .house import CODE, house, signer
from .process import assert_sound
from .robots import ROBOTS, Robot

TABLE = b"table-id"
HANDS = 5
"""Of a game over real sockets where many hands are to be played."""
QUICK_TABLE = Times(think=(0, 0), keep=(0, 0), react=(0, 0))


def rules_to(target: int) -> Ruleset:
    """Classic, over soon, without waiting for calls."""
    return Ruleset.make("classic", target_score=target, uno_grace_ms=0)


def table_with(rules: Ruleset, bots: int = 0, host: int = 200) -> Table:
    """A real table."""
    levels = cast(tuple[Level, ...], ("normal",) * bots)
    config = TableConfig(TABLE, "Test table", make_terms(rules), lock="code", bots=levels, times=QUICK_TABLE)
    return Table(config, signer(host), Ed25519Verifier(), secrets.token_bytes, Ed25519Signer)


async def test_three_robots_and_a_bot_play_a_whole_game(tmp_path: Path) -> None:
    rules = rules_to(150)
    async with house(table_with(rules, bots=1), tmp_path, limits=ROBOTS) as here:
        target = Target((("127.0.0.1", here.port),))
        robots = [Robot(n, target, CODE, rules, 4, state=tmp_path / f"r{n}") for n in (1, 2, 3)]
        for robot in robots:
            await robot.join()
        ends = [await robot.over() for robot in robots]
        for robot in robots:
            await robot.leave()
    assert {tuple(sorted(end.result.totals.items())) for end in ends if end.result} == {
        tuple(sorted(ends[0].result.totals.items()))  # type: ignore[union-attr]
    }
    for end in ends:
        assert end.fair.checked and not end.fair.fault and end.result and end.result.verified
    assert_sound(tmp_path, 4)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("\x1b[31mEve\u202e", "Eve"), ("\n\r\t", "Guest"), ("Eve", "Eve"), ("x" * 64, "x" * 16)],
)
async def test_a_name_cannot_move_anybodys_cursor(tmp_path: Path, name: str, shown: str) -> None:
    async with house(table_with(rules_to(60)), tmp_path, code=None) as here:
        eve = here.link(1, name, code=None)
        up = await eve.up()
        lobby = (await eve.until(lambda: eve.messages(Lobby) or None))[0]
        assert [seat.name for seat in lobby.seats] == [up.welcome.name]
        assert up.welcome.name == shown


@pytest.mark.timeout(1800)
async def test_many_hands_over_real_sockets_leave_nothing_behind(tmp_path: Path) -> None:
    """Each game has a new server, table and links; then sockets, threads, tasks and memory are as before."""
    rules = Ruleset.make("classic", "agreed_hands", rounds_n=HANDS, uno_grace_ms=0)
    marks: list[tuple[int, int, int, float]] = []
    for number in range(amount(test=20, check=300, soak=10_000) // HANDS):
        async with house(table_with(rules), tmp_path / str(number), code=None, limits=ROBOTS) as here:
            target = Target((("127.0.0.1", here.port),))
            robots = [Robot(n, target, None, rules, 2) for n in (1, 2)]
            for robot in robots:
                await robot.join()
            for robot in robots:
                end = await robot.over(amount(test=60, check=60, soak=1800))
                assert end.result is not None and end.result.verified and not end.fair.fault
                assert end.round_no == HANDS
            for robot in robots:
                await robot.leave()
        marks.append(used())
    first, last = marks[min(2, len(marks) - 1)], marks[-1]
    assert last[:3] == first[:3], "sockets and files, threads, tasks"
    assert last[3] - first[3] < 20, "MiB"


def used() -> tuple[int, int, int, float]:
    """Open files, threads and tasks of this process, and its memory in MiB."""
    gc.collect()
    files, memory = 0, 0.0
    with contextlib.suppress(OSError):
        files = len(os.listdir("/proc/self/fd"))
        memory = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return files, threading.active_count(), len(asyncio.all_tasks()), memory
