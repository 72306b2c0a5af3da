"""`uno-lan serve`: one process that holds one table, or many, until it is told to stop.

    options -> folders and locks -> tables, new or from their files -> sockets -> keepers, announcement

Told to stop (SIGTERM, SIGINT) it saves, says "restart" to everybody and leaves with 0; the next start goes
on. So it does after a kill, from the game files. A mistake of ours in a table ends nothing either: that table
is built anew from its file while its players reconnect, a few times; the others notice nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from protocol.messages import TableStatus
from protocol.signing import Ed25519Signer, Ed25519Verifier, host_id
from uno_lan import __version__
from uno_lan.errors import BUG, OK, USAGE, CommandError
from uno_lan.keyring import load_or_create
from uno_lan.paths import make_private, state_dir

from .announcing import Announcement, addresses_of, typable
from .bans import Bans
from .disk import Disk
from .folder import damaged, hold, mend, unfinished
from .garbage import look, seldom
from .holding import Holding, Tools
from .kept import Kept
from .limits import Limits, read_limits
from .logs import EventLog, start_logging
from .opening import Opening, new_table, server_name, tables_of
from .ports import bind, port_of
from .pulse import LivedTime
from .saying import Place, say_server, say_table, tell_folder
from .server import Server
from .spare import Spare, Visited
from .upkeep import Upkeep

ENV_LIMITS: Final = "UNO_LAN_LIMITS"
"""Environment variable with other limits than the usual ones: `rate=100,visitors_per_address=8`."""
FILES: Final = 4096
"""Open files for 250 tables with a dozen links each."""
LOOK_S: Final = 1.0
"""How often the tables for visitors are looked at."""


def main(args: argparse.Namespace) -> int:
    """Hold the tables.

    Args:
        args: the options of `uno-lan serve`.

    Returns:
        The exit code.

    Raises:
        CommandError: it cannot begin, or cannot go on.
    """
    log = start_logging(args.log)
    allow_many_files()
    state = make_private(state_dir(args.state_dir))
    # Without --table this process is the server of the whole folder, of which there is one.
    lock = hold(state) if args.table is None else None
    try:
        signer = load_or_create(state)
        for folder in damaged(state) if lock is not None else ():
            if mend(folder):
                log.warning("table.rebuilt", folder=str(folder))
            else:
                log.warning("table.unreadable", folder=str(folder))
        openings = tables_of(args, state, signer.pk)
        if args.table is not None and openings[0].kept.local:
            args.local = True  # who opens it again need not know
        try:
            with seldom():
                return asyncio.run(_run(Hosting(args, log, signer, openings, state)))
        finally:
            for opening in openings:
                opening.folder.close()
    finally:
        if lock is not None:
            lock.release()


async def _run(hosting: Hosting) -> int:
    """Hold the tables, and look for garbage beside: Python by itself does so only among what is new."""
    looking = asyncio.create_task(look(time.monotonic), name="garbage")
    try:
        return await hosting.run()
    finally:
        looking.cancel()


class Hosting:
    """The tables of one process being held."""

    def __init__(
        self,
        args: argparse.Namespace,
        log: EventLog,
        signer: Ed25519Signer,
        openings: Sequence[Opening],
        state: Path,
    ) -> None:
        self._args = args
        self._signer = signer
        self._state = state
        self._openings = openings
        self._stop = asyncio.Event()
        self._planned = False
        self.log = log
        self.disk = Disk()
        self.bans = Bans(state)
        self._draining = False
        self._since = time.monotonic()
        self._time = LivedTime(_now)
        whole = args.table is None
        self._upkeep = Upkeep(
            self,
            state if whole else openings[0].folder.path,
            state if whole else None,
            log,
            (args.keep_mib, args.keep_days),
        )
        self._tools = Tools(
            signer=signer,
            verifier=Ed25519Verifier(),
            log=log,
            disk=self.disk,
            clock=self._time.now,
            wall=_now,
            on_status=self._status_changed,
            banned=self.bans.keys,
            late_sync=args.sync == "background",
            closes_when_empty=args.table is not None,
        )
        self._holdings: dict[asyncio.Task[int], Holding] = {}
        self._spare = Spare(args.open_tables)
        self._place: Place | None = None
        self._announcement: Announcement | None = None
        self._bound: set[str] = set()
        """Addresses that are listened on."""
        self._moving: asyncio.Task[None] | None = None
        self._server = Server(
            signer=signer,
            verifier=self._tools.verifier,
            server=openings[0].kept.server,
            log=log,
            limits=limits_of(args),
            banned=self.bans.__contains__,
            lived=self._time.lived,
        )

    @property
    def port(self) -> int:
        """Where it listens; 0 before."""
        return self._place.port if self._place else 0

    def stop(self, planned: bool = False) -> None:
        """Save, say goodbye, and let `run` return.

        Args:
            planned: it will be started again soon: tables at which people are stay open for them.
        """
        self._planned = planned
        self._stop.set()

    def drain(self) -> None:
        """Let nobody new in, and stop when the running rounds are over."""
        if not self._draining:
            self._draining = self._server.closing = True
            self._upkeep.drain()

    @property
    def is_of_a_screen(self) -> bool:
        """Is this the one table that a screen opened? Nobody but its owner starts it again."""
        return self._args.table is not None

    @property
    def holdings(self) -> list[Holding]:
        """All tables that are open."""
        return list(self._holdings.values())

    def status(self) -> dict[str, Any]:
        """How the server is, for `admin status` and the metrics."""
        statuses = [holding.keeper.status for holding in self.holdings]
        return {
            "version": __version__,
            "pid": os.getpid(),
            "address": self._place.address if self._place else "",
            "uptime_seconds": round(time.monotonic() - self._since),
            "tables": len(statuses),
            "stages": dict(Counter(status.stage for status in statuses)),
            "seated": sum(status.seats for status in statuses),
            "links": self._server.links,
            "visitors": self._server.visitors,
            "draining": self._draining,
        }

    def status_of(self, holding: Holding) -> dict[str, Any]:
        """How one table is. Never its code: that is for who sits there."""
        status = holding.keeper.status
        return {
            "name": status.name,
            "id": status.id.hex(),
            "stage": status.stage,
            "edition": status.edition,
            "seats": status.seats,
            "max_seats": status.max_seats,
            "links": self._server.links_at(holding.table),
            "locked": status.lock == "code",
            "stuck": holding.keeper.is_stuck,
        }

    async def run(self) -> int:
        """Hold them; the exit code."""
        self._listen_to_signals()
        beating = asyncio.create_task(self._time.run(), name="pulse")
        try:
            return await self._serve()
        finally:
            beating.cancel()

    async def _serve(self) -> int:
        args = self._args
        addresses, told = await addresses_of(args.interface, args.local, args.ipv6)
        holdings = self._build()
        sockets = bind(addresses, args.port, next((h.kept.port for h in holdings if h.kept.port), None))
        self._bound = set(addresses)
        key = host_id(self._signer.pk)
        self._place = Place(tuple(told), port_of(sockets), key, bool(args.local))
        try:
            for holding in holdings:
                self._open(holding)
            say_server(self._place, holdings, self._is_many)
            await self._server.listen(sockets)
            self._announce(holdings[0].kept.server.hex(), key)
            await self._upkeep.start(args.status_port)
            self.log.info("server.open", address=self._place.address, tables=len(self._holdings))
            return await self._hold()
        finally:
            await self._put_away()
            for sock in sockets:
                sock.close()

    @property
    def _is_many(self) -> bool:
        """More tables than one may be open."""
        return bool(self._args.tables + self._args.open_tables > 1)

    def _build(self) -> list[Holding]:
        holdings = []
        for opening in self._openings:
            try:
                holdings.append(Holding(opening, self._tools))
            except CommandError as error:
                # One table of many that cannot be taken up shall not keep the others closed.
                if not self._is_many:
                    raise
                self.log.error("table.broken", table=opening.kept.table, why=error.text)
        if not holdings:
            raise CommandError("none of the tables can be taken up again; use --new to open others")
        return holdings

    def _open(self, holding: Holding) -> None:
        """Begin to keep a table."""
        assert self._place is not None
        holding.keep(port=self._place.port, again=False)
        say_table(self._place, holding, self.log)
        self._server.put(holding.hosted)
        task = asyncio.create_task(holding.run(self._server), name=f"table {holding.table.hex()}")
        self._holdings[task] = holding

    async def _hold(self) -> int:
        """Run until no table is left, or the process is told to stop."""
        stopping = asyncio.create_task(self._stop.wait(), name="stop signal")
        try:
            while self._holdings and not self._stop.is_set():
                self._look_at_spare()
                wait = LOOK_S if self._args.open_tables else None
                done, _ = await asyncio.wait(
                    (*self._holdings, stopping), timeout=wait, return_when=asyncio.FIRST_COMPLETED
                )
                for task in done & self._holdings.keys():
                    code = self._ended(task)
                    if code is not None:
                        return code
            return OK
        finally:
            stopping.cancel()

    def _ended(self, task: asyncio.Task[int]) -> int | None:
        """A table is closed or broken; the exit code when it was the only one."""
        holding = self._holdings.pop(task)
        error = task.exception()
        code = task.result() if error is None else BUG
        # The only one of a process goes on at the next start, unless it is closed in good order.
        holding.folder.left_open = code == BUG and not self._is_many
        if error is not None:
            if not self._is_many:
                raise error
            self.log.error("table.broken", error, table=holding.table)
        self.log.info("table.stopped", table=holding.table)
        if not self._is_many:
            return code
        self._replace(holding)
        return None

    def _replace(self, holding: Holding) -> None:
        """A table of a server of many is gone; one of the server itself gets another in its place."""
        if holding.kept.visitors:
            with contextlib.suppress(CommandError):
                holding.keep(closed=True)
        holding.folder.close()
        if not holding.kept.visitors:
            # A table of the server itself is there again under its name and code, for the next people.
            self._open_new(visitors=False, like=holding.kept)
        self._status_changed(None)

    def _look_at_spare(self) -> None:
        if not self._args.open_tables:
            return
        visited = [
            Visited(h.table, self._server.links_at(h.table), h.keeper.is_untouched)
            for h in self._holdings.values()
            if h.kept.visitors
        ]
        closing, more = self._spare.look(visited, asyncio.get_running_loop().time())
        for holding in self._holdings.values():
            if holding.table in closing:
                holding.keeper.close_table("empty")
        if more:
            self._open_new(visitors=True)
            self._status_changed(None)

    def _open_new(self, *, visitors: bool, like: Kept | None = None) -> None:
        """One more table, as far as the disk allows.

        Args:
            like: a table whose name and code it is to have.
        """
        others = [Opening(h.folder, h.kept, None, False) for h in self._holdings.values()]
        try:
            opening = new_table(self._args, self._state, others, visitors=visitors)
            if like is not None:
                opening = replace(opening, kept=replace(opening.kept, name=like.name, code=like.code))
            self._open(Holding(opening, self._tools))
        except CommandError as error:
            self.log.error("table.not_opened", why=error.text)

    async def _put_away(self) -> None:
        """Stop keeping, then say goodbye: that everybody's link breaks now is no news for the tables."""
        for task in self._holdings:
            task.cancel()
        await asyncio.gather(*self._holdings, return_exceptions=True)
        await self._upkeep.stop()
        again = [holding for holding in self._holdings.values() if self._opens_again(holding)]
        # Nobody starts a table of the screens again by itself, except after a crash.
        ends = self.is_of_a_screen and self._stop.is_set()
        await self._server.stop("closed" if ends else "restart")
        for holding in self._holdings.values():
            try:
                holding.keep(again=holding in again)
            except CommandError:
                # The disk is full: what has a game goes on with it, the rest is left as by a crash.
                holding.folder.left_open = holding in again and unfinished(holding.folder.path) is None
            await holding.put_away()
            self.log.info("table.stopped", table=holding.table)
            holding.folder.close()
        if self._announcement is not None:
            await self._announcement.stop()
        if self._moving is not None:
            await asyncio.gather(self._moving, return_exceptions=True)
        self.disk.close()

    def _opens_again(self, holding: Holding) -> bool:
        """Is the table to be there after the next start, even when no game is left to go on with?

        So it is for all tables of a server of many, and where people are when a service manager restarts us.
        """
        if holding.keeper.ended or self.is_of_a_screen:
            return False
        return self._is_many or (self._planned and self._server.links_at(holding.table) > 0)

    # Being found.

    def _announce(self, server: str, key: str) -> None:
        if self._args.local or self._place is None:
            return
        place = self._place
        self._announcement = Announcement(
            server, server_name(self._args), key, place.port, self._args.interface, place.address, self.log,
            self._moved, self._args.ipv6,
        )  # fmt: skip
        self._announcement.start(self._server.statuses())

    def _moved(self, told: tuple[str, ...]) -> None:
        """This computer has other addresses now."""
        assert self._place is not None
        self._place = replace(self._place, told=tuple(typable(told)))
        self.log.info("server.moved", address=self._place.address)
        for holding in self.holdings:
            with contextlib.suppress(CommandError):  # its screen goes on showing the old one
                tell_folder(self._place, holding)
        if self._args.interface:
            self._moving = asyncio.create_task(self._listen_there(), name="listen elsewhere")

    async def _listen_there(self) -> None:
        """With `--interface` nothing listens at an address that came later."""
        addresses, _ = await addresses_of(self._args.interface, False, self._args.ipv6)
        for address in addresses:
            if address not in self._bound:
                try:
                    await self._server.listen(bind([address], self.port))
                    self._bound.add(address)
                except CommandError as error:
                    self.log.warning("server.deaf", address=address, why=error.text)

    def _status_changed(self, _status: TableStatus | None) -> None:
        if self._announcement is not None:
            self._announcement.update(self._server.statuses())

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Windows has no such handlers: there Ctrl-C ends the process, and the next start goes on.
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, self.stop, number == signal.SIGTERM)


def allow_many_files() -> None:
    """A link and a game file are an open file each, and some systems begin with 256 or 1,024 of them."""
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limits_of(args: argparse.Namespace) -> Limits:
    """The limits: the usual ones, those of the environment, those of the options.

    Raises:
        CommandError: one of them makes no sense.
    """
    try:
        limits = read_limits(os.environ.get(ENV_LIMITS, ""))
    except ValueError as error:
        raise CommandError(f"{ENV_LIMITS}: {error}", USAGE) from None
    for text in args.limit:
        try:
            limits = read_limits(text, limits)
        except ValueError as error:
            raise CommandError(f"--limit: {error}", USAGE) from None
    return limits


def _now() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000
