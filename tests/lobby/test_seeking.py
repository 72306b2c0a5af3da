"""A table whose host has another address is found again, and nobody can send a player elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.signing import host_id
from uno_lan.client.model import LinkState, Snapshot
from uno_lan.discovery import FoundGame
from uno_lan.lobby import seeking
from uno_lan.lobby.seeking import Seeker, seek_when_lost

SERVER, HOST = bytes(range(8)), bytes(range(32))
SEEN = FoundGame(
    id=SERVER.hex(), name="Anna's table", edition="classic", taken=1, seats=4, lock=True, version_ok=True,
    addresses=("10.77.0.91", "172.17.0.1"), port=40444, key=host_id(HOST), rtt_ms=1.0,
)  # fmt: skip
LOST, BACK = Snapshot(link=LinkState.RECONNECTING), Snapshot(link=LinkState.ONLINE)


class FakePlayer:
    """A player whose link can be lost."""

    server, host = SERVER, HOST
    places: tuple[tuple[str, int], ...] = (("10.77.0.1", 40444),)

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []
        self.subscribed = 0

    def found_at(self, host: str, port: int) -> None:
        """Where it was told to try."""
        self.told.append((host, port))

    def subscribe(self, _: object) -> None:
        """Somebody listens."""
        self.subscribed += 1


class FakeSearch:
    """A search that finds what a test says."""

    def __init__(self, found: Callable[[tuple[FoundGame, ...]], None]) -> None:
        self.found = found
        self.running = asyncio.Event()
        self.stopped = asyncio.Event()

    async def start(self) -> str:
        """It runs."""
        self.running.set()
        return ""

    def refresh(self) -> None:
        """Nothing new."""

    async def stop(self) -> None:
        """It ends."""
        self.stopped.set()


async def test_while_the_link_is_lost_its_server_is_searched_and_tried_where_it_answers() -> None:
    player, searches = FakePlayer(), list[FakeSearch]()

    def search(found: Callable[[tuple[FoundGame, ...]], None]) -> FakeSearch:
        searches.append(FakeSearch(found))
        return searches[-1]

    seeker = Seeker(player, search, after=0.0)  # type: ignore[arg-type]
    seeker.hear(BACK)
    assert not searches
    for _ in range(2):
        seeker.hear(LOST)
        seeker.hear(LOST)
        while not searches:
            await asyncio.sleep(0)
        (one,) = searches
        await one.running.wait()
        one.found((SEEN,))
        seeker.hear(BACK)
        await one.stopped.wait()
        searches.clear()
    assert player.told == [("10.77.0.91", 40444)] * 2


@pytest.mark.parametrize(
    "other",
    [
        replace(SEEN, id=bytes(8).hex()),
        replace(SEEN, key=host_id(bytes(32))),
        replace(SEEN, key=SEEN.key[:10]),
        replace(SEEN, rtt_ms=-1.0),
        replace(SEEN, alive=False),
    ],
    ids=["another server", "another host", "only announced", "never answered", "answers no more"],
)
async def test_what_has_not_proven_to_be_the_same_host_is_not_tried(other: FoundGame) -> None:
    player = FakePlayer()
    Seeker(player, FakeSearch)._found((other,))  # type: ignore[arg-type]
    assert not player.told


def test_a_table_of_this_computer_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeking, "Browser", None)
    for places, searched in (
        ((("127.0.0.1", 1),), 0),
        ((("::1", 1), ("localhost", 1)), 0),
        ((("127.0.0.1", 1), ("10.0.0.1", 1)), 1),
        ((("table.example", 1),), 1),
    ):
        player = FakePlayer()
        player.places = places
        seek_when_lost(player)  # type: ignore[arg-type]
        assert player.subscribed == searched
