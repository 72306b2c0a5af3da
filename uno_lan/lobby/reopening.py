"""A table of my own whose process crashes while I sit there is opened again, and its game taken up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from uno_lan.client.model import LinkState, Snapshot
from uno_lan.client.player import Player
from uno_lan.errors import CommandError

from .hosting import OwnTables


def open_again_when_lost(
    player: Player, table: str, tables: OwnTables, where: Callable[[], Sequence[str]]
) -> None:
    """When the process of my table crashes while I sit there, start it again: the link then finds it.

    Args:
        table: its id, 16 hex digits.
        where: options of `uno-lan serve` for the network.
    """
    opening: list[asyncio.Task[None]] = []

    async def again() -> None:
        if await asyncio.to_thread(tables.fell, table):
            with contextlib.suppress(CommandError):  # the link says that it is lost
                await tables.open(where(), table)

    def look(snapshot: Snapshot) -> None:
        lost = snapshot.link is LinkState.RECONNECTING
        if lost and (not opening or opening[-1].done()):
            opening[:] = [asyncio.create_task(again(), name="open my table again")]

    player.subscribe(look)
