"""The real world behind the port: the lobby over mDNS and the state folder, fitted to `tui.port`.

Only this file of the screens and those it leans on (`found.py`, `me.py`, `mine.py`, `opening.py`,
`reaching.py`) know discovery, identity, client and own tables. Functions import what they need of those, and
nothing does before the first frame: cryptography, rules and mDNS take longer to load than the lobby to draw.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uno_lan import languages
from uno_lan.languages import _, n_
from uno_lan.paths import editions_dir, make_private, settings_file, state_dir
from uno_lan.preferences import load

from .app import Start, UnoApp, exit_code
from .found import rows_of
from .me import Me
from .mine import MyTables
from .networks import Networks
from .opening import begin_at_once, serve_options
from .port import CodeNeeded, GameRow, HostOptions, JoinTrouble, OwnTable, TableClient, Unsubscribe
from .reaching import Reaching

if TYPE_CHECKING:
    from uno_lan.client.model import Snapshot
    from uno_lan.client.player import Player
    from uno_lan.client.replay import PastGame
    from uno_lan.discovery import Browser, FoundGame
    from uno_lan.engine.edition import Edition

HOST_FILE: Final = "host.json"
"""In the state folder: what was entered last for a new table."""
OWN_S: Final = 2.0
"""How often it is looked whether tables of mine still run."""


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
        """Make it.

        Args:
            table: which table of the server of `--connect` is meant.
            ipv6: `--ipv6`, whatever the settings say.
        """
        self.name = name
        self.games: tuple[GameRow, ...] = ()
        self.hints: tuple[str, ...] = ()
        self.problem = ""
        self._state = state
        self._editions = editions_dir(state)
        self._networks = Networks(interfaces, local, ipv6)
        self._told_ipv6 = ipv6
        self._afresh = asyncio.Event()
        """The search is to begin anew in another way."""
        self._callbacks: list[Callable[[], None]] = []
        self._found: dict[str, tuple[FoundGame, str]] = {}
        """Row key -> server and table id."""
        self._heard: tuple[FoundGame, ...] = ()
        """What was found last."""
        self._closed: set[str] = set()
        """Ids of tables that I was told are closed: what the network still tells of them is of before."""
        self._browser: Browser | None = None
        self._me = Me(state)
        self._reaching = Reaching(self._me, self._networks, table, self._watch_for_the_end)
        self._mine = MyTables(
            state, self._reaching, self._networks, self._closed, self._games_now, self._games_found
        )

    # For the screens.

    @property
    def local(self) -> bool:
        """See the port."""
        return self._networks.local

    @property
    def own(self) -> tuple[OwnTable, ...]:
        """See the port."""
        return self._mine.listed

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
        self._mine.look()
        while True:
            self._afresh.clear()
            browser = Browser(
                self._games_found,
                probe=probe,
                interfaces=self._networks.interfaces,
                local=self.local,
                ipv6=self._networks.ipv6,
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
                    self._mine.look()
        finally:
            self._browser = None
            await browser.stop()

    def use_ipv6(self, wanted: bool) -> None:
        """See the port."""
        wanted = wanted or self._told_ipv6
        if wanted != self._networks.ipv6:
            self._networks.ipv6 = wanted
            self._afresh.set()

    def refresh(self) -> None:
        """Search afresh, on the network and in the state folder."""
        if self._browser is not None:
            self._browser.refresh()
            self._tell_where()
        self._mine.look()

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

    def _games_now(self) -> tuple[FoundGame, ...]:
        return self._browser.games if self._browser else ()

    def _games_found(self, games: tuple[FoundGame, ...]) -> None:
        from uno_lan.lobby import target_of

        known, self._heard = self._me.hosts, games
        self._mine.hear(games)
        mine = self._mine.servers()
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
                been = row.state == "open" and self._me.visited.has_played_at(table)
                rows.append(replace(row, code_known=code, mine=mine_too, been=been and not mine_too))
        self.games = tuple(rows)
        there = {one.id for game in games for one in game.tables}
        self._closed &= there | {*mine.values()}
        self._changed()

    def _watch_for_the_end(self, player: Player) -> None:
        """Who is told that a table is closed sees it listed no more, whatever the network still tells."""
        self._closed.discard(player.table_id.hex())

        def look(snapshot: Snapshot) -> None:
            if snapshot.is_closed and player.ended == "closed":
                self._closed.add(player.table_id.hex())
                self._mine.drop_closed()
                self._games_found(self._heard)

        player.subscribe(look)

    def _plays_in(self, found: FoundGame, table: str) -> bool:
        """Have I a seat in the game that runs there?"""
        game = next((one.game for one in found.tables if one.id == table), "")
        return bool(game) and self._me.visited.has_seat_in(game)

    # Ways to a table.

    async def join(self, row: GameRow, code: str, name: str, trust_new: bool = False) -> TableClient:
        """See the port."""
        from uno_lan.lobby import target_of

        if row.key not in self._found:
            raise JoinTrouble(_("This table is gone."))
        target = target_of(*self._found[row.key])
        kept = "" if code else self._me.hosts.code(target.server, target.table)
        if row.locked and not code and not kept:
            raise CodeNeeded
        try:
            return await self._reaching.join(target, code or kept, name, trust_new)
        except CodeNeeded:
            if not kept:
                raise
            self._me.hosts.forget_code(target.server)
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
        return await self._reaching.join(Target.at(address), code or address.code or "", name, trust_new)

    async def host(self, options: HostOptions, name: str) -> TableClient:
        """See the port."""
        client = await self._mine.open(serve_options(options, self._networks), name)
        if options.at_once:
            begin_at_once(client)
        return client

    async def open_table(self, options: Sequence[str], name: str) -> TableClient:
        """See the port."""
        return await self._mine.open(options, name)

    async def go_back(self, table: OwnTable, name: str, anew: bool = False) -> TableClient:
        """See the port."""
        options = [*self._networks.options(), *(["--new"] if anew else [])]
        return await self._mine.open(options, name, table.key)

    async def close(self, table: OwnTable) -> None:
        """See the port."""
        await self._mine.close(table, self.name)
