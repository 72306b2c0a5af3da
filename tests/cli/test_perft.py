"""`uno-lan perft`: counts as text and as JSON."""

import json

import pytest

from uno_lan.cli import main


def test_counts_by_first_command_and_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "classic", "--players", "2", "--seed", "5", "--depth", "3"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines, counts = out.split("\n\n")
    first = [int(line.rpartition("  ")[2]) for line in lines.splitlines()]
    by_depth = [line.split("  ") for line in counts.splitlines()]
    assert [depth for depth, _ in by_depth] == ["depth 1", "depth 2", "depth 3"]
    assert sum(first) == int(by_depth[2][1])
    assert len(first) == int(by_depth[0][1])
    assert ": draw  " in lines


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["perft", "mario-kart", "--depth", "3", "--rule", "hand_size_n=2"]
    assert main(line) == 0
    text = capsys.readouterr().out
    assert main([*line, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert (plain["edition"], plain["players"], plain["seed"]) == ("mario-kart", 4, 1)
    assert [f"depth {n}  {count}" for n, count in enumerate(plain["counts"], 1)] == text.splitlines()[-3:]
    assert [f"{one['command']}  {one['count']}" for one in plain["lines"]] == text.split("\n\n")[
        0
    ].splitlines()
