"""Tables of my own: which there are, opening one, going back to it, closing it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uno_lan.errors import CommandError
from uno_lan.languages import _

from .found import as_asked, as_seen, capital
from .networks import Networks
from .opening import follow_address
from .port import CannotTakeUp, JoinTrouble, OwnTable
from .reaching import Reaching

if TYPE_CHECKING:
    from uno_lan.client.player import Player
    from uno_lan.discovery import FoundGame
    from uno_lan.lobby.hosting import Mine, OwnTables

CLOSE_S: Final = 5.0
"""So long a table of mine may take to close."""
LOOK_S: Final = 0.05
"""How often it is looked whether it has."""


class MyTables:
    """Those of one state folder, as the lobby lists them."""

    def __init__(
        self,
        state: Path,
        reaching: Reaching,
        networks: Networks,
        closed: Collection[str],
        games: Callable[[], tuple[FoundGame, ...]],
        found: Callable[[tuple[FoundGame, ...]], None],
    ) -> None:
        """Make it.

        Args:
            closed: ids of tables that are closed, whatever their process still does.
            games: what the network tells now.
            found: told that again when the list of mine is another one.
        """
        self.listed: tuple[OwnTable, ...] = ()
        self._state = state
        self._reaching = reaching
        self._networks = networks
        self._closed = closed
        self._games = games
        self._found = found
        self._mine: dict[str, Mine] = {}
        """By id, as read last."""
        self._looking: asyncio.Task[None] | None = None

    @cached_property
    def tables(self) -> OwnTables:
        """Their folders and processes."""
        from uno_lan.lobby.hosting import OwnTables

        return OwnTables(self._state)

    # The list.

    def servers(self) -> dict[str, str]:
        """Tables by the id of their server, as far as they run: each has one of its own."""
        return {one.running.server: one.id for one in self._mine.values() if one.running is not None}

    def hear(self, games: Sequence[FoundGame]) -> None:
        """List those that are announced with what their announcement tells."""
        mine = self.servers()
        seen = {mine[game.id]: game for game in games if game.id in mine}
        self.listed = tuple(as_seen(own, seen.get(own.key)) for own in self.listed)

    def drop_closed(self) -> None:
        """List no more what is closed and whose process only has not ended yet."""
        self.listed = self._still_there(self.listed)

    def _still_there(self, own: Sequence[OwnTable]) -> tuple[OwnTable, ...]:
        return tuple(table for table in own if not (table.running and table.key in self._closed))

    def look(self) -> None:
        """Read the folder again, soon."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._read(), name="own tables")

    async def _read(self) -> None:
        mine = await asyncio.to_thread(self.tables.all)
        games = self._games()
        listed = self._still_there([await self._ask(table, games) for table in mine])
        self._mine = {table.id: table for table in mine}
        if listed != self.listed:
            self.listed = listed
            self._found(games)

    async def _ask(self, table: Mine, games: Sequence[FoundGame]) -> OwnTable:
        """As it is listed. One that is not announced is asked itself."""
        from uno_lan.lobby import probe

        running = table.running
        own = OwnTable(table.id, table.name, -1, running is not None, table.edition, table.seats)
        if running is None:
            return own
        announced = next((game for game in games if game.id == running.server), None)
        return as_seen(own, announced) if announced else as_asked(own, await probe("127.0.0.1", running.port))

    # Opening and closing.

    async def open(self, options: Sequence[str], name: str, table: str = "") -> Player:
        """Open a table, or take one up that was left, and join it.

        Args:
            options: of `uno-lan serve`.
            table: id of a table of mine; empty: a new one.

        Raises:
            CannotTakeUp: its unfinished game cannot be gone on with.
            JoinTrouble: it did not open, or cannot be joined.
        """
        from uno_lan.lobby.hosting import CannotTakeUp as Unreadable
        from uno_lan.lobby.reopening import open_again_when_lost

        try:
            mine = await self.tables.open(options, table)
        except Unreadable as error:
            raise CannotTakeUp(capital(error.text)) from None
        except CommandError as error:
            raise JoinTrouble(capital(error.text)) from None
        player = await self._go_to(mine, name)
        open_again_when_lost(player, mine.id, self.tables, self._networks.options)
        if not mine.running or not mine.running.local:
            follow_address(player, mine.id, self.tables)
        return player

    async def close(self, table: OwnTable, name: str) -> None:
        """End its process; one that has none is only offered no more.

        Args:
            name: mine, to go there with.

        Raises:
            JoinTrouble: it cannot be closed.
        """
        mine = self._mine.get(table.key)
        try:
            if mine is None or mine.running is None:
                await asyncio.to_thread(self.tables.forget, table.key)
            else:
                client = await self._go_to(mine, name)
                client.close_table()
                async with asyncio.timeout(CLOSE_S):
                    await client.run()
                    while await asyncio.to_thread(self.tables.runs, table.key):
                        await asyncio.sleep(LOOK_S)
        except CommandError as error:
            raise JoinTrouble(capital(error.text)) from None
        except TimeoutError:
            raise JoinTrouble(_("The table does not close. Try again in a moment.")) from None
        finally:
            self.look()

    async def _go_to(self, mine: Mine, name: str) -> Player:
        from protocol.codes import parse_uno

        ready = mine.running
        assert ready is not None
        return await self._reaching.join(mine.target, ready.code, name, told=parse_uno(ready.uno))
