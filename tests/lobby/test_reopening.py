"""A table of my own that crashed is opened again while I sit there, and only then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from uno_lan.client.model import LinkState, Snapshot
from uno_lan.errors import CommandError
from uno_lan.lobby.reopening import open_again_when_lost

TABLE = "7a" * 8


@dataclass
class Seat:
    """Hands snapshots on."""

    hear: list[Callable[[Snapshot], None]] = field(default_factory=list)

    def subscribe(self, callback: Callable[[Snapshot], None]) -> None:
        self.hear.append(callback)


@dataclass
class Tables:
    """Tables of which one may have crashed."""

    crashed: bool
    opens: bool = True
    opened: list[tuple[list[str], str]] = field(default_factory=list)

    def fell(self, table: str) -> bool:
        return self.crashed

    async def open(self, options: Sequence[str], table: str) -> None:
        self.opened.append((list(options), table))
        if not self.opens:
            raise CommandError("no port")


async def lost(tables: Tables, *links: LinkState) -> list[tuple[list[str], str]]:
    seat = Seat()
    open_again_when_lost(seat, TABLE, tables, lambda: ["--local"])  # type: ignore[arg-type]
    for link in links:
        seat.hear[0](Snapshot(link=link))
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others)
    return tables.opened


async def test_a_crashed_table_is_opened_again_where_it_was() -> None:
    assert await lost(Tables(crashed=True), LinkState.RECONNECTING) == [(["--local"], TABLE)]


async def test_a_table_that_was_stopped_in_good_order_stays_so() -> None:
    assert await lost(Tables(crashed=False), LinkState.RECONNECTING) == []


@pytest.mark.parametrize("link", [LinkState.ONLINE, LinkState.CLOSED, LinkState.CONNECTING])
async def test_nothing_is_opened_while_nothing_is_lost(link: LinkState) -> None:
    assert await lost(Tables(crashed=True), link) == []


async def test_one_that_does_not_open_is_tried_again_when_the_link_is_lost_again() -> None:
    links = (LinkState.RECONNECTING, LinkState.ONLINE, LinkState.RECONNECTING)
    assert len(await lost(Tables(crashed=True, opens=False), *links)) == 2
