"""Codes and changed identities on the way in."""

from __future__ import annotations

from tests.tui.fakes import FakeClient, FakeLobby, waiting
from tests.tui.running import lobby
from tui.port import CodeNeeded, GameRow, PinChanged, TableChoice, TableClient
from tui.screens.lobby import LobbyScreen
from tui.screens.waiting import WaitingScreen

OPEN = (GameRow("s/t", "kitchen"),)


async def test_a_locked_table_asks_for_its_code() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("enter")
        assert "Table code" in run.text
        await run.press(*"K7QM2XPA", "enter")
        assert run.lobby.calls == [("join", "anna's table", "K7QM2XPA", "Anna", False)]
        assert isinstance(run.app.screen, WaitingScreen)


async def test_a_wrong_code_is_asked_again() -> None:
    fake = FakeLobby(FakeClient(waiting()))
    fake.troubles = [CodeNeeded(wrong=True)]
    async with lobby(fake) as run:
        await run.press("enter", *"AAAA", "enter")
        assert "That code is wrong" in run.text
        await run.press(*"BBBB", "enter")
        assert [call[2] for call in run.lobby.calls] == ["AAAA", "BBBB"]
        assert isinstance(run.app.screen, WaitingScreen)


async def test_no_code_no_table() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("enter", "enter")
        assert "Type something" in run.text
        await run.press("escape")
        assert isinstance(run.app.screen, LobbyScreen)
        assert not run.lobby.calls


async def test_a_changed_identity_is_refused_by_default() -> None:
    fake = FakeLobby(FakeClient(waiting()), OPEN)
    fake.troubles = [PinChanged("anna-laptop", "apple river", "stone moon")]
    async with lobby(fake) as run:
        await run.press("enter")
        assert "Another identity!" in run.text
        assert "apple river" in run.text
        assert "stone moon" in run.text
        await run.press("enter")
        assert isinstance(run.app.screen, LobbyScreen)
        assert len(run.lobby.calls) == 1


async def test_a_changed_identity_can_be_trusted() -> None:
    fake = FakeLobby(FakeClient(waiting()), OPEN)
    fake.troubles = [PinChanged("anna-laptop", "apple river", "stone moon")]
    async with lobby(fake) as run:
        await run.press("enter", "y")
        assert run.lobby.calls[-1] == ("join", "kitchen", "", "Anna", True)
        assert isinstance(run.app.screen, WaitingScreen)


async def test_the_answer_buttons_work_by_mouse() -> None:
    fake = FakeLobby(FakeClient(waiting()), OPEN)
    fake.troubles = [PinChanged("anna-laptop", "apple river", "stone moon")]
    async with lobby(fake) as run:
        await run.press("enter")
        await run.click("#answer-1", 3)
        assert isinstance(run.app.screen, WaitingScreen)


async def test_a_server_of_several_tables_asks_which() -> None:
    client = FakeClient(waiting())
    fake = FakeLobby(client)
    joined: list[tuple[str, str, bool]] = []

    async def join(table: str, code: str, trust: bool) -> TableClient:
        joined.append((table, code, trust))
        if not code:
            raise CodeNeeded
        return client

    fake.troubles = [TableChoice([GameRow("aa", "Club 1", locked=True), GameRow("bb", "Club 2")], join)]
    async with lobby(fake) as run:
        await run.press("a", *"10.0.0.1", "enter")
        assert "Club 1" in run.text and "Club 2" in run.text
        await run.press("down", "enter", *"K7QM2XPA", "enter")
        assert joined == [("bb", "", False), ("bb", "K7QM2XPA", False)]
        assert isinstance(run.app.screen, WaitingScreen)


async def test_none_of_the_tables_is_joined_after_escape() -> None:
    async def join(table: str, code: str, trust: bool) -> TableClient:
        raise AssertionError("nobody chose")

    fake = FakeLobby(FakeClient(waiting()))
    fake.troubles = [TableChoice([GameRow("aa", "Club 1")], join)]
    async with lobby(fake) as run:
        await run.press("a", *"10.0.0.1", "enter", "escape")
        assert isinstance(run.app.screen, LobbyScreen)
