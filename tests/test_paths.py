from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from uno_lan import paths
from uno_lan.errors import UNAVAILABLE, CommandError


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def test_the_option_goes_before_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNO_LAN_STATE", str(tmp_path / "env"))
    assert paths.state_dir(tmp_path / "given") == tmp_path / "given"
    assert paths.state_dir() == tmp_path / "env"
    assert paths.state_dir("") == tmp_path / "env"


def test_the_default_is_the_systems_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("UNO_LAN_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    found = paths.state_dir()
    assert found.name == "uno-lan"
    if sys.platform.startswith("linux"):
        assert found == tmp_path / "uno-lan"
    assert not found.exists()


def test_a_path_is_absolute_and_home_is_expanded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert paths.state_dir("here") == tmp_path / "here"
    assert paths.state_dir("~/there") == tmp_path / "home" / "there"


def test_a_new_folder_is_private(tmp_path: Path) -> None:
    made = paths.make_private(tmp_path / "a" / "b")
    assert made.is_dir()
    assert mode(made) == 0o700


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert paths.make_private(tmp_path) == tmp_path
    assert mode(tmp_path) == 0o755


@pytest.mark.parametrize("inside", ["file", "file/below"])
def test_a_file_in_the_way_is_one_sentence(tmp_path: Path, inside: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match=r"cannot use the folder .*file.*--state-dir") as caught:
        paths.make_private(tmp_path / inside)
    assert caught.value.exit_code == UNAVAILABLE


def test_a_folder_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CommandError, match="no permission"):
        paths.make_private(tmp_path)
