"""`uno-lan export`: a game file without anything private, to be handed on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from uno_lan.cli.parser import add_command
from uno_lan.languages import _
from uno_lan.reasons import reason

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

_MORE = """\
A game file holds your own cards and secrets beside the public log. The exported file holds the log alone;
`uno-lan audit` checks it as far as public data goes, and finished rounds completely.

exit codes:
  0  written
  2  the file is damaged or no game file
  69  it cannot be read or written"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "export", run, "write a game file without anything private", _MORE)
    parser.add_argument("file", metavar="FILE", help="a .unolog file")
    parser.add_argument("--public", action="store_true", required=True, help="only what everybody saw")
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="file to write (default: FILE with .public before its ending)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the public part of a file."""
    from protocol.errors import FileFault
    from protocol.unolog import public_part, scan
    from uno_lan.errors import DAMAGED, OK, UNAVAILABLE, CommandError, one_line

    source = Path(args.file)
    shown = one_line(args.file)
    try:
        found = scan(source.read_bytes())
        if found.damaged:
            text = _("cannot export {file}: it is damaged at byte {place}")
            raise CommandError(text.format(file=shown, place=found.good), DAMAGED)
        data = public_part(found.frames)
    except OSError as error:
        text = _("cannot read {file}: {why}")
        raise CommandError(text.format(file=shown, why=_(reason(error))), UNAVAILABLE) from None
    except FileFault as fault:
        text = _("cannot export {file}: {why}")
        raise CommandError(text.format(file=shown, why=_(str(fault))), DAMAGED) from None
    target = Path(args.output) if args.output else source.with_suffix(f".public{source.suffix}")
    try:
        with target.open("xb") as file:
            file.write(data)
    except OSError as error:
        text = _("cannot write {file}: {why}")
        raise CommandError(
            text.format(file=one_line(str(target)), why=_(reason(error))), UNAVAILABLE
        ) from None
    print(one_line(str(target)))
    return OK
