"""The parser of the command line: the list of sub-commands, and argparse with our manners.

A sub-command is a module in this package with `add_parser(subparsers)` and `run(args) -> int`. It imports
what it needs in `run`, so that building the parser costs nothing but argparse.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn, TypeAlias

from uno_lan import __version__
from uno_lan.errors import USAGE, CommandError
from uno_lan.languages import AVAILABLE, own_name

if TYPE_CHECKING:
    Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

COMMANDS: Final = (
    "play",
    "serve",
    "admin",
    "games",
    "doctor",
    "rules",
    "scenario",
    "bot",
    "simulate",
    "perft",
    "replay",
    "audit",
    "export",
    "completion",
    "manual",
)
"""The sub-commands in the order of the help text; each is a module of this package."""

FOR_PLAYERS: Final = ("play", "games", "doctor", "rules", "replay", "audit", "export")
"""Commands that speak the language of who plays; what operators and programs read is English."""

DEFAULT_COMMAND: Final = "play"
"""What `uno-lan` alone does: the lobby."""

OF_NO_COMMAND: Final = ("-h", "--help", "--version")
"""Options of `uno-lan` itself; all others are those of the lobby when no command is named."""

DESCRIPTION: Final = "UNO for several laptops on one network, in the terminal. Without a command: the lobby."


class Parser(argparse.ArgumentParser):
    """argparse, but an error is one line and the exit code is 64."""

    def __init__(self, *args: object, **options: object) -> None:
        # No guessing of options: a script must not change its meaning when an option is added.
        options.setdefault("allow_abbrev", False)
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """A command line that makes no sense."""
        raise CommandError(f"{message} (see {self.prog} --help)", USAGE)


class _Columns(argparse.HelpFormatter):
    """Leaves room for the longest command: argparse forgets how far the names are indented."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 4 + max(map(len, COMMANDS))


def build_parser(only: str | None = None) -> Parser:
    """The parser. The parsed arguments have `run`, the function to call with them.

    Args:
        only: the one sub-command that is needed, to import no other; anything else: all of them.
    """
    parser = Parser(prog="uno-lan", description=DESCRIPTION, formatter_class=_Columns)
    parser.add_argument("--version", action="version", version=f"uno-lan {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (only,) if only in COMMANDS else COMMANDS:
        module = import_module(f"uno_lan.cli.{command}")
        module.add_parser(subparsers)
        if command in FOR_PLAYERS:
            _add_language(subparsers.choices[command])
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(f"{language} {own_name(language)}" for language in AVAILABLE)
    parser.add_argument(
        "--language",
        choices=AVAILABLE,
        help=f"of the texts: {names} (default: that of the settings, else of the locale)",
    )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse a command line. One that begins with an option, but asks for no help, is for the lobby.

    Raises:
        CommandError: it makes no sense.
        SystemExit: help or version was asked for, and is printed.
    """
    if arguments and arguments[0].startswith("-") and arguments[0] not in OF_NO_COMMAND:
        arguments = (DEFAULT_COMMAND, *arguments)
    args, left = build_parser(arguments[0]).parse_known_args(arguments)
    if left:
        raise CommandError(
            f"unrecognized arguments: {' '.join(left)} (see uno-lan {args.command} --help)", USAGE
        )
    args.command_line = tuple(arguments)
    return args


def add_command(
    subparsers: Subparsers, name: str, run: Callable[[argparse.Namespace], int], summary: str, more: str = ""
) -> argparse.ArgumentParser:
    """Add the parser of one sub-command."""
    parser = subparsers.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=more or None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, command=name)
    return parser
