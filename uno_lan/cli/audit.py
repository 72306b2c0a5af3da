"""`uno-lan audit`: check game files."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from uno_lan.cli.parser import add_command

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

_MORE = """\
exit codes:
  0  PASS: every shuffle, card, move and signature is right
  1  FAIL: cheating is proven, with the code and the entry
  2  a file is damaged
  3  INCOMPLETE: right as far as it goes, but the game did not end"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(
        subparsers, "audit", run, "check game files: shuffles, cards, moves, signatures", _MORE
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a .unolog file; several of one game must also agree with each other",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON document")


def run(args: argparse.Namespace) -> int:
    """Audit."""
    from uno_lan.fairness import audit_command

    return audit_command(args)
