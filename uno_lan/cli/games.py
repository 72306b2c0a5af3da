"""`uno-lan games`: list the tables on this network, then exit."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from uno_lan.cli.options import add_network, seconds
from uno_lan.cli.parser import add_command
from uno_lan.errors import OK, USAGE, CommandError

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.discovery import FoundGame

WAIT: Final = 2.0
"""Seconds to search: a table that is up answers in a tenth of one, one that starts now needs 1.3."""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "games", run, "list the tables on this network, then exit")
    parser.add_argument("--json", action="store_true", help="write one JSON document")
    parser.add_argument(
        "--wait",
        type=seconds,
        default=WAIT,
        metavar="SECONDS",
        help=f"how long to search (default: {WAIT:g})",
    )
    add_network(parser)


def run(args: argparse.Namespace) -> int:
    """Search and print."""
    import asyncio

    games, searched = asyncio.run(_search(args))
    if args.json:
        import json

        found = [_plain(game) for game in games]
        print(json.dumps({"games": found, "searched": list(searched)}, ensure_ascii=False, indent=2))
    elif games:
        print("\n".join(rows(games)))
    else:
        import sys

        where = ", ".join(searched) or "no address"
        print(
            f"No tables found in {args.wait:g} s (searched from {where}). Join one by its address: "
            "uno-lan play --connect HOST:PORT",
            file=sys.stderr,
        )
    return OK


async def _search(args: argparse.Namespace) -> tuple[tuple[FoundGame, ...], tuple[str, ...]]:
    import asyncio

    from uno_lan.discovery import Browser, own_addresses
    from uno_lan.discovery.selection import Selection
    from uno_lan.lobby import probe

    absent = Selection(tuple(args.interface), args.local).missing(await asyncio.to_thread(own_addresses))
    if absent:
        raise CommandError(absent, USAGE)
    browser = Browser(probe=probe, interfaces=tuple(args.interface), local=args.local)
    warning = await browser.start()
    try:
        if warning:
            raise CommandError(warning)
        await asyncio.sleep(args.wait)
        return browser.games, browser.searched
    finally:
        await browser.stop()


def _plain(game: FoundGame) -> dict[str, Any]:
    from dataclasses import asdict

    return {**asdict(game), "rtt_ms": None if game.rtt_ms < 0 else round(game.rtt_ms, 1)}


def rows(games: tuple[FoundGame, ...]) -> list[str]:
    """A table in columns, without a heading: each row says what it is."""
    cells = [
        (
            game.name or "(no name)",
            game.edition or "?",
            f"{game.taken}/{game.seats} seats" if game.seats else "? seats",
            _state(game),
            game.address,
            f"{game.rtt_ms:.0f} ms" if game.rtt_ms >= 0 else "",
        )
        for game in games
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _state(game: FoundGame) -> str:
    if not game.alive:
        return "no answer"
    if not game.version_ok:
        return "other version"
    return " ".join(filter(None, (game.state or "open", "(code)" if game.lock else "")))
