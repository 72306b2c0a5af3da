"""Choosing a table by ear: what the network shows, as a numbered list."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from protocol.messages import TableStatus
from uno_lan.client.link import Target
from uno_lan.client.words import count
from uno_lan.discovery import Browser, FoundGame
from uno_lan.errors import UNAVAILABLE, USAGE, CommandError
from uno_lan.languages import N_, _, n_
from uno_lan.lobby import probe, recent_hosts, target_of
from uno_lan.paths import state_dir

SEARCH_S: Final = 2.0
"""Seconds to listen before the list is read out."""
STATES: Final = {"running": N_("running"), "full": N_("full")}
"""States of a table that are told."""


async def find_table(
    ask: Callable[[str], Awaitable[str]], say: Callable[[str], None], args: argparse.Namespace
) -> Target:
    """Search, read the list out, ask for a number.

    Raises:
        CommandError: nothing was chosen.
    """
    recent = recent_hosts(state_dir(args.state_dir))
    browser = Browser(probe=probe, interfaces=tuple(args.interface), local=args.local, recent=recent)
    if warning := await browser.start():
        say(warning)
    try:
        while True:
            say(_("Searching for tables."))
            await asyncio.sleep(SEARCH_S)
            games = [game for game in browser.games if game.alive]
            if not games:
                say(_("No table found. Ask the host for its address and use --connect, or search again."))
            for number, game in enumerate(games, 1):
                say(f"{number}. {describe(game)}")
            answer = await ask(_("Type the number of a table, r to search again, or q to quit."))
            if answer.lower() in ("q", "quit"):
                raise CommandError(_("no table chosen"), UNAVAILABLE)
            if answer.isdecimal() and 1 <= int(answer) <= len(games):
                return target_of(games[int(answer) - 1])
            if answer.lower() not in ("r", ""):
                said = _("there is no table {name!r} in the list")
                raise CommandError(said.format(name=answer), USAGE)
    finally:
        await browser.stop()


def describe(game: FoundGame) -> str:
    """One table in a sentence."""
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
    if game.state not in ("", "open"):
        facts.append(_(STATES.get(game.state, game.state)))
    if not game.version_ok:
        facts.append(_("another version"))
    return f"{game.name}: {', '.join(facts)}."


def describe_table(table: TableStatus) -> str:
    """One table of a server of many, in a sentence."""
    facts = [_seats(table.seats, table.max_seats)]
    if table.lock == "code":
        facts.append(_("needs a code"))
    if table.stage != "waiting":
        facts.append(_("a game is running"))
    return f"{table.name}: {', '.join(facts)}."


def _seats(taken: int, all_seats: int) -> str:
    # Translators: {seats} is how many there are: 4 seats.
    return _("{taken} of {seats} taken").format(taken=taken, seats=count(all_seats, "seat"))
