"""The list to choose from: where its cursor may stand."""

from __future__ import annotations

import pytest
from rich.segment import Segment

from tests.tui.fakes import waiting
from tests.tui.running import at_table, lobby
from tui.screens.keys import KeysScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.rule_editor import RuleEditor
from tui.screens.waiting import WaitingScreen
from tui.widgets.rows import Item, Rows
from uno_lan.client.draft import Draft


@pytest.mark.parametrize(
    ("text", "steps", "keys"),
    [
        ("AbcDe", (0, 1, 1, 1, -1, -1, -1), "bceecbb"),
        ("AbcDe", (9999, -9999), "eb"),
        ("abC", (9999, 1, -1), "bba"),
        ("ABc", (-1, 1), "cc"),
        ("abCDe", (10, -10), "ea"),
        ("A", (1, -1), "--"),
        ("", (1,), "-"),
    ],
)
async def test_the_cursor_goes_past_headings(text: str, steps: tuple[int, ...], keys: str) -> None:
    """It could rest there, where no key does anything. Capitals are headings."""
    async with lobby() as run:
        screen = run.app.screen
        assert isinstance(screen, LobbyScreen)
        rows = screen.tables
        rows.show([Item(letter, [Segment(letter)], rests=letter.islower()) for letter in text])
        said = ""
        for step in steps:
            rows.action_move(step)
            said += rows.key or "-"
        assert said == keys


async def test_a_heading_above_is_seen_with_the_first_row_below_it() -> None:
    async with lobby() as run:
        screen = run.app.screen
        assert isinstance(screen, LobbyScreen)
        screen.tables.show([Item(letter, [Segment(letter)], rests=letter != "A") for letter in "Abcdefgh"])
        for step, shown in ((9999, "defgh"), (-9999, "Abcde")):
            screen.tables.action_move(step)
            assert "".join(row[1].text for row in screen.tables.paint(20, 5)) == shown


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_every_row_one_can_stand_on_can_be_acted_on(size: tuple[int, int]) -> None:
    """From the first row to the last: house rules, keys, the waiting room."""

    def stands(rows: Rows) -> list[str]:
        rows.action_move(-9999)
        found = [rows.key]
        while True:
            rows.action_move(1)
            if rows.key == found[-1]:
                return found
            found.append(rows.key)

    async with at_table(waiting(3), size=size) as run:
        screen = run.app.screen
        assert isinstance(screen, WaitingScreen)
        assert stands(screen.rows) == ["0", "1", "2"], "not the free seats"
        draft = Draft.of_rules(waiting().law)
        for opened in (RuleEditor(draft, editions=(("classic", "Classic"),)), KeysScreen()):
            run.app.push_screen(opened)
            await run.pilot.pause()
            rows = opened.rules if isinstance(opened, RuleEditor) else opened.rows
            found = stands(rows)
            assert len(found) > 10
            assert all(key and not key.startswith("head:") for key in found)
            assert rows.items[0].key.startswith("head:")
            run.app.pop_screen()
