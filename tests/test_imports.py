"""What a part of the program loads when it is imported, each tried in a fresh interpreter.

The floors are import contracts in `pyproject.toml`; they are checked here as well, so that the tests alone
notice a broken one.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

HEAVY = (
    "textual",
    "rich",
    "zeroconf",
    "ifaddr",
    "cryptography",
    "msgspec",
    "msgpack",
    "asyncio",
    "platformdirs",
)
"""Packages that take time to load."""


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after this code."""
    tell = "import sys; print('\\n'.join(['@', *sys.modules]))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{tell}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split("@\n", 1)[1].split())


def packages(modules: set[str]) -> set[str]:
    """The top-level packages of these modules."""
    return {name.partition(".")[0] for name in modules}


def exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def test_version_loads_next_to_nothing() -> None:
    modules = loaded_by("from uno_lan.cli import main; assert main(['--version']) == 0")
    assert not packages(modules) & {*HEAVY, "argparse", "protocol", "tui", "logging", "socket"}
    ours = {name for name in modules if name.startswith("uno_lan")}
    assert ours == {"uno_lan", "uno_lan.cli"}


def test_parsing_a_command_loads_no_other_command_and_nothing_heavy() -> None:
    modules = loaded_by("from uno_lan.cli.parser import parse; parse(['serve', '--seats', '4'])")
    assert not packages(modules) & {*HEAVY, "protocol", "tui"}
    assert "uno_lan.cli.serve" in modules
    assert "uno_lan.cli.games" not in modules


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("protocol", {"uno_lan", "tui", "textual", "zeroconf", "asyncio", "socket", "ssl"}),
        (
            "uno_lan.engine",
            {"protocol", "tui", "textual", "zeroconf", "asyncio", "cryptography", "ssl"},
        ),
        ("uno_lan.fairness", {"tui", "textual", "zeroconf", "asyncio", "socket"}),
        ("uno_lan.bots", {"protocol", "tui", "textual", "zeroconf", "asyncio", "cryptography", "socket"}),
        ("uno_lan.discovery", {"protocol", "tui", "textual", "zeroconf", "ifaddr", "cryptography"}),
        ("uno_lan.host", {"tui", "textual", "zeroconf"}),
        ("uno_lan.client", {"tui", "textual", "zeroconf"}),
        ("uno_lan.plain", {"tui", "textual", "zeroconf"}),
        ("uno_lan.host.serve", {"tui", "textual"}),
    ],
)
def test_a_package_loads_nothing_it_must_not_know(module: str, unwanted: set[str]) -> None:
    assert exists(module), f"{module} is missing"
    assert not packages(loaded_by(f"import {module}")) & unwanted


@pytest.mark.parametrize(
    ("package", "own"),
    [
        ("protocol", {"protocol"}),
        ("uno_lan.engine", {"uno_lan", "uno_lan.engine"}),
        ("uno_lan.bots", {"uno_lan", "uno_lan.bots", "uno_lan.engine"}),
        ("uno_lan.discovery", {"uno_lan", "uno_lan.discovery", "uno_lan.reasons"}),
    ],
)
def test_a_low_floor_loads_nothing_of_ours_above_it(package: str, own: set[str]) -> None:
    ours = {
        name for name in loaded_by(f"import {package}") if packages({name}) & {"uno_lan", "protocol", "tui"}
    }
    parts = {
        ".".join(name.split(".")[:2]) if name.startswith("uno_lan.") else name.split(".")[0] for name in ours
    }
    assert parts <= own


def test_the_engine_needs_only_msgspec() -> None:
    engine, msgspec = (packages(loaded_by(f"import {name}")) for name in ("uno_lan.engine", "msgspec"))
    assert engine - msgspec - sys.stdlib_module_names == {"uno_lan"}


PURE = ("protocol", "uno_lan/engine", "uno_lan/fairness", "uno_lan/bots", "uno_lan/host/table.py")
"""Code in which the same input gives the same output: time and chance come in as arguments."""

IMPURE = {
    "asyncio",
    "datetime",
    "logging",
    "random",
    "secrets",
    "select",
    "socket",
    "ssl",
    "threading",
    "time",
    "uuid",
}


def imported_in(file: Path) -> set[str]:
    """The top-level packages that a file imports, at its top or anywhere else."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= packages({alias.name for alias in node.names})
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= packages({node.module})
    return names


@pytest.mark.parametrize("part", PURE)
def test_pure_code_takes_time_and_chance_as_arguments(part: str) -> None:
    place = ROOT / part
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    assert files, f"{part} is missing"
    found = {str(file.relative_to(ROOT)): sorted(imported_in(file) & IMPURE) for file in files}
    assert {file: names for file, names in found.items() if names} == {}


def test_the_floors_hold() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    if not lint.exists():
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run(
        [str(lint), "--no-cache"], capture_output=True, text=True, cwd=ROOT, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
