from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from uno_lan.cli import neighbors
from uno_lan.errors import CommandError

ROOT = Path(__file__).resolve().parents[2]


def test_our_own_packages_are_fine() -> None:
    neighbors.check_neighbors()


def test_a_strangers_package_of_the_same_name_is_named(tmp_path: Path) -> None:
    (tmp_path / "protocol").mkdir()
    (tmp_path / "protocol" / "__init__.py").write_text("raise SystemExit('it was imported')\n")
    code = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n"
        "from uno_lan.cli import main; sys.exit(main(['games']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=tmp_path, check=False
    )
    assert done.returncode == 69
    assert done.stderr.startswith(f"uno-lan: another program's package protocol in {tmp_path} hides ours")
    assert done.stderr.count("\n") == 1


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbors, "find_spec", lambda name: None)
    with pytest.raises(CommandError, match="the package protocol of uno-lan is missing"):
        neighbors.check_neighbors()
