"""The real world behind the port: discovery, identity, client and own tables, fitted to `tui.port`.

Only this file of the screens, `found.py` and `opening.py` know them. They are imported when they are needed,
never before the first frame: cryptography, rules and mDNS take longer to load than the lobby takes to draw.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uno_lan import languages
from uno_lan.errors import CommandError
from uno_lan.languages import _, n_
from uno_lan.paths import editions_dir, make_private, settings_file, state_dir
from uno_lan.preferences import load

from .app import Start, UnoApp, exit_code
from .found import as_asked, as_seen, capital, pin_changed, row_of_choice, rows_of
from .opening import begin_at_once, follow_address, serve_options
from .port import (
    CannotTakeUp,
    CodeNeeded,
    GameRow,
    HostOptions,
    JoinTrouble,
    OwnTable,
    TableChoice,
    TableClient,
    Unsubscribe,
)

if TYPE_CHECKING:
    from protocol.codes import Address
    from protocol.signing import Signer
    from uno_lan.client.known_hosts import KnownHosts
    from uno_lan.client.link import Target
    from uno_lan.client.model import Snapshot
    from uno_lan.client.player import Player
    from uno_lan.client.replay import PastGame
    from uno_lan.client.visited import Visited
    from uno_lan.discovery import Browser, FoundGame
    from uno_lan.engine.edition import Edition
    from uno_lan.lobby.hosting import Mine, OwnTables

PATIENCE_S: Final = 2.0
"""So long a table of mine that was just opened is tried again."""
CLOSE_S: Final = 5.0
"""So long a table of mine may take to close."""
HOST_FILE: Final = "host.json"
"""In the state folder: what was entered last for a new table."""
OWN_S: Final = 2.0
"""How often it is looked whether tables of mine still run."""
LOOK_S: Final = 0.05
"""How often it is looked whether it has."""


def run(args: argparse.Namespace) -> int:
    """Run the TUI with the real world; the exit code.

    Raises:
        CommandError: the state folder cannot be used.
    """
    state = make_private(state_dir(args.state_dir))
    table = getattr(args, "at_table", "")
    opening = getattr(args, "opening", None)
    kept = settings_file(args.state_dir)
    preferences, complaint = load(kept)
    lobby = NetLobby(state, args.name or "", tuple(args.interface), args.local, table, args.ipv6)
    lobby.use_ipv6(preferences.ipv6 == "yes")
    start = Start(args.connect or "", args.code or "", None if opening is None else tuple(opening), complaint)
    glyphs = getattr(args, "glyphs", None) or "auto"
    app = UnoApp(
        lobby, glyphs, start, preferences=preferences, preferences_file=kept, host_file=state / HOST_FILE
    )
    return exit_code(app, app.run())


class NetLobby:
    """The lobby over mDNS and the state folder."""

    def __init__(
        self,
        state: Path,
        name: str,
        interfaces: tuple[str, ...],
        local: bool,
        table: str = "",
        ipv6: bool = False,
    ) -> None:
        self._named_table = table
        """Which table of the server of `--connect` is meant."""
        self.name = name
        self.games: tuple[GameRow, ...] = ()
        self.own: tuple[OwnTable, ...] = ()
        self.hints: tuple[str, ...] = ()
        self.problem = ""
        self._state = state
        self._editions = editions_dir(state)
        self._interfaces = interfaces
        self.local = local
        self._told_ipv6 = ipv6
        """`--ipv6`: whatever the settings say."""
        self._ipv6 = ipv6
        self._afresh = asyncio.Event()
        """The search is to begin anew in another way."""
        self._callbacks: list[Callable[[], None]] = []
        self._found: dict[str, tuple[FoundGame, str]] = {}
        """Row key -> server and table id."""
        self._mine: dict[str, Mine] = {}
        self._heard: tuple[FoundGame, ...] = ()
        """What was found last."""
        self._closed: set[str] = set()
        """Ids of tables that I was told are closed: what the network still tells of them is of before."""
        self._browser: Browser | None = None
        self._tables: OwnTables | None = None
        self._signer: Signer | None = None
        self._known: KnownHosts | None = None
        self._visited: Visited | None = None
        self._looking: asyncio.Task[None] | None = None

    # For the screens.

    def subscribe(self, callback: Callable[[], None]) -> Unsubscribe:
        """See the port."""
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def _changed(self) -> None:
        for callback in list(self._callbacks):
            callback()

    def past_games(self) -> Sequence[PastGame]:
        """Games I took part in, the newest first."""
        from uno_lan.client.replay import past_games

        return past_games(self._state)

    def know_name(self) -> str:
        """See the port."""
        from uno_lan.client.profile import load_name

        if not self.name:
            self.name = load_name(self._state)
            self._changed()
        return self.name

    def remember_name(self, name: str) -> None:
        """See the port."""
        from protocol.errors import TextError
        from uno_lan.client.profile import save_name

        try:
            self.name = save_name(self._state, name)
        except TextError as error:
            raise ValueError(languages.said(error)) from None

    # Editions.

    def editions(self) -> Sequence[tuple[str, str]]:
        """See the port."""
        from uno_lan.engine.edition import RulesError, edition_ids, folder_editions

        named = [(key, self.edition(key).name) for key in edition_ids()]
        for key in folder_editions(self._editions):
            try:
                named.append((key, self.edition(key).name))
            except RulesError:
                named.append((key, key))
        return named

    def edition(self, key: str) -> Edition:
        """See the port."""
        from uno_lan.engine.edition import open_edition

        return open_edition(key, self._editions)

    # Searching.

    async def run(self) -> None:
        """Search until cancelled."""
        from uno_lan.discovery import Browser
        from uno_lan.lobby import probe, recent_hosts

        self.know_name()
        self._look_for_own()
        while True:
            self._afresh.clear()
            browser = Browser(
                self._games_found,
                probe=probe,
                interfaces=self._interfaces,
                local=self.local,
                ipv6=self._ipv6,
                on_warning=self._warned,
                recent=() if self.local else await asyncio.to_thread(recent_hosts, self._state),
            )
            await self._search(browser)

    async def _search(self, browser: Browser) -> None:
        """Search in this way until another one is wanted."""
        self._browser = browser
        try:
            self.problem = await browser.start()
            self._tell_where()
            while not self._afresh.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._afresh.wait(), OWN_S)
                if self.own:
                    self._look_for_own()
        finally:
            self._browser = None
            await browser.stop()

    def use_ipv6(self, wanted: bool) -> None:
        """See the port."""
        wanted = wanted or self._told_ipv6
        if wanted != self._ipv6:
            self._ipv6 = wanted
            self._afresh.set()

    def refresh(self) -> None:
        """Search afresh, on the network and in the state folder."""
        if self._browser is not None:
            self._browser.refresh()
            self._tell_where()
        self._look_for_own()

    def _warned(self, sentence: str) -> None:
        self.problem = sentence
        self._changed()

    def _tell_where(self) -> None:
        searched = self._browser.searched if self._browser else ()
        if self.local:
            self.hints = (_("Searching on this computer only."),)
        elif searched:
            said = n_(
                "Searching from {addresses}, this computer's address.",
                "Searching from {addresses}, this computer's addresses.",
                len(searched),
            )
            self.hints = (said.format(addresses=", ".join(searched)),)
        else:
            self.hints = (_("This computer is in no network."),)
        self._changed()

    def _games_found(self, games: tuple[FoundGame, ...]) -> None:
        from uno_lan.lobby import target_of

        known, self._heard = self._hosts(), games
        mine = {table.running.server: key for key, table in self._mine.items() if table.running}
        seen = {mine[game.id]: game for game in games if game.id in mine}
        self.own = tuple(as_seen(own, seen.get(own.key)) for own in self.own)
        self._found = {}
        rows = []
        for game in games:
            if game.id in mine:
                continue  # it is in the list already, as a table to go back to
            for row, table in rows_of(game, known.has(game.key)):
                if table in self._closed:
                    continue
                self._found[row.key] = (game, table)
                target = target_of(game, table)
                code = bool(known.code(target.server, target.table))
                mine_too = self._plays_in(game, table)
                been = row.state == "open" and self._played_at().has_played_at(table)
                rows.append(replace(row, code_known=code, mine=mine_too, been=been and not mine_too))
        self.games = tuple(rows)
        there = {one.id for game in games for one in game.tables}
        self._closed &= there | {table.id for table in self._mine.values() if table.running}
        self._changed()

    def _still_there(self, own: Iterable[OwnTable]) -> tuple[OwnTable, ...]:
        """Tables of mine without those that are closed and whose process only has not ended yet."""
        return tuple(table for table in own if not (table.running and table.key in self._closed))

    def _watch_for_the_end(self, player: Player) -> None:
        """Who is told that a table is closed sees it listed no more, whatever the network still tells."""

        def look(snapshot: Snapshot) -> None:
            if snapshot.is_closed and player.ended == "closed":
                self._closed.add(player.table_id.hex())
                self.own = self._still_there(self.own)
                self._games_found(self._heard)

        player.subscribe(look)

    def _plays_in(self, found: FoundGame, table: str) -> bool:
        """Have I a seat in the game that runs there?"""
        game = next((one.game for one in found.tables if one.id == table), "")
        return bool(game) and self._played_at().has_seat_in(game)

    def _look_for_own(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._read_own(), name="own tables")

    async def _read_own(self) -> None:
        mine = await asyncio.to_thread(self._own_tables().all)
        games = self._browser.games if self._browser else ()
        own = self._still_there([await self._ask_own(table, games) for table in mine])
        self._mine = {table.id: table for table in mine}
        if own != self.own:
            self.own = own
            self._games_found(games)

    async def _ask_own(self, table: Mine, games: Sequence[FoundGame]) -> OwnTable:
        """A table of mine as it is listed. One that is not announced is asked itself."""
        from uno_lan.lobby import probe

        running = table.running
        own = OwnTable(table.id, table.name, -1, running is not None, table.edition, table.seats)
        if running is None:
            return own
        announced = next((game for game in games if game.id == running.server), None)
        return as_seen(own, announced) if announced else as_asked(own, await probe("127.0.0.1", running.port))

    # Who I am and whom I know; read when first needed.

    def _played_at(self) -> Visited:
        if self._visited is None:
            from uno_lan.client.visited import Visited

            self._visited = Visited(self._state)
        return self._visited

    def _own_tables(self) -> OwnTables:
        if self._tables is None:
            from uno_lan.lobby.hosting import OwnTables

            self._tables = OwnTables(self._state)
        return self._tables

    def _identity(self) -> Signer:
        if self._signer is None:
            from uno_lan.keyring import load_or_create

            self._signer = load_or_create(self._state)
        return self._signer

    def _hosts(self) -> KnownHosts:
        if self._known is None:
            from uno_lan.client.known_hosts import KnownHosts

            self._known = KnownHosts(self._state)
        return self._known

    # Ways to a table.

    async def join(self, row: GameRow, code: str, name: str, trust_new: bool = False) -> TableClient:
        """See the port."""
        from uno_lan.lobby import target_of

        if row.key not in self._found:
            raise JoinTrouble(_("This table is gone."))
        target = target_of(*self._found[row.key])
        kept = "" if code else self._hosts().code(target.server, target.table)
        if row.locked and not code and not kept:
            raise CodeNeeded
        try:
            return await self._join(target, code or kept, name, trust_new)
        except CodeNeeded:
            if not kept:
                raise
            self._hosts().forget_code(target.server)
            raise CodeNeeded from None

    async def join_address(self, text: str, code: str, name: str, trust_new: bool = False) -> TableClient:
        """See the port."""
        from protocol.codes import parse_target
        from protocol.errors import AddressError
        from uno_lan.client.link import Target

        try:
            address = parse_target(text)
        except AddressError as error:
            raise JoinTrouble(languages.said(error)) from None
        return await self._join(Target.at(address), code or address.code or "", name, trust_new)

    async def host(self, options: HostOptions, name: str) -> TableClient:
        """See the port."""
        words = serve_options(options, self._interfaces, self.local, self._ipv6)
        client = await self._open(words, "", name)
        if options.at_once:
            begin_at_once(client)
        return client

    async def open_table(self, options: Sequence[str], name: str) -> TableClient:
        """See the port."""
        return await self._open(list(options), "", name)

    async def go_back(self, table: OwnTable, name: str, anew: bool = False) -> TableClient:
        """See the port."""
        return await self._open([*self._where(), *(["--new"] if anew else [])], table.key, name)

    def _where(self) -> list[str]:
        """Networks to open a table of mine on again."""
        if self.local:
            return ["--local"]
        where = [word for one in self._interfaces for word in ("--interface", one)]
        return [*where, *(["--ipv6"] if self._ipv6 else [])]

    async def close(self, table: OwnTable) -> None:
        """See the port."""
        mine = self._mine.get(table.key)
        try:
            if mine is None or mine.running is None:
                await asyncio.to_thread(self._own_tables().forget, table.key)
            else:
                client = await self._go_to(mine, self.name)
                client.close_table()
                async with asyncio.timeout(CLOSE_S):
                    await client.run()
                    while await asyncio.to_thread(self._own_tables().runs, table.key):
                        await asyncio.sleep(LOOK_S)
        except CommandError as error:
            raise JoinTrouble(capital(error.text)) from None
        except TimeoutError:
            raise JoinTrouble(_("The table does not close. Try again in a moment.")) from None
        finally:
            self._look_for_own()

    async def _open(self, options: list[str], table: str, name: str) -> Player:
        from uno_lan.lobby.hosting import CannotTakeUp as Unreadable

        try:
            mine = await self._own_tables().open(options, table)
        except Unreadable as error:
            raise CannotTakeUp(capital(error.text)) from None
        except CommandError as error:
            raise JoinTrouble(capital(error.text)) from None
        player = await self._go_to(mine, name)
        from uno_lan.lobby.reopening import open_again_when_lost

        open_again_when_lost(player, mine.id, self._own_tables(), self._where)
        if not mine.running or not mine.running.local:
            follow_address(player, mine.id, self._own_tables())
        return player

    async def _go_to(self, mine: Mine, name: str) -> Player:
        from protocol.codes import parse_uno

        ready = mine.running
        assert ready is not None
        return await self._join(mine.target, ready.code, name, False, parse_uno(ready.uno))

    async def _join(
        self, target: Target, code: str, name: str, trust_new: bool, told: Address | None = None
    ) -> Player:
        from uno_lan.client import errors
        from uno_lan.client.player import Player
        from uno_lan.lobby.seeking import seek_when_lost

        try:
            signer = self._identity()
        except CommandError as error:
            raise JoinTrouble(capital(error.text)) from None
        player = Player(
            target,
            signer,
            name,
            code=code or None,
            state=self._state,
            known=self._hosts(),
            patience=PATIENCE_S if told else 0.0,
            told=told,
        )
        try:
            await player.join()
        except (errors.CodeNeeded, errors.WrongCode) as error:
            raise CodeNeeded(isinstance(error, errors.WrongCode)) from None
        except errors.PinChanged as error:
            if error.before is None:
                raise JoinTrouble(error.sentence, error.code) from None
            if not trust_new:
                raise pin_changed(error) from None
            self._hosts().accept(error.key, error.before)
            return await self._join(target, code, name, False, told)
        except errors.ChooseTable as error:
            found = error.named(self._named_table) if target.table is None else None
            if found is not None:
                return await self._join(replace(target, table=found.id), code, name, trust_new, told)

            async def join(table: str, code: str, trust: bool) -> TableClient:
                one = replace(target, table=bytes.fromhex(table))
                return await self._join(one, code or kept_code, name, trust, told)

            kept_code = code
            raise TableChoice([row_of_choice(table) for table in error.tables], join) from None
        except errors.LinkError as error:
            raise JoinTrouble(error.sentence, error.code) from None
        except asyncio.CancelledError:
            player.step_away()
            raise
        self._closed.discard(player.table_id.hex())
        self._watch_for_the_end(player)
        if not self.local:
            seek_when_lost(player, self._interfaces, self._ipv6)
        return player
