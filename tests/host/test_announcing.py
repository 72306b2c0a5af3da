"""A served table can be found, and mDNS that does not work stops nothing."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest

from uno_lan import discovery
from uno_lan.discovery import Browser, FoundGame
from uno_lan.host.serve import Hosting
from uno_lan.lobby import probe

from .house import WAIT_S, until
from .test_rebuild import Log, hosting


class Found:
    """What a lobby would show."""

    def __init__(self) -> None:
        self.games: tuple[FoundGame, ...] = ()
        self._news = asyncio.Event()

    def __call__(self, games: tuple[FoundGame, ...]) -> None:
        self.games = games
        self._news.set()

    async def until(self, count: int, *, signed: bool = False) -> tuple[FoundGame, ...]:
        """Wait for so many tables."""
        async with asyncio.timeout(WAIT_S):
            while len(self.games) != count or (signed and not all(game.tables for game in self.games)):
                self._news.clear()
                await self._news.wait()
        return self.games


async def test_a_table_is_found_asked_and_gone_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_LAN_SERVICE", f"_uno-{secrets.token_hex(4)}._tcp.local.")
    found = Found()
    browser = Browser(found, probe=probe, interfaces=("127.0.0.1",))
    assert await browser.start() == ""
    try:
        async with hosting(tmp_path, Log(), local=False, interface=["127.0.0.1"]) as (hosted, _):
            (game,) = await found.until(1, signed=True)
            assert (game.port, game.addresses, game.edition) == (hosted.port, ("127.0.0.1",), "classic")
            assert game.id == game.id and game.tables[0].seats == 4 and game.state == "open"
        await found.until(0)
    finally:
        await browser.stop()


class Broken:
    """An advertiser that fails in one of two ways."""

    error: Exception | None = None

    def __init__(self, *_: object, **__: object) -> None:
        pass

    async def start(self) -> str:
        """Fail."""
        if self.error is not None:
            raise self.error
        return "Others cannot see this table in their lobby: the network is down."

    def update(self, _: object) -> None:
        """Nothing to tell."""

    async def stop(self) -> None:
        """Nothing to stop."""


@pytest.mark.parametrize("error", [None, RuntimeError("zeroconf broke")])
async def test_without_mdns_the_table_is_open_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    monkeypatch.setattr(discovery, "Advertiser", Broken)
    monkeypatch.setattr(Broken, "error", error)
    log = Log()
    async with hosting(tmp_path, log, local=False, interface=["127.0.0.1"]) as (hosted, _):
        await until(lambda: "mdns.trouble" in log.events)
        answer = await probe("127.0.0.1", hosted.port)
        assert answer is not None and len(answer.tables) == 1


async def test_two_local_tables_of_one_computer_see_each_other(tmp_path: Path) -> None:
    found = Found()
    async with (
        hosting(tmp_path / "one", Log()) as (one, _),
        hosting(tmp_path / "two", Log()) as (two, _),
    ):
        await until(lambda: one.port and two.port)
        browser = Browser(
            found, probe=probe, local=True, calls=False, service=f"_uno-{secrets.token_hex(4)}._tcp.local.",
            ports_here=(one.port, two.port), call_every=0.05, probe_every=1.0,
        )  # fmt: skip
        await browser.start()
        try:
            games = await found.until(2, signed=True)
            assert {(game.addresses, game.port) for game in games} == {
                (("127.0.0.1",), one.port),
                (("127.0.0.1",), two.port),
            }
            one.stop()
            (left,) = await found.until(1)
            assert left.port == two.port
        finally:
            await browser.stop()


def test_at_the_usual_ports_is_looked_for_this_computer_and_the_real_service_only() -> None:
    real = "_uno-lan._tcp.local."
    assert list(Browser(local=True, service=real)._ports_here) == list(range(40444, 40454))
    assert not Browser(service=real)._ports_here
    assert not Browser(local=True, service="_uno-other._tcp.local.")._ports_here


async def test_a_local_table_is_not_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "Advertiser", None)  # would break if it were used
    log = Log()
    async with hosting(tmp_path, log) as (hosted, _):
        assert isinstance(hosted, Hosting)
        await until(lambda: hosted.port and "table.open" in log.events)
        assert "mdns.trouble" not in log.events
