"""All commands fail in one style: one line, lower case, no full stop, and what to do."""

from __future__ import annotations

import pytest

from uno_lan.cli import main
from uno_lan.cli.run import error_line


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("port 7 is in use; choose another one", "port 7 is in use; choose another one"),
        ("The table could not be opened: no room.", "the table could not be opened: no room"),
        ("There is no table. Check it again.", "there is no table; check it again"),
        ("Anna's table is closed.", "Anna's table is closed"),
        ("UNO_LAN_LIMITS: there is no limit", "UNO_LAN_LIMITS: there is no limit"),
        ("Python 3.11 or newer is needed.", "Python 3.11 or newer is needed"),
        ("server.toml:3: tables: '500'", "server.toml:3: tables: '500'"),
        ("Searching...", "Searching..."),
    ],
)
def test_sentences_become_the_one_style(said: str, shown: str) -> None:
    assert error_line(said) == shown


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--plain", "--connect", "nonsense:x"],
        ["play", "--plain", "--connect", "127.0.0.1:1", "--local"],
        ["serve", "--seats", "99"],
        ["serve", "--local", "--password", "x"],
        ["admin", "status", "--state-dir", "/nonexistent/uno"],
        ["games", "--interface", "eth99"],
        ["doctor", "--interface"],
        ["rules", "bogus"],
        ["scenario", "/nonexistent/file"],
        ["perft", "bogus", "--seed", "1", "--depth", "1"],
        ["simulate", "--edition", "bogus"],
        ["export", "/nonexistent/file", "--public"],
        ["bogus"],
        [],
    ],
)
def test_every_command_fails_in_that_style(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNO_LAN_STATE", str(tmp_path))
    assert main(words) != 0
    error = capsys.readouterr().err.splitlines()
    line = error[-1]
    assert line.startswith("uno-lan: ")
    text = line.removeprefix("uno-lan: ")
    assert not text.endswith(".") and error_line(text) == text
