"""`python -m tests.vectors`: write all vectors and the list of their hashes anew."""

from __future__ import annotations

import hashlib

from tests.fairness.test_judge import KINDS, case

from . import FOLDER, SUMS
from .games import a_round, as_json, evidence_files, round_files
from .negative import negative
from .primitives import leaves, primitives
from .texts import signatures

KEPT = ("shuffles.json", "entries.json", "handshake.json")
"""Vectors that were there before the rest and are compared by tests of their own; nothing writes them."""


def small() -> dict[str, bytes]:
    """Those that follow from the protocol alone."""
    made = {"primitives": primitives(), "leaves": leaves(), "signatures": signatures()}
    return {f"{name}.json": as_json(value) for name, value in made.items()}


def made() -> dict[str, bytes]:
    """All files by their path in the folder."""
    files = small() | round_files(a_round())
    files |= evidence_files({kind: case(kind, real=True)[1].data for kind in KINDS})
    refused = negative(files["round/client-0.unolog"], files["evidence/DOUBLE.unoevidence"])
    return files | {"negative.json": as_json(refused)}


def sums() -> str:
    """The list of hashes of what lies in the folder now."""
    paths = sorted(p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*") if p.is_file())
    return "".join(
        f"{hashlib.sha256((FOLDER / path).read_bytes()).hexdigest()}  {path}\n"
        for path in paths
        if path != SUMS
    )


def main() -> None:
    """Write."""
    for path, data in made().items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_bytes(data)
    (FOLDER / SUMS).write_text(sums())


if __name__ == "__main__":
    main()
