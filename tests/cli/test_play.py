from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from uno_lan import languages
from uno_lan.cli import main
from uno_lan.cli.parser import parse
from uno_lan.client.profile import save_name

ROOT = Path(__file__).resolve().parents[2]


def test_screens_without_a_terminal_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 64
    assert capsys.readouterr() == (
        "",
        "uno-lan: the screens need a terminal; for a pipe or a file use uno-lan play --plain\n",
    )


def test_plain_goes_to_the_plain_client(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[argparse.Namespace] = []

    def plain(args: argparse.Namespace) -> int:
        seen.append(args)
        return 3

    monkeypatch.setattr("uno_lan.plain.main", plain)
    assert main(["play", "--plain", "--connect", "10.0.0.1"]) == 3
    assert seen[0].connect == "10.0.0.1"


def started_with(monkeypatch: pytest.MonkeyPatch) -> list[argparse.Namespace]:
    """What the plain client is started with, filled when it is."""
    seen: list[argparse.Namespace] = []

    def plain(args: argparse.Namespace) -> int:
        seen.append(args)
        return 0

    monkeypatch.setattr("uno_lan.plain.main", plain)
    return seen


@pytest.mark.parametrize(
    ("words", "table"),
    [
        (["--name", "Cleo"], "Cleo's table"),
        (["--name", "Cleo of the long Nile"], "Cleo of the long's table"),
        (["--name", "Cleo", "--table-name", "Friday"], "Friday"),
        ([], "Root's table"),
    ],
)
def test_a_new_table_is_called_after_who_opens_it(
    words: list[str], table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    seen = started_with(monkeypatch)
    assert main(["play", "--host", "--plain", "--local", "--state-dir", str(tmp_path), *words]) == 0
    assert parse(["serve", *seen[0].opening]).table_name == table


def test_a_new_table_is_called_in_the_language_in_use_by_who_never_gave_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "root")
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    seen = started_with(monkeypatch)
    assert main(["play", "--host", "--plain", "--local", "--state-dir", str(tmp_path)]) == 0
    languages.use("en")
    assert parse(["serve", *seen[0].opening]).table_name == "Tafel van Root"


def test_a_new_table_is_called_after_the_name_used_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = started_with(monkeypatch)
    save_name(tmp_path, "Bea")
    assert main(["play", "--host", "--plain", "--local", "--state-dir", str(tmp_path)]) == 0
    assert parse(["serve", *seen[0].opening]).table_name == "Bea's table"


def test_a_new_table_is_described_as_for_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = started_with(monkeypatch)
    words = (
        "--host --plain --local --table-name -x- --edition star-wars --preset kids --rule jump_in --bots 2"
    )
    assert main(["play", *words.replace("--table-name -x-", "--table-name=-x-").split()]) == 0
    args = parse(["serve", *seen[0].opening])
    assert (args.table_name, args.edition, args.preset, args.rule, args.bots, args.local) == (
        "-x-",
        "star-wars",
        "kids",
        [("jump_in", True)],
        (2, "normal"),
        True,
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "--connect", "10.0.0.1"], "not allowed with argument"),
        (["--preset", "party"], "--preset is about a new table: use it with --host"),
        (["--table-name", "x"], "--table-name is about a new table"),
        (["--host", "--edition", "nope"], "unknown edition 'nope'"),
        (["--host", "--rule", "stack_cross=up"], "stack_cross needs both"),
    ],
)
def test_options_of_a_new_table_that_make_no_sense(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--plain", *words]) == 64
    out, err = capsys.readouterr()
    assert said in err
    assert (out, err.count("\n")) == ("", 1)


def test_a_terminal_gets_the_screens() -> None:
    """Through a pseudo terminal, with the TUI replaced by one that only says that it was called."""
    code = (
        "import sys, tui\n"
        "tui.main = lambda args: print('screens', args.name) or 0\n"
        "from uno_lan.cli import main\n"
        "sys.exit(main(['play', '--name', 'Anna']))\n"
    )
    pytest.importorskip("pty", reason="needs a pseudo terminal")
    ours, theirs = os.openpty()
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=theirs, stdout=theirs, cwd=ROOT, timeout=60, check=False
    )
    os.close(theirs)
    said = os.read(ours, 1000)
    os.close(ours)
    assert (done.returncode, said.strip()) == (0, b"screens Anna")


def test_a_table_is_named_together_with_its_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--table", "Club 2"]) == 64
    assert capsys.readouterr().err == ("uno-lan: --table names a table of a server: use it with --connect\n")
