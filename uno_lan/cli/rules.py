"""`uno-lan rules`: the rule book of an edition, with the house rules in it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from uno_lan.cli.parser import add_command
from uno_lan.cli.ruleset import add_edition, add_rules, rules_of

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

WIDEST: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""

_MORE = """\
What a house rule changes is marked with * and the name of that rule.

examples:
  uno-lan rules mario-kart
  uno-lan rules super-mario --rule stack_d2 --rule deflect=color
  uno-lan rules customizable --custom extra_turn --custom "everyone else draws 1" """


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "rules", run, "print the rule book of an edition", _MORE)
    add_edition(parser, positional=True)
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="write one JSON document")


def run(args: argparse.Namespace) -> int:
    """Print the book."""
    from uno_lan.errors import OK
    from uno_lan.rulebook import as_plain, as_text, rule_book

    book = rule_book(rules_of(args))
    if args.json:
        import json

        print(json.dumps(as_plain(book), indent=2, ensure_ascii=False))
    else:
        import shutil

        print(as_text(book, min(shutil.get_terminal_size().columns, WIDEST)), end="")
    return OK
