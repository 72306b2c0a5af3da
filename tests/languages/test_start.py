"""Commands for players begin in the language that is named, set or of the locale; others stay in English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_lan import languages
from uno_lan.cli.run import run
from uno_lan.preferences import Preferences, save


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("UNO_LAN_STATE", str(tmp_path))
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "ca_ES.UTF-8")
    yield
    languages.use("en")


def test_the_locale_is_asked_when_nothing_was_chosen() -> None:
    assert run(["rules", "classic"]) == 0
    assert languages.current() == "ca"


def test_the_settings_go_before_the_locale(tmp_path: Path) -> None:
    assert save(tmp_path / "settings.toml", Preferences(language="fr")) == ""
    assert run(["rules", "classic"]) == 0
    assert languages.current() == "fr"


def test_the_option_goes_before_the_settings(tmp_path: Path) -> None:
    assert save(tmp_path / "settings.toml", Preferences(language="fr")) == ""
    assert run(["rules", "classic", "--language", "nl"]) == 0
    assert languages.current() == "nl"


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--language", "tlh"]) == 64
    assert "tlh" in capsys.readouterr().err


def test_what_programs_and_operators_read_is_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", "none.toml"]) != 0
    assert languages.current() == "en"
