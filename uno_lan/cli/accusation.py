"""`uno-lan audit --evidence`: does an evidence file prove what it claims, from itself and the rules alone?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from uno_lan.cli.lines import say
from uno_lan.errors import DAMAGED, NO, OK, UNAVAILABLE, one_line
from uno_lan.languages import _
from uno_lan.reasons import reason

if TYPE_CHECKING:
    from uno_lan.fairness.judge import Judgement

_SEVERITY = (OK, UNAVAILABLE, DAMAGED, NO)
"""Exit codes, the one that counts most last."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """One file and what came out."""

    name: str
    judgement: Judgement | None = None
    problem: str = ""
    damaged: bool = False
    there: bool = True
    """It could be read."""
    game: str = ""
    hint: str = ""

    @property
    def exit_code(self) -> int:
        """The answer for this file alone."""
        if not self.there:
            return UNAVAILABLE
        return DAMAGED if self.damaged else NO if self.judgement is None else OK

    @property
    def verdict(self) -> str:
        """One line."""
        if self.judgement is None:
            return "UNREADABLE" if not self.there else "DAMAGED" if self.damaged else "NOT PROVEN"
        where = f" at entry {self.judgement.seq}" if self.judgement.seq >= 0 else ""
        return f"PROVEN {self.judgement.kind} {self.judgement.code}{where}"

    @property
    def accused(self) -> str:
        """Who is shown guilty, for people."""
        from protocol.signing import fingerprint

        judgement = self.judgement
        if judgement is None:
            return ""
        who = one_line(judgement.name)
        if judgement.is_host:
            who = _("the host ({name})").format(name=who) if who else _("the host")
        return _("{who}, key {key}").format(who=who, key=fingerprint(judgement.accused))

    def lines(self) -> list[str]:
        """For people."""
        if not self.there:
            return [f"{one_line(self.name)}: {self.verdict} {self.problem}"]
        about = _("game {id}").format(id=self.game[:8]) if self.game else self.problem
        lines = [f"{one_line(self.name)}: {about}"]
        if self.judgement is not None:
            against = _("against {accused}").format(accused=self.accused)
            lines.append(f"  {against}")
            lines.append(f"  {self.judgement.sentence} ({self.judgement.detail})")
        elif self.game:
            lines.append(f"  {self.problem}")
        return [*lines, f"  {self.verdict}"]

    def to_json(self) -> dict[str, object]:
        """For programs."""
        judgement = self.judgement
        proven = judgement and {
            "kind": judgement.kind,
            "code": judgement.code,
            "entry": judgement.seq,
            "accused": judgement.accused.hex(),
            "name": judgement.name,
            "host": judgement.is_host,
            "detail": judgement.detail,
        }
        return {
            "file": self.name,
            "game": self.game,
            "hint": self.hint,
            "proven": proven,
            "problem": self.problem,
            "verdict": self.verdict,
        }


def run(files: Sequence[str], as_json: bool) -> int:
    """Judge every file. Returns the exit code."""
    judged = [_judge(name) for name in files]
    code = max((one.exit_code for one in judged), key=_SEVERITY.index)
    if as_json:
        print(json.dumps({"files": [one.to_json() for one in judged], "exit": code}, indent=1))
    else:
        say(*(line for one in judged for line in one.lines()))
    return code


def _judge(name: str) -> _Judged:
    from protocol.errors import FileFault
    from protocol.evidence import MAX_EVIDENCE, decode_evidence
    from protocol.signing import Ed25519Verifier
    from uno_lan.fairness.judge import NotProven, judge

    try:
        with Path(name).open("rb") as file:
            evidence = decode_evidence(file.read(MAX_EVIDENCE + 1))
    except OSError as error:
        return _Judged(name, problem=f"({_(reason(error))})", there=False)
    except FileFault as fault:
        return _Judged(name, problem=_(str(fault)), damaged=True)
    game, hint = evidence.game.hex(), one_line(evidence.hint)
    try:
        return _Judged(name, judge(evidence, Ed25519Verifier()), game=game, hint=hint)
    except NotProven as no:
        return _Judged(name, problem=str(no), game=game, hint=hint)
