"""Choosing a table by ear: what the network shows, as a numbered list."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from protocol.messages import TableStatus
from uno_lan.client import words
from uno_lan.client.link import Target
from uno_lan.client.visited import Visited
from uno_lan.client.words import count
from uno_lan.discovery import Browser, FoundGame
from uno_lan.errors import UNAVAILABLE, CommandError
from uno_lan.languages import N_, _, n_
from uno_lan.lobby import probe, recent_hosts, target_of
from uno_lan.lobby.hosting import Mine, OwnTables
from uno_lan.paths import state_dir

from .reading import begins_with

SEARCH_S: Final = 2.0
"""Seconds to listen before the list is read out."""
STATES: Final = {"running": N_("running"), "watch": N_("watch only")}
"""States of a table that are told; that it is open needs no word."""
NONE_FOUND: Final = N_("No table found. Ask the host for its address and use --connect, or search again.")
UNTOLD: Final = N_(
    "Tables of this computer at the usual ports are listed; use --connect for one at another port."
)
NONE_HERE: Final = N_(
    "No table found. With --local only the usual ports of this computer are searched: for a table at another "
    "port ask for its address and use --connect. Leave --local out to search the network, or open a table of "
    "your own with --host."
)


class NothingChosen(CommandError):
    """Whoever was asked for a table wants none."""


async def find_table(
    ask: Callable[[str], Awaitable[str]], say: Callable[[str], None], args: argparse.Namespace
) -> tuple[Target, str | None]:
    """Search, read the list out, ask for a number. Tables of one's own are in it, announced or not.

    One that is stopped is opened again when it is chosen.

    Returns:
        The table, and its code if it is one's own and has one.

    Raises:
        NothingChosen: somebody quit.
        CommandError: the input has ended, or a table of one's own could not be opened.
    """
    state = state_dir(args.state_dir)
    recent, visited = recent_hosts(state), Visited(state)
    browser = Browser(
        probe=probe, interfaces=tuple(args.interface), local=args.local, ipv6=args.ipv6, recent=recent
    )
    if warning := await browser.start():
        say(warning)
    try:
        while True:
            say(_("Searching on this computer only.") if args.local else _("Searching for tables."))
            await asyncio.sleep(SEARCH_S)
            tables = OwnTables(state)
            own = sorted(await asyncio.to_thread(tables.all), key=lambda mine: mine.running is None)
            servers = {mine.running.server for mine in own if mine.running}
            games = [game for game in browser.games if game.alive and game.id not in servers]
            if not own and not games:
                say(_(NONE_HERE) if args.local else _(NONE_FOUND))
            elif args.local:
                say(_(UNTOLD))
            lines = [_own(mine) for mine in own]
            lines += [describe(game, visited) for game in games]
            for number, line in enumerate(lines, 1):
                say(f"{number}. {line}")
            names = [*(mine.name for mine in own), *(game.name for game in games)]
            question = _("Type the number of a table, r to search again, or q to quit.")
            if not names:
                question = _("Type r to search again, or q to quit.")
            place = await chosen(ask, say, question, names, again=True)
            if place is None:
                continue
            if place < len(own):
                mine = own[place] if own[place].running else await tables.open(networks(args), own[place].id)
                return mine.target, mine.running.code or None if mine.running else None
            return target_of(games[place - len(own)]), None
    finally:
        await browser.stop()


def networks(args: argparse.Namespace) -> list[str]:
    """The networks of a table of mine that is opened again, as options of `uno-lan serve`."""
    if args.local:
        return ["--local"]
    ipv6 = ["--ipv6"] if args.ipv6 else []
    return [*ipv6, *(f"--interface={one}" for one in args.interface)]


def _own(mine: Mine) -> str:
    if mine.running:
        return _("{table}: your own, it is running.").format(table=mine.name)
    return _("{table}: your own, it is stopped; its game goes on when you choose it.").format(table=mine.name)


async def chosen(
    ask: Callable[[str], Awaitable[str]],
    say: Callable[[str], None],
    question: str,
    names: Sequence[str],
    again: bool = False,
) -> int | None:
    """Ask until one of a list is named, by its number or by the name it alone has.

    Args:
        again: `r` and an empty line ask for a new list.

    Returns:
        Its place from 0; None: a new list.

    Raises:
        NothingChosen: quit.
        CommandError: the input has ended.
    """
    while True:
        answer = await ask(question)
        if says_quit(answer):
            raise NothingChosen(_("no table chosen"), UNAVAILABLE)
        if again and answer.lower() in ("r", ""):
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return int(answer) - 1
        called = [place for place, name in enumerate(names) if name.casefold() == answer.casefold()]
        if len(called) == 1:
            return called[0]
        say(words.sentence(_("there is no table {name!r} in the list").format(name=answer)))


def says_quit(answer: str) -> bool:
    """Does somebody who was asked something want to stop here?"""
    return answer.lower() == "q" or begins_with(answer) == "quit"


def describe(game: FoundGame, visited: Visited) -> str:
    """One table in a sentence, with my part in it."""
    if len(game.tables) > 1:
        # Not read out one by one: whoever chooses this server is asked which table.
        open_now = sum(table.state == "open" for table in game.tables)
        said = n_(
            "{name}: {tables} tables, {open} of them open for new players.",
            "{name}: {tables} tables, {open} of them open for new players.",
            open_now,
        )
        return said.format(name=game.name, tables=len(game.tables), open=open_now)
    facts = [_seats(game.taken, game.seats) if game.seats else _("seats not told")]
    if game.lock:
        facts.append(_("needs a code"))
    if not game.state and game.rtt_ms < 0:
        facts.append(_("has not answered yet"))
    elif game.state not in ("", "open"):
        facts.append(_(STATES.get(game.state, game.state)))
    if not game.version_ok:
        facts.append(_("another version"))
    facts += [mine for one in game.tables if (mine := my_part(one.id, one.game, visited))]
    return words.headed(game.name, f"{', '.join(facts)}.")


def my_part(table: str, game: str, visited: Visited) -> str:
    """That I have a seat in the game that runs there, or have played there; empty for neither.

    Args:
        table: id, 16 hex digits.
        game: id of the running game, 32 hex digits; empty when none runs.
    """
    if game and visited.has_seat_in(game):
        return _("your seat is kept")
    return _("you were here") if not game and visited.has_played_at(table) else ""


def describe_table(table: TableStatus, visited: Visited) -> str:
    """One table of a server of many, in a sentence."""
    facts = [_seats(table.seats, table.max_seats)]
    if table.lock == "code":
        facts.append(_("needs a code"))
    if table.stage != "waiting":
        facts.append(_("a game is running"))
    if mine := my_part(table.id.hex(), table.game.hex() if table.game else "", visited):
        facts.append(mine)
    return words.headed(table.name, f"{', '.join(facts)}.")


def _seats(taken: int, all_seats: int) -> str:
    # Translators: {seats} is how many there are: 4 seats.
    return _("{taken} of {seats} taken").format(taken=taken, seats=count(all_seats, "seat"))
