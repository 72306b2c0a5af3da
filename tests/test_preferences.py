"""The settings file: written with comments, read back, and never a reason not to start."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from uno_lan.paths import settings_file
from uno_lan.preferences import CHOICES, Preferences, as_toml, load, save


def test_what_is_saved_is_read_back_and_explains_itself(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "settings.toml"
    chosen = Preferences(
        "light", "ascii", "reduced", "off", "ca", {"table.draw": "f5,z", 'odd"\\\n': "x"}, "no", "no"
    )
    assert save(path, chosen) == ""
    assert load(path) == (chosen, "")
    text = path.read_text(encoding="utf-8")
    for key, (values, about) in CHOICES.items():
        assert f"# {about}" in text
        assert f"{key} = " in text
        assert ", ".join(values) in text


def test_the_usual_values_are_allowed_ones() -> None:
    usual = Preferences()
    for key, (values, _) in CHOICES.items():
        assert getattr(usual, key) in values
    assert tomllib.loads(as_toml(usual))["keys"] == {}


def test_no_file_is_nothing_to_complain_about(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml") == (Preferences(), "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"theme = ", "settings.toml: Invalid value"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b"#" * 70_000, "too large"),
        (b"theme = " + b"[" * 9_000, "recursion"),
        (b"theme = " + b"9" * 9_000, "digits"),
    ],
)
def test_a_damaged_file_is_one_line_and_the_usual_settings(tmp_path: Path, text: bytes, said: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(text)
    chosen, complaint = load(path)
    assert chosen == Preferences()
    assert said in complaint
    assert complaint.endswith("The usual settings are used.")
    assert "\n" not in complaint
    assert save(path, Preferences("light")) == ""
    assert path.with_name("settings.toml.bad").read_bytes() == text
    assert load(path) == (Preferences("light"), "")


def test_what_is_right_in_a_file_is_used(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "pink"\nglyphs = "ascii"\nvolume = 3\nkeys = {a = 1, b = "x"}\n')
    chosen, complaint = load(path)
    assert chosen == Preferences(glyphs="ascii", keys={"b": "x"})
    assert "theme is dark, light, contrast, terminal, not pink" in complaint
    assert "there is no volume" in complaint
    assert "\n" not in complaint


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be kept" in save(tmp_path / "file" / "settings.toml", Preferences())
    assert "settings.toml: " in load(tmp_path / "file" / "settings.toml")[1]


def test_a_named_state_folder_has_its_own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_file(tmp_path) == tmp_path / "settings.toml"
    monkeypatch.setenv("UNO_LAN_STATE", str(tmp_path / "other"))
    assert settings_file() == tmp_path / "other" / "settings.toml"
    monkeypatch.delenv("UNO_LAN_STATE")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file().name == "settings.toml"
