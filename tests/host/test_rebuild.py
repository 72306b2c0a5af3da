"""A mistake of ours in the table: it is built anew from its file while the players reconnect."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.messages import Chat, Message
from protocol.signing import Ed25519Signer
from uno_lan.cli.parser import parse
from uno_lan.client.link import Target
from uno_lan.client.model import LinkState
from uno_lan.errors import BUG, OK
from uno_lan.host import holding as module
from uno_lan.host import serve as process
from uno_lan.host.logs import EventLog
from uno_lan.host.opening import tables_of
from uno_lan.host.serve import Hosting
from uno_lan.host.table import Table

from .house import until
from .robots import Robot, lost_and_back
from .test_games import rules_to
from .test_serve import held


class Log(EventLog):
    """A log that a test can read."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[str] = []

    def _write(
        self, level: int, event: str, fields: dict[str, object], error: BaseException | None = None
    ) -> None:
        self.events.append(event)


class Fragile(Table):
    """A table with a mistake in it."""

    def message(self, peer: int, message: Message, now: int, ref: int = 0) -> None:
        """Breaks at one word."""
        if message == Chat("break"):
            raise RuntimeError("a mistake of ours")
        super().message(peer, message, now, ref)


@contextlib.asynccontextmanager
async def hosting(
    state: Path, log: Log, **options: object
) -> AsyncIterator[tuple[Hosting, asyncio.Task[int]]]:
    """The process's main object, in this process."""
    # As the command line makes them, so that a new option needs no word here.
    args = parse(["serve", "--open", "--local", "--seats", "4"])
    args.ruleset = rules_to(60)
    vars(args).update(options)
    openings = tables_of(args, state, b"")
    hosted = Hosting(args, log, Ed25519Signer(bytes([200]) * 32), openings, state)
    running = asyncio.create_task(hosted.run())
    try:
        yield hosted, running
    finally:
        hosted.stop()
        await asyncio.gather(running, return_exceptions=True)
        for opening in openings:
            opening.folder.close()


async def robots_at(hosted: Hosting, tmp_path: Path) -> list[Robot]:
    """Two robots in the middle of a round."""
    await until(lambda: hosted.port)
    target = Target((("127.0.0.1", hosted.port),))
    robots = [Robot(n, target, None, rules_to(60), 2, state=tmp_path / f"r{n}") for n in (1, 2)]
    for robot in robots:
        await robot.join()
    await held(robots)
    return robots


async def test_the_table_goes_on_after_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Table", Fragile)
    monkeypatch.setenv(process.ENV_LIMITS, "rate=10000")
    log = Log()
    async with hosting(tmp_path / "host", log) as (hosted, running):
        robots = await robots_at(hosted, tmp_path)
        robots[0].player.say("break")
        await lost_and_back(robots)
        for robot in robots:
            end = await robot.over()
            assert end.fair.checked and not end.fair.fault
        for robot in robots:
            await robot.leave()
        assert log.events.count("table.bug") == 1 and log.events.count("table.resumed") == 1
        hosted.stop()
        assert await running == OK


async def test_who_comes_back_before_the_table_does_waits_at_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_away = module.Holding.put_away

    async def slowly(holding: module.Holding) -> None:
        await asyncio.sleep(1)  # links come back after a quarter of that
        await put_away(holding)

    monkeypatch.setattr(module, "Table", Fragile)
    monkeypatch.setattr(module.Holding, "put_away", slowly)
    monkeypatch.setenv(process.ENV_LIMITS, "rate=10000")
    async with hosting(tmp_path / "host", Log()) as (hosted, _):
        robots = await robots_at(hosted, tmp_path)
        robots[0].player.say("break")
        await lost_and_back(robots)
        for robot in robots:
            assert not (await robot.over()).fair.fault
            await robot.leave()


async def test_a_mistake_that_comes_again_and_again_ends_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "Table", Fragile)
    monkeypatch.setenv(process.ENV_LIMITS, "rate=10000")
    log = Log()
    async with hosting(tmp_path / "host", log) as (hosted, running):
        robots = await robots_at(hosted, tmp_path)
        for times in range(1, module.REBUILDS + 2):
            await robots[0].until(lambda s: s.link is LinkState.ONLINE)
            robots[0].player.say("break")
            await robots[0].until(lambda s: s.link is LinkState.RECONNECTING)
            assert log.events.count("table.bug") == times
        assert await running == BUG
        for robot in robots:
            await robot.leave()
