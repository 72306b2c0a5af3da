"""About the table, by a key in a round: code, address, rules, who watches."""

from __future__ import annotations

from tests.tui.fakes import playing
from tests.tui.running import at_table
from tests.tui.test_results import over
from uno_lan.client.model import Watcher

ADDRESS = "uno://192.168.1.5:40444/#ABC"


async def test_who_joins_late_is_told_how_by_a_key_in_the_round() -> None:
    """Code and address stood in the waiting room alone."""
    shown = playing(address=ADDRESS, watchers=(Watcher("Zoe", b"zoe"),), rules={"stack_d2": True})
    async with at_table(shown) as run:
        await run.press("i")
        for words in ("Table code: 7KQM-2XPA", f"Address: {ADDRESS}", "Classic", "Watching: Zoe"):
            assert words in run.text
        assert "may be answered with a Draw Two" in " ".join(run.text.replace("│", " ").split())
        await run.press("escape")
        assert run.calls == []


async def test_without_a_code_it_says_that_none_is_needed_and_it_opens_over_a_result() -> None:
    async with at_table(over(code="", address=ADDRESS)) as run:
        await run.press("i")
        assert "No code needed: anybody on this network can join." in run.text
        assert "Watching" not in run.text
