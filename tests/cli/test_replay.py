"""`uno-lan replay --plain`: lines, exit codes, and errors that say what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol import unolog
from protocol.entries import decode_entry
from tests.fairness.test_audit import rounds
from tests.vectors import FOLDER
from tests.vectors.games import encoded
from uno_lan.cli import main

VECTOR = FOLDER / "round" / "client-0.unolog"


def play(path: Path, *options: str) -> int:
    return main(["replay", str(path), "--plain", *options])


def test_a_whole_game_and_a_part_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rig = rounds(2, real=True)
    path = tmp_path / "game.unolog"
    path.write_bytes(encoded(rig.file(1)))
    assert play(path) == 0
    whole = capsys.readouterr().out.splitlines()
    assert whole[0].startswith("Replay of game.unolog.")
    assert whole[-1].startswith("Verified: every signature and shuffle, and every card of 2 rounds.")
    assert play(path, "--round", "2", "--seat", "p2", "--numbers") == 0
    second = capsys.readouterr().out.splitlines()
    assert len(second) < len(whole)
    assert any("P2 can play" in line for line in second)


def test_exit_codes_are_those_of_an_audit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = VECTOR.read_bytes()
    frames = unolog.scan(data).frames
    path = tmp_path / "x.unolog"
    path.write_bytes(data[: len(data) // 2])
    assert play(path) == main(["audit", str(path)]) == 3
    assert "not opened" in capsys.readouterr().out
    path.write_bytes(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    assert play(path) == main(["audit", str(path)]) == 2
    assert "is damaged at byte" in capsys.readouterr().out
    path.write_bytes(encoded([f for f in frames if f.kind != "ent" or decode_entry(f.data).q != 25]))
    assert play(path) == main(["audit", str(path)]) == 1
    assert "Wrong: The host told different players different stories." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--plain", "--round", "7"], "there is no round 7 in this file: it has rounds 1 to 1"),
        (["--plain", "--seat", "Zoe"], "nobody in this game is called Zoe; there were P0, P1, P2"),
        ([], "the screens need a terminal"),
    ],
)
def test_what_is_not_there_is_said(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(VECTOR), *options]) == 64
    assert said in capsys.readouterr().err


def test_no_file_and_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(tmp_path / "none.unolog") == 69
    assert "cannot be read: it is not there" in capsys.readouterr().err
    path = tmp_path / "x.unolog"
    path.write_bytes(b"hello")
    assert play(path) == 2
    assert "not an UNO LAN game file" in capsys.readouterr().err
