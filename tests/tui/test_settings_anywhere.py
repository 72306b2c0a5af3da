"""The settings from every screen and over every box: what lies below is as it was, and nothing is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.signing import Ed25519Verifier
from tests.tui.fakes import FakeLobby, playing, view, waiting
from tests.tui.running import START, Running, at_table, lobby
from tests.tui.test_results import over
from tests.tui.test_waiting import cards
from tests.vectors import FOLDER
from tui.palette import colored
from tui.port import GameRow
from tui.replaying import ReplayApp
from tui.screens.choices import ColorDialog
from tui.screens.help import HelpDialog
from tui.screens.host import HostScreen
from tui.screens.replay import ReplayScreen
from tui.screens.round_over import RoundOverScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.themes import TONES
from uno_lan.client.model import LinkState, Snapshot, Stage
from uno_lan.client.replay import read
from uno_lan.engine.phases import Phase
from uno_lan.languages import use
from uno_lan.preferences import Preferences, load, save


async def to_light_and_back(run: Running) -> None:
    """Open the settings, take the light colors, leave them."""
    below = run.app.screen
    await run.press("f4")
    assert isinstance(run.app.screen, SettingsScreen)
    await run.press("f4", "right")
    assert len([s for s in run.app.screen_stack if isinstance(s, SettingsScreen)]) == 1
    await run.press("escape")
    assert run.app.screen is below
    assert run.app.artist.palette == colored(TONES["light"])


@pytest.mark.parametrize("shown", [waiting(), playing(), over(), over(stage=Stage.GAME_OVER)])
async def test_from_every_stage_of_a_table(shown: Snapshot) -> None:
    async with at_table(shown) as run:
        before = run.text
        await to_light_and_back(run)
        assert run.text == before
        assert run.calls == []


async def test_from_the_lobby_by_either_key_and_from_a_form_half_filled_in() -> None:
    async with lobby() as run:
        await run.press("s")
        assert isinstance(run.app.screen, SettingsScreen)
        await run.press("escape", "h", "down", "right")
        form = run.text
        await to_light_and_back(run)
        assert isinstance(run.app.screen, HostScreen)
        assert run.text == form


async def test_in_the_middle_of_a_choice() -> None:
    async with at_table(playing(view("W R7 R0 B4", "R5"))) as run:
        await run.press("w", "enter")
        box = run.app.screen
        assert isinstance(box, ColorDialog)
        await to_light_and_back(run)
        assert run.app.screen is box
        await run.press("g")
        assert run.calls == [("play", "W", 2, False)]


async def test_a_choice_that_is_over_meanwhile_is_gone_afterwards() -> None:
    async with at_table(playing(view("W R7 R0 B4", "R5"))) as run:
        await run.press("w", "enter", "f4")
        await run.push(playing(view("W R7 R0 B4", "R5", to_act=1)))
        await run.press("escape")
        assert isinstance(run.app.screen, TableScreen)
        assert "Too late for that card." in run.text
        await run.press("g")
        assert run.calls == []


async def test_over_a_box_and_over_a_line_half_typed() -> None:
    async with at_table(playing()) as run:
        await run.press("question_mark")
        assert isinstance(run.app.screen, HelpDialog)
        await to_light_and_back(run)
        await run.press("escape", "t", "h", "i")
        await run.press("f4", "escape", "exclamation_mark", "enter")
        assert run.calls == [("say", "hi!")]


async def test_the_stage_that_begins_meanwhile_waits_and_no_key_plays_a_card() -> None:
    async with at_table(waiting()) as run:
        await run.press("f4")
        await run.push(playing(view("R7 R0", "R5")))
        assert isinstance(run.app.screen, SettingsScreen)
        assert "The table has gone on" in run.text
        await run.press("space", "enter", "1", "d")
        assert run.calls == []
        await run.push(playing(view("R7 R0", "Y0")))
        await run.press("escape")
        assert isinstance(run.app.screen, TableScreen)
        assert run.app.screen.snapshot.view == view("R7 R0", "Y0")
        assert "has gone on" not in run.text
        assert not any(isinstance(screen, WaitingScreen) for screen in run.app.screen_stack)


async def test_two_stages_later_the_newest_one_is_shown() -> None:
    async with at_table(waiting()) as run:
        await run.press("f4", "f3")
        await run.push(playing())
        await run.push(over())
        await run.press("escape", "escape")
        assert isinstance(run.app.screen, RoundOverScreen)


async def test_a_table_that_is_closed_meanwhile_leads_to_the_lobby() -> None:
    async with at_table(waiting()) as run:
        await run.press("f4")
        await run.push(waiting(link=LinkState.CLOSED, closed_reason="The table was closed."))
        assert "The table was closed." in run.text
        await run.press("enter")
        assert len(run.app.screen_stack) == 1
        await run.press("s")
        assert isinstance(run.app.screen, SettingsScreen)


async def test_from_a_replay_which_stops_and_has_the_kept_settings(tmp_path: Path) -> None:
    kept = tmp_path / "settings.toml"
    assert save(kept, Preferences(theme="contrast")) == ""
    reel = read((FOLDER / "round" / "client-0.unolog").read_bytes(), "x", Ed25519Verifier())
    app = ReplayApp(reel, glyphs="unicode", preferences_file=kept)
    app.now = lambda: START
    app.animation_level = "none"
    async with app.run_test() as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert app.theme == "uno-contrast"
        await pilot.press("right", "space", "f4")
        assert not screen.projector.playing
        await pilot.press("left", "escape")
        await pilot.pause()
        assert app.screen is screen
        assert load(kept) == (Preferences(theme="light"), "")
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


async def test_not_while_a_table_is_being_joined() -> None:
    fake = FakeLobby(games=(GameRow("s/t", "kitchen"),))
    fake.hang = True
    async with lobby(fake) as run:
        await run.press("enter")
        assert "Joining kitchen" in run.text
        below = run.app.screen
        await run.press("f4")
        assert run.app.screen is below


WAITS = playing(view("W R7 R0 B4", "R5"))
ANSWERS = playing(view("R7 BD W4", "R5", pending=4, phase=Phase.ANSWER, attacker=1))
OPENED: dict[str, tuple[Snapshot | None, tuple[str, ...]]] = {
    "lobby": (None, ()),
    "host": (None, ("h",)),
    "house rules": (None, ("h", "f3")),
    "rule book": (None, ("f1",)),
    "keys": (None, ("s", "f3")),
    "my games": (None, ("w",)),
    "address": (None, ("a",)),
    "help": (None, ("question_mark",)),
    "waiting room": (waiting(), ()),
    "write on a card": (cards(), ("w",)),
    "table": (playing(), ()),
    "color": (WAITS, ("w", "enter")),
    "answer": (ANSWERS, ()),
    "help at the table": (playing(), ("question_mark",)),
    "people": (playing(), ("v",)),
    "short words": (playing(), ("e",)),
    "log": (playing(), ("l",)),
    "leave": (playing(), ("q",)),
    "is all fair": (playing(), ("f2",)),
    "round over": (over(), ()),
    "game over": (over(stage=Stage.GAME_OVER), ()),
}
"""Screens and boxes: what the table shows, and the keys that lead there."""


@pytest.mark.parametrize("opened", OPENED)
async def test_another_language_is_on_every_open_screen_at_once(opened: str) -> None:
    shown, keys = OPENED[opened]
    french = Preferences(language="fr")

    async def seen(first: str, then: Preferences) -> list[str]:
        use(first)
        try:
            async with at_table(shown) if shown is not None else lobby() as run:
                await run.press(*keys)
                run.app.choose(then)
                await run.pilot.pause()
                return [line for line in run.text.splitlines() if "Anna" not in line]
        finally:
            use("en")

    assert await seen("en", french) == await seen("fr", french)
