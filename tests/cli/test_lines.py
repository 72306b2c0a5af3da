"""Commands break their lines at words on a terminal, and not at all elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.vectors import FOLDER
from uno_lan import languages
from uno_lan.cli import doctor, lines, main
from uno_lan.cli.lines import beside
from uno_lan.lobby.findings import WHAT, Finding
from uno_lan.plain.wrapping import cells

LONG = "no answer to our own announcement came back: a firewall or the system forbids multicast (allow it)"


@pytest.fixture(params=languages.AVAILABLE)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    languages.use(request.param)
    yield request.param
    languages.use("en")


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """Whatever is written from now on goes to a terminal of this width; 0: to a file."""
    monkeypatch.setattr(lines, "terminal_width", lambda: columns)


@pytest.mark.parametrize("columns", [24, 40, 60, 80])
def test_the_doctor_breaks_no_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str, columns: int
) -> None:
    on_a_terminal(monkeypatch, columns)
    for what in WHAT:
        doctor._say(Finding(what, "bad", LONG, f"{LONG}; then start again"))
    said = capsys.readouterr().out.splitlines()
    assert all(cells(line) <= columns for line in said), said
    words = {word for line in said for word in line.split()}
    assert set(LONG.split()) <= words


def test_elsewhere_a_finding_is_a_line_and_its_advice_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_a_terminal(monkeypatch, 0)
    doctor._say(Finding("network", "bad", LONG, LONG))
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(LONG) and second.endswith(f"-> {LONG}")


def test_further_lines_stand_below_the_text() -> None:
    assert beside("BAD   ", "one two three", 60) == ["BAD   one two three"]
    text = "one two three four five six seven eight"
    assert beside("BAD   ", text, 36) == ["BAD   one two three four five six", "      seven eight"]
    assert beside("BAD   ", text, 30) == ["BAD", "  one two three four five six", "  seven eight"]
    assert beside("    ", text, 30) == ["  one two three four five six", "  seven eight"]


@pytest.mark.parametrize("command", [["audit"], ["replay", "--plain"]])
def test_what_is_read_of_a_file_breaks_at_words_too(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = os.fspath(FOLDER / "round" / "public.unolog")
    monkeypatch.chdir(FOLDER / "round")
    on_a_terminal(monkeypatch, 0)
    code = main([*command, os.path.basename(path)])
    whole = capsys.readouterr().out
    assert any(cells(line) > 40 for line in whole.splitlines())
    on_a_terminal(monkeypatch, 40)
    assert main([*command, os.path.basename(path)]) == code
    broken = capsys.readouterr().out
    assert all(cells(line) <= 40 for line in broken.splitlines())
    assert broken.split() == whole.split()
