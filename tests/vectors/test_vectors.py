"""The frozen vectors: nobody changed them, this program makes them, and it judges them as they say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from protocol import unolog
from protocol.evidence import KIND_OF_CODE, decode_evidence
from protocol.signing import Ed25519Verifier
from uno_lan.cli import main
from uno_lan.fairness.audit import audit
from uno_lan.fairness.judge import judge

from . import FOLDER, SUMS
from .__main__ import KEPT, small, sums
from .games import a_round, as_json, round_files
from .negative import negative, refusal

FROZEN = "the vectors are part of the protocol; `python -m tests.vectors` writes them if a change is meant"


def read(path: str) -> Any:
    return json.loads((FOLDER / path).read_bytes())


def test_nobody_changed_a_vector() -> None:
    assert sums() == (FOLDER / SUMS).read_text(), FROZEN


@pytest.mark.parametrize("path", ["primitives.json", "leaves.json", "signatures.json"])
def test_the_small_ones_follow_from_this_program(path: str) -> None:
    assert small()[path] == (FOLDER / path).read_bytes(), FROZEN


def test_the_round_follows_from_this_program() -> None:
    for path, data in round_files(a_round()).items():
        assert data == (FOLDER / path).read_bytes(), f"{path}: {FROZEN}"


@pytest.mark.parametrize("name", ["client-0", "client-1", "client-2", "public"])
def test_the_round_is_found_right(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    expected = read("round/expected.json")
    path = FOLDER / "round" / f"{name}.unolog"
    report = audit(unolog.scan(path.read_bytes()).frames, Ed25519Verifier())
    assert [head.hex() for head in report.heads] == expected["heads"]
    assert report.rounds[0].checked
    assert (report.private > 0) == (name != "public")
    assert main(["audit", str(path)]) == 0
    assert capsys.readouterr().out.rstrip().endswith(expected["verdict"])


def test_there_is_an_accusation_of_each_kind() -> None:
    rows = read("evidence/expected.json")["files"]
    assert {row["kind"] for row in rows} == set(KIND_OF_CODE.values())
    for row in rows:
        found = judge(decode_evidence((FOLDER / "evidence" / row["file"]).read_bytes()), Ed25519Verifier())
        assert (found.kind, found.code, found.seq) == (row["kind"], row["code"], row["entry"])
        assert (found.accused.hex(), found.name, found.is_host) == (
            row["accused"],
            row["name"],
            row["is_host"],
        )


def test_what_must_be_refused_is() -> None:
    found = read("negative.json")
    log, evidence = "round/client-0.unolog", "evidence/DOUBLE.unoevidence"
    made = negative((FOLDER / log).read_bytes(), (FOLDER / evidence).read_bytes())
    assert as_json(made) == (FOLDER / "negative.json").read_bytes(), FROZEN
    for row in found["cases"]:
        assert refusal(row["what"], bytes.fromhex(row["bytes"])) == row["code"], row["why"]
    assert {row["what"] for row in found["cases"]} >= {
        "frame",
        "message",
        "entry",
        "act",
        "evidence",
        "unolog",
    }


def test_the_ones_that_were_there_before_are_kept() -> None:
    assert all((FOLDER / name).is_file() for name in KEPT)
