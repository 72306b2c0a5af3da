"""The address of a table as a QR code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.codes import address_code
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


@pytest.mark.parametrize("code", ["7KQM-2XPA", ""], ids=["code", "open"])
async def test_the_few_letters_that_lead_here_stand_in_the_waiting_room(code: str) -> None:
    """The lobby asks for an address code "from the host's waiting room", and no screen showed one."""
    short = address_code("192.168.178.25", 40444)
    async with at_table(replace(waiting(), address=UNO, code=code)) as run:
        assert f"address code {short}" in run.text
        assert "i QR" in run.text
        await run.press("i")
        assert f"Address code: {short}  Esc: back" in run.text
    async with at_table(replace(waiting(), address=UNO, code=code), size=(60, 18)) as run:
        await run.press("i")
        assert f"Address code: {short}" in run.text


async def test_a_table_for_this_computer_only_has_no_such_letters() -> None:
    async with at_table(replace(waiting(), address=UNO.replace("192.168.178.25", "127.0.0.1"))) as run:
        assert "address code" not in run.text
    async with at_table(replace(waiting(), address=UNO.replace("192.168.178.25", "[fe80::1]"))) as run:
        assert "address code" not in run.text, "nor one without IPv4"


async def test_a_window_that_is_too_small_says_so() -> None:
    async with at_table(replace(waiting(), address=UNO), size=(60, 18)) as run:
        await run.press("i")
        assert "A QR code needs" in run.text
