"""Servers that took one mDNS name: each ends up with a name of its own, and all of them stay in the lists."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from tests.discovery.test_live import ADVERT, LIMIT, announced, lobby
from uno_lan.discovery import Advertiser, ProbeResult
from uno_lan.discovery import advertiser as advertiser_module
from uno_lan.discovery.rivals import is_contested


@pytest.fixture
def service() -> str:
    return f"_uno-t{secrets.token_hex(3)}._tcp.local."


@pytest.fixture
def same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a name waits for a random while first; here all wait equally long."""
    monkeypatch.setattr("zeroconf._core.random.randint", lambda least, most: least)


async def named(host: Advertiser, name: str) -> None:
    async with asyncio.timeout(LIMIT):
        while host.name != name:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def stubborn(service: str, *, port: int) -> AsyncIterator[AsyncZeroconf]:
    """A program that takes a name without asking and never lets go of it."""
    info = AsyncServiceInfo(
        service, f"Anna's table.{service}", port=port, server="stubborn.local.",
        parsed_addresses=["127.0.0.1"], properties={"id": "e" * 16, "v": "1"},
    )  # fmt: skip
    zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"])
    await (await zeroconf.async_register_service(info, cooperating_responders=True))
    try:
        yield zeroconf
    finally:
        await zeroconf.async_close()


@pytest.mark.parametrize("count", [2, 4])
async def test_those_who_take_one_name_in_the_same_moment_get_one_each(
    service: str, same_moment: None, count: int
) -> None:
    hosts = [
        Advertiser(
            replace(ADVERT, id=f"{number:016x}", key="", port=41000 + number),
            local=True, service=service, calls=False,
        )
        for number in range(count)
    ]  # fmt: skip
    async with lobby(service) as mine:
        mine.answer = ProbeResult(rtt_ms=1.0)
        await asyncio.gather(*(host.start() for host in hosts))
        async with asyncio.timeout(LIMIT):
            await asyncio.gather(*(host.announced() for host in hosts))
        wanted = {"Anna's table", *(f"Anna's table-{number}" for number in range(2, count + 1))}
        assert {host.name for host in hosts} == wanted
        told = {(host.name, 41000 + number) for number, host in enumerate(hosts)}
        await mine.until(lambda games: {(game.name, game.port) for game in games} == told)
        await asyncio.gather(*(host.stop() for host in hosts))


async def test_whoever_comes_later_in_the_order_keeps_the_name(service: str) -> None:
    """And claims it again, for those who have heard the other one last."""
    async with lobby(service) as mine, announced(service, replace(ADVERT, key="")) as host:
        mine.answer = ProbeResult(rtt_ms=1.0)
        await mine.until(bool)
        async with stubborn(service, port=1):
            await mine.until(lambda games: games[0].port == 1)
            await mine.until(lambda games: games[0].port == ADVERT.port)
            assert host.name == "Anna's table"


async def test_who_does_not_let_go_is_left_the_name_in_the_end(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advertiser_module, "DEFENDED", 0)
    async with lobby(service) as mine, announced(service, replace(ADVERT, key="")) as host:
        mine.answer = ProbeResult(rtt_ms=1.0)
        async with stubborn(service, port=1):
            await named(host, "Anna's table-2")
            both = {("Anna's table", 1), ("Anna's table-2", ADVERT.port)}
            await mine.until(lambda games: {(game.name, game.port) for game in games} == both)


async def test_who_has_to_let_go_takes_nothing_from_the_other(service: str) -> None:
    async with lobby(service) as mine, announced(service, replace(ADVERT, key="")) as host:
        mine.answer = ProbeResult(rtt_ms=1.0)
        async with stubborn(service, port=65000) as other:
            await named(host, "Anna's table-2")
            both = {("Anna's table", 65000), ("Anna's table-2", ADVERT.port)}
            await mine.until(lambda games: {(game.name, game.port) for game in games} == both)
            assert not is_contested(other.zeroconf, f"anna's table.{service}")
