"""The options that say by which rules is played, and the rule set they make.

`uno-lan rules`, `serve`, `simulate` and `perft` share them. What is wrong with them is one line and exit
code 64; an edition file that describes none is damaged input, exit code 2.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from uno_lan.cli.options import rule
from uno_lan.errors import DAMAGED, USAGE, CommandError
from uno_lan.languages import said

if TYPE_CHECKING:
    from uno_lan.engine import Edition, Ruleset


def add_edition(parser: argparse._ActionsContainer, *, positional: bool) -> None:
    """Which cards are played with: an argument, or `--edition`."""
    what = "edition: an id, the name of a file in the editions folder, or the path of a .toml file"
    if positional:
        parser.add_argument(
            "edition", nargs="?", default="classic", metavar="EDITION", help=f"{what} (default: classic)"
        )
    else:
        parser.add_argument(
            "--edition", default="classic", metavar="EDITION", help=f"{what} (default: classic)"
        )


def add_rules(parser: argparse.ArgumentParser, *, state_dir: bool = True) -> None:
    """Game mode, house rules, written rules.

    Args:
        state_dir: add `--state-dir` as well, for commands that need it for nothing but editions.
    """
    group = parser.add_argument_group("the rules")
    group.add_argument("--mode", metavar="ID", help="game mode (default: the edition's own)")
    group.add_argument("--preset", metavar="NAME", help="a ready-made set of house rules, such as party")
    group.add_argument(
        "--rule",
        type=rule,
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a house rule, such as stack_d2 or hand_size_n=5; may be given several times",
    )
    group.add_argument(
        "--custom",
        action="append",
        default=[],
        metavar="TEXT",
        help="what is written on the first, second, ... customizable card; may be given several times",
    )
    if state_dir:
        group.add_argument(
            "--state-dir", metavar="DIR", help="the folder whose editions/ has your own editions"
        )


def rules_of(args: argparse.Namespace, **given: Any) -> Ruleset:
    """The rule set of the options.

    Args:
        given: house rules that the command itself sets; what the user says goes on top.

    Raises:
        CommandError: there is no such edition, or the rules do not go together.
    """
    from uno_lan.engine import RulesError, Ruleset
    from uno_lan.engine.house import find_preset

    edition = edition_of(args)
    try:
        preset = dict(find_preset(args.preset).switches) if args.preset else {}
        return Ruleset.make(edition, args.mode, args.custom, **{**given, **preset, **dict(args.rule)})
    except RulesError as error:
        raise CommandError(said(error), USAGE) from None


def as_plain(rules: Ruleset) -> dict[str, Any]:
    """A rule set as the head of a JSON document; of the house rules those not at their published value."""
    from uno_lan.engine.house import SWITCHES

    house = {switch.key: getattr(rules.house, switch.key) for switch in SWITCHES}
    return {
        "edition": rules.edition.id,
        "mode": rules.mode,
        "rules": {
            switch.key: house[switch.key] for switch in SWITCHES if house[switch.key] != switch.default
        },
        "custom": list(rules.custom),
    }


def edition_of(args: argparse.Namespace) -> Edition:
    """The edition that is asked for.

    Raises:
        CommandError: there is none of this name, or its file describes none.
    """
    from uno_lan.engine import RulesError
    from uno_lan.engine.edition import folder_editions, open_edition
    from uno_lan.paths import editions_dir

    folder = editions_dir(args.state_dir)
    try:
        return open_edition(args.edition, folder)
    except RulesError as error:
        from pathlib import Path

        is_file = args.edition in folder_editions(folder) or Path(args.edition).expanduser().is_file()
        raise CommandError(said(error), DAMAGED if is_file else USAGE) from None
