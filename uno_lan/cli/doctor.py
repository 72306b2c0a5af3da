"""`uno-lan doctor`: why laptops do not see each other, and what to do."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from uno_lan.cli.options import add_network, by_ipv6
from uno_lan.cli.parser import add_command
from uno_lan.errors import NO, OK
from uno_lan.languages import N_, _

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.lobby.doctor import Finding

_MORE: Final = """\
It looks at the networks of this computer, whether multicast can be sent and an own announcement comes back,
the port for tables, signs of a firewall, whether other devices answer, and which tables do; with --ipv6 what
works by IPv6 as well. It takes about ten seconds and changes nothing. Exit code 1: something keeps tables
from being found."""
MARKS: Final = {"good": N_("ok"), "note": N_("note"), "bad": N_("BAD")}
"""Each finding begins with one: at most 5 characters."""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the command."""
    parser = add_command(subparsers, "doctor", run, "find out why others do not see your table", _MORE)
    parser.add_argument("--json", action="store_true", help="write one JSON document")
    add_network(parser)


def run(args: argparse.Namespace) -> int:
    """Look and tell."""
    import asyncio

    from uno_lan.lobby.doctor import Doctor

    doctor = Doctor(args.interface, local=args.local, ipv6=by_ipv6(args))
    findings = asyncio.run(doctor.examine(_keep_silent if args.json else _say))
    if args.json:
        import json
        from dataclasses import asdict

        print(json.dumps({"findings": [asdict(one) for one in findings]}, ensure_ascii=False, indent=2))
    return NO if any(one.grade == "bad" for one in findings) else OK


def _keep_silent(finding: Finding) -> None:
    """The document says it in the end."""


def _say(finding: Finding) -> None:
    from uno_lan.cli.lines import beside, terminal_width
    from uno_lan.lobby.doctor import WHAT

    width = terminal_width()
    head = f"{_(MARKS[finding.grade]):<4}  {_(WHAT[finding.what]):<13} "
    lines = beside(head, finding.found, width)
    if finding.do:
        lines += beside(" " * len(head), f"-> {finding.do}", width)
    print("\n".join(lines), flush=True)
