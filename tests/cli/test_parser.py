from __future__ import annotations

import pytest

from uno_lan.cli.parser import COMMANDS, parse


def test_serve_has_sensible_defaults() -> None:
    args = parse(["serve"])
    assert (args.table_name, args.edition, args.mode, args.rule, args.seats) == (
        None,
        "classic",
        None,
        [],
        10,
    )
    assert (args.bots, args.password, args.open, args.port) == ((0, "normal"), None, False, None)
    assert (args.interface, args.local, args.state_dir, args.resume, args.log) == (
        [],
        False,
        None,
        False,
        None,
    )


def test_serve_takes_everything() -> None:
    line = (
        "serve --name Anna --edition classic --mode rounds --rule turn_timer=30 --rule wilds_match_wd4 "
        "--seats 4 --bots 2:easy --password correct-horse --port 40450 --interface eth0 --interface 10.0.0.1 "
        "--state-dir /x --resume --log json"
    )
    args = parse(line.split())
    assert (args.table_name, args.mode, args.rule) == (
        "Anna",
        "rounds",
        [("turn_timer", 30), ("wilds_match_wd4", True)],
    )
    assert (args.seats, args.bots, args.password, args.port) == (4, (2, "easy"), "correct-horse", 40450)
    assert (args.interface, args.state_dir, args.resume, args.log) == (
        ["eth0", "10.0.0.1"],
        "/x",
        True,
        "json",
    )


@pytest.mark.parametrize(
    ("text", "bots"), [("0", (0, "normal")), ("3", (3, "normal")), ("10:hard", (10, "hard"))]
)
def test_bots(text: str, bots: tuple[int, str]) -> None:
    assert parse(["serve", "--bots", text]).bots == bots


def test_play_takes_everything() -> None:
    line = (
        "play --connect uno://10.0.0.1:40444 --code K7QM-2XPA --name Anna --plain --local --state-dir /x "
        "--glyphs ascii"
    )
    args = parse(line.split())
    assert (args.connect, args.code, args.name) == ("uno://10.0.0.1:40444", "K7QM-2XPA", "Anna")
    assert (args.plain, args.local, args.interface, args.state_dir, args.glyphs) == (
        True,
        True,
        [],
        "/x",
        "ascii",
    )


def test_audit_takes_several_files() -> None:
    args = parse(["audit", "a.unolog", "b.unolog", "--json"])
    assert (args.files, args.json) == (["a.unolog", "b.unolog"], True)


def test_a_file_may_look_like_an_option() -> None:
    assert parse(["audit", "--", "--json"]).files == ["--json"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_run(command: str) -> None:
    needs = {
        "admin": ["status"],
        "completion": ["bash"],
        "audit": ["FILE"],
        "replay": ["FILE"],
        "scenario": ["FILE"],
        "export": ["FILE", "--public"],
    }
    args = parse([command, *needs.get(command, [])])
    assert args.command == command
    assert callable(args.run)


def test_options_without_a_command_are_for_the_lobby() -> None:
    args = parse(["--local", "--name", "Bo"])
    assert (args.command, args.local, args.name) == ("play", True, "Bo")
    assert parse(["--plain"]).plain
