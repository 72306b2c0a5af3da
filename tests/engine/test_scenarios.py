"""All scenario files, which of the numbered cases they cover, and the example of the documentation."""

import re
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from uno_lan.engine import Command, Event, Round, Truth, View, fold, view
from uno_lan.engine.scenarios import Scenario, parse_scenario, run_scenario

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*/*.toml"))

ALL_CASES = frozenset(range(1, 204))

NAMES = {
    "classic": "case",
    "super-mario": "case",
    "star-wars": "case",
    "mario-kart": "case",
    "customizable": "case",
    "house": "rule D2: ",
    "faults": "fault",
    "rules": "rule ",
    "written": "rule A9: ",
}
"""How names begin by folder; a file with a number is a case wherever it is."""

OTHER_EDITIONS = ("super-mario", "star-wars", "mario-kart", "customizable")


def read(file: Path) -> Scenario:
    return parse_scenario(file.read_text(encoding="utf-8"))


def covered() -> set[int]:
    """Case numbers of scenario files and of tests in Python."""
    numbers = {int(file.name[:3]) for file in FILES if re.match(r"\d{3}-", file.name)}
    for module in (ROOT / "tests" / "engine").glob("test_*.py"):
        numbers |= {int(n) for n in re.findall(r"def test_case_(\d{3})_", module.read_text(encoding="utf-8"))}
    return numbers


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_scenario(file: Path) -> None:
    result = run_scenario(read(file))
    assert result.ok, result.line


class Follower:
    """Rebuilds what a spectator sees from events alone, as the clients do."""

    def __init__(self) -> None:
        self.seen: View | None = None

    def __call__(
        self, round_: Round, truth: Truth, command: Command | None, events: tuple[Event, ...]
    ) -> None:
        seen = self.seen or view(round_)
        for event in events:
            seen = fold(seen, event)
        assert seen == view(round_), command
        self.seen = seen


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_events_of_a_scenario_rebuild_the_view(file: Path) -> None:
    follower = Follower()
    run_scenario(read(file), follower)
    assert follower.seen is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_scenario_says_what_must_be_true(file: Path) -> None:
    scenario = read(file)
    stated = [key for key in scenario.expect.__struct_fields__ if getattr(scenario.expect, key) is not UNSET]
    assert stated, "nothing is expected"
    number = re.match(r"(\d{3})-", file.name)
    assert scenario.name.startswith(f"case {int(number[1])}: " if number else NAMES[file.parent.name])
    if NAMES[file.parent.name] == "case":
        assert file.parent.name == scenario.edition


def test_names_are_different_within_an_edition() -> None:
    names = [(scenario.edition, scenario.name) for scenario in map(read, FILES)]
    assert len(set(names)) == len(names)


def test_every_case_is_covered() -> None:
    assert covered() == ALL_CASES


def test_the_example_of_the_documentation_passes() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", text, flags=re.S)
    assert examples
    for example in examples:
        result = run_scenario(parse_scenario(example))
        assert result.ok, result.line


# What Classic shows holds in the other editions, save where they differ.


def in_edition(scenario: Scenario, edition: str) -> Scenario | None:
    """The same scenario with the cards of another edition; None where that edition has other rules for it."""
    if scenario.edition != "classic" or (scenario.begin and edition in ("mario-kart", "customizable")):
        return None
    cards = msgspec.json.encode(scenario).decode()
    if edition == "mario-kart" and re.search(r'["/ ]W["/ ]', cards):
        return None
    if edition == "super-mario" and re.search(r"play [RYGB]D", cards):
        return None
    expect = scenario.expect
    if expect.pile_size is not UNSET and scenario.pile_only is not True:
        expect = msgspec.structs.replace(expect, pile_size=expect.pile_size + 4)
    rules = {"wilds_match_wd4": False} | scenario.rules
    mode = scenario.mode or "race_500"
    return msgspec.structs.replace(scenario, edition=edition, rules=rules, mode=mode, expect=expect)


CLASSIC = [file for file in FILES if read(file).edition == "classic" and file.parent.name != "house"]


@pytest.mark.parametrize("edition", OTHER_EDITIONS)
@pytest.mark.parametrize("file", CLASSIC, ids=lambda file: file.stem)
def test_what_holds_in_classic_holds_everywhere(file: Path, edition: str) -> None:
    scenario = in_edition(read(file), edition)
    if scenario is not None:
        result = run_scenario(scenario)
        assert result.ok, result.line
