"""`uno-lan completion`: what a shell needs to complete commands and options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from uno_lan.cli.parser import add_command, build_parser
from uno_lan.errors import OK, UNAVAILABLE, CommandError

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

SHELLS: Final = ("bash", "zsh", "tcsh")
_MORE: Final = """\
for bash, in ~/.bashrc:    eval "$(uno-lan completion bash)"
for zsh:                   uno-lan completion zsh > a folder of your $fpath/_uno-lan"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(
        subparsers, "completion", run, "print what a shell needs to complete commands and options", _MORE
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Print it."""
    try:
        import shtab
    except ImportError:
        raise CommandError("completion needs the package shtab: pip install shtab", UNAVAILABLE) from None
    print(shtab.complete(build_parser(), args.shell))
    return OK
