"""The settings file of a server: written once, read strictly, less than the command line."""

from __future__ import annotations

import argparse
import errno
import os
import stat
import tomllib
from pathlib import Path

import pytest

from uno_lan.cli import settings
from uno_lan.cli.parser import parse
from uno_lan.cli.serve import run
from uno_lan.cli.settings import FILE, template, with_settings
from uno_lan.errors import USAGE, CommandError


def options(state: Path, *words: str) -> argparse.Namespace:
    """The options of a server of this folder."""
    return with_settings(parse(["serve", "--state-dir", str(state), *words]))


def wrong(state: Path, text: str) -> str:
    """What is said about a file."""
    (state / FILE).write_text(text)
    with pytest.raises(CommandError) as caught:
        options(state)
    assert caught.value.exit_code == USAGE and "\n" not in caught.value.text
    return caught.value.text.removeprefix(f"{state / FILE}:")


def test_the_first_start_writes_a_file_in_which_nothing_is_set(tmp_path: Path) -> None:
    args = options(tmp_path / "new")
    path = tmp_path / "new" / FILE
    assert tomllib.loads(path.read_text()) == {}
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert args.tables == 1
    path.write_text("tables = 3\n")
    assert options(tmp_path / "new").tables == 3
    assert path.read_text() == "tables = 3\n"


def test_on_a_full_disk_no_half_file_is_left_that_would_be_taken_for_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(settings, "template", full)
    with pytest.raises(CommandError) as caught:
        options(tmp_path / "new")
    assert caught.value.text.endswith("make room and start again")
    assert list((tmp_path / "new").iterdir()) == []


def test_every_line_of_the_template_can_be_set_as_it_stands(tmp_path: Path) -> None:
    lines = [
        line.removeprefix("#") for line in template().splitlines() if line.startswith("#") and " = " in line
    ]
    keys = {line.partition(" ")[0] for line in lines if not line.startswith(" ")}
    assert {"name", "port", "open-tables", "log-format", "status-port", "keep-mib", "interface"} <= keys
    (tmp_path / FILE).write_text("\n".join(lines))
    assert options(tmp_path).port == 40444


def test_every_option_but_those_of_one_start_can_be_set() -> None:
    for key in ("resume", "new", "table", "state-dir", "config", "help"):
        assert f"\n#{key} = " not in template()


def test_the_command_line_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('name = "Club"\ntables = 3\nopen = true\nrule = ["uno_penalty_n=4"]\n')
    args = options(tmp_path, "--tables", "2", "--password", "a long password")
    assert (args.table_name, args.tables, args.open, args.password) == ("Club", 2, False, "a long password")
    assert args.rule == [("uno_penalty_n", 4)]
    assert options(tmp_path).open is True
    assert [name for name, _ in options(tmp_path, "--rule", "turn_timer=30").rule] == ["turn_timer"]


def test_what_is_wrong_is_one_line_with_file_and_line(tmp_path: Path) -> None:
    assert wrong(tmp_path, '# x\nname = "Club"\ntables = 500\n').startswith("3: tables: '500' is not")
    assert wrong(tmp_path, "tabels = 3\n").startswith("1: there is no setting 'tabels'")
    assert wrong(tmp_path, "open = 1\n").startswith("1: open must be true or false")
    assert wrong(tmp_path, "\ntables = [1]\n").startswith("2: tables must be a text or a whole number")
    assert wrong(tmp_path, "name = 'a'\nrule = [true]\n").startswith("2: rule must be a list")
    assert wrong(tmp_path, "tables = \n").startswith("1: ")
    assert "recursion" in wrong(tmp_path, "tables = " + "[" * 9_000)
    assert "digits" in wrong(tmp_path, "tables = " + "9" * 9_000)
    assert wrong(tmp_path, "[server]\ntables = 3\n").startswith("1: there is no setting 'server'")
    assert wrong(tmp_path, "sync = 'never'\n").startswith("1: sync: invalid choice")
    assert wrong(tmp_path, "port = 22.5\n").startswith("1: port must be a text or a whole number")


def test_what_was_probably_meant_is_said(tmp_path: Path) -> None:
    assert wrong(tmp_path, "tabels = 3\n").endswith("did you mean tables?")
    assert wrong(tmp_path, "keep_mib = 3\n").endswith("did you mean keep-mib?")
    assert wrong(tmp_path, "colour = 3\n").endswith("see uno-lan serve --help")
    assert (
        wrong(tmp_path, "\nname = Friday\n") == '2: Invalid value; a text stands in quotes: name = "Friday"'
    )


def test_what_shows_only_later_has_its_place_too(tmp_path: Path) -> None:
    """An edition, a limit or two settings that clash were told without the file they stand in."""

    def later(text: str, *words: str) -> str:
        (tmp_path / FILE).write_text(text)
        with pytest.raises(CommandError) as caught:
            run(parse(["serve", "--state-dir", str(tmp_path), "--local", *words]))
        return caught.value.text

    place = f"{tmp_path / FILE}:"
    assert later("\nedition = 'clasic'\n").startswith(f"{place}2: unknown edition 'clasic'")
    assert later("\nmode = 'nope'\n").startswith(f"{place}2: ")
    assert later("mode = 'single_hand'\nrule = ['target_score=200', 'stack_d5']\n").startswith(
        f"{place}2: rule"
    )
    assert later("rule = ['multi_play']\nmode = 'nope'\n").startswith(f"{place} ")
    assert later("limit = ['linkz=3']\n").startswith(f"{place}1: --limit: there is no limit")
    assert later("open = true\npassword = 'abc'\n") == f"{place} --password: not allowed with argument --open"
    assert later("", "--edition", "clasic").startswith("unknown edition")
    assert later("edition = 'clasic'\n", "--edition", "clasik").startswith("unknown edition 'clasik'")


def test_a_file_of_another_place_must_be_there(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    with pytest.raises(CommandError, match="there is no settings file"):
        options(tmp_path, "--config", str(other))
    other.write_text("tables = 7\n")
    assert options(tmp_path, "--config", str(other)).tables == 7
    assert not (tmp_path / FILE).exists()


def test_a_table_of_a_screen_needs_no_file(tmp_path: Path) -> None:
    options(tmp_path, "--table", "00" * 8)
    assert not (tmp_path / FILE).exists()
