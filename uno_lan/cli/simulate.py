"""`uno-lan simulate`: play many games at random and count what happens."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from uno_lan.cli.options import add_dealt, whole
from uno_lan.cli.parser import add_command
from uno_lan.cli.ruleset import add_edition, add_rules, as_plain, rules_of

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.engine import Ruleset

_MORE = """\
Every player does something legal at random, so the figures tell about the rules and not about good play. The
same seed gives the same games; the n-th game does not depend on how many there are."""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "simulate", run, "play many games at random and count", _MORE)
    add_edition(parser, positional=False)
    add_dealt(parser)
    parser.add_argument(
        "--games",
        type=whole(1, 10_000_000, "a number of games"),
        default=100,
        metavar="G",
        help="how many (default: 100)",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON document")
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Play and print."""
    from random import Random

    from uno_lan.cli.progress import Progress
    from uno_lan.engine import RulesError
    from uno_lan.engine.simulate import random_game
    from uno_lan.engine.statistics import Statistics
    from uno_lan.errors import OK, USAGE, CommandError

    rules = rules_of(args, uno_grace_ms=0)
    try:
        rules.check_players(args.players)
    except RulesError as error:
        raise CommandError(str(error), USAGE) from None
    seats = range(args.players)
    figures = Statistics(seats)
    with Progress("games", args.games) as progress:
        for number in range(args.games):
            chance = Random(f"{args.seed}/{number}")
            figures.end_game(random_game(rules, seats, chance, figures.see))
            progress.step()
    plain = {
        **as_plain(rules),
        "players": args.players,
        "seed": args.seed,
        **figures.to_plain(),
    }
    if args.json:
        import json

        print(json.dumps(plain, indent=2, ensure_ascii=False))
    else:
        print("\n".join(table(plain, rules)))
    return OK


def table(plain: Mapping[str, Any], rules: Ruleset) -> list[str]:
    """The figures as lines: what it is, then the number."""
    games, rounds, players = plain["games"], plain["rounds"], plain["players"]
    winners = plain["winners"]
    rows = [
        ("games", f"{games}"),
        ("rounds per game", _spread(plain["rounds_per_game"])),
        ("moves per round", _spread(plain["moves_per_round"])),
        ("games won by seat", _shares(winners["seats"], games) + _shared(winners["shared"])),
        ("rounds won by seat", _shares(plain["rounds_won"], rounds)),
        ("rounds ended", _counts(plain["endings"])),
        ("cards drawn per round", f"{plain['cards_drawn_per_round']:.2f}"),
        ("cards drawn for", _counts(plain["cards_drawn"])),
        ("challenges", f"{plain['challenges']['made']}, won {plain['challenges']['won']}"),
        ("UNO calls, catches", f"{plain['calls']}, {plain['catches']}"),
        ("shuffles", f"{plain['shuffles']}"),
        ("points per game", _spread(plain["points_per_game"])),
        ("commands", _counts(plain["commands"])),
    ]
    width = max(len(what) for what, _ in rows) + 2
    head = f"{rules.edition.name}, {plain['mode']}, {players} players, seed {plain['seed']}"
    return [head, "", *(f"{what.ljust(width)}{value}" for what, value in rows)]


def _spread(spread: Mapping[str, float]) -> str:
    return f"{spread['mean']:.1f} ({spread['least']} to {spread['most']})"


def _shares(counts: list[int], total: int) -> str:
    letters = "ABCDEFGHIJ"
    return "  ".join(
        f"{letters[seat]} {100 * count / max(total, 1):.1f} %" for seat, count in enumerate(counts)
    )


def _shared(count: int) -> str:
    return f"  ({count} shared)" if count else ""


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{what} {count}" for what, count in ordered) or "-"
