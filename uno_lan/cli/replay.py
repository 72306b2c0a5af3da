"""`uno-lan replay`: look at a game again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from uno_lan.cli.parser import add_command
from uno_lan.errors import DAMAGED, INCOMPLETE, NO, OK, UNAVAILABLE, USAGE, CommandError, one_line
from uno_lan.languages import _

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.client.replay import Reel

_MORE = """\
Everything is verified while it is read. Damaged files are shown as far as they go; the end says where and
why. Cards can be shown where the file tells them: those of its owner always, everybody's in finished rounds.

keys on the screen:
  left, right     a step back, on            space   play, stop
  + -             faster, slower             [ ]     round back, on     g  to a round
  v               view of the next player    l       log                q  leave
  F1              rule book                  F4      settings           ?  all keys

exit codes with --plain:
  0  all of the file is right              2  it is damaged
  1  something in it was broken or changed  3  right as far as it goes, but a round is not opened
 69  it is not there, or not yours

examples:
  uno-lan replay GAME.unolog
  uno-lan replay GAME.unolog --plain --round 2 --seat Anna"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "replay", run, "look at a game again, step by step", _MORE)
    parser.add_argument("file", metavar="FILE", help="a .unolog file")
    parser.add_argument("--plain", action="store_true", help="the whole game as lines of text")
    parser.add_argument(
        "--round", type=int, default=0, metavar="N", help="begin with (--plain: only) this round"
    )
    parser.add_argument("--seat", metavar="NAME", help="whose cards are shown: a name, or a letter from A on")
    parser.add_argument(
        "--numbers", action="store_true", help="with --plain: begin lines with the numbers of their entries"
    )
    parser.add_argument(
        "--glyphs",
        choices=("auto", "unicode", "ascii"),
        default="auto",
        help="signs of the screens (default: auto, by locale and terminal)",
    )


def run(args: argparse.Namespace) -> int:
    """Read the file, then show it in one of the two faces."""
    if not args.plain and not _is_terminal():
        raise CommandError(
            _("the screens need a terminal; for a pipe or a file use uno-lan replay --plain"), USAGE
        )
    reel = _read(args.file)
    seat = _seat(reel, args.seat)
    if args.round and args.round not in reel.rounds:
        if reel.rounds:
            none = _("there is no round {number} in this file: it has rounds {first} to {last}").format(
                number=args.round, first=reel.rounds[0], last=reel.rounds[-1]
            )
        else:
            none = _("there is no round {number} in this file: it has none").format(number=args.round)
        raise CommandError(none, USAGE)
    if args.plain:
        from uno_lan.cli.lines import say
        from uno_lan.engine import NOBODY
        from uno_lan.plain.replay import tell

        for line in tell(reel, NOBODY if seat is None else seat, args.round, args.numbers):
            say(line)
        return exit_code(reel)
    from tui.replaying import run as show

    return show(reel, seat, args.round, args.glyphs)


def exit_code(reel: Reel) -> int:
    """The answer, as an audit gives it."""
    report = reel.report
    if report.faults:
        return NO
    if reel.damaged or reel.unread or report.flaws:
        return DAMAGED
    return INCOMPLETE if report.open_round else OK


def _read(name: str) -> Reel:
    from protocol.signing import Ed25519Verifier
    from uno_lan.client.replay import NoReplay, read_file

    try:
        return read_file(Path(name), Ed25519Verifier())
    except NoReplay as reason:
        code = DAMAGED if reason.there else UNAVAILABLE
        raise CommandError(f"{one_line(name)}: {reason.sentence}", code) from None


def _seat(reel: Reel, name: str | None) -> int | None:
    """The seat of a name or letter.

    Raises:
        CommandError: nobody of that name plays.
    """
    if name is None:
        return None
    seats = reel.moments[-1].seats
    wanted = name.casefold()
    for seat in seats:
        if wanted in (seat.name.casefold(), chr(97 + seat.seat)):
            return seat.seat
    there = ", ".join(one_line(seat.name) for seat in seats)
    raise CommandError(
        _("nobody in this game is called {name}; there were {names}").format(
            name=one_line(name), names=there
        ),
        USAGE,
    )


def _is_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)
