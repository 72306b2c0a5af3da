"""The documents say what the program does: codes, cases, links and commands are compared with the code."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path

import pytest

from protocol.errors import ActionCode, LinkCode, ProofCode
from uno_lan.cli.parser import COMMANDS, build_parser
from uno_lan.engine import MODES, PRESETS, Legal, View, read_edition
from uno_lan.engine.faces import (
    DEALER_NAMES,
    EFFECT_NAMES,
    FIRST_NAMES,
    ITEM_NAMES,
    SYMBOLS,
    EditionData,
    Face,
)
from uno_lan.engine.refused import REASONS
from uno_lan.engine.switches import SWITCH

ROOT = Path(__file__).resolve().parents[2]
DOCS = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"])


def text_of(name: str) -> str:
    """A document by its name."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of the same or a higher level."""
    level = len(heading) - len(heading.lstrip("#"))
    start = text.index(f"{heading}\n" if f"{heading}\n" in text else heading)
    rest = text[start + len(heading) :]
    end = re.search(rf"^#{{1,{level}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (document.parent / target).exists(), target


def test_every_case_stands_once() -> None:
    cases = re.findall(r"^- \*\*(\d+)\*\* ", text_of("docs/rules.md"), re.MULTILINE)
    assert sorted(map(int, cases)) == list(range(1, 204))


def test_every_decision_stands_once_and_in_order() -> None:
    decisions = re.findall(r"^\| B(\d+) \|", text_of("docs/rules.md"), re.MULTILINE)
    assert list(map(int, decisions)) == list(range(1, 46))


def test_scenarios_bear_the_number_of_a_case() -> None:
    for path in (ROOT / "tests" / "scenarios").rglob("[0-9]*.toml"):
        assert 1 <= int(path.name[:3]) <= 203, path.name
        assert path.name[3] == "-", path.name


def test_the_example_scenario_is_one() -> None:
    example = re.findall(r"```toml\n(.*?)```", text_of("docs/notation.md"), re.DOTALL)
    assert [tomllib.loads(block)["edition"] for block in example] == ["classic"]


def test_the_example_edition_is_one() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", text_of("docs/editions.md"), re.DOTALL)
    edition = read_edition(example)
    assert (edition.id, edition.size) == ("storm", 62)


def test_every_key_and_name_of_an_edition_is_told() -> None:
    text = text_of("docs/editions.md")

    def first_column(heading: str) -> list[str]:
        table = text.split(heading, 1)[1].split("\n\n", 1)[0]
        rows = [row.split("|")[1] for row in table.splitlines()[2:]]
        return re.findall(r"`(\w+)`", " ".join(rows))

    edition, face = text.split("## The edition")[1].split("## A face")
    assert first_column("## The edition\n\n") == list(EditionData.__struct_fields__)
    assert first_column("## A face\n\n") == list(Face.__struct_fields__)
    assert sorted(first_column("| `effect` | Does |")) == sorted(EFFECT_NAMES)
    assert first_column("| `first` | Does |") == list(FIRST_NAMES)
    for name in (*DEALER_NAMES, *MODES, *ITEM_NAMES):
        assert f"`{name}`" in edition
    for symbol in SYMBOLS[10:]:
        assert f"`{symbol}`" in face


def test_house_rules_and_presets_are_told_with_their_values() -> None:
    told = section(text_of("docs/rules.md"), "## D1.")
    rows = dict(re.findall(r"^\| (`[^|]+`) \| ([^|]+) \|$", told, re.MULTILINE))
    values = {key: text for keys, text in rows.items() for key in keys.strip("`").split()}
    for preset in PRESETS:
        sets = ", ".join(
            f"`{key}`" if value is True else f"`{key}={value}`" for key, value in preset.switches.items()
        )
        assert values.pop(preset.key) == (sets or "nothing")
    on_or_off = " ".join(told.split("On or off:")[1].split("|")[0].split()).strip("`. ").split()
    assert {*values, *on_or_off} == set(SWITCH)
    for key in on_or_off:
        assert SWITCH[key].values == (False, True)
    for key, text in values.items():
        switch = SWITCH[key]
        bounds = f"{switch.least}-{switch.most}"
        if switch.is_number:
            assert text == (f"seconds: 0 = off, else {bounds}" if switch.off else bounds)
        else:
            assert text == switch.allowed


def test_bots_are_told_all_that_they_get() -> None:
    named = set(re.findall(r"`(?:view\.)?(\w+)", text_of("docs/bots.md")))
    assert {*View.__struct_fields__, *Legal.__struct_fields__} <= named


def test_reason_codes() -> None:
    table = section(text_of("docs/notation.md"), "### Reason codes")
    written = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert written == [code for code in REASONS if code != "grace"]


@pytest.mark.parametrize(
    ("mark", "codes"),
    [
        ("- **Fatal**", [code.value for code in LinkCode]),
        ("- **About an action**", [code.value for code in ActionCode]),
        ("- **Proof**", [code.value for code in ProofCode]),
    ],
    ids=["fatal", "action", "proof"],
)
def test_error_codes(mark: str, codes: list[str]) -> None:
    errors = section(text_of("docs/protocol.md"), "### 5.4 Error codes")
    item = errors.split(mark)[1].split("\n- ")[0]
    written = [code for words in re.findall(r"`([^`]+)`", item) for code in words.split()]
    assert sorted(written) == sorted(codes)


NAMING_COMMANDS = (
    "README.md",
    *(f"docs/{name}.md" for name in ("architecture", "ui", "notation", "editions", "contributing")),
)


@pytest.mark.parametrize("name", NAMING_COMMANDS)
def test_commands_and_their_options_exist(name: str) -> None:
    parser = build_parser()
    subparsers = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    for command, rest in re.findall(r"\buno-lan ([a-z]+)\b([^\n`]*)", text_of(name)):
        assert command in COMMANDS, command
        known = subparsers.choices[command]._option_string_actions
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in known, f"{command} {option}"


def test_the_architecture_lists_what_stands_beside_the_floors() -> None:
    listed = text_of("docs/architecture.md").split("Beside the floors,")[1].split("They know no game.")[0]
    beside = {path.name for path in (ROOT / "uno_lan").glob("*.py") if not path.name.startswith("__")}
    assert set(re.findall(r"(\w+\.py)", listed)) == beside


def test_the_architecture_lists_every_command() -> None:
    listed = section(text_of("docs/architecture.md"), "## 8. Command line")
    assert set(re.findall(r"^uno-lan ([a-z]+)", listed, re.MULTILINE)) == set(COMMANDS)


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    told = section(text_of("docs/architecture.md"), "## 9. Dependencies")
    runs = {re.split(r"[><=]", one)[0] for one in project["dependencies"]}
    reasons = re.findall(r"^\| ([a-z-]+) \| [^|]+ \| [^|]+ \|$", told, re.MULTILINE)
    assert set(reasons) == {*runs, "prometheus-client"}
    for one in project["optional-dependencies"]["dev"]:
        name = re.split(r"[><=\[]", one)[0].removeprefix("pytest-")
        assert name == "uno-lan" or name in told, one


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    for name in ("README.md", "docs/architecture.md", "docs/contributing.md"):
        named = re.findall(r"(?:^|`)make ([a-z]+)\b", text_of(name), re.MULTILINE)
        assert named
        assert set(named) <= targets


def test_the_readme_shows_the_table_as_it_is() -> None:
    """After a change of the table's looks: paste the golden screen into the README."""
    golden = text_of("tests/golden/tui/turn-80x24-unicode.txt")
    screen = "\n".join(line.rstrip() for line in golden.splitlines())
    assert f"```\n{screen}\n```" in text_of("README.md")


def test_the_pointers_for_newcomers_lead_somewhere() -> None:
    table = section(text_of("docs/architecture.md"), "## 12. Where do I change X?")
    for row in (*table.splitlines(), *text_of("docs/contributing.md").splitlines()):
        folder = ROOT
        for name in re.findall(r"`([\w./]+\.py|(?:uno_lan|protocol|tui|tests|bench|docs)/[\w./]*)`", row):
            path = ROOT / name if "/" in name else folder / name
            assert path.exists(), f"{name} in {row}"
            folder = path.parent
