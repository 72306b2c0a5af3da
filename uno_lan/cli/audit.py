"""`uno-lan audit`: check game files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from uno_lan.cli.parser import add_command
from uno_lan.errors import DAMAGED, INCOMPLETE, NO, OK, UNAVAILABLE, one_line

if TYPE_CHECKING:
    from uno_lan.cli.parser import Subparsers
    from uno_lan.fairness.report import Comparison, LostLine, Report, RoundLine, SeatLine

_MORE = """\
exit codes:
  0  PASS: every shuffle, card, move and signature is right
  1  FAIL: something was broken, changed or left out; all of it is listed, with code and entry
  2  a file is damaged
  3  INCOMPLETE: right as far as it goes, but a round was not opened to its end
 69  a file cannot be read at all: it is not there, or not yours

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
    parser.add_argument(
        "--public-only", action="store_true", help="leave the private deliveries in the files out"
    )
    parser.add_argument("--json", action="store_true", help="write one JSON document")


def run(args: argparse.Namespace) -> int:
    """Audit every file, then compare them."""
    if args.evidence:
        from uno_lan.cli import accusation

        return accusation.run(args.files, args.json)
    checked = [_check(name, args.public_only) for name in args.files]
    compared = _compare(checked)
    codes = [one.exit_code for one in checked] + [NO for one in compared if one.fork >= 0]
    code = max(codes, key=_SEVERITY.index)
    if args.json:
        document = {
            "files": [one.to_json() for one in checked],
            "compared": [asdict(one) for one in compared],
            "exit": code,
        }
        print(json.dumps(document, indent=1))
        return code
    for one in checked:
        print("\n".join(one.lines()))
    for found in compared:
        print(found.sentence)
    return code


_SEVERITY = (OK, INCOMPLETE, UNAVAILABLE, DAMAGED, NO)
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
        if self.report is None:
            return DAMAGED if self.damaged else UNAVAILABLE
        return DAMAGED if self.damaged and not self.report.faults else self.report.exit_code

    @property
    def verdict(self) -> str:
        """One line."""
        if self.exit_code == DAMAGED:
            return "DAMAGED"
        return self.report.verdict if self.report is not None else "UNREADABLE"

    def lines(self) -> list[str]:
        """For people: a line per round and per player, what is wrong, the verdict last."""
        name, report = one_line(self.name), self.report
        if report is None:
            return [f"{name}: {self.verdict} {self.problem}"]
        head = f"{name}: table {one_line(report.table)}, game {report.game[:8]}, {report.entries} entries"
        lines = [head, f"  players: {', '.join(map(one_line, report.players))}"]
        for line in report.rounds:
            lines.append(f"  {_round(line)}")
            lines += [f"    {_lost(found)}" for found in line.lost]
        lines += [f"  {said}" for seat in report.seats if (said := _seat(seat))]
        for one in report.accusations:
            holds = "proven" if one.proven else "not proven by what is in this file"
            lines.append(
                f"  entry {one.entry}: {one_line(one.name)} accuses, {one.code} at {one.at}: {holds}"
            )
        lines += [f"  {text}" for text in (*report.flaws, self.problem) if text]
        lines += [f"  {fault.code} at entry {fault.seq}: {one_line(fault.detail)}" for fault in report.faults]
        return [*lines, f"  {self.verdict}"]

    def to_json(self) -> dict[str, object]:
        """For programs."""
        report = self.report
        if report is None:
            return {"file": self.name, "verdict": self.verdict, "problem": self.problem}
        return {
            "file": self.name,
            "game": report.game,
            "table": report.table,
            "host": report.host,
            "players": list(report.players),
            "entries": report.entries,
            "head": report.heads[-1].hex() if report.heads else "",
            "rounds": [asdict(line) for line in report.rounds],
            "seats": [asdict(line) for line in report.seats],
            "accusations": [asdict(said) for said in report.accusations],
            "totals": report.totals,
            "private": report.private,
            "ended": report.ended,
            "problem": self.problem,
            "flaws": list(report.flaws),
            "faults": [{"code": f.code, "entry": f.seq, "detail": f.detail} for f in report.faults],
            "verdict": self.verdict,
        }


def _round(line: RoundLine) -> str:
    """One round."""
    points = ", ".join(f"{one_line(who)} +{value}" for who, value in line.points.items() if value)
    state = "checked" if line.checked else "opened" if line.opened else "not opened"
    decided = f", disputed: {line.outcome}" if line.outcome else ""
    by = f"by {line.contributors} or more independent players" if line.shuffles else ""
    return ", ".join(
        part
        for part in (
            f"round {line.round}: {line.entries} entries",
            f"{line.shuffles} {'shuffle' if line.shuffles == 1 else 'shuffles'} {by}".rstrip(),
            f"{line.aborts} given up and repeated" if line.aborts else "",
            f"attested by {line.attested}",
            f"{state}{decided}",
            f"cards of {_entries(line.unopened)} not opened to the owner" if line.unopened else "",
            points,
        )
        if part
    )


_SHUFFLE = {"dealer": "draw for dealer", "hands": "shuffle of all hands"}


def _lost(line: LostLine) -> str:
    """A shuffle that was given up."""
    parts = [f"{one_line(who)} {cards}" for who, cards in line.hands.items()]
    parts += [f"first card {line.turned}"] if line.turned else []
    parts += [f"next {line.pile}"] if line.pile else []
    parts += [f"{one_line(line.dealer)} deals"] if line.dealer else []
    what = _SHUFFLE.get(line.kind, line.kind)
    return f"the {what} of entry {line.entry}, given up, would have been: {'; '.join(parts)}"


def _seat(line: SeatLine) -> str:
    """What is to be said about a player; empty when there is nothing."""
    parts = []
    if line.timeouts:
        parts.append(f"{len(line.timeouts)} time-outs (entries {_some(line.timeouts)})")
    if line.standins:
        why = ", ".join(sorted({one_line(why) for _, why in line.standins}))
        parts.append(f"a bot stood in {len(line.standins)} times ({why}), {line.standin_moves} moves")
    if line.aborts:
        rounds = ", ".join(f"round {number} {step}" for number, _, step in line.aborts)
        shown = ", ".join(str(entry) for _, entry in line.answers)
        after = f", showed the seed afterwards (entry {shown})" if shown else ""
        what = "a shuffle" if len(line.aborts) == 1 else f"{len(line.aborts)} shuffles"
        parts.append(f"broke off {what} ({rounds}){after}")
    if line.away:
        parts.append(f"link lost {'once' if line.away == 1 else f'{line.away} times'}")
    if line.objections:
        said = ", ".join(f"{one_line(code)} at {at}" for at, code in line.objections)
        parts.append(f"objects: {said}")
    if line.refused:
        said = ", ".join(f"round {number}: {one_line(code)}" for number, code in line.refused)
        parts.append(f"did not find right: {said}")
    return f"{one_line(line.name)}: {'; '.join(parts)}" if parts else ""


def _entries(numbers: Sequence[int]) -> str:
    """Entries by number."""
    return f"{'entry' if len(numbers) == 1 else 'entries'} {_some(numbers)}"


def _some(numbers: Sequence[int]) -> str:
    """The first few of them."""
    return ", ".join(map(str, numbers[:5])) + (", ..." if len(numbers) > 5 else "")


def _check(name: str, public_only: bool) -> _Checked:
    from protocol import unolog
    from protocol.errors import FileFault, ProtocolFault
    from protocol.signing import Ed25519Verifier
    from uno_lan.fairness.audit import NotAGame, audit

    try:
        found = unolog.scan(Path(name).read_bytes())
        unolog.header(found.frames)
        report = audit(found.frames, Ed25519Verifier(), public_only=public_only)
    except OSError as error:
        return _Checked(name, None, f"({error.strerror or error})")
    except FileFault as fault:
        return _Checked(name, None, str(fault), True)
    except NotAGame:
        return _Checked(name, None, "The file holds no game.", True)
    except ProtocolFault as fault:
        return _Checked(name, None, f"An entry cannot be read ({fault.detail}).", True)
    problem = ""
    if found.damaged:
        problem = f"The file is damaged at byte {found.good}; only what comes before was checked."
    elif found.altered:
        problem = f"The last frame, at byte {found.good}, is damaged and was left out."
    elif found.torn:
        problem = f"The last frame, at byte {found.good}, is unfinished and was left out."
    return _Checked(name, report, problem, found.damaged or found.altered)


def _compare(checked: Sequence[_Checked]) -> list[Comparison]:
    """What several files of one game say together, and which file stands alone."""
    from uno_lan.fairness.report import compare_files

    return compare_files([(one_line(one.name), one.report) for one in checked if one.report is not None])
