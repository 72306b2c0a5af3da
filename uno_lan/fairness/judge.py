"""Judges evidence: does this file, and nothing else, prove that a key broke a promise?

The question is always the same: could somebody who follows the protocol have signed all this? An honest host
signs one entry for each number, logs only what its own rules accept, and opens what it has sealed. So pieces
that its key has signed and that contradict each other, or the rules, prove that it is none. What is not
signed by the accused proves nothing; what could be explained by a part of the log that is missing proves
nothing.

Where the pieces are few, they are compared by themselves (`pieces.py`, `doubles.py`); else the log is read
again with the rules engine (`reading.py`). Source: docs/protocol.md 3.4.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.errors import sentence
from protocol.evidence import KIND_OF_CODE, Evidence, EvidenceKind
from protocol.signing import Verifier

from .case import Case, NotProven
from .doubles import double
from .pieces import SMALL

__all__ = ["Judgement", "NotProven", "judge"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is proven."""

    kind: EvidenceKind
    code: str
    seq: int
    """Entry at which it shows; -1: it is no matter of one entry."""
    accused: bytes
    """Key of the guilty."""
    name: str
    """As the roster calls that key; empty when it has no seat."""
    is_host: bool
    detail: str

    @property
    def sentence(self) -> str:
        """For people: what happened."""
        return sentence(self.code)


def judge(evidence: Evidence, verifier: Verifier) -> Judgement:
    """Judge an evidence file.

    Raises:
        NotProven: it does not prove what it claims.
    """
    if evidence.kind == "DOUBLE":
        code, name, is_host = double(evidence, verifier)
        detail = "two different things were signed where only one can be true"
        return Judgement("DOUBLE", code, -1, evidence.accused, name, is_host, detail)
    case = Case(evidence, verifier)
    small = SMALL.get(evidence.kind)
    found = (small(case) if small else None) or case.by_rules()
    if found is None or KIND_OF_CODE.get(found.code) != evidence.kind:
        raise NotProven("The pieces in the file do not contradict each other in the way that is claimed.")
    name = next((who.name for who in case.roster.seats if who.pk == evidence.accused), "")
    return Judgement(evidence.kind, found.code, found.seq, evidence.accused, name, True, found.detail)
