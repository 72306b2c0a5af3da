"""`uno-lan serve`: a table without a screen."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from uno_lan.cli.newtable import add_new_table
from uno_lan.cli.options import add_network, add_state_dir, port, table_id, whole
from uno_lan.cli.parser import add_command
from uno_lan.cli.ruleset import edition_of, rules_of

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

_MORE = """\
The table goes on when players drop out and come back, and after this process was stopped or killed: the next
start with the same --state-dir takes the unfinished table up again, with its rules and its code.

examples:
  uno-lan serve --name "Anna's table" --bots 2
  uno-lan serve --edition super-mario --preset party --rule hand_size_n=5
  uno-lan serve --edition customizable --custom "next draws 3" """


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "serve", run, "hold a table on this computer, without a screen", _MORE)
    add_new_table(parser, "--name")
    server = parser.add_argument_group("the server")
    server.add_argument(
        "--port",
        type=port,
        metavar="PORT",
        help="TCP port (default: 40444, else the next free one up to 40453)",
    )
    add_network(parser)
    add_state_dir(parser)
    again = server.add_mutually_exclusive_group()
    again.add_argument(
        "--resume", action="store_true", help="take up the unfinished table of the state folder, or fail"
    )
    again.add_argument(
        "--new",
        action="store_true",
        help="open a new table, whatever was left unfinished; with --table: this one without its game",
    )
    server.add_argument(
        "--table",
        type=table_id,
        metavar="ID",
        help="open or take up this table (16 hex digits) for this installation's person: several can run "
        "beside each other, and each closes ten minutes after the last person left; the screens use it",
    )
    server.add_argument(
        "--tables",
        type=whole(1, 250, "a number of tables"),
        default=1,
        metavar="N",
        help="tables of this server, 1 to 250 (default: 1)",
    )
    server.add_argument(
        "--open-tables",
        type=whole(0, 250, "a number of tables"),
        default=0,
        metavar="N",
        help="up to N more for whoever comes: one is always free, the first to sit down owns it (default: 0)",
    )
    server.add_argument(
        "--sync",
        choices=("each", "background"),
        default="each",
        help="when moves are brought to the disk: before they are told (default), "
        "or within a quarter of a second after",
    )
    server.add_argument(
        "--log-format",
        "--log",
        dest="log",
        choices=("human", "json"),
        help="form of the log on stderr (default: human on a terminal, else json)",
    )
    server.add_argument(
        "--status-port",
        type=port,
        metavar="PORT",
        help="answer /healthz and /metrics (Prometheus) on this port of 127.0.0.1 (default: not at all)",
    )
    server.add_argument(
        "--keep-mib",
        type=whole(0, 1_000_000, "a number of MiB"),
        default=1024,
        metavar="MIB",
        help="remove the oldest finished games beyond so many MiB in all; 0: never (default: 1024)",
    )
    server.add_argument(
        "--keep-days",
        type=whole(0, 36_500, "a number of days"),
        default=0,
        metavar="DAYS",
        help="remove finished games after so many days; 0: never (default: 0)",
    )
    server.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another limit than the usual one, such as links=500 or links_per_address=16; may be repeated",
    )
    server.add_argument(
        "--config",
        metavar="FILE",
        help="settings file (default: server.toml of the state folder, written at the first start)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from uno_lan.cli.settings import blaming, with_settings
    from uno_lan.host import serve

    args = with_settings(args)
    with blaming(args, "edition"):
        edition_of(args)
    with blaming(args, "mode", "preset", "rule", "custom"):
        args.ruleset = rules_of(args)
    with blaming(args, "limit"):
        serve.limits_of(args)
    return serve.main(args)
