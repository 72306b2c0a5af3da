"""Which card is chosen for me when my turn begins, and that nothing else moves the choice."""

from __future__ import annotations

import pytest

from tests.tui.fakes import CLASSIC, playing, view
from tests.tui.running import Running, at_table
from tui.screens.table import TableScreen
from uno_lan.client.model import LogLine
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import Legal, View

HAND = "R7 Y3 B4 BD"


def chosen(run: Running) -> str:
    screen = run.app.screen
    assert isinstance(screen, TableScreen)
    return CLASSIC.text(screen.hand.selected)


@pytest.mark.parametrize(
    "before",
    [
        view("", legal=Legal()),
        view("R7 Y3", legal=Legal()),
        view(HAND, phase=Phase.ANSWER, attacker=2, legal=Legal(accept=True)),
        view("G2 B9"),
        view("R7 Y3 BR W", phase=Phase.PICK_COLOR, legal=Legal()),
    ],
    ids=["cards to come", "some to come", "after an answer", "another hand", "another hand, some kept"],
)
async def test_my_turn_chooses_a_card_that_fits_also_when_the_hand_changes_with_it(before: View) -> None:
    async with at_table(playing(before)) as run:
        await run.press("home")
        await run.push(playing(view(HAND)))
        assert chosen(run) == "B4", "the first that can be played"
        assert "⏎ Play" in run.text.splitlines()[-1]
        await run.press("enter")
        assert run.calls == [("play", "B4", -1, False)]


async def test_what_i_chose_in_my_turn_stays_chosen_whatever_others_do() -> None:
    async with at_table(playing(view(HAND))) as run:
        await run.press("home")
        await run.push(log=(LogLine("chat", "Bora: hi", 1),))
        await run.push(playing(view(HAND, called=(1, 2))))
        await run.push(playing(view(f"{HAND} B9")))
        assert chosen(run) == "R7"
