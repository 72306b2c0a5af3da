"""The practice round: everything happens once, nothing else is possible, and it can be left at once."""

from __future__ import annotations

import asyncio

import pytest

from tests.tui import golden
from tests.tui.running import Running, lobby
from tui import tutorial
from tui.screens.lobby import LobbyScreen
from tui.screens.practice import PracticeScreen
from tui.tutorial import LESSONS, Practice
from uno_lan.client.model import LinkState

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x18": (60, 18)}
KEYS = (("r", "8"), ("d",), ("enter", "b"), ("c",), ("u", "g", "3"), ("x",), ("1",))
"""One way through, lesson by lesson."""


async def no_wait(_seconds: float) -> None:
    await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutorial, "PAUSE_S", 0.0)


def practice(run: Running) -> Practice:
    client = run.app.client
    assert isinstance(client, Practice)
    return client


async def quiet(run: Running) -> None:
    """Wait until the others have played, and for the guard of keys that changed their meaning."""
    while practice(run).is_busy:
        await run.pilot.pause()
    await run.pilot.pause()
    run.clock.now += 500


@pytest.mark.parametrize("size", SIZES)
async def test_one_way_through(size: str) -> None:
    async with lobby(size=SIZES[size]) as run:
        await run.press("l")
        assert isinstance(run.app.screen, PracticeScreen)
        await quiet(run)
        golden.check(run.app, f"practice-{size}-unicode")
        for number, keys in enumerate(KEYS):
            assert practice(run).lesson == number, LESSONS[number].say
            assert f"{number + 1} of {len(LESSONS)}" in run.text
            if keys == ("c",):
                said = " ".join(run.text.replace("┃", " ").split())
                assert "you draw 6" in said, "the frame has no place for what a challenge costs"
            for key in keys:
                await run.press(key)
                run.clock.now += 500
            if number < len(KEYS) - 1:
                await quiet(run)
        assert "You won the practice round" in run.text.replace("\n", " ")
        assert "closed" not in run.text and "No link" not in run.text, "won is no failure"
        await run.press("enter")
        assert isinstance(run.app.screen, LobbyScreen)


async def test_something_else_is_explained_and_changes_nothing() -> None:
    async with lobby() as run:
        await run.press("l")
        await quiet(run)
        before = practice(run).snapshot.view
        await run.press("d")
        assert practice(run).snapshot.notice == LESSONS[0].hint
        assert practice(run).snapshot.view == before


async def test_playing_the_last_but_one_without_a_call_is_not_taken() -> None:
    async with lobby() as run:
        await run.press("l")
        for keys in KEYS[:4]:
            await quiet(run)
            for key in keys:
                await run.press(key)
                run.clock.now += 500
        await quiet(run)
        await run.press("g", "3")
        assert practice(run).lesson == 4
        assert practice(run).snapshot.notice == LESSONS[4].hint


async def test_it_can_be_skipped_at_any_time() -> None:
    async with lobby() as run:
        await run.press("l")
        await quiet(run)
        client = practice(run)
        await run.press("q")
        assert isinstance(run.app.screen, LobbyScreen)
        assert run.app.client is None
        client.draw()
        assert client.lesson == 0
        await run.press("l")
        assert isinstance(run.app.screen, PracticeScreen)


async def test_the_others_play_by_the_rules_until_the_end() -> None:
    made = Practice("Anna", no_wait)
    running = asyncio.create_task(made.run())
    edition = made.snapshot.deck
    for lesson in LESSONS:
        made.do(lesson.moves[-1])
        while made.is_busy:
            await asyncio.sleep(0)
    assert made.snapshot.link is LinkState.CLOSED
    assert made.snapshot.view is not None
    assert made.snapshot.view.winner == 0
    told = " ".join(line.text for line in made.snapshot.log)
    for words in ("Robin played", "Kim played", "bluff", "caught", "You went out"):
        assert words in told
    assert edition.id == "classic"
    await running
