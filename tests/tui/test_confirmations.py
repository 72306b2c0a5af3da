"""Which questions are asked is a setting: about leaving, and before what cannot be taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.tui.fakes import FakeLobby, playing, uid, waiting
from tests.tui.running import Running, at_table, lobby
from tui.port import OwnTable
from tui.screens.dialogs import Question
from tui.screens.lobby import LobbyScreen
from tui.screens.people import PeopleDialog
from tui.screens.table import TableScreen
from tui.widgets.fields import Press
from uno_lan import languages
from uno_lan.client.model import ShownHand, Stage
from uno_lan.preferences import Preferences, load


def unasked(run: Running) -> None:
    run.app.preferences = replace(run.app.preferences, ask_leave="no", ask_final="no")


async def mark(run: Running, key: str) -> None:
    """Go to a line of the list of people."""
    screen = run.app.screen
    assert isinstance(screen, PeopleDialog)
    for _deed in screen.found:
        if screen.rows.key == key:
            return
        await run.press("down")
    raise AssertionError(f"no {key} in {[deed.key for deed in screen.found]}")


async def test_leaving_asks_how_unless_that_is_not_wanted() -> None:
    async with at_table(playing(owner=1)) as run:
        await run.press("q")
        assert "Leave the table?" in run.text
        await run.press("escape")
        unasked(run)
        await run.press("q")
        assert run.calls == [("step_away",)]
        assert isinstance(run.app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        (Stage.WAITING, "Everybody at it goes back to the lobby."),
        (Stage.GAME_OVER, "Everybody at it goes back to the lobby."),
        (Stage.ROUND, "Everybody at it goes back to the lobby, and the game is"),
    ],
)
async def test_closing_the_table_asks_first_and_says_that_all_are_sent_away(stage: Stage, words: str) -> None:
    async with at_table(waiting() if stage is Stage.WAITING else playing(stage=stage)) as run:
        await run.press("q", "c")
        assert run.calls == []
        assert "Close anna's table?" in run.text
        assert words in run.text
        await run.press("c")
        assert run.calls == [], "the key held down does not answer"
        await run.press("enter")
        assert run.calls == [], "the usual answer is no"
        assert not isinstance(run.app.screen, LobbyScreen)
        run.app.preferences = replace(run.app.preferences, ask_final="no")
        await run.press("q", "c")
        assert run.calls == [("close_table",)], "and nobody is asked who does not want to be"
        assert isinstance(run.app.screen, LobbyScreen)


@pytest.mark.parametrize(
    ("stage", "words"), [(Stage.ROUND, "Who comes back watches"), (Stage.WAITING, "It is not kept for you.")]
)
async def test_giving_the_seat_up_asks_first(stage: Stage, words: str) -> None:
    async with at_table(playing(owner=1) if stage is Stage.ROUND else waiting(owner=1)) as run:
        await run.press("q", "g")
        assert "Give up your seat?" in run.text and words in run.text
        assert run.calls == []
        await run.press("y")
        assert run.calls == [("leave",)]


@pytest.mark.parametrize(("language", "key"), [("fr", "o"), ("nl", "j"), ("ca", "s"), ("nl", "y")])
async def test_yes_is_the_first_letter_of_the_own_word_too(language: str, key: str) -> None:
    async with at_table(playing(owner=1)) as run:
        languages.use(language)
        try:
            await run.press("q", "g")
            assert run.calls == []
            await run.press(key)
        finally:
            languages.use("en")
        assert run.calls == [("leave",)]


async def test_ctrl_q_then_ends_the_program_and_keeps_the_seat() -> None:
    async with at_table(playing()) as run:
        unasked(run)
        await run.press("ctrl+q")
        assert run.calls == [("step_away",)]


async def test_the_list_of_people_has_the_ways_that_leaving_does_not_ask_for() -> None:
    async with at_table(playing(owner=1)) as run:
        await run.press("v")
        await mark(run, "leave")
        await run.press("enter")
        assert "Give up your seat?" in run.text
        await run.press("enter")
        assert run.calls == [], "the usual answer is no"
        await run.press("enter", "y")
        assert run.calls == [("leave",)]
        assert isinstance(run.app.screen, LobbyScreen)


async def test_the_owner_closes_the_table_from_there() -> None:
    async with at_table(playing()) as run:
        unasked(run)
        await run.press("v")
        await mark(run, "close")
        await run.press("enter")
        assert run.calls == [("close_table",)]
        assert isinstance(run.app.screen, LobbyScreen)


async def test_somebody_is_put_out_at_once_where_nothing_is_asked() -> None:
    async with at_table(waiting()) as run:
        await run.press("down", "x")
        assert isinstance(run.app.screen, Question)
        await run.press("escape")
        assert run.calls == []
        unasked(run)
        await run.press("x")
        assert run.calls == [("kick", 1)]
        await run.press("v")
        await mark(run, "give 2")
        await run.press("enter")
        assert run.calls == [("give", 2)]


async def test_a_table_of_mine_is_closed_at_once_where_nothing_is_asked() -> None:
    fake = FakeLobby(games=())
    fake.own = (OwnTable("t", "kitchen"),)
    async with lobby(fake) as run:
        await run.press("x")
        assert "Close kitchen?" in run.text
        await run.press("enter")
        assert fake.calls == []
        unasked(run)
        await run.press("x")
        assert fake.calls == [("close", "kitchen")]


async def test_the_questions_are_chosen_and_kept(tmp_path: Path) -> None:
    async with lobby() as run:
        run.app.preferences_file = tmp_path / "settings.toml"
        await run.press("s", *["down"] * 5, "right", "down", "right")
        assert load(tmp_path / "settings.toml")[0] == Preferences(ask_leave="no", ask_final="no")
        assert "is done at once" in run.text


async def test_my_name_is_a_setting_too() -> None:
    async with lobby() as run:
        await run.press("s", "up", "home", *"Be", "enter")
        assert run.lobby.name == "BeAnna"
        await run.press("up", *["backspace"] * 9, "down")
        assert "Please type a name." in run.text
        assert run.lobby.name == "BeAnna"
        await run.press("escape")
        assert isinstance(run.app.screen, LobbyScreen)
        assert run.app.screen.name_line.value == "BeAnna"


@pytest.mark.parametrize("opened", ["leave", "fair", "shown"])
async def test_a_button_pressed_twice_takes_only_its_own_box_away(opened: str) -> None:
    """Two quick keys press it twice before the first one is heard; the second took the table away."""
    async with at_table(playing()) as run:
        if opened == "shown":
            await run.push(shown=ShownHand(2, (uid("R5"),), True, True, 3))
        else:
            await run.press({"leave": "q", "fair": "f2"}[opened])
        button = run.app.screen.query(Press).first()
        for _time in range(2):
            button.post_message(Press.Pressed(button))
        await run.pilot.pause()
        assert isinstance(run.app.screen, TableScreen)
