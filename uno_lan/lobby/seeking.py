"""Finding a table again whose host has another address now: another Wi-Fi, another lease.

While a link is lost, the network is searched for the very server it led to, and the link is told where that
server answers. Believed is what the host signs on the connection to that address, never what is announced: so
nobody can send a player elsewhere, and the link itself checks the host's key once more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final, Protocol

from protocol.signing import host_id
from uno_lan.client.model import LinkState, Snapshot
from uno_lan.client.player import Player
from uno_lan.discovery import Browser, FoundGame
from uno_lan.lobby.probe import probe

AFTER_S: Final = 2.0
"""Most links are back before that, where they were."""
AGAIN_S: Final = 5.0
"""How often a search that found nothing new looks afresh."""


class Search(Protocol):
    """A search of the network, as `Browser` is one."""

    async def start(self) -> str:
        """Begin."""

    def refresh(self) -> None:
        """Ask everybody once more."""

    async def stop(self) -> None:
        """End."""


OpenSearch = Callable[[Callable[[tuple[FoundGame, ...]], None]], Search]


class Seeker:
    """Searches while a player's link is lost.

    Args:
        search: makes a search that calls back with what it finds.
        after: seconds a link may be lost before the search begins.
    """

    def __init__(self, player: Player, search: OpenSearch, after: float = AFTER_S) -> None:
        self._player = player
        self._search = search
        self._after = after
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def hear(self, snapshot: Snapshot) -> None:
        """The player's state has changed."""
        lost = snapshot.link is LinkState.RECONNECTING
        if lost and self._task is None:
            self._task = asyncio.create_task(self._seek(), name="seek the table")
        elif not lost and self._task is not None:
            self._ending.add(self._task)
            self._task.add_done_callback(self._ending.discard)
            self._task.cancel()
            self._task = None

    async def _seek(self) -> None:
        await asyncio.sleep(self._after)
        search = self._search(self._found)
        try:
            await search.start()
            while True:
                await asyncio.sleep(AGAIN_S)
                search.refresh()
        finally:
            await search.stop()

    def _found(self, games: tuple[FoundGame, ...]) -> None:
        for game in games:
            same = (game.id, game.key) == (self._player.server.hex(), host_id(self._player.host))
            if same and game.alive and game.rtt_ms >= 0:
                self._player.found_at(game.addresses[0], game.port)


def seek_when_lost(player: Player, interfaces: tuple[str, ...] = (), ipv6: bool = False) -> None:
    """Have a player's table found again wherever its host is on these networks; for a table of others."""
    if all(_is_loopback(host) for host, _ in player.places):
        return  # it is on this computer, whose loopback never moves

    def search(found: Callable[[tuple[FoundGame, ...]], None]) -> Search:
        return Browser(found, probe=probe, interfaces=interfaces, ipv6=ipv6)

    player.subscribe(Seeker(player, search).hear)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"
