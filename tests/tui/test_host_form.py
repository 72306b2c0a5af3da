"""What was entered for a new table is there after a restart, or else the usual values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tui.fakes import FakeClient, FakeLobby, waiting
from tui.app import UnoApp
from tui.host_form import PICKS, Entered, read, write
from tui.screens.host import HostScreen
from tui.widgets.fields import Pick
from uno_lan.client.draft import Draft
from uno_lan.engine.edition import Edition, load_edition

DRAFT = Draft.of(load_edition("customizable")).with_mode("single_hand").with_preset("party")
ENTERED = Entered(
    DRAFT.with_value("team", True).with_value("turn_timer", 30),
    "customizable",
    "Friday",
    "secret words",
    (("seats", 6), ("bots", 2), ("level", "hard"), ("lock", "open"), ("reach", True)),
)


def edition(key: str) -> Edition:
    if key != "customizable":
        raise ValueError("there is no such edition")
    return load_edition(key)


def test_what_was_entered_is_there_again_but_for_the_password(tmp_path: Path) -> None:
    file = tmp_path / "host.json"
    assert write(file, ENTERED) == ""
    again = read(file, edition)
    assert again is not None
    assert (again.draft, again.edition, again.table, again.picks) == (
        ENTERED.draft,
        ENTERED.edition,
        ENTERED.table,
        ENTERED.picks,
    )
    assert again.password == "" and "secret" not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["host.json"]


def test_a_password_of_ones_own_is_not_asked_for_anew_but_a_code_is_made(tmp_path: Path) -> None:
    file = tmp_path / "host.json"
    own = Entered(DRAFT, "customizable", "", "secret words", (("lock", "own"),))
    assert write(file, own) == ""
    again = read(file, edition)
    assert again is not None and dict(again.picks) == {"lock": "code"}


@pytest.mark.parametrize(
    "changes",
    [
        {"edition": "chess"},
        {"mode": "fast"},
        {"preset": "loud"},
        {"rules": {"stack_d9": True}},
        {"rules": {"hand_size_n": 99}},
        {"rules": [1, 2]},
        {"custom": 3},
    ],
    ids=lambda changes: next(iter(changes.items())),
)
def test_a_file_that_tells_of_what_there_is_not_is_left(changes: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "host.json"
    assert write(file, ENTERED) == ""
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    assert read(file, edition) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", "\x00", "[" * 5000, "9" * 5000])
def test_a_damaged_file_costs_the_usual_values(text: str, tmp_path: Path) -> None:
    file = tmp_path / "host.json"
    assert read(file, edition) is None
    file.write_text(text)
    assert read(file, edition) is None


def test_a_value_that_no_field_has_is_left_and_the_others_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "host.json"
    wrong = {"seats": 99, "bots": True, "level": "godlike", "lock": None}
    write(file, ENTERED)
    file.write_text(json.dumps(json.loads(file.read_text()) | wrong))
    again = read(file, edition)
    assert again is not None and dict(again.picks) == {"reach": True}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    assert write(tmp_path / "none" / "host.json", ENTERED).endswith(": it is not there.")


def test_every_field_that_is_kept_is_in_the_form() -> None:
    assert {key for key, _value in ENTERED.picks} == set(PICKS)


async def test_the_form_is_as_it_was_left_before_the_program_ended(tmp_path: Path) -> None:
    async def form(keys: str, chosen: dict[str, object]) -> dict[str, object]:
        fake = FakeLobby(FakeClient(waiting()))
        app = UnoApp(fake, "unicode", host_file=tmp_path / "host.json")
        app.animation_level = "none"
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("h")
            assert isinstance(app.screen, HostScreen)
            for name, value in chosen.items():
                app.screen.query_one(f"#{name}", Pick).pick(value)
            await pilot.pause()
            seen = {
                name: app.screen.query_one(f"#{name}", Pick).value for name in ("edition", "seats", "bots")
            }
            await pilot.press(keys)
            return seen

    usual = await form("escape", {})
    assert usual["bots"] == 0 and read(tmp_path / "host.json", load_edition) is not None
    await form("escape", {"bots": 3, "seats": 5})
    again = await form("escape", {})
    assert (again["bots"], again["seats"]) == (3, 5)
