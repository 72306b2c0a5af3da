"""`uno-lan serve`: one process that holds one table until it is told to stop.

    options -> folder and lock -> table, fresh or from its file -> sockets -> keeper, server, announcement

Told to stop (SIGTERM, SIGINT) it saves, says "restart" to everybody and leaves with 0; the next start goes
on. So it does after a kill, from the game file. A mistake of ours in the table ends nothing either: the table
is built anew from its file while the players reconnect, a few times.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from protocol.codes import Address, address_code, format_host_port, format_uno, show_table_code
from protocol.errors import AddressError
from protocol.messages import TableStatus
from protocol.signing import Ed25519Signer, Ed25519Verifier, host_id
from protocol.unolog import Frame
from uno_lan import __version__
from uno_lan.errors import BUG, DAMAGED, OK, USAGE, CommandError, one_line
from uno_lan.journal import Journal
from uno_lan.keyring import load_or_create
from uno_lan.paths import make_private, state_dir

from .archive import Archive
from .folder import Ready, hold
from .keeper import Keeper
from .limits import Limits, read_limits
from .logs import EventLog, start_logging
from .opening import Opening, config_of, table_of
from .ports import EVERYWHERE, bind, port_of
from .resume import CannotResume
from .room import Refusal
from .server import Server
from .table import Table

if TYPE_CHECKING:
    from uno_lan.discovery import Advert, Advertiser

ENV_LIMITS: Final = "UNO_LAN_LIMITS"
"""Environment variable with other limits than the usual ones: `rate=100,visitors_per_address=8`."""
LOOPBACK: Final = "127.0.0.1"
REBUILDS: Final = 3
"""So often a table is built anew after a mistake of ours; then the process gives up."""


def main(args: argparse.Namespace) -> int:
    """Hold a table.

    Args:
        args: the options of `uno-lan serve`.

    Returns:
        The exit code.

    Raises:
        CommandError: it cannot begin, or cannot go on.
    """
    log = start_logging(args.log)
    state = make_private(state_dir(args.state_dir))
    # Without --table this process is the server of the whole folder, of which there is one.
    lock = hold(state) if args.table is None else None
    try:
        signer = load_or_create(state)
        opening = table_of(args, state, signer.pk)
        try:
            return asyncio.run(Hosting(args, log, signer, opening).run())
        finally:
            opening.folder.close()
    finally:
        if lock is not None:
            lock.release()


class Hosting:
    """One table being held."""

    def __init__(
        self,
        args: argparse.Namespace,
        log: EventLog,
        signer: Ed25519Signer,
        opening: Opening,
    ) -> None:
        self._args = args
        self._log = log
        self._signer = signer
        self._verifier = Ed25519Verifier()
        self._folder = opening.folder
        self._kept = opening.kept
        self._game = opening.game
        self._again = opening.again
        self._stop = asyncio.Event()
        self._advertiser: Advertiser | None = None
        self._port = 0
        self._address = ""
        self._limits = _limits()
        self._frames: tuple[Frame, ...] = ()

    @property
    def port(self) -> int:
        """Where it listens; 0 before."""
        return self._port

    def stop(self) -> None:
        """Save, say goodbye, and let `run` return."""
        self._stop.set()

    async def run(self) -> int:
        """Hold it; the exit code."""
        self._listen_to_signals()
        addresses, told = await self._addresses()
        keeper = self._keeper(self._journal())
        sockets = bind(addresses, self._args.port, self._kept.port or None)
        self._port = port_of(sockets)
        self._tell(told)
        advertising: asyncio.Task[None] | None = None
        try:
            for attempt in range(REBUILDS + 1):
                server = self._new_server(keeper)
                await server.listen(sockets)
                if attempt == 0:
                    advertising = asyncio.create_task(self._advertise(keeper.status), name="advertise")
                code = await self._keep(keeper, server)
                if code != BUG or attempt == REBUILDS:
                    return code
                keeper = self._keeper(self._journal())
                sockets = bind(addresses, self._port)
            return BUG
        finally:
            for sock in sockets:
                sock.close()
            if advertising is not None:
                advertising.cancel()
                await asyncio.gather(advertising, return_exceptions=True)
            if self._advertiser is not None:
                await self._advertiser.stop()
            self._log.info("table.stopped", table=self._kept.table)

    async def _keep(self, keeper: Keeper, server: Server) -> int:
        """Run until the table is closed, the process is told to stop, or we made a mistake."""
        keeping = asyncio.create_task(keeper.run(), name="keeper")
        stopping = asyncio.create_task(self._stop.wait(), name="stop signal")
        try:
            await asyncio.wait((keeping, stopping), return_when=asyncio.FIRST_COMPLETED)
            # The keeper ends first: that everybody's link breaks now is no news for the table.
            keeping.cancel()
            (result,) = await asyncio.gather(keeping, return_exceptions=True)
            broken = isinstance(result, Exception)
            if broken:
                self._log.error("table.bug", result)
            await server.stop("closed" if keeper.ended else "restart")
            if keeper.ended == "owner":
                self._kept = replace(self._kept, closed=True)
                self._folder.save(self._kept)
            with contextlib.suppress(OSError):
                await keeper.save()
            return BUG if broken else OK
        finally:
            stopping.cancel()
            self._game = keeper.game or self._game
            keeper.close()

    # Building.

    def _journal(self) -> Journal | None:
        """The unfinished game's file, opened to go on with."""
        self._frames = ()
        if self._game is None:
            return None
        found = Journal.open(self._game)
        if found.cut:
            self._log.warning("journal.cut", file=self._game.name, bytes=found.cut)
        self._frames = found.frames
        return found.journal

    def _keeper(self, journal: Journal | None) -> Keeper:
        config = config_of(self._kept, closes_when_empty=self._args.table is not None)
        try:
            table = Table(config, self._signer, self._verifier, secrets.token_bytes, Ed25519Signer)
        except Refusal as refusal:
            raise CommandError(
                f"cannot open the table of {one_line(str(self._folder.path))} again: {refusal.sentence} "
                "Use --new to open another one",
                DAMAGED,
            ) from None
        if journal is not None:
            try:
                table.resume(self._frames, _now())
            except CannotResume as why:
                journal.close()
                raise CommandError(
                    f"cannot go on with the game file {one_line(str(self._game))}: {why}; it was left as it "
                    "is; use --new to open another table",
                    DAMAGED,
                ) from None
            self._log.info("table.resumed", table=config.table, file=journal.path.name)
        late = self._args.sync == "background"
        archive = Archive(self._folder.path, journal, each=not late)
        return Keeper(table, archive, self._log, _now, on_status=self._status_changed, late_sync=late)

    def _new_server(self, keeper: Keeper) -> Server:
        return Server(
            signer=self._signer,
            verifier=self._verifier,
            server=self._kept.server,
            table=self._kept.table,
            code=self._kept.code,
            keeper=keeper,
            log=self._log,
            clock=_now,
            limits=self._limits,
        )

    # Being found.

    async def _addresses(self) -> tuple[list[str], list[str]]:
        """What to listen on, and what to tell others, best first."""
        if self._args.local:
            return [LOOPBACK], [LOOPBACK]
        from uno_lan.discovery import choose, own_addresses
        from uno_lan.discovery.selection import Selection

        own = await asyncio.to_thread(own_addresses)
        wanted = tuple(self._args.interface)
        if absent := Selection(wanted).missing(own):
            raise CommandError(absent, USAGE)
        told = [address.ip for address in choose(own, wanted)]
        if not wanted:
            return [EVERYWHERE], told or [LOOPBACK]
        # Loopback as well: the person who opened the table joins it over that.
        return [*dict.fromkeys([*told, LOOPBACK])], told

    async def _advertise(self, status: TableStatus) -> None:
        if self._args.local:
            return
        try:
            from uno_lan.discovery import Advertiser

            advertiser = Advertiser(
                self._advert(status), interfaces=tuple(self._args.interface), on_warning=self._mdns_trouble
            )
            self._advertiser = advertiser
            if warning := await advertiser.start():
                self._mdns_trouble(warning)
        except Exception as error:
            # Whatever it is: people can still type the address.
            self._mdns_trouble(f"Others cannot see this table in their lobby: {error}.")

    def _mdns_trouble(self, warning: str) -> None:
        self._log.warning("mdns.trouble", why=warning, address=self._address)

    def _status_changed(self, status: TableStatus) -> None:
        if self._advertiser is not None:
            self._advertiser.update(self._advert(status))

    def _advert(self, status: TableStatus) -> Advert:
        from uno_lan.discovery import Advert

        return Advert(
            id=self._kept.server.hex(),
            name=status.name,
            port=self._port,
            key=host_id(self._signer.pk),
            taken=status.seats,
            seats=status.max_seats,
            lock=status.lock == "code",
            edition=status.edition,
        )

    def _tell(self, told: Sequence[str]) -> None:
        """Say where the table is: to the screen that waits for it, to people, and to the log."""
        self._kept = replace(self._kept, port=self._port)
        self._folder.save(self._kept)
        kept = self._kept
        address = self._address = format_host_port(told[0], self._port)
        uno = format_uno(Address(told[0], self._port, host_id(self._signer.pk), kept.code))
        self._folder.announce(
            Ready(
                pid=os.getpid(),
                port=self._port,
                table=kept.table.hex(),
                server=kept.server.hex(),
                name=kept.name,
                code=show_table_code(kept.code) if kept.code else "",
                address=address,
                addresses=tuple(told),
                uno=uno,
                local=bool(self._args.local),
                version=__version__,
            )
        )
        self._log.info(
            "table.open", table=kept.table, address=address, again=self._again, folder=self._folder.path
        )
        lines = [f'The table "{kept.name}" is {"open again" if self._again else "open"}.']
        with contextlib.suppress(AddressError):
            lines.append(f"  address   {address}   (address code {address_code(told[0], self._port)})")
        if len(told) > 1:
            lines.append(f"  also at   {', '.join(told[1:])}")
        lines.append(f"  code      {show_table_code(kept.code) if kept.code else 'none, everybody may join'}")
        lines.append(f"  link      {uno}")
        with contextlib.suppress(OSError, ValueError):
            print("\n".join(lines), file=sys.stdout, flush=True)

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Windows has no such handlers: there Ctrl-C ends the process, and the next start goes on.
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, self.stop)


def _limits() -> Limits:
    try:
        return read_limits(os.environ.get(ENV_LIMITS, ""))
    except ValueError as error:
        raise CommandError(f"{ENV_LIMITS}: {error}", USAGE) from None


def _now() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000
