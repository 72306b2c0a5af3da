"""Commands that read files, told of one that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from uno_lan.cli import main
from uno_lan.errors import UNAVAILABLE


@pytest.mark.parametrize(
    "command", ["audit", "audit --evidence", "export --public", "replay --plain", "replay"], ids=str
)
def test_a_missing_file_is_one_line_that_names_it(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uno_lan.cli.replay._is_terminal", lambda: True)
    missing = str(tmp_path / "gone.unolog")
    assert main([*command.split(), missing]) == UNAVAILABLE
    said = "".join(capsys.readouterr())
    assert said.count("\n") == 1
    assert missing in said
    assert "it is not there" in said
