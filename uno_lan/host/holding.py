"""One table being held: its folder, the keeper that owns it, and a new keeper after a mistake of ours.

A server holds one of these or two hundred; none knows of the others. What they share is in `Tools`.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from protocol.messages import TableStatus
from protocol.signing import Ed25519Signer, Verifier
from protocol.unolog import Frame
from uno_lan.errors import BUG, DAMAGED, OK, CommandError, one_line
from uno_lan.journal import Journal

from . import orders
from .archive import Archive
from .disk import Disk
from .keeper import Keeper
from .logs import EventLog
from .opening import Opening, config_of
from .resume import CannotResume
from .room import Refusal
from .server import Hosted, Server
from .table import Table

REBUILDS: Final = 3
"""So often a table is built anew after a mistake of ours; then it is given up."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What all tables of a process share."""

    signer: Ed25519Signer
    verifier: Verifier
    log: EventLog
    disk: Disk
    clock: Callable[[], int]
    """Unix time in ms, less the time in which this process stood still."""
    wall: Callable[[], int]
    """Unix time in ms."""
    on_status: Callable[[TableStatus], None]
    """Hears when the public status of a table changed."""
    banned: Callable[[], Iterable[bytes]] = tuple
    """Who may not come to this server any more."""
    late_sync: bool = False
    """`--sync background`."""
    closes_when_empty: bool = False
    """Ten minutes after the last person left."""


class Holding:
    """One table.

    Raises:
        CommandError: it cannot be opened, or not be taken up again.
    """

    def __init__(self, opening: Opening, tools: Tools) -> None:
        self.kept = opening.kept
        self.again = opening.again
        """It was open before."""
        self.folder = opening.folder
        self._game = opening.game
        self._tools = tools
        self.keeper = self._keeper(again=False)

    @property
    def table(self) -> bytes:
        """Its id."""
        return self.kept.table

    @property
    def hosted(self) -> Hosted:
        """The table as the server needs it."""
        return Hosted(self.kept.table, self.kept.code, self.keeper)

    async def run(self, server: Server) -> int:
        """Keep the table until it is closed; after a mistake of ours build it anew, a few times.

        Returns:
            OK: it was closed; BUG: it cannot be kept.
        """
        for attempt in range(REBUILDS + 1):
            server.put(self.hosted)
            broken = False
            try:
                await self.keeper.run()
            except Exception as error:
                broken = True
                self._tools.log.error("table.bug", error, table=self.table)
            reason = "closed" if self.keeper.ended else "restart"
            await server.drop(self.table, reason, comes_back=broken)
            await self.put_away()
            if not broken:
                return OK
            if attempt < REBUILDS:
                self.keeper = self._keeper(again=True)
        return BUG

    async def put_away(self) -> None:
        """Save everything; for the end, when nothing runs any more."""
        if self.keeper.ended == "owner":
            self.keep(closed=True)
        with contextlib.suppress(OSError):
            await self.keeper.save()
        self._game = self.keeper.game or self._game
        self.keeper.close()

    def keep(self, **changes: object) -> None:
        """Keep something else of it than before.

        Raises:
            CommandError: it cannot be written.
        """
        self.kept = replace(self.kept, **changes)  # type: ignore[arg-type]
        self.folder.save(self.kept)

    def _journal(self) -> tuple[Journal, tuple[Frame, ...]] | None:
        """The unfinished game's file, opened to go on with, and what is in it."""
        if self._game is None:
            return None
        found = Journal.open(self._game)
        if found.cut:
            self._tools.log.warning("journal.cut", file=self._game.name, bytes=found.cut)
        return found.journal, found.frames

    def _keeper(self, *, again: bool) -> Keeper:
        tools = self._tools
        opened = self._journal()
        config = config_of(self.kept, closes_when_empty=tools.closes_when_empty)
        try:
            table = Table(config, tools.signer, tools.verifier, secrets.token_bytes, Ed25519Signer)
        except Refusal as refusal:
            raise CommandError(
                f"cannot open the table of {one_line(str(self.folder.path))} again: {refusal.sentence} "
                "Use --new to open another one",
                DAMAGED,
            ) from None
        journal = None
        if opened is not None:
            journal, frames = opened
            try:
                table.resume(frames, tools.clock())
            except CannotResume as why:
                journal.close()
                raise CommandError(
                    f"cannot go on with the game file {one_line(str(self._game))}: {why}; it was left as it "
                    "is; use --new to open another table",
                    DAMAGED,
                ) from None
            for pk in tools.banned():
                # The process may have died after it had kept the ban and before this table knew of it.
                table.by_server(partial(orders.cut_off, pk=pk), tools.clock())
            after = "crash" if self.folder.after_crash or again else "stop"
            tools.log.info("table.resumed", table=config.table, file=journal.path.name, after=after)
        archive = Archive(self.folder.path, journal, each=not tools.late_sync)
        return Keeper(
            table,
            archive,
            tools.log,
            tools.clock,
            on_status=tools.on_status,
            keep_rules=lambda terms: self.keep(terms=terms),
            late_sync=tools.late_sync,
            disk=tools.disk,
            wall=tools.wall,
        )
