"""Opening a table of my own: what is asked on the screen as options, and what is done once it stands."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .networks import Networks
from .port import HostOptions, TableClient, Unsubscribe

if TYPE_CHECKING:
    from uno_lan.client.model import Snapshot
    from uno_lan.client.player import Player
    from uno_lan.lobby.hosting import OwnTables


ADDRESS_S = 5.0
"""How often it is looked whether a table of mine is reached at another address."""
following: list[asyncio.Task[None]] = []
"""Held so that they go on; each ends with its table."""


def serve_options(options: HostOptions, networks: Networks) -> list[str]:
    """What was asked on the screen, as options of `uno-lan serve`."""
    words = [f"--name={options.name}", f"--edition={options.edition}", *options.rules]
    words += [f"--seats={options.seats}", f"--bots={options.bots}:{options.level}"]
    if not options.locked:
        words.append("--open")
    elif options.password:
        words.append(f"--password={options.password}")
    return [*words, *(["--local"] if options.local else networks.options())]


def begin_at_once(client: TableClient) -> None:
    """A game against bots needs no waiting room: start, as soon as the table is there for it."""
    stop: list[Unsubscribe] = []

    def look(snapshot: Snapshot) -> None:
        from uno_lan.client.model import Stage

        if stop and snapshot.stage is Stage.WAITING and snapshot.seat(snapshot.me) is not None:
            stop.pop()()
            client.start()

    stop.append(client.subscribe(look))
    look(client.snapshot)


def follow_address(player: Player, table: str, tables: OwnTables) -> None:
    """Show the address that others come by also after this computer has got another one."""

    async def follow() -> None:
        from protocol.codes import parse_uno

        shown = await asyncio.to_thread(tables.address, table)
        while not player.snapshot.is_closed:
            await asyncio.sleep(ADDRESS_S)
            told = await asyncio.to_thread(tables.address, table)
            if told and told != shown:
                shown = told
                player.told_at(parse_uno(told))

    following.append(asyncio.create_task(follow(), name="own address"))
    following[:] = [task for task in following if not task.done()]
