"""The demo opens: an app that is derived elsewhere finds the styles of this one."""

from __future__ import annotations

import pytest

from tests.tui.demo import Demo
from tui.screens.table import TableScreen


@pytest.mark.parametrize("state", ["lobby", "turn"])
async def test_the_demo_opens(state: str) -> None:
    app = Demo(state, "unicode")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        assert isinstance(app.screen, TableScreen) is (state == "turn")
