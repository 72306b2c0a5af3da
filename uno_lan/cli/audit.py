"""`uno-lan audit`: check game files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from uno_lan.cli.lines import say
from uno_lan.cli.parser import add_command
from uno_lan.errors import DAMAGED, INCOMPLETE, NO, OK, UNAVAILABLE, one_line
from uno_lan.languages import N_, _, in_a_row, n_
from uno_lan.reasons import reason

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
        say(*one.lines())
    say(*(found.sentence for found in compared))
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
        head = _("{file}: table {table}, game {game}, {count} entries").format(
            file=name, table=one_line(report.table), game=report.game[:8], count=report.entries
        )
        players = _("players: {names}").format(names=", ".join(map(one_line, report.players)))
        lines = [head, f"  {players}"]
        for line in report.rounds:
            lines.append(f"  {round_line(line)}")
            lines += [f"    {_lost(found)}" for found in line.lost]
        lines += [f"  {said}" for seat in report.seats if (said := seat_line(seat))]
        for one in report.accusations:
            if one.proven:
                said = _("entry {entry}: {who} accuses, {code} at {at}: proven")
            else:
                said = _("entry {entry}: {who} accuses, {code} at {at}: not proven by what is in this file")
            said = said.format(entry=one.entry, who=one_line(one.name), code=one.code, at=one.at)
            lines.append(f"  {said}")
        lines += [f"  {text}" for text in (*report.flaws, self.problem) if text]
        wrong = _("{code} at entry {entry}: {detail}")
        lines += [
            "  " + wrong.format(code=fault.code, entry=fault.seq, detail=one_line(fault.detail))
            for fault in report.faults
        ]
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


def round_line(line: RoundLine) -> str:
    """One round."""
    points = ", ".join(f"{one_line(who)} +{value}" for who, value in line.points.items() if value)
    state = _("checked") if line.checked else _("opened") if line.opened else _("not opened")
    if points and line.outcome in ("void", "stop"):
        points = _("{points} that do not count").format(points=points)
    if line.outcome:
        state = _("{state}, disputed: {outcome}").format(state=state, outcome=line.outcome)
    shuffles = n_("{count} shuffle", "{count} shuffles", line.shuffles).format(count=line.shuffles)
    if line.shuffles:
        by = n_(
            "by at least {players} independent player",
            "by at least {players} independent players",
            line.contributors,
        )
        by = (
            by.format(players=line.contributors)
            if line.contributors
            else _("by nobody independent of the host")
        )
        shuffles = _("{shuffles} {by}").format(shuffles=shuffles, by=by)
    return ", ".join(
        part
        for part in (
            _("round {number}: {count} entries").format(number=line.round, count=line.entries),
            shuffles,
            _("{count} given up and repeated").format(count=line.aborts) if line.aborts else "",
            n_("found right by {count} player", "found right by {count} players", line.attested).format(
                count=line.attested
            ),
            state,
            _unopened(line.unopened),
            points,
        )
        if part
    )


_LOST: Final = {
    "dealer": N_("the draw for dealer of entry {entry}, given up, would have been: {cards}"),
    "deal": N_("the deal of entry {entry}, given up, would have been: {cards}"),
    "hands": N_("the shuffle of all hands of entry {entry}, given up, would have been: {cards}"),
    "restart": N_("the restart of entry {entry}, given up, would have been: {cards}"),
    "refill": N_("the refill of entry {entry}, given up, would have been: {cards}"),
}
"""What a shuffle was for."""


def _lost(line: LostLine) -> str:
    """A shuffle that was given up."""
    parts = [f"{one_line(who)} {cards}" for who, cards in line.hands.items()]
    parts += [_("first card {card}").format(card=line.turned)] if line.turned else []
    parts += [_("next {cards}").format(cards=line.pile)] if line.pile else []
    parts += [_("{who} deals").format(who=one_line(line.dealer))] if line.dealer else []
    return _(_LOST[line.kind]).format(entry=line.entry, cards=in_a_row(parts))


def seat_line(line: SeatLine) -> str:
    """What is to be said about a player; empty when there is nothing."""
    parts = []
    if line.timeouts:
        said = n_(
            "{count} time-out (entry {entries})", "{count} time-outs (entries {entries})", len(line.timeouts)
        )
        parts.append(said.format(count=len(line.timeouts), entries=_some(line.timeouts)))
    if line.standins:
        why = ", ".join(sorted({one_line(why) for _entry, why in line.standins}))
        times = len(line.standins)
        said = n_(
            "a bot stood in once ({why}), {moves}", "a bot stood in {count} times ({why}), {moves}", times
        )
        moves = n_("{number} move", "{number} moves", line.standin_moves).format(number=line.standin_moves)
        parts.append(said.format(count=times, why=why, moves=moves))
    if line.aborts:
        parts.append(_given_up(line))
    if line.away:
        parts.append(n_("link lost once", "link lost {count} times", line.away).format(count=line.away))
    if line.objections:
        at = _("{code} at {entry}")
        what = ", ".join(at.format(code=one_line(code), entry=entry) for entry, code in line.objections)
        parts.append(_("objects: {what}").format(what=what))
    if line.refused:
        wrong = _("round {number}: {code}")
        what = ", ".join(wrong.format(number=number, code=one_line(code)) for number, code in line.refused)
        parts.append(_("did not find right: {what}").format(what=what))
    return f"{one_line(line.name)}: {in_a_row(parts)}" if parts else ""


_MISSED: Final = {
    "commit": N_("round {number}, sealed number missing"),
    "reveal": N_("round {number}, sealed number not opened"),
    "left": N_("round {number}, left with cards of it"),
}
"""What was awaited for a shuffle, or that who is named left instead."""


def _given_up(line: SeatLine) -> str:
    """The shuffles given up for want of this player: no more is known than that it took too long."""
    rounds = in_a_row(_(_MISSED[step]).format(number=number) for number, _entry, step in line.aborts)
    if all(step == "left" for _number, _entry, step in line.aborts):
        said = n_(
            "gone during a shuffle, which was given up ({rounds})",
            "gone during {count} shuffles, which were given up ({rounds})",
            len(line.aborts),
        )
    else:
        said = n_(
            "too slow for a shuffle, which was given up ({rounds})",
            "too slow for {count} shuffles, which were given up ({rounds})",
            len(line.aborts),
        )
    return said.format(count=len(line.aborts), rounds=rounds) + _shown_after(line)


def _shown_after(line: SeatLine) -> str:
    """Where the seeds were shown that a shuffle had waited for; empty when they were not."""
    if not line.answers:
        return ""
    entries = ", ".join(str(entry) for _round_no, entry in line.answers)
    return n_(
        ", showed the number afterwards (entry {entries})",
        ", showed the numbers afterwards (entries {entries})",
        len(line.answers),
    ).format(entries=entries)


def _unopened(numbers: Sequence[int]) -> str:
    """Which entries gave cards that nobody opened to their owner; empty when none did."""
    if not numbers:
        return ""
    return n_(
        "cards of entry {entries} not opened to the owner",
        "cards of entries {entries} not opened to the owner",
        len(numbers),
    ).format(entries=_some(numbers))


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
        return _Checked(name, None, f"({_(reason(error))})")
    except FileFault as fault:
        return _Checked(name, None, _(str(fault)), True)
    except NotAGame:
        return _Checked(name, None, _("The file holds no game."), True)
    except ProtocolFault as fault:
        return _Checked(
            name, None, _("An entry cannot be read ({detail}).").format(detail=fault.detail), True
        )
    problem = ""
    if found.damaged:
        problem = _("The file is damaged at byte {place}; only what comes before was checked.")
    elif found.altered:
        problem = _("The last frame, at byte {place}, is damaged and was left out.")
    elif found.torn:
        problem = _("The last frame, at byte {place}, is unfinished and was left out.")
    return _Checked(name, report, problem.format(place=found.good), found.damaged or found.altered)


def _compare(checked: Sequence[_Checked]) -> list[Comparison]:
    """What several files of one game say together, and which file stands alone."""
    from uno_lan.fairness.report import compare_files

    return compare_files([(one_line(one.name), one.report) for one in checked if one.report is not None])
