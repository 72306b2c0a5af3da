"""`uno-lan play`, and `uno-lan` alone: the lobby, or straight to a table."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from uno_lan.cli.newtable import add_new_table, check_unused, serve_words
from uno_lan.cli.options import add_network, add_state_dir
from uno_lan.cli.parser import add_command
from uno_lan.cli.ruleset import rules_of
from uno_lan.client.profile import load_name
from uno_lan.errors import USAGE, CommandError
from uno_lan.languages import _
from uno_lan.paths import state_dir

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers


_MORE = """\
A table that --host opens has a process of its own: it goes on when the screens are left, and the lobby offers
to go back to it. The options of the table are for --host only.

examples:
  uno-lan play --connect 192.168.1.5
  uno-lan play --host --local --bots 3
  uno-lan play --plain --host --edition super-mario --preset party"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "play", run, "open the lobby, join a table, or open one", _MORE)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", action="store_true", help="open a table of my own and sit down at it")
    where.add_argument(
        "--connect",
        metavar="ADDRESS",
        help="join the table there: HOST, HOST:PORT, an address code, or a uno:// address",
    )
    parser.add_argument(
        "--table",
        dest="at_table",
        default="",
        metavar="NAME",
        help="with --connect, at a server of many tables: the name of the table, or the beginning of its id",
    )
    parser.add_argument("--code", help="the table's code, as its host shows it")
    parser.add_argument("--name", help="your name at the table (default: the one used last)")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="lines of text instead of screens: for screen readers, slow links, and scripts on a pipe",
    )
    parser.add_argument(
        "--glyphs",
        choices=("auto", "unicode", "ascii"),
        default="auto",
        help="signs of the screens (default: auto, by locale and terminal)",
    )
    add_new_table(parser, "--table-name")
    add_network(parser)
    add_state_dir(parser)


def run(args: argparse.Namespace) -> int:
    """Open one of the two faces."""
    args.opening = None
    if args.host:
        rules_of(args)  # what is wrong with the rules is said before a screen opens
        if args.table_name is None:
            args.table_name = _table_of(args.name or load_name(state_dir(args.state_dir)))
        args.opening = serve_words(args)
    else:
        check_unused(args)
    if args.at_table and args.connect is None:
        raise CommandError(_("--table names a table of a server: use it with --connect"), USAGE)
    if args.plain:
        from uno_lan import plain

        return plain.main(args)
    if not _is_terminal():
        raise CommandError(
            _("the screens need a terminal; for a pipe or a file use uno-lan play --plain"), USAGE
        )
    import tui

    return tui.main(args)


def _table_of(name: str) -> str | None:
    """A table is called after who opens it, as in the screens and in the language in use."""
    from protocol.errors import TextError
    from protocol.names import clean_name

    try:
        return _("{name}'s table").format(name=clean_name(name))
    except TextError:
        return None  # the face says what is wrong with the name


def _is_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)
