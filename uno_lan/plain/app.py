"""Running the plain client: find or reach a table, join it, then lines in and lines out until it is over.

Typed lines come from a thread of their own, because no system can wait for a terminal, a pipe and a file in
the same way; at the end of the input the client leaves and its seat is kept.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import threading
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from protocol.codes import parse_target
from protocol.errors import AddressError, TextError
from protocol.messages import TableStatus
from protocol.signing import Signer
from uno_lan import keyring
from uno_lan.client.errors import ChooseTable, CodeNeeded, LinkError, PinChanged, WrongCode
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.client.link import Target
from uno_lan.client.model import Snapshot
from uno_lan.client.player import Player, wall_clock
from uno_lan.client.profile import load_name, save_name
from uno_lan.client.visited import Visited
from uno_lan.client.words import typed
from uno_lan.engine import NOBODY
from uno_lan.errors import OK, UNAVAILABLE, USAGE, CommandError, one_line
from uno_lan.host.kept import Ready
from uno_lan.languages import _, said
from uno_lan.lobby.hosting import OwnTables
from uno_lan.lobby.reopening import open_again_when_lost
from uno_lan.lobby.seeking import seek_when_lost
from uno_lan.paths import editions_dir, settings_file, state_dir
from uno_lan.preferences import load

from .console import Console
from .facts import kept_lines
from .finding import NothingChosen, chosen, describe_table, find_table, networks, says_quit
from .pace import Pace
from .reading import yes_or_no
from .speaker import Speaker
from .wrapping import wrap

PROMPT = "> "
WELL: Final = ("", "closed", "replaced")
"""Ends of a link that are none of trouble: left, the table closed, another window of mine took over."""
T = TypeVar("T")


class InputEnded(CommandError):
    """Nobody is there any more to answer a question."""


class Lines:
    """Typed lines, and what is said."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._over = False
        self._terminal = sys.stdin is not None and sys.stdin.isatty()
        threading.Thread(target=self._read, name="typed lines", daemon=True).start()

    @property
    def from_terminal(self) -> bool:
        """Does a person type them, and no script?"""
        return self._terminal

    def _read(self) -> None:
        try:
            while sys.stdin is not None and (line := sys.stdin.readline()):
                self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
            self._loop.call_soon_threadsafe(self._end)
        except (OSError, ValueError, RuntimeError):
            pass  # the loop or the input is gone: nobody waits for lines any more

    def _end(self) -> None:
        self._over = True
        self._queue.put_nowait(None)

    @property
    def at_end(self) -> bool:
        """Has the input ended, and was every line of it taken?"""
        return self._over and self._queue.qsize() <= 1  # its end is in the queue as well, until it is taken

    async def next(self) -> str | None:
        """The next typed line; None at the end of the input."""
        return None if self._over and self._queue.empty() else await self._queue.get()

    async def ask(self, question: str) -> str:
        """Ask a question and wait for the answer.

        Raises:
            InputEnded: the input has ended.
        """
        self.say(question)
        answer = await self.next()
        if answer is None:
            text = _("the input ended before an answer to: {question}")
            raise InputEnded(text.format(question=question), USAGE)
        return answer.strip()

    def say(self, *lines: str) -> None:
        """Print lines, then the prompt again where a person types."""
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        for line in lines:
            for shown in wrap(one_line(line), width):
                print(f"\r{shown}" if self._terminal else shown, flush=True)
        if self._terminal:
            print(PROMPT, end="", flush=True)


def run(args: argparse.Namespace) -> int:
    """Run the plain client."""
    return asyncio.run(_main(args))


async def _main(args: argparse.Namespace) -> int:
    state = state_dir(args.state_dir)
    preferences, complaint = load(settings_file(args.state_dir))
    args.ipv6 = args.ipv6 or preferences.ipv6 == "yes"
    signer = keyring.load_or_create(state)
    lines = Lines()
    name = _name(state, args.name)
    known = KnownHosts(state)
    target, code = await _target(args, lines, state)
    careful = preferences.ask_final == "yes" and lines.from_terminal
    while True:
        try:
            player = await _join(lines, target, code or args.code, name, state, known, signer, args.at_table)
        except CommandError:
            if args.opening is not None:
                lines.say(_("Your table stays open without you: uno-lan play lists it."))
            raise
        if target.own and target.table:
            open_again_when_lost(player, target.table.hex(), OwnTables(state), lambda: networks(args))
        if not args.local:
            seek_when_lost(player, tuple(args.interface), args.ipv6)
        if complaint:
            lines.say(complaint)
            complaint = ""
        outcome = await _play(player, lines, careful, editions_dir(state))
        if not _sent_away(player, args) or lines.at_end:
            return outcome
        try:
            target, code = await find_table(lines.ask, lines.say, args)
        except (NothingChosen, InputEnded):
            return outcome


def _sent_away(player: Player, args: argparse.Namespace) -> bool:
    """Was the table closed under somebody who had chosen it from the list? The list is read out again."""
    now = player.snapshot
    listed = args.opening is None and args.connect is None
    return listed and player.ended == "closed" and (now.me == NOBODY or now.me != now.owner)


def _name(state: Path, given: str | None) -> str:
    if given is None:
        return load_name(state)
    try:
        return save_name(state, given)
    except TextError as error:
        raise CommandError(said(error), USAGE) from None


async def _target(args: argparse.Namespace, lines: Lines, state: Path) -> tuple[Target, str | None]:
    """Where to join: a new table of my own, what was named, or what the network shows."""
    if args.opening is not None:
        mine = await OwnTables(state).open(args.opening)
        assert mine.running is not None
        lines.say(*_opened(mine.running))
        return mine.target, mine.running.code or None
    if args.connect is None:
        return await find_table(lines.ask, lines.say, args)
    try:
        address = parse_target(args.connect)
    except AddressError as error:
        raise CommandError(said(error), USAGE) from None
    return Target.at(address), address.code


def _opened(ready: Ready) -> list[str]:
    """How others come to a table that was just opened."""
    lines = [_("Your table is open: {name}.").format(name=ready.name)]
    if ready.local:
        return [*lines, _("It is for this computer only.")]
    lines.append(_("Table code: {code}.").format(code=ready.code) if ready.code else _("No code is needed."))
    lines.append(_("Address: {address}.").format(address=ready.address))
    return [*lines, _("Link: {link}").format(link=ready.uno)]


async def _join(
    lines: Lines,
    target: Target,
    code: str | None,
    name: str,
    state: Path,
    known: KnownHosts,
    signer: Signer,
    table: str = "",
) -> Player:
    """Join, asking for what is missing.

    Args:
        table: which one of a server of several is meant; empty: it is asked.

    Raises:
        CommandError: it is not possible.
    """
    kept = "" if code else known.code(target.server, target.table)
    code = code or kept or None
    while True:
        player = Player(target, signer, name, code=code, state=state, known=known)
        try:
            await player.join()
            return player
        except (CodeNeeded, WrongCode) as error:
            if kept:
                known.forget_code(target.server)
            lines.say(CodeNeeded().sentence if kept else error.sentence)
            kept = ""
            code = await lines.ask(_("Table code? Type q to quit."))
            if says_quit(code):
                raise CommandError(_("not joined"), UNAVAILABLE) from None
        except PinChanged as error:
            if error.before is None:
                raise CommandError(error.sentence, UNAVAILABLE) from None
            lines.say(error.sentence)
            yes = typed("yes")
            question = _("Is it the same host with a new key? Type {yes} to accept it.")
            answer = await lines.ask(question.format(yes=yes))
            if not yes_or_no(answer):
                raise CommandError(_("not joined"), UNAVAILABLE) from None
            known.accept(error.key, error.before)
        except ChooseTable as error:
            found = error.named(table) if table and target.table is None else None
            if found is None:
                found = await _which(lines, error, table, Visited(state))
            target = replace(target, table=found.id, name=found.name)
        except LinkError as error:
            raise CommandError(error.sentence, UNAVAILABLE) from None


async def _which(lines: Lines, several: ChooseTable, meant: str, visited: Visited) -> TableStatus:
    """Ask for one of a server's tables; `meant` was named and is not among them."""
    if meant:
        lines.say(_("There is no table {name!r} on that server.").format(name=meant))
    for number, table in enumerate(several.tables, 1):
        lines.say(f"{number}. {describe_table(table, visited)}")
    question = _("Which table? Type its number, or q to quit.")
    place = await chosen(lines.ask, lines.say, question, [table.name for table in several.tables])
    assert place is not None
    return several.tables[place]


async def _play(player: Player, lines: Lines, careful: bool, editions: Path) -> int:
    """Lines in, lines out, until the table is left or closed.

    Args:
        careful: what cannot be taken back has to be typed twice.
        editions: folder of editions of one's own.
    """
    speaker = Speaker()
    console = Console(player, speaker, wall_clock, careful, editions)
    pace = Pace(lambda: player.snapshot)

    def hear(snapshot: Snapshot) -> None:
        if news := speaker.hear(snapshot):
            lines.say(*news)
        pace.hear()

    player.subscribe(hear)
    hear(player.snapshot)
    ending = asyncio.create_task(player.run())
    try:
        while not ending.done():
            line = await _unless(ending, lines.next())
            if ending.done():
                break
            if line is None:
                lines.say(*console.line(typed("quit")))
                await ending
                break
            before = player.snapshot
            if answer := console.line(line):
                lines.say(*answer)
            if not lines.from_terminal:
                await _unless(ending, pace.due(before, console.asked))
    except asyncio.CancelledError:
        lines.say(*kept_lines(player.snapshot))  # Ctrl-C
        raise
    await ending
    return exit_code(player.snapshot, player.ended)


def exit_code(now: Snapshot, ended: str) -> int:
    """How the program ends: well, unless the link ended otherwise or a promise was broken.

    Args:
        ended: why the link is over, as `Player.ended`.
    """
    well = now.is_closed and ended in WELL
    return OK if well and not now.fair.fault_code else UNAVAILABLE


async def _unless(ending: asyncio.Task[None], work: Coroutine[Any, Any, T]) -> T | None:
    """Do it, unless the table is left or closed meanwhile."""
    doing = asyncio.create_task(work)
    await asyncio.wait({doing, ending}, return_when=asyncio.FIRST_COMPLETED)
    if doing.done():
        return doing.result()
    doing.cancel()
    return None
