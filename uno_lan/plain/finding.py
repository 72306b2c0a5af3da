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
from uno_lan.lobby import probe, recent_hosts, target_of
from uno_lan.paths import state_dir

SEARCH_S: Final = 2.0
"""Seconds to listen before the list is read out."""


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
            say("Searching for tables.")
            await asyncio.sleep(SEARCH_S)
            games = [game for game in browser.games if game.alive]
            if not games:
                say("No table found. Ask the host for its address and use --connect, or search again.")
            for number, game in enumerate(games, 1):
                say(f"{number}. {describe(game)}")
            answer = await ask("Type the number of a table, r to search again, or q to quit.")
            if answer.lower() in ("q", "quit"):
                raise CommandError("no table chosen", UNAVAILABLE)
            if answer.isdecimal() and 1 <= int(answer) <= len(games):
                return target_of(games[int(answer) - 1])
            if answer.lower() not in ("r", ""):
                raise CommandError(f"there is no table {answer!r} in the list", USAGE)
    finally:
        await browser.stop()


def describe(game: FoundGame) -> str:
    """One table in a sentence."""
    if len(game.tables) > 1:
        # Not read out one by one: whoever chooses this server is asked which table.
        open_now = sum(table.state == "open" for table in game.tables)
        return f"{game.name}: {len(game.tables)} tables, {open_now} of them open for new players."
    seats = f"{game.taken} of {count(game.seats, 'seat')} taken" if game.seats else "seats not told"
    lock = ", needs a code" if game.lock else ""
    state = f", {game.state}" if game.state not in ("", "open") else ""
    version = "" if game.version_ok else ", another version"
    return f"{game.name}: {seats}{lock}{state}{version}."


def describe_table(table: TableStatus) -> str:
    """One table of a server of many, in a sentence."""
    state = "" if table.stage == "waiting" else ", a game is running"
    lock = ", needs a code" if table.lock == "code" else ""
    return f"{table.name}: {table.seats} of {count(table.max_seats, 'seat')} taken{lock}{state}."
