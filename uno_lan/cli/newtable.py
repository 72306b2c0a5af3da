"""The options that describe a new table, the same for `serve` and for `play --host`.

`play --host` opens the table in a process of its own, so what was said is also written back as options of
`serve`.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

from uno_lan.cli.options import DEFAULT_LEVEL, bots, by_ipv6, whole
from uno_lan.cli.ruleset import add_edition, add_rules
from uno_lan.errors import USAGE, CommandError
from uno_lan.languages import _

MOST_SEATS: Final = 10
DEFAULTS: Final[dict[str, Any]] = {
    "edition": "classic",
    "mode": None,
    "preset": None,
    "rule": [],
    "custom": [],
    "table_name": None,
    "seats": MOST_SEATS,
    "bots": (0, DEFAULT_LEVEL),
    "standin": "bot",
    "grace": 60,
    "password": None,
    "open": False,
}
"""What each option is when nothing is said."""


def add_new_table(parser: argparse.ArgumentParser, name: str) -> None:
    """Edition, rules, seats, bots, code.

    Args:
        name: the option that names the table.
    """
    table = parser.add_argument_group("the table")
    table.add_argument(name, dest="table_name", metavar="NAME", help="name of the table in the lobby")
    add_edition(table, positional=False)
    table.add_argument(
        "--seats",
        type=whole(2, MOST_SEATS, "a number of seats"),
        default=DEFAULTS["seats"],
        help="2 to 10 (default: 10)",
    )
    table.add_argument(
        "--bots", type=bots, default=DEFAULTS["bots"], metavar="N[:LEVEL]", help="bots that take a seat"
    )
    table.add_argument(
        "--standin",
        choices=("bot", "pause", "skip"),
        default=DEFAULTS["standin"],
        help="when somebody is away for too long: a bot plays the seat until they are back (default), the "
        "table waits, or default moves are taken",
    )
    table.add_argument(
        "--grace",
        type=whole(5, 3600, "a time in seconds"),
        default=DEFAULTS["grace"],
        metavar="SECONDS",
        help="how long somebody who is away is waited for before that (default: 60)",
    )
    code = table.add_mutually_exclusive_group()
    code.add_argument(
        "--password", metavar="TEXT", help="a table code of your own (default: a new one is made)"
    )
    code.add_argument(
        "--open", action="store_true", help="no table code: everybody on the network may sit down"
    )
    add_rules(parser, state_dir=False)


def check_unused(args: argparse.Namespace) -> None:
    """Without a new table its options would silently do nothing.

    Raises:
        CommandError: one was given.
    """
    for key, default in DEFAULTS.items():
        if getattr(args, key) != default:
            option = "--" + key.replace("_", "-")
            raise CommandError(
                _("{option} is about a new table: use it with --host").format(option=option), USAGE
            )


def serve_words(args: argparse.Namespace) -> list[str]:
    """What was said about the new table, as options of `uno-lan serve`."""
    from uno_lan.engine.house import value_text

    count, level = args.bots
    words = ["--edition", args.edition, "--seats", str(args.seats), "--bots", f"{count}:{level}"]
    for key in ("mode", "preset", "standin", "grace", "password"):
        if (value := getattr(args, key)) is not None:
            words.append(f"--{key}={value}")
    if args.table_name is not None:
        words.append(f"--name={args.table_name}")
    words += [f"--rule={key}={value_text(value)}" for key, value in args.rule]
    words += [f"--custom={text}" for text in args.custom]
    if args.open:
        words.append("--open")
    if by_ipv6(args):
        words.append("--ipv6")
    if args.local:
        return [*words, "--local"]
    return [*words, *(f"--interface={one}" for one in args.interface)]
