"""`uno-lan scenario`: output, JSON and exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from uno_lan.cli import main

GOOD = """
name = "good"
edition = "classic"
seats = ["A", "B"]
top = "R5"
hands = { A = "R1 G1 G2", B = "B1 B2" }

[[step]]
seat = "A"
do = "play R1"

[expect]
to_act = "B"
"""
BAD = GOOD.replace('"good"', '"bad"').replace('to_act = "B"', 'to_act = "A"')
BROKEN = GOOD.replace('to_act = "B"', 'to_play = "B"')


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Paths of a file that passes, one that fails, one that is no scenario, one that is no text."""
    contents = {
        "good": GOOD.encode(),
        "bad": BAD.encode(),
        "broken": BROKEN.encode(),
        "bytes": b"\xff\xfe\x00",
    }
    for name, content in contents.items():
        (tmp_path / f"{name}.toml").write_bytes(content)
    return {name: str(tmp_path / f"{name}.toml") for name in contents} | {
        "missing": str(tmp_path / "no.toml")
    }


def test_pass(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", files["good"]]) == 0
    assert capsys.readouterr() == ("PASS good\n", "")


def test_fail(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", files["good"], files["bad"]]) == 1
    assert capsys.readouterr() == ("PASS good\nFAIL bad: to_act: expected A, got B\n", "")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("broken", "expect: object contains unknown field `to_play`"),
        ("bytes", "not a text file in UTF-8"),
        ("missing", "cannot be read: it is not there"),
    ],
)
def test_a_file_that_is_no_scenario(
    name: str, says: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line that says what and where; the other files run all the same."""
    assert main(["scenario", files[name], files["good"], files["bad"]]) == 2
    out, err = capsys.readouterr()
    assert err == f"uno-lan: {files[name]}: {says}\n"
    assert out == "PASS good\nFAIL bad: to_act: expected A, got B\n"


def test_a_folder_is_no_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"uno-lan: {tmp_path}: cannot be read: ")


def test_a_name_that_no_file_can_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "a\0b"]) == 2
    assert capsys.readouterr().err == "uno-lan: a b: cannot be read: embedded null byte\n"


def test_json(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--json", files["good"], files["bad"], files["broken"]]) == 2
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 1
    good, bad, broken = json.loads(out)
    assert set(good) == set(bad) == set(broken) == {"name", "file", "ok", "differences", "state"}
    assert (good["name"], good["file"], good["ok"], good["differences"]) == ("good", files["good"], True, [])
    assert good["state"]["hands"] == {"A": "G1 G2", "B": "B1 B2"}
    assert (bad["ok"], bad["differences"]) == (False, ["to_act: expected A, got B"])
    assert (broken["ok"], broken["state"]) == (False, {})
    assert broken["differences"] == ["expect: object contains unknown field `to_play`"]


def test_no_file_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario"]) == 64
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_as_a_process(files: dict[str, str]) -> None:
    """A whole process: output on stdout, the error on stderr, the exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "uno_lan", "scenario", files["bad"], files["missing"]],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == "FAIL bad: to_act: expected A, got B\n"
    assert done.stderr == f"uno-lan: {files['missing']}: cannot be read: it is not there\n"
