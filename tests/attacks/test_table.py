"""The table in docs/security.md names every attack, and each number has a test that bears it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NUMBERS = (
    *(str(n) for n in range(1, 61)),
    "12b",
    "13b",
    "14b",
    "14c",
    "14d",
    "36b",
    "36c",
)
"""All attacks; the letters came later."""


def rows() -> dict[str, list[str]]:
    """Cells of the table, by number."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "docs" / "security.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and re.fullmatch(r"\d+[a-z]?", cells[0]):
            assert cells[0] not in found
            found[cells[0]] = cells
    return found


def named_tests(path: Path) -> list[str]:
    """Names of the tests in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [name for name in functions if name.startswith("test_")]


def numbers_of(name: str) -> set[str]:
    """The attacks a test is about: `test_27_29_another_card` is about 27 and 29."""
    found: set[str] = set()
    for word in name.split("_")[1:]:
        if not re.fullmatch(r"\d+[a-z]?", word):
            break
        found.add(word.lstrip("0"))
    return found


def test_the_table_names_every_attack() -> None:
    assert rows().keys() == set(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_behind_every_number_is_a_test(number: str) -> None:
    files = re.findall(r"`([\w/]+\.py)`", rows()[number][-1])
    assert files
    for name in files:
        path = ROOT / "tests" / name if "/" in name else ROOT / "tests" / "attacks" / name
        tests = named_tests(path)
        assert tests
        if "privacy" not in name:
            assert any(number in numbers_of(test) for test in tests), name


def test_every_numbered_test_is_in_the_table() -> None:
    table = rows()
    for path in sorted((ROOT / "tests" / "attacks").glob("test_*.py")):
        for test in named_tests(path):
            for number in numbers_of(test):
                assert path.name in table[number][-1], f"{number}: {path.name}"
