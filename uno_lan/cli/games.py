"""`uno-lan games`: list the tables on this network, then exit."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from uno_lan.cli.options import add_network, by_ipv6, seconds
from uno_lan.cli.parser import add_command
from uno_lan.errors import OK, USAGE, CommandError
from uno_lan.languages import _, p_

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.discovery import FoundGame
    from uno_lan.lobby import Listed

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

        where = ", ".join(searched) or _("no address")
        none = _(
            "No tables found in {seconds} s (searched from {addresses}). Join one by its address: uno-lan "
            "play --connect HOST:PORT"
        )
        print(none.format(seconds=f"{args.wait:g}", addresses=where), file=sys.stderr)
    return OK


async def _search(args: argparse.Namespace) -> tuple[tuple[FoundGame, ...], tuple[str, ...]]:
    import asyncio

    from uno_lan.discovery import Browser, own_addresses
    from uno_lan.discovery.selection import Selection
    from uno_lan.lobby import probe

    absent = Selection(tuple(args.interface), args.local).missing(await asyncio.to_thread(own_addresses))
    if absent:
        raise CommandError(absent, USAGE)
    browser = Browser(probe=probe, interfaces=tuple(args.interface), local=args.local, ipv6=by_ipv6(args))
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
    """In columns, without a heading: each row says what it is. A server of many tables has a row for each."""
    from uno_lan.lobby import listed

    cells = [
        (
            line.name or _("(no name)"),
            line.edition or "?",
            _("{taken}/{seats} seats").format(taken=line.taken, seats=line.seats)
            if line.seats
            else _("? seats"),
            _state(line),
            line.game.address,
            f"{line.game.rtt_ms:.0f} ms" if line.game.rtt_ms >= 0 else "",
        )
        for line in listed(games)
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _state(line: Listed) -> str:
    if not line.game.alive:
        return _("no answer")
    if not line.game.version_ok:
        return _("other version")
    states = {"open": p_("table", "open"), "running": p_("table", "running"), "watch": p_("table", "watch")}
    # Nothing is called open before its host has said so.
    unasked = not line.state and line.game.rtt_ms < 0
    state = _("no answer yet") if unasked else states.get(line.state or "open", line.state)
    return " ".join(filter(None, (state, _("(code)") if line.lock else "")))
