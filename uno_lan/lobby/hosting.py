"""Tables of this person: opening one in a process of its own, finding those that still run, giving one up.

A table must outlive the screen that opened it, so it is never held by the screen's own process. What is
started is `uno-lan serve`, in a session of its own and without input; it tells where it listens by a file in
its folder, and writes what it has to say into a log beside it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from protocol.codes import parse_uno
from protocol.errors import AddressError, ProtocolFault
from protocol.messages.terms import decode_terms
from uno_lan.client.link import Target
from uno_lan.errors import DAMAGED, CommandError, one_line
from uno_lan.host.folder import TABLES, TableFolder, mend, read_kept, survey
from uno_lan.host.kept import READY_FILE, Kept, Ready, read_ready
from uno_lan.languages import _
from uno_lan.locks import is_locked
from uno_lan.paths import make_private

LOG_FILE: Final = "serve.log"
START_S: Final = 20.0
"""So long a table may take until it listens."""
LOOK_S: Final = 0.02
"""How often its file is looked for."""
LOOPBACK: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Mine:
    """A table that its person can go back to."""

    id: str
    """16 hex digits."""
    name: str
    running: Ready | None
    """None: its process is gone; opening it again takes the game up."""
    edition: str = ""
    """Id of the edition it was opened with last; empty: it cannot be read."""
    seats: int = 0
    """0: not known."""

    @property
    def target(self) -> Target:
        """How its own person reaches it while it runs: over loopback, with the identity that its file tells.

        Raises:
            ValueError: it does not run.
        """
        if self.running is None:
            raise ValueError("the table does not run")
        server, table = bytes.fromhex(self.running.server), bytes.fromhex(self.running.table)
        places = ((LOOPBACK, self.running.port),)
        try:
            identity = parse_uno(self.running.uno).host_id
        except AddressError:
            identity = ""
        return Target(places, identity, server, table, self.name, own=bool(identity))


class CannotTakeUp(CommandError):
    """The unfinished game of a table cannot be gone on with; the table can be opened without it."""


class OwnTables:
    """The tables of one state folder."""

    def __init__(self, state: Path) -> None:
        self._state = state
        self._started: list[subprocess.Popen[bytes]] = []
        """Processes started here; held so that one that ends leaves no zombie."""

    def all(self) -> list[Mine]:
        """Those that run or can be taken up, the newest first."""
        self._started = [process for process in self._started if process.poll() is None]
        return [
            Mine(
                seen.kept.table.hex(), seen.kept.name, seen.running, _edition(seen.kept), seen.kept.max_seats
            )
            for seen in survey(self._state)
            if seen.running is not None or seen.may_go_on
        ]

    async def open(self, options: Sequence[str], table: str = "") -> Mine:
        """Open a table, or take up one that was left, and wait until it listens.

        Args:
            options: options of `uno-lan serve` that describe it.
            table: id of a table of this person; empty: a new one.

        Raises:
            CannotTakeUp: its unfinished game cannot be read by this program.
            CommandError: it did not start; the sentence has the last line of its log.
        """
        table = table or secrets.token_hex(8)
        mine = await asyncio.to_thread(self._find, table)
        if mine is not None and mine.running is not None:
            return mine
        folder = make_private(make_private(self._state / TABLES) / table)
        await asyncio.to_thread(mend, folder)
        (folder / READY_FILE).unlink(missing_ok=True)  # of a process that is no more
        process = _start(folder, ["--table", table, "--state-dir", str(self._state), *options])
        self._started.append(process)
        ready = await _wait(folder, process)
        return Mine(table, ready.name, ready)

    def runs(self, table: str) -> bool:
        """Does this table's process still run?"""
        return is_locked(self._state / TABLES / table)

    def fell(self, table: str) -> bool:
        """Did its process end without letting it go? One that was stopped in good order is to stay so."""
        folder = self._state / TABLES / table
        if is_locked(folder) or read_ready(folder) is None:
            return False
        kept = read_kept(folder)
        return kept is not None and not kept.closed

    def address(self, table: str) -> str:
        """The `uno://` address under which others reach a running table now; empty: it tells none."""
        ready = read_ready(self._state / TABLES / table)
        return ready.uno if ready is not None else ""

    def _find(self, table: str) -> Mine | None:
        return next((mine for mine in self.all() if mine.id == table), None)

    def forget(self, table: str) -> None:
        """Give up a table whose process is gone: it is not offered any more; its game files stay.

        Raises:
            CommandError: somebody runs it, or the folder cannot be used.
        """
        folder = TableFolder(self._state, bytes.fromhex(table))
        try:
            kept = folder.load()
            if kept is not None:
                folder.save(replace(kept, closed=True))
        finally:
            folder.close()


def _edition(kept: Kept) -> str:
    try:
        edition = decode_terms(kept.terms).ruleset["edition"]
    except (ProtocolFault, KeyError):
        return ""
    return str(edition.get("id", "")) if isinstance(edition, dict) else ""


def _start(folder: Path, options: list[str]) -> subprocess.Popen[bytes]:
    """Start the process so that it neither ends nor stops with this one."""
    apart: dict[str, Any] = {"start_new_session": True}
    if os.name == "nt":
        names = ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW")
        apart = {"creationflags": sum(getattr(subprocess, name, 0) for name in names)}
    command = [sys.executable, "-m", "uno_lan", "serve", "--log", "human", *options]
    log = os.open(folder / LOG_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **apart)
    finally:
        os.close(log)


async def _wait(folder: Path, process: subprocess.Popen[bytes]) -> Ready:
    try:
        async with asyncio.timeout(START_S):
            while (ready := read_ready(folder)) is None:
                if process.poll() is not None:
                    why = _last_line(folder)
                    if process.returncode == DAMAGED:
                        # What the process says ends with an option of its command line.
                        raise CannotTakeUp(
                            _("The table could not be opened: {why}.").format(why=why.partition(";")[0])
                        )
                    raise CommandError(_("The table could not be opened: {why}").format(why=why))
                await asyncio.sleep(LOOK_S)
            return ready
    except TimeoutError:
        process.kill()
        raise CommandError(
            _("The table did not open within {seconds} seconds: {why}").format(
                seconds=f"{START_S:.0f}", why=_last_line(folder)
            )
        ) from None


def _last_line(folder: Path) -> str:
    try:
        lines = (folder / LOG_FILE).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    from uno_lan.client.words.heard import heard

    said = [line for line in lines if line.strip()]
    return heard(one_line(said[-1]).removeprefix("uno-lan: ")) if said else _("it said nothing")
