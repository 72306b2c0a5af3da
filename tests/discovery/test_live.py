"""Advertiser and Browser together: mDNS on the loopback address, under a service type of their own."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from uno_lan.discovery import Advert, Advertiser, Browser, FoundGame, OwnAddress, ProbeResult
from uno_lan.discovery import advertiser as advertiser_module
from uno_lan.discovery import browser as browser_module
from uno_lan.discovery.selection import NoMulticast, open_multicast

LO = (OwnAddress("127.0.0.1", 8, "lo"),)
ADVERT = Advert(id="00112233aabbccdd", name="Anna's table", port=40444, key="K7QM2XPA0123")
LIMIT = 15.0


@pytest.fixture
def service() -> str:
    return f"_uno-t{secrets.token_hex(3)}._tcp.local."


class Lobby:
    """A browser whose lists can be waited for. Its probe says whatever `answer` holds."""

    def __init__(self, service: str) -> None:
        self.answer: ProbeResult | None = ProbeResult(rtt_ms=1.0, server=ADVERT.id)
        self.probes = 0
        self.warnings: list[str] = []
        self._lists: asyncio.Queue[tuple[FoundGame, ...]] = asyncio.Queue()
        self.browser = Browser(
            self._lists.put_nowait,
            probe=self._probe,
            local=True,
            service=service,
            probe_every=0.05,
            calls=False,
            on_warning=self.warnings.append,
        )

    async def _probe(self, _host: str, _port: int) -> ProbeResult | None:
        self.probes += 1
        return self.answer

    async def until(self, wanted: Callable[[tuple[FoundGame, ...]], bool]) -> tuple[FoundGame, ...]:
        async with asyncio.timeout(LIMIT):
            while not wanted(games := await self._lists.get()):
                pass
        return games


@asynccontextmanager
async def lobby(service: str) -> AsyncIterator[Lobby]:
    opened = Lobby(service)
    assert await opened.browser.start() == ""
    try:
        yield opened
    finally:
        await opened.browser.stop()


@asynccontextmanager
async def announced(service: str, advert: Advert = ADVERT) -> AsyncIterator[Advertiser]:
    advertiser = Advertiser(advert, local=True, service=service, calls=False)
    assert await advertiser.start() == ""
    async with asyncio.timeout(LIMIT):
        await advertiser.announced()
    try:
        yield advertiser
    finally:
        await advertiser.stop()


async def test_a_table_is_found_followed_and_forgotten(service: str) -> None:
    async with lobby(service) as mine:
        async with announced(service) as host:
            (game,) = await mine.until(lambda games: bool(games) and games[0].rtt_ms >= 0)
            assert game.id == ADVERT.id
            assert game.address == "127.0.0.1:40444"
            assert mine.browser.games == (game,)
            host.update(replace(ADVERT, taken=4))
            host.update(replace(ADVERT, taken=5))
            await mine.until(lambda games: games[0].taken == 5)
        await mine.until(lambda games: games == ())
        assert mine.warnings == []


async def test_a_table_that_gets_another_name_stays_one_game(service: str) -> None:
    async with announced(service) as host, lobby(service) as mine:
        await mine.until(bool)
        host.update(replace(ADVERT, name="Bora's"))
        (game,) = await mine.until(lambda games: any(game.name == "Bora's" for game in games))
        assert game.id == ADVERT.id
        assert host.name == "Bora's"


async def test_a_silent_table_turns_gray_goes_and_comes_back(service: str) -> None:
    async with announced(service), lobby(service) as mine:
        await mine.until(lambda games: bool(games) and games[0].rtt_ms >= 0)
        mine.answer = None
        await mine.until(lambda games: bool(games) and not games[0].alive)
        await mine.until(lambda games: games == ())
        mine.answer = ProbeResult(rtt_ms=2.0)
        await mine.until(lambda games: bool(games) and games[0].alive)


async def test_somebody_else_at_the_address_is_not_the_table(service: str) -> None:
    async with announced(service), lobby(service) as mine:
        mine.answer = ProbeResult(rtt_ms=1.0, server="ffffffffffffffff")
        await mine.until(lambda games: bool(games) and not games[0].alive)


async def test_a_name_that_is_taken_gets_a_number(service: str) -> None:
    async with announced(service) as first:
        # For a second after telling, a host holds back an answer by multicast, and one to the asker alone
        # is lost when another mDNS program of this computer gets it.
        await asyncio.sleep(1.2)
        other = replace(ADVERT, id="f" * 16, port=40445)
        async with announced(service, other) as second, lobby(service) as mine:
            assert (first.name, second.name) == ("Anna's table", "Anna's table-2")
            mine.answer = ProbeResult(rtt_ms=1.0)
            games = await mine.until(lambda games: len(games) == 2)
            assert {game.port for game in games} == {40444, 40445}


async def test_any_name_can_be_announced(service: str) -> None:
    async def announce(name: str) -> str:
        async with announced(service, replace(ADVERT, name=name)) as host:
            return host.name

    names = ["", "ğ" * 80, "a\x00\x1b\u202eb", "x._sub", "Dr. No's 🎴", "._tcp.local."]
    shown = await asyncio.gather(*map(announce, names))
    assert shown == ["uno 00112233", "ğ" * 28, "ab", "x sub", "Dr. No's 🎴", "_tcp.local"]


async def test_a_stranger_with_nonsense_in_its_fields_is_listed_harmlessly(service: str) -> None:
    nonsense = {
        b"id": b"\xff\xfe\x00",
        b"v": b"99999999",
        b"n": b"-1/x",
        b"ed": b"\x1b[2J",
        b"": b"",
        b"t": None,
    }
    info = AsyncServiceInfo(
        service,
        f"evil\u202e\u009b2J.{service}",
        addresses=[b"\x7f\x00\x00\x01"],
        port=9,
        properties=nonsense,
        server=f"uno-{secrets.token_hex(4)}.local.",
    )
    zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"])
    async with lobby(service) as mine:
        mine.answer = None
        await (await zeroconf.async_register_service(info))
        (game,) = await mine.until(bool)
        assert (game.id, game.name, game.edition, game.seats, game.version_ok) == ("", "evil2J", "", 0, False)
        await mine.until(lambda games: games == ())
    await zeroconf.async_close()


async def test_stopping_before_the_announcement_and_twice(service: str) -> None:
    advertiser = Advertiser(ADVERT, local=True, service=service)
    assert await advertiser.start() == ""
    await advertiser.stop()
    await advertiser.stop()
    browser = Browser(local=True, service=service)
    assert await browser.start() == ""
    await browser.stop()
    await browser.stop()


async def test_a_service_type_that_cannot_be_is_a_warning() -> None:
    warnings: asyncio.Queue[str] = asyncio.Queue()
    advertiser = Advertiser(
        ADVERT, local=True, service="_bad_type._tcp.local.", on_warning=warnings.put_nowait
    )
    assert await advertiser.start() == ""
    async with asyncio.timeout(LIMIT):
        assert (await warnings.get()).startswith("Others cannot see this table in their lobby: ")
    await advertiser.stop()


class Refusing:
    """Opens mDNS only when allowed."""

    def __init__(self) -> None:
        self.allowed = False

    async def __call__(self, addresses: Sequence[str]) -> AsyncZeroconf:
        if not self.allowed:
            error = OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
            raise NoMulticast("another mDNS service keeps UDP port 5353 to itself") from error
        return await open_multicast(addresses)


async def test_mdns_that_does_not_start_is_a_sentence_and_tried_again_later(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = Refusing()
    monkeypatch.setattr(advertiser_module, "open_multicast", opening)
    monkeypatch.setattr(browser_module, "open_multicast", opening)
    own: list[tuple[OwnAddress, ...]] = [LO]
    # Without the other way of finding each other, by which the table would be in the list all the same.
    advertiser = Advertiser(
        ADVERT, local=True, service=service, look_every=0.01, read=lambda: own[0], calls=False
    )
    lists: asyncio.Queue[tuple[FoundGame, ...]] = asyncio.Queue()
    browser = Browser(
        lists.put_nowait, local=True, service=service, look_every=0.01, read=lambda: own[0], calls=False
    )
    warning = await advertiser.start()
    assert warning.startswith("Others cannot see this table in their lobby: another mDNS service")
    assert warning.endswith("They can still join by its address.")
    assert (await browser.start()).startswith("Tables on this network cannot be found: another mDNS service")
    opening.allowed = True
    own[0] = (*LO, OwnAddress("127.0.0.2", 8, "lo"))
    async with asyncio.timeout(LIMIT):
        assert await lists.get()
    await browser.stop()
    await advertiser.stop()


async def test_an_interface_that_is_not_there_is_a_warning(service: str) -> None:
    advertiser = Advertiser(ADVERT, interfaces=("eth99",), service=service, read=lambda: LO)
    assert "there is no interface eth99" in await advertiser.start()
    await advertiser.stop()


async def test_without_a_network_the_table_is_for_this_computer(service: str) -> None:
    advertiser = Advertiser(ADVERT, service=service, read=lambda: LO)
    assert (await advertiser.start()).startswith("This computer is in no network")
    assert advertiser.addresses == ("127.0.0.1",)
    await advertiser.stop()


async def test_a_table_of_this_computer_that_is_not_announced_goes_soon_after_it_has_ended(
    monkeypatch: pytest.MonkeyPatch, service: str
) -> None:
    """Nobody says goodbye for it: it is asked more often than others, an hour apart here."""
    monkeypatch.setattr(browser_module, "HERE_EVERY", 0.01)
    monkeypatch.setattr(browser_module, "PROBE_PAUSE", 0.01)
    answers: list[ProbeResult | None] = [ProbeResult(1.0, ADVERT.id, ADVERT.key)]
    lists: asyncio.Queue[tuple[FoundGame, ...]] = asyncio.Queue()

    async def probe(_host: str, _port: int) -> ProbeResult:
        if answers[-1] is None:
            raise ConnectionRefusedError
        return answers[-1]

    browser = Browser(
        lists.put_nowait,
        probe=probe,
        local=True,
        service=service,
        probe_every=3600,
        calls=False,
        ports_here=[40444],
    )
    await browser.start()
    try:
        async with asyncio.timeout(LIMIT):
            while not await lists.get():
                pass
            answers.append(None)
            while await lists.get():
                pass
    finally:
        await browser.stop()
