"""The address of a table as a QR code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.fakes import waiting
from tests.tui.running import at_table
from tui.screens.waiting import WaitingScreen
from uno_lan.qr import qr_lines

UNO = "uno://192.168.178.25:40444/#ABCDEFGHIJKLMNOPQRSTUVWXYZ.7KQM2XPA"


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
async def test_the_code_is_shown_whole_and_goes_away(width: int, height: int) -> None:
    async with at_table(replace(waiting(), address=UNO), size=(width, height)) as run:
        await run.press("i")
        for line in qr_lines(UNO):
            assert line.strip() in run.text
        await run.press("escape")
        assert isinstance(run.app.screen, WaitingScreen)


async def test_a_window_that_is_too_small_says_so() -> None:
    async with at_table(replace(waiting(), address=UNO), size=(60, 18)) as run:
        await run.press("i")
        assert "A QR code needs" in run.text
