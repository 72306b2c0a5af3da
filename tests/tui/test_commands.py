"""Everything that can be done on a screen, by its name."""

from __future__ import annotations

from tests.tui.fakes import FakeClient, FakeLobby, playing, waiting
from tests.tui.running import at_table, lobby
from tui.screens.commands import CommandsDialog
from tui.screens.host import HostScreen
from tui.screens.table import TableScreen
from uno_lan.languages import use


async def test_what_can_be_done_is_found_by_a_part_of_its_name() -> None:
    """The list was the toolkit's: in English, with its own themes, and a way out that asked nothing."""
    async with at_table(playing()) as run:
        await run.press("ctrl+p")
        for words in ("▸ ⏎         Play", "d         Draw", "v         People"):
            assert words in run.text
        for words in ("Theme", "Screenshot", "Accept", "Left"):
            assert words not in run.text
        await run.press("d", "r", "a")
        assert "Draw" in run.text
        assert "People" not in run.text
        await run.press("enter")
        await run.pilot.pause()
        assert run.calls == [("draw",)]
        assert isinstance(run.app.screen, TableScreen)


async def test_nothing_is_done_for_what_is_not_there_and_escape_leads_back() -> None:
    async with at_table(playing()) as run:
        await run.press("ctrl+p", *"xyz", "enter")
        assert "Nothing here is called so." in run.text
        await run.press("escape")
        assert isinstance(run.app.screen, TableScreen)
        assert run.calls == []


async def test_arrows_choose_also_in_the_lobby_and_in_another_language() -> None:
    use("nl")
    try:
        async with lobby(FakeLobby(FakeClient(waiting()))) as run:
            await run.press("ctrl+p")
            assert "Meedoen" in run.text
            await run.press("down", "enter")
            await run.pilot.pause()
            assert isinstance(run.app.screen, HostScreen)
    finally:
        use("en")


async def test_a_box_lists_nothing_and_the_list_is_not_laid_on_itself() -> None:
    async with at_table(playing()) as run:
        await run.press("q", "ctrl+p")
        assert not isinstance(run.app.screen, CommandsDialog)
        await run.press("escape", "ctrl+p", "ctrl+p")
        assert isinstance(run.app.screen, TableScreen)
