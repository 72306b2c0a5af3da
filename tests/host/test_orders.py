"""Orders of the server for a table that ends just then: nobody waits for an answer that never comes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from uno_lan.client.model import Stage
from uno_lan.errors import OK, CommandError
from uno_lan.host.admin import DO, Orders, Wrong
from uno_lan.host.holding import Holding
from uno_lan.host.keeper import NoMore
from uno_lan.host.room import Refusal
from uno_lan.host.serve import ENV_LIMITS, Hosting

from .house import WAIT_S, house, until
from .test_games import rules_to, table_with
from .test_rebuild import Log, hosting, robots_at


async def test_an_order_that_nobody_carries_out_is_answered(tmp_path: Path) -> None:
    async with house(table_with(rules_to(60)), tmp_path) as here:
        assert await here.keeper.order(lambda room: room.paused) is False
        before = asyncio.create_task(here.keeper.order(lambda room: None))
        here.running.cancel()
        await asyncio.gather(here.running, return_exceptions=True)
        async with asyncio.timeout(WAIT_S):
            with pytest.raises(NoMore):
                await before
            with pytest.raises(NoMore):
                await here.keeper.order(lambda room: None)


@pytest.fixture
def slow_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that has ended is there for a second more, as when somebody does not take the goodbye."""
    put_away = Holding.put_away

    async def slowly(holding: Holding) -> None:
        await asyncio.sleep(1)
        await put_away(holding)

    monkeypatch.setattr(Holding, "put_away", slowly)


async def test_a_drained_server_stops_though_a_table_ends_meanwhile(
    tmp_path: Path, slow_goodbye: None
) -> None:
    async with hosting(tmp_path / "host", Log(), tables=2) as (hosted, running):
        await until(lambda: hosted.port)
        first = hosted.holdings[0]
        first.keeper.close_table("empty")
        await until(lambda: first.keeper.ended)
        hosted.drain()
        async with asyncio.timeout(WAIT_S):
            assert await running == OK


async def test_orders_for_all_tables_leave_out_one_that_ends(tmp_path: Path, slow_goodbye: None) -> None:
    requests: Sequence[dict[str, Any]] = (
        {"do": "pause"}, {"do": "resume"}, {"do": "say", "text": "hello"}, {"do": "players"},
    )  # fmt: skip
    async with hosting(tmp_path / "host", Log(), tables=3) as (hosted, _):
        await until(lambda: hosted.port)
        first = hosted.holdings[0]
        first.keeper.close_table("empty")
        await until(lambda: first.keeper.ended)
        async with asyncio.timeout(WAIT_S):
            answers = [await Orders(hosted).carry_out(request) for request in requests]
        assert answers == [*3 * [{"done": "done at 2 tables"}], {"players": []}]


HARMLESS: Sequence[dict[str, Any]] = (
    {"do": "status"}, {"do": "tables"}, {"do": "players"}, {"do": "bans"}, {"do": "say", "text": "hello"},
    {"do": "say"}, {"do": "kick", "who": "Nobody"}, {"do": "ban", "who": "Nobody"},
    {"do": "unban", "who": "Nobody"}, {"do": "kick"}, {"do": "pause"}, {"do": "pause"}, {"do": "status"},
    {"do": "say", "text": "again"}, {"do": "players"}, {"do": "resume"}, {"do": "resume"},
)  # fmt: skip
"""All orders but those that end something, some twice."""
REFUSED = ("say", "kick", "ban", "unban")
"""Those among them that make no sense: nothing to say, nobody of that name."""


async def give_all(hosted: Hosting) -> None:
    """All of them; what makes no sense is refused with a sentence."""
    for request in HARMLESS:
        try:
            assert await Orders(hosted).carry_out(dict(request))
        except (Wrong, Refusal, CommandError) as refused:
            assert request["do"] in REFUSED and len(str(refused)) > 10, request


async def test_every_order_in_every_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENV_LIMITS, "rate=10000")
    assert {request["do"] for request in HARMLESS} | {"drain", "stop"} == set(DO)
    log = Log()
    async with hosting(tmp_path / "host", log) as (hosted, running):
        await until(lambda: hosted.port)
        await give_all(hosted)  # nobody is here
        robots = await robots_at(hosted, tmp_path)
        await give_all(hosted)  # in a round
        for robot in robots:
            robot.go()
        for robot in robots:
            assert not (await robot.over()).fair.fault
        assert robots[0].snapshot.stage is Stage.GAME_OVER
        await give_all(hosted)  # after the game
        for robot in robots:
            await robot.leave()
        await give_all(hosted)  # with a game and nobody here
        assert "done" in await Orders(hosted).carry_out({"do": "drain"})
        assert "done" in await Orders(hosted).carry_out({"do": "drain"})
        await give_all(hosted)  # draining
        async with asyncio.timeout(WAIT_S):
            assert await running == OK
    assert "table.bug" not in log.events
