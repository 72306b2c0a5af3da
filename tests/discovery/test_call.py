"""Finding by broadcast, and hosts met before: what is believed, what is answered, what shows in the list."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket

import pytest

from uno_lan.discovery import Advert, Advertiser, Browser, FoundGame, OwnAddress, ProbeResult, Recent
from uno_lan.discovery import browser as browser_module
from uno_lan.discovery import call as module
from uno_lan.discovery.advert import Sighting
from uno_lan.discovery.call import (
    ANSWER,
    ASK_BYTES,
    PER_SECOND,
    PORT,
    Caller,
    Responder,
    answer,
    broadcast_of,
    goodbye,
    port_of,
    question,
    read_answer,
    read_goodbye,
)
from uno_lan.discovery.names import SERVICE

ADVERT = Advert(id="00112233aabbccdd", name="Anna's table", port=40444, key="K7QM2XPA0123", taken=3)
NONCE = b"12345678"
LO = OwnAddress("127.0.0.1", 8, "lo")


@pytest.fixture
def service() -> str:
    return f"_uno-c{secrets.token_hex(3)}._tcp.local."


def said(service: str = SERVICE, advert: Advert = ADVERT) -> bytes:
    found = answer(advert, ["192.168.1.7"], question(service, NONCE), service)
    assert found is not None
    return found


def test_an_answer_tells_what_mdns_would_tell() -> None:
    found = read_answer(said(), NONCE, "192.168.1.7", SERVICE)
    assert found is not None
    assert (found.id, found.key, found.name, found.port) == (ADVERT.id, "K7QM2XPA01", "Anna's table", 40444)
    assert (found.taken, found.seats, found.addresses) == (3, 10, ("192.168.1.7",))


def test_where_an_answer_comes_from_is_tried_first() -> None:
    found = read_answer(said(), NONCE, "10.0.0.9", SERVICE)
    assert found is not None and found.addresses == ("10.0.0.9", "192.168.1.7")


def test_an_answer_is_never_longer_than_its_question() -> None:
    long = Advert(id=ADVERT.id, name="ä" * 24, port=65535, key="K" * 26, taken=999, seats=999, tables=250)
    many = [f"192.168.100.{n}" for n in range(100, 120)]
    found = answer(long, many, question(SERVICE, NONCE), SERVICE)
    assert found is not None and len(found) < ASK_BYTES


@pytest.mark.parametrize(
    "asked",
    [b"", b"UNO?", question("_other._tcp.local.", NONCE), question(SERVICE, NONCE)[:-1], b"x" * ASK_BYTES],
)
def test_what_is_no_question_for_us_is_not_answered(asked: bytes) -> None:
    assert answer(ADVERT, [], asked, SERVICE) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        said()[:-1],
        ANSWER + b"87654321" + said()[12:],
        ANSWER + NONCE + b"[" * 300,
        ANSWER + NONCE + json.dumps({"name": "x", "port": True, "ip": [], "txt": {}}).encode(),
        ANSWER + NONCE + json.dumps({"name": "x", "port": 1, "ip": [1], "txt": {"id": "zz"}}).encode(),
        ANSWER + NONCE + json.dumps({"name": "x", "port": 70000, "ip": [], "txt": ADVERT.txt()}).encode(),
        ANSWER + NONCE + b"\xff",
    ],
)
def test_nonsense_is_no_answer(data: bytes) -> None:
    assert read_answer(data, NONCE, "192.168.1.7", SERVICE) is None


def test_another_service_has_another_port() -> None:
    assert port_of(SERVICE) == PORT
    assert 20_000 <= port_of("_uno-t1._tcp.local.") < 30_000
    assert port_of("_uno-t1._tcp.local.") != port_of("_uno-t2._tcp.local.")


def test_a_question_goes_to_the_broadcast_address_of_its_network() -> None:
    assert broadcast_of(OwnAddress("192.168.1.7", 24, "wlan0")) == "192.168.1.255"
    assert broadcast_of(OwnAddress("10.77.3.4", 16, "eth0")) == "10.77.255.255"


async def test_a_server_is_found_by_broadcast_on_this_computer(service: str) -> None:
    found: asyncio.Queue[Sighting] = asyncio.Queue()
    responder = Responder(service, lambda: (ADVERT, ["127.0.0.1"]), LO.near)
    caller = Caller(service, found.put_nowait)
    assert await responder.start() and await caller.start()
    assert caller.ask([LO]) == 1
    async with asyncio.timeout(60):
        assert (await found.get()).id == ADVERT.id
    responder.stop()
    caller.stop()


async def test_who_asks_from_another_network_hears_nothing(service: str) -> None:
    asked = asyncio.Event()

    def near(_asker: str) -> bool:
        asked.set()
        return False

    responder = Responder(service, lambda: pytest.fail("told"), near)
    caller = Caller(service, lambda _: pytest.fail("heard"))
    assert await responder.start() and await caller.start()
    caller.ask([LO])
    async with asyncio.timeout(60):
        await asked.wait()
    responder.stop()
    caller.stop()


async def test_answers_are_rationed(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []

    class Transport(asyncio.DatagramTransport):
        def sendto(self, data: object, addr: object = None) -> None:
            assert isinstance(data, bytes)
            sent.append(data)

    responder = Responder(service, lambda: (ADVERT, []), lambda _: True)
    responder.connection_made(Transport())
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: 1000.0)
    for _ in range(3 * PER_SECOND):
        responder.datagram_received(question(service, NONCE), ("127.0.0.1", 9))
    assert len(sent) == PER_SECOND


async def test_a_port_that_cannot_be_had_stops_nothing(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_port: int) -> socket.socket:
        raise OSError("no")

    monkeypatch.setattr(module, "_socket", refuse)
    assert not await Responder(service, lambda: (ADVERT, []), LO.near).start()
    caller = Caller(service, lambda _: None)
    assert not await caller.start()
    assert caller.ask([LO]) == 0


class Lobby:
    """A browser on loopback whose list can be waited for."""

    def __init__(self, service: str, answer: ProbeResult | None, *recent: Recent) -> None:
        self.answer = answer
        self._lists: asyncio.Queue[tuple[FoundGame, ...]] = asyncio.Queue()
        self.probed = asyncio.Event()
        self.silent = 0
        """So many probes get no answer."""
        self.probes = 0
        self.browser = Browser(
            self._lists.put_nowait,
            probe=self._probe,
            local=True,
            service=service,
            recent=recent,
            probe_every=0.05,
        )

    async def _probe(self, _host: str, _port: int) -> ProbeResult | None:
        self.probed.set()
        self.probes += 1
        return self.answer if self.probes > self.silent else None

    async def one(self) -> FoundGame:
        """Wait for one game in the list."""
        async with asyncio.timeout(60):
            while len(games := await self._lists.get()) != 1:
                pass
        return games[0]

    async def none(self) -> None:
        """Wait for an empty list."""
        async with asyncio.timeout(60):
            while await self._lists.get():
                pass


async def test_a_server_that_only_answers_broadcasts_is_in_the_list(service: str) -> None:
    responder = Responder(service, lambda: (ADVERT, ["127.0.0.1"]), LO.near)
    await responder.start()
    lobby = Lobby(service, ProbeResult(1.0, server=ADVERT.id))
    await lobby.browser.start()
    game = await lobby.one()
    assert (game.id, game.name, game.address) == (ADVERT.id, "Anna's table", "127.0.0.1:40444")
    await lobby.browser.stop()
    responder.stop()


async def test_a_server_that_ends_says_goodbye_to_those_who_asked(service: str) -> None:
    responder = Responder(service, lambda: (ADVERT, ["127.0.0.1"]), LO.near)
    await responder.start()
    lobby = Lobby(service, ProbeResult(1.0, server=ADVERT.id))
    await lobby.browser.start()
    await lobby.one()
    responder.stop()
    await lobby.none()
    await lobby.browser.stop()


def test_a_goodbye_to_somebody_else_is_none() -> None:
    said = goodbye(ADVERT, NONCE)
    assert read_goodbye(said, NONCE) == f"call:{ADVERT.id}K7QM2XPA01"
    assert read_goodbye(said, b"87654321") == ""
    assert read_goodbye(said + b"x" * 100, NONCE) == ""


RECENT = Recent(ADVERT.id, "K7QM2XPA0123", "Anna's table", "127.0.0.1", 40444)


async def test_a_host_met_before_is_in_the_list_once_it_answers(service: str) -> None:
    lobby = Lobby(service, ProbeResult(1.0, ADVERT.id, RECENT.key), RECENT)
    await lobby.browser.start()
    assert (await lobby.one()).name == "Anna's table"
    await lobby.browser.stop()


async def test_a_host_met_before_whose_answer_was_lost_is_asked_again(
    service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_module, "RECENT_PAUSES", (0.01, 0.01))
    lobby = Lobby(service, ProbeResult(1.0, ADVERT.id, RECENT.key), RECENT)
    lobby.silent = 2
    await lobby.browser.start()
    assert (await lobby.one()).name == "Anna's table"
    await lobby.browser.stop()


@pytest.mark.parametrize(
    "answer", [None, ProbeResult(1.0, "ff" * 8, RECENT.key), ProbeResult(1.0, ADVERT.id, "SOMEBODYELSE")]
)
async def test_silence_or_somebody_else_at_its_address_is_not_in_the_list(
    service: str, answer: ProbeResult | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_module, "RECENT_PAUSES", (0.01, 0.01))
    lobby = Lobby(service, answer, RECENT)
    await lobby.browser.start()
    looking = [task for task in lobby.browser._beside if task.get_name() == "recent host"]
    async with asyncio.timeout(60):
        await asyncio.gather(*looking)
    assert lobby.probes == 3
    assert lobby.browser.games == ()
    await lobby.browser.stop()


async def test_what_mdns_tells_goes_before_what_was_answered(service: str) -> None:
    advertiser = Advertiser(ADVERT, local=True, service=service)
    await advertiser.start()
    lobby = Lobby(service, ProbeResult(1.0, server=ADVERT.id), RECENT)
    await lobby.browser.start()
    assert (await lobby.one()).id == ADVERT.id
    await advertiser.announced()
    async with asyncio.timeout(60):
        while [i for s in lobby.browser._roll.servers() for i in lobby.browser._roll.instances(s)] != [
            f"Anna's table.{service}"
        ]:
            await asyncio.sleep(0.01)
    await advertiser.stop()
    async with asyncio.timeout(60):
        while lobby.browser.games:
            await asyncio.sleep(0.01)
    await lobby.browser.stop()
