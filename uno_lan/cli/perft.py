"""`uno-lan perft`: count all sequences of legal commands, to prove that the rules are still the same."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from uno_lan.cli.options import add_dealt, whole
from uno_lan.cli.parser import add_command
from uno_lan.cli.ruleset import add_edition, add_rules, as_plain, rules_of

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

_MORE = """\
From a dealt round, every player may do whatever the rules allow at any moment. The numbers depend on the
edition, the rules, the number of players, the seed and nothing else."""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "perft", run, "count all that can happen up to a depth", _MORE)
    add_edition(parser, positional=True)
    add_dealt(parser)
    parser.add_argument(
        "--depth", type=whole(1, 20, "a depth"), default=4, metavar="D", help="commands in a row (default: 4)"
    )
    parser.add_argument("--json", action="store_true", help="write one JSON document")
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Count and print."""
    from random import Random

    from uno_lan.engine import RulesError
    from uno_lan.engine.notation import command_text, seat_text
    from uno_lan.engine.perft import perft
    from uno_lan.errors import OK, USAGE, CommandError

    rules = rules_of(args, uno_grace_ms=0)
    try:
        found = perft(rules, args.players, args.depth, lambda number: Random(f"{args.seed}/{number}"))
    except RulesError as error:
        raise CommandError(str(error), USAGE) from None
    lines = [
        (f"{seat_text(line.command.seat)}: {command_text(line.command, rules.edition)}", line.count)
        for line in found.lines
    ]
    if args.json:
        import json

        plain = {
            **as_plain(rules),
            "players": args.players,
            "seed": args.seed,
            "counts": list(found.counts),
            "lines": [{"command": text, "count": count} for text, count in lines],
        }
        print(json.dumps(plain, indent=2, ensure_ascii=False))
        return OK
    for text, count in lines:
        print(f"{text}  {count}")
    print()
    for depth, count in enumerate(found.counts, start=1):
        print(f"depth {depth}  {count}")
    return OK
