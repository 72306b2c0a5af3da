"""The App itself: stages come as fast as they like, and nothing of a table outlives it."""

from __future__ import annotations

import asyncio
import random

import pytest
from textual.app import App

from tests.amounts import amount
from tests.tui.fakes import playing, view, waiting
from tests.tui.running import at_table
from tests.tui.test_results import over
from tui.app import exit_code
from tui.screens.lobby import LobbyScreen
from uno_lan.client.model import LinkState, ShownHand, Stage
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import Legal
from uno_lan.errors import BUG, OK


async def test_any_order_of_stages_at_any_pace() -> None:
    chance = random.Random(7)
    asked = view(phase=Phase.FIRST_COLOR, top="W", color=-1, legal=Legal(color=True))
    states = [
        waiting(),
        playing(),
        playing(asked),
        playing(view("R7", legal=Legal(accept=True))),
        playing(link=LinkState.RECONNECTING),
        playing(shown=ShownHand(2, (1, 2), True, True)),
        over(),
        over(stage=Stage.GAME_OVER),
    ]
    async with at_table(playing()) as run:
        for _ in range(amount(test=75, check=150, soak=3000)):
            run.client.push(chance.choice(states))
            for _ in range(chance.choice((0, 0, 1, 5, 20))):
                await asyncio.sleep(0)
            if chance.random() < 0.2:
                await run.pilot.press(chance.choice(("enter", "escape", "d", "u", "t", "1", "q", "l")))
        await run.push(playing())
        await run.pilot.pause()
        assert len(run.app.screen_stack) >= 2
        run.client.push(link=LinkState.CLOSED, closed_reason="Over.")
        run.client.push(waiting())
        await run.pilot.pause()
        await run.press("enter")
        assert isinstance(run.app.screen, LobbyScreen)
        assert run.lobby.refreshed == 1


async def test_another_table_replaces_the_first() -> None:
    async with at_table(playing()) as run:
        first = run.client
        second = type(first)(waiting())
        run.app.sit_down(second)
        await run.pilot.pause()
        assert not first.watched
        assert second.watched
        first.push(playing(table_name="ghost"))
        await run.pilot.pause()
        assert "ghost" not in run.text


async def test_ctrl_q_in_the_lobby_ends_at_once() -> None:
    async with at_table(playing()) as run:
        await run.press("q", "k", "ctrl+q")
        assert run.app.return_value == 0


@pytest.mark.parametrize("fails", [True, False])
def test_a_mistake_in_the_screens_does_not_end_as_if_all_were_well(
    fails: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    class Brief(App[int]):
        def on_mount(self) -> None:
            if fails:
                raise RuntimeError("a mistake")
            self.exit(0)

    app = Brief()
    assert exit_code(app, app.run(headless=True)) == (BUG if fails else OK)
    assert ("a mistake" in capsys.readouterr().err) is fails
