"""What comes to a keeper together is told together."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from protocol.framing import FrameDecoder
from protocol.messages import Chat, Lobby, LobbySet, Message, Rename, decode
from protocol.signing import Ed25519Signer, Ed25519Verifier
from uno_lan.engine import Ruleset
from uno_lan.host.archive import Archive
from uno_lan.host.keeper import Keeper
from uno_lan.host.table import Joined, Table, TableConfig, make_terms

from .house import WAIT_S, Lines, now_ms, signer, until

NAMES = ("Ann", "Ben", "Cem")


class Link:
    """A connection that remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[Message | str] = []
        self._decoder = FrameDecoder(1 << 20)

    def tell(self, frames: list[bytes]) -> None:
        """Payloads in their frames; a welcome is none."""
        for payload in self._decoder.feed(b"".join(frames)):
            found = None if payload == b"welcome" else decode(payload)
            self.told.append("welcome" if found is None else found[1])

    def close(self, reason: str) -> None:
        """Goodbye."""

    def kinds(self) -> list[str]:
        """What it was told, in order, by word."""
        return [one if isinstance(one, str) else one.t for one in self.told]


def welcome(joined: Joined) -> bytes:
    """Stands for the signed one."""
    return b"welcome"


@pytest.fixture
async def keeper(tmp_path: Path) -> AsyncIterator[Keeper]:
    """A keeper at work."""
    config = TableConfig(bytes(8), "Kitchen", make_terms(Ruleset.make("classic")), max_seats=4)
    table = Table(config, signer(200), Ed25519Verifier(), secrets.token_bytes, Ed25519Signer)
    keeper = Keeper(table, Archive(tmp_path), Lines(), now_ms)
    running = asyncio.create_task(keeper.run())
    yield keeper
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    keeper.close()


async def come(keeper: Keeper, names: Iterable[str]) -> list[Link]:
    """Somebody for each name, one after the other."""
    links = []
    async with asyncio.timeout(WAIT_S):
        for number, name in enumerate(names):
            links.append(Link())
            await keeper.join(number, links[-1], signer(number).pk, name, "play", welcome)
    return links


async def test_what_several_people_say_at_once_changes_the_lobby_once(keeper: Keeper) -> None:
    links = await come(keeper, NAMES)
    for link in links:
        link.told.clear()
    for number, name in enumerate(NAMES):
        keeper.take(number, LobbySet(Rename(name.upper())))
        keeper.take(number, Chat(name))
    await until(lambda: links[0].told)
    for link in links:
        assert link.kinds() == ["chat", "chat", "chat", "lobby"]
        assert isinstance(lobby := link.told[-1], Lobby)
        assert [seat.name for seat in lobby.seats] == [name.upper() for name in NAMES]


async def test_a_welcome_comes_behind_what_was_said_before_it_and_is_the_first_of_its_link(
    keeper: Keeper,
) -> None:
    (ann,) = await come(keeper, NAMES[:1])
    ann.told.clear()
    ben = Link()
    keeper.take(0, Chat("nobody else is here"))
    joining = asyncio.create_task(keeper.join(1, ben, signer(1).pk, "Ben", "play", welcome))
    await asyncio.wait_for(joining, WAIT_S)
    assert ann.kinds() == ["chat", "lobby"]
    assert ben.kinds() == ["welcome", "lobby"]
