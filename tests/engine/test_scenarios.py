"""All scenario files, which of the numbered cases they cover, and the example of the documentation."""

import re
from pathlib import Path

import pytest
from msgspec import UNSET

from uno_lan.engine import Command, Event, Round, Truth, View, fold, view
from uno_lan.engine.scenarios import Scenario, parse_scenario, run_scenario

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*/*.toml"))

ALL_CASES = frozenset(range(1, 204))

LATER = {
    "super-mario": {7, 46, *range(64, 78), 119, 168, 169},
    "star-wars": {10, 30, *range(78, 88), 170},
    "mario-kart": {11, 12, 32, 41, 45, *range(88, 108), 133, 159, 162, 171, 172, 173},
    "customizable": {13, 43, 44, *range(108, 119), 120, 152, 174, 175, 176},
    "house rules": set(range(185, 204)),
}
"""Cases that need an edition or a house rule which is not there yet. The next ones take them out."""

HALF = {30, 32, 43, 44, 46}
"""Cases of `LATER` of which Classic shows a part: 30 and 32 without the other edition's cards, 43, 44 and 46
by the switch `wilds_match_wd4`."""


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
    if number:
        assert scenario.name.startswith(f"case {int(number[1])}: ")
        assert file.parent.name == scenario.edition
    else:
        assert scenario.name.startswith({"faults": "fault", "rules": "rule A"}[file.parent.name])


def test_names_are_different() -> None:
    names = [read(file).name for file in FILES]
    assert len(set(names)) == len(names)


def test_every_case_is_covered_or_belongs_to_a_later_edition() -> None:
    later = set().union(*LATER.values())
    assert sum(map(len, LATER.values())) == len(later), "a case stands twice in LATER"
    assert covered() | later == ALL_CASES
    assert covered() & later == HALF


def test_the_example_of_the_documentation_passes() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", text, flags=re.S)
    assert examples
    for example in examples:
        result = run_scenario(parse_scenario(example))
        assert result.ok, result.line
