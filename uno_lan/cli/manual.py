"""`uno-lan manual`: the man page, made of the same parser as the help texts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from uno_lan import __version__
from uno_lan.cli.parser import DESCRIPTION, add_command, build_parser
from uno_lan.errors import OK

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers

_MORE: Final = """\
to read it:      uno-lan manual | man -l -
to keep it:      uno-lan manual > ~/.local/share/man/man1/uno-lan.1"""
EXIT_CODES: Final = (
    (0, "fine"),
    (1, "the answer is no: cheating was found, a scenario failed, an order was refused"),
    (2, "damaged input"),
    (3, "the input ends too early"),
    (64, "the command line, or the settings file, makes no sense"),
    (69, "something outside is missing: network, port, folder, host"),
    (70, "a mistake in this program; details are in crash.log of the state folder"),
    (130, "ended by Ctrl-C"),
    (141, "the reader of the output went away"),
)


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    add_command(subparsers, "manual", run, "print the man page", _MORE)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    print("\n".join(page()))
    return OK


def page() -> Iterator[str]:
    """The lines of the page, in troff's man macros."""
    parser = build_parser()
    yield f'.TH UNO-LAN 1 "" "uno-lan {__version__}" "UNO LAN"'
    yield from (".SH NAME", r"uno\-lan \- UNO for several laptops on one network, in the terminal")
    yield from (".SH SYNOPSIS", r".B uno\-lan", r"[\fICOMMAND\fR] [\fIOPTIONS\fR]")
    yield from (".SH DESCRIPTION", _text(DESCRIPTION))
    yield ".SH COMMANDS"
    for name, command in _commands(parser):
        yield from _command(name, command, ".SS")
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_CODES:
        yield from (".TP", f".B {code}", _text(meaning))
    yield ".SH ENVIRONMENT"
    yield from (".TP", r".B UNO_LAN_STATE", "The state folder, where no option names one.")
    yield from (".TP", r".B NO_COLOR", "Anything: no colors.")


def _command(name: str, parser: argparse.ArgumentParser, heading: str) -> Iterator[str]:
    yield f"{heading} uno\\-lan {_text(name)}"
    yield _text(parser.description or "")
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner, child in action.choices.items():
                yield from _command(f"{name} {inner}", child, ".SS")
        elif not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:
            yield ".TP"
            yield _option(action)
            yield _text(" ".join((action.help or "").replace("%%", "%").split()))
    if parser.epilog:
        yield from (".PP", ".nf", *(_text(line) for line in parser.epilog.splitlines()), ".fi")


def _option(action: argparse.Action) -> str:
    value = ""
    if action.nargs != 0:
        named = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else "")
        shown = named[0] if isinstance(named, tuple) else named
        value = f"\\fI{_text(shown or action.dest.upper())}\\fR"
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in action.option_strings)
    return f"{names} {value}".strip() or value


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _text(text: str) -> str:
    """Plain text for troff: backslashes, dashes, and lines that look like requests."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
