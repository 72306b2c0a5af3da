"""`uno-lan audit`: check game files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from uno_lan.cli.parser import add_command
from uno_lan.errors import DAMAGED, INCOMPLETE, NO, OK, one_line

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.fairness.audit import Report

_MORE = """\
exit codes:
  0  PASS: every shuffle, card, move and signature is right
  1  FAIL: cheating is proven, with the code and the entry
  2  a file is damaged
  3  INCOMPLETE: right as far as it goes, but the game did not end

exit codes with --evidence:
  0  PROVEN: each file proves by itself that the key it names broke a promise
  1  NOT PROVEN: a file proves nothing against anybody
  2  a file is damaged"""


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
    parser.add_argument(
        "--evidence", action="store_true", help="the files are .unoevidence files: judge each by itself"
    )
    parser.add_argument("--json", action="store_true", help="write one JSON document")


def run(args: argparse.Namespace) -> int:
    """Audit every file, then compare them."""
    if args.evidence:
        from uno_lan.cli import accusation

        return accusation.run(args.files, args.json)
    checked = [_check(name) for name in args.files]
    code = max((one.exit_code for one in checked), key=_SEVERITY.index)
    fork = _fork(checked)
    if fork:
        code = NO
    if args.json:
        print(json.dumps({"files": [one.to_json() for one in checked], "fork": fork, "exit": code}, indent=1))
        return code
    for one in checked:
        print("\n".join(one.lines()))
    if fork:
        print(fork)
    return code


_SEVERITY = (OK, INCOMPLETE, DAMAGED, NO)
"""Exit codes, the one that counts most last."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """One file and what came out."""

    name: str
    report: Report | None
    problem: str = ""
    """Why the file cannot be read, or what is odd about its end."""
    damaged: bool = False

    @property
    def exit_code(self) -> int:
        """The answer for this file alone."""
        if self.report is not None and self.report.fault is not None:
            return NO
        if self.damaged or self.report is None:
            return DAMAGED
        return self.report.exit_code

    def lines(self) -> list[str]:
        """For people: a line per round, the verdict last."""
        name, report = one_line(self.name), self.report
        if report is None:
            return [f"{name}: DAMAGED {self.problem}"]
        head = f"{name}: table {one_line(report.table)}, game {report.game[:8]}, {report.entries} entries"
        lines = [head, f"  players: {', '.join(map(one_line, report.players))}"]
        for line in report.rounds:
            points = ", ".join(f"{one_line(who)} +{value}" for who, value in line.points.items() if value)
            state = "checked" if line.checked else "not opened"
            lines.append(
                f"  round {line.round}: {line.entries} entries, {line.shuffles} shuffles by "
                f"{line.contributors} or more independent players, aborts={line.aborts}, "
                f"attested by {line.attested}, {state}" + (f", {points}" if points else "")
            )
        if self.problem:
            lines.append(f"  {self.problem}")
        if report.fault is not None:
            lines.append(f"  {report.fault.detail}")
        lines.append(f"  {'DAMAGED' if self.damaged and report.fault is None else report.verdict}")
        return lines

    def to_json(self) -> dict[str, object]:
        """For programs."""
        report = self.report
        if report is None:
            return {"file": self.name, "verdict": "DAMAGED", "problem": self.problem}
        fault = report.fault
        return {
            "file": self.name,
            "game": report.game,
            "table": report.table,
            "players": list(report.players),
            "entries": report.entries,
            "head": report.heads[-1].hex() if report.heads else "",
            "rounds": [asdict(line) for line in report.rounds],
            "private": report.private,
            "ended": report.ended,
            "problem": self.problem,
            "fault": {"code": fault.code, "seq": fault.seq, "detail": fault.detail} if fault else None,
            "verdict": "DAMAGED" if self.damaged and fault is None else report.verdict,
        }


def _check(name: str) -> _Checked:
    from protocol import unolog
    from protocol.errors import FileFault, ProtocolFault
    from protocol.signing import Ed25519Verifier
    from uno_lan.fairness.audit import NotAGame, audit

    try:
        found = unolog.scan(Path(name).read_bytes())
        unolog.header(found.frames)
        report = audit(found.frames, Ed25519Verifier())
    except OSError as error:
        return _Checked(name, None, f"cannot be read: {error.strerror or error}", True)
    except FileFault as fault:
        return _Checked(name, None, str(fault), True)
    except NotAGame:
        return _Checked(name, None, "The file holds no game.", True)
    except ProtocolFault as fault:
        return _Checked(name, None, f"An entry cannot be read ({fault.detail}).", True)
    problem = ""
    if found.damaged:
        problem = f"The file is damaged at byte {found.good}; only what comes before was checked."
    elif found.torn:
        problem = f"The last frame, at byte {found.good}, is unfinished and was left out."
    return _Checked(name, report, problem, found.damaged)


def _fork(checked: Sequence[_Checked]) -> str:
    """The verdict on several files of one game; empty when they agree."""
    from uno_lan.fairness.audit import compare

    reports = [one.report for one in checked if one.report is not None]
    if len(reports) < 2:
        return ""
    try:
        seq = compare(reports)
    except ValueError:
        return ""
    return f"FAIL E_FORK {seq}: the files tell different histories from this entry on" if seq >= 0 else ""
