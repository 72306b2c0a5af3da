"""Orders of the server for a table that ends just then: nobody waits for an answer that never comes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from uno_lan.errors import OK
from uno_lan.host.admin import Orders
from uno_lan.host.holding import Holding
from uno_lan.host.keeper import NoMore

from .house import WAIT_S, house, until
from .test_games import rules_to, table_with
from .test_rebuild import Log, hosting


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
