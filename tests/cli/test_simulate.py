"""`uno-lan simulate`: figures as a table and as JSON."""

import json
import sys

import pytest

from tests.cli.test_progress import Terminal
from uno_lan.cli import main

LINE = ["simulate", "--edition", "super-mario", "--players", "3", "--games", "4", "--seed", "7"]


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(LINE) == 0
    out, err = capsys.readouterr()
    assert err == ""
    lines = out.splitlines()
    assert lines[0] == "Super Mario, race_500, 3 players, seed 7"
    firsts = {line.split("  ")[0] for line in lines[2:]}
    assert firsts >= {"games", "rounds per game", "moves per round", "challenges", "points per game"}
    assert any(line.startswith("games won by seat") and "A " in line and "C " in line for line in lines)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LINE, "--json", "--rule", "stack_d2", "--rule", "deflect=color"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["edition"], figures["mode"], figures["players"]) == ("super-mario", "race_500", 3)
    assert figures["rules"] == {"stack_d2": True, "deflect": "color", "uno_grace_ms": 0}
    assert figures["custom"] == []
    assert figures["games"] == 4
    assert sum(figures["winners"]["seats"]) >= 4
    assert figures["cards_drawn"]["turn"] > 0
    assert figures["challenges"]["made"] >= figures["challenges"]["won"]


def test_the_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for seed in ("1", "1", "2"):
        assert main(["simulate", "--games", "3", "--seed", seed]) == 0
        outputs.append(capsys.readouterr().out.splitlines()[1:])
    assert outputs[0] == outputs[1]
    assert outputs[0] != outputs[2]


def test_one_game_in_each_mode(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("race_500", "single_hand", "agreed_hands", "penalty_500", "penalty_rounds"):
        assert main(["simulate", "--games", "1", "--players", "2", "--mode", mode]) == 0
        assert f"Classic, {mode}, 2 players" in capsys.readouterr().out


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal)
        assert main(["simulate", "--games", "2", "--json"]) == 0
    assert "100 %  2/2 games" in terminal.getvalue()
    assert json.loads(capsys.readouterr().out)["games"] == 2
