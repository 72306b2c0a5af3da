"""Other languages take more room than English: their words must fit, and the keys stay shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from textual.widget import Widget

from tests.tui import golden
from tests.tui.fakes import FakeLobby, playing, uids, view
from tests.tui.running import Running, at_table, lobby
from tests.tui.test_looks import STATES
from tests.tui.test_looks_editions import STATES as EDITION_STATES
from tui.widgets.bars import KeyBar
from tui.widgets.fields import Press
from uno_lan import languages
from uno_lan.client.model import ShownHand

pytestmark = pytest.mark.slow
SIZES = {"80x24": (80, 24), "60x18": (60, 18)}
FEWER_KEYS = {"80x24": 0, "60x18": 2}
"""So many keys of the English key bar may find no room."""
CUT = "…"
CUT_IN_ENGLISH = "#go-quit"
"""Leaves the lobby: at 60 columns it has no room in English either, and its key stands in the key bar."""


@pytest.fixture(params=languages.AVAILABLE[1:], autouse=True)
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    languages.use(request.param)
    yield
    languages.use("en")


def check(run: Running, name: str, size: str) -> None:
    """No word is cut that is whole in English, and no more keys are left out than may be."""
    english = (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert run.text.count(CUT) <= english.count(CUT), run.text
    shown = sum(len(bar._spans) for bar in run.app.screen.query(KeyBar))
    keys = len(re.split(r"\s{2,}", english.strip().splitlines()[-1].strip()))
    assert not shown or shown >= keys - FEWER_KEYS[size], run.text
    for button in run.app.screen.query(Press).exclude(CUT_IN_ENGLISH):
        row = button.parent
        assert isinstance(row, Widget)
        assert not button.region or button.region.right <= row.region.right, (
            f"{button.label} is cut: {run.text}"
        )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
async def test_stages(state: str, size: str) -> None:
    make, keys = STATES[state]
    async with at_table(make(), size=SIZES[size]) as run:
        await run.press(*keys) if keys else None
        check(run, f"{state}-{size}-unicode", size)


@pytest.mark.parametrize("glyphs", ["80x24-unicode", "60x18-ascii"])
@pytest.mark.parametrize("state", EDITION_STATES)
async def test_choices_of_the_editions(state: str, glyphs: str) -> None:
    make, keys = EDITION_STATES[state]
    size, signs = glyphs.split("-")
    async with at_table(make(), size=SIZES[size], glyphs=signs) as run:
        for key in keys:
            await run.press(key)
            run.clock.now += 500
        check(run, f"editions/{state}-{glyphs}", size)


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_and_its_screens(size: str) -> None:
    async with lobby(size=SIZES[size]) as run:
        check(run, f"lobby-{size}-unicode", size)
        await run.press("s")
        check(run, f"settings-{size}-unicode", size)
    async with lobby(FakeLobby(games=()), size=SIZES[size]) as run:
        check(run, f"lobby_empty-{size}-unicode", size)
        await run.press("h")
        check(run, f"host-{size}-unicode", size)


@pytest.mark.parametrize("size", SIZES)
async def test_boxes(size: str) -> None:
    async with at_table(playing(view("R7 R0 Y9 B4 W W4")), size=SIZES[size]) as run:
        await run.press("w", "w")
        check(run, f"color-{size}-unicode", size)
        await run.press("escape", "q")
        check(run, f"leave-{size}-unicode", size)
        await run.press("escape")
        await run.push(shown=ShownHand(2, uids("R5 B7 BD G1 W"), True, True, 3))
        check(run, f"shown-{size}-unicode", size)
