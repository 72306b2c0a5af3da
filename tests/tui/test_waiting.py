"""The waiting room."""

from __future__ import annotations

from tests.tui.fakes import playing, seats, waiting
from tests.tui.running import at_table
from tui.screens.lobby import LobbyScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from uno_lan.client.model import LinkState, LogLine

ROOM = seats(4, bora={"ready": True}, cem={"kind": "bot", "ready": True}, deniz={"online": False})


async def test_it_says_who_is_there_and_how_to_get_in() -> None:
    async with at_table(waiting(4, seats=ROOM)) as run:
        for word in (
            "7KQM-2XPA",
            "uno://192.168.1.5:40444",
            "Race to 500",
            "6 seats free",
        ):
            assert word in run.text
        assert "Bora             ✓ ready" in run.text
        assert "away" in run.text


async def test_pictures_are_compared_with_the_host() -> None:
    shown = seats(3, bora={"sas": ("fox", "kite", "bell", "pear")})
    async with at_table(waiting(3, me=1, seats=shown)) as run:
        assert "anchor  tulip  rocket  owl" in run.text
        await run.press("down")
        assert "fox" not in run.text, "what the host says of my link came through that link"
    async with at_table(waiting(3, seats=shown)) as run:
        assert "Pictures" not in run.text, "nobody sits between the host and the own table"
        await run.press("down")
        assert "fox  kite  bell  pear" in run.text
        assert "If Bora sees others" in run.text
    async with at_table(waiting(3, seats=shown, code="")) as run:
        assert "mark a guest to see the guest's" in run.text


async def test_an_open_table_without_pictures() -> None:
    async with at_table(waiting(2, me=1, code="", sas=(), address="", spectators=("Zoe",))) as run:
        assert "No code needed" in run.text
        assert "Pictures" not in run.text
        assert "Zoe" in run.text
        assert "Copy" not in run.text


async def test_the_owner_runs_the_room() -> None:
    async with at_table(waiting(4, seats=ROOM)) as run:
        await run.press("r", "b", "s")
        assert run.calls == [("ready", True), ("add_bot",), ("start",)]
        await run.press("down", "down", "x")
        assert run.calls == [("remove_bot", 2)]
        await run.press("up", "x")
        assert "Remove Bora?" in run.text
        await run.press("enter")
        assert run.calls == []
        await run.press("x", "r")
        assert run.calls == [("kick", 1)]


async def test_nobody_can_be_removed_where_nobody_sits_nor_oneself() -> None:
    async with at_table(waiting(2)) as run:
        await run.press("x", "end", "x")
        assert run.calls == []


async def test_one_player_is_too_few() -> None:
    async with at_table(waiting(1)) as run:
        await run.press("s")
        assert run.calls == []
        assert "At least two players" in run.text


async def test_others_may_only_be_ready() -> None:
    async with at_table(waiting(4, seats=ROOM, me=1, my_name="Bora")) as run:
        assert "Start" not in run.text
        await run.press("s", "b", "x", "r")
        assert run.calls == [("ready", False)]
        assert "Only the owner" in run.text
        await run.press("down", "x")
        assert run.calls == []


async def test_watchers_may_sit_down() -> None:
    async with at_table(waiting(4, me=-1, owner=0)) as run:
        assert "Ready" not in run.text.splitlines()[-1]
        await run.press("r")
        assert run.calls == []
        await run.press("d")
        assert run.calls == [("sit",)]
        await run.push(me=1)
        await run.press("d")
        assert run.calls == []


async def test_chat() -> None:
    async with at_table(waiting()) as run:
        await run.press("t", *"hi all", "enter")
        assert run.calls == [("say", "hi all")]
        await run.press("t", "x", "escape", "r")
        assert run.calls == [("ready", True)]
        await run.push(log=(LogLine("chat", "Bora: [red]hello[/] \u202e\x1b[31m", 1),))
        assert "Bora: [red]hello[/]" in run.text


async def test_the_start_opens_the_table_once() -> None:
    async with at_table(waiting()) as run:
        await run.push(playing())
        assert isinstance(run.app.screen, TableScreen)
        screen = run.app.screen
        await run.push(playing(round_no=3))
        assert run.app.screen is screen
        assert len(run.app.screen_stack) == 2


async def test_copying_the_address() -> None:
    async with at_table(waiting()) as run:
        await run.press("y")
        assert run.app.clipboard.startswith("uno://")


async def test_refusals_are_told() -> None:
    async with at_table(waiting()) as run:
        await run.push(notice="Not everybody is ready yet.", notice_no=1)
        assert "Not everybody is ready yet." in run.text


async def test_leaving_keeps_the_seat_gives_it_up_or_closes_the_table() -> None:
    for key, me, call in (
        ("k", 0, "step_away"),
        ("c", 0, "close_table"),
        ("k", 1, "step_away"),
        ("g", 1, "leave"),
    ):
        async with at_table(waiting(4, me=me)) as run:
            await run.press("q", "s")
            assert isinstance(run.app.screen, WaitingScreen)
            await run.press("q", key)
            assert run.calls == [(call,)]
            assert isinstance(run.app.screen, LobbyScreen)
            assert not run.client.watched


async def test_a_table_that_closes_says_why() -> None:
    async with at_table(waiting()) as run:
        await run.push(link=LinkState.CLOSED, closed_reason="The owner closed the table.")
        assert "The owner closed the table." in run.text
        await run.press("enter")
        assert isinstance(run.app.screen, LobbyScreen)
        assert run.app.client is None
