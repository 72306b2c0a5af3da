"""Settings and keys on the screen: they act at once, are kept, and never clash."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.color import Color

from tests.tui import golden
from tests.tui.fakes import FakeClient, FakeLobby, playing, view, waiting
from tests.tui.running import Running, lobby
from tui import keymap
from tui.app import Start, UnoApp
from tui.bell import is_note
from tui.palette import Tone, colored, oranged
from tui.screens.keys import KeysScreen
from tui.screens.settings import FIELDS
from tui.themes import THEMES, TONES
from uno_lan.client.model import LogLine, Snapshot
from uno_lan.engine import Ruleset
from uno_lan.languages import current, use
from uno_lan.preferences import CHOICES, Preferences, load

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x18": (60, 18)}


def kept(run: Running, path: Path) -> Preferences:
    run.app.preferences_file = path
    return run.app.preferences


async def test_a_change_acts_at_once_and_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with lobby(glyphs="auto") as run:
        kept(run, path)
        await run.press("s", "right")
        assert run.app.current_theme.name == "uno-light"
        assert run.app.artist.palette == colored(TONES["light"])
        await run.press("down", "right", "right", "down", "right", "down", "left")
        assert load(path) == (Preferences("light", "ascii", "reduced", "off"), "")
        assert run.app.artist.glyphs.name == "ascii"
        assert run.app.animation_level == "none"
        await run.press("escape")
        assert "UNO-LAN" in run.text


async def test_a_language_is_used_at_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    async with lobby() as run:
        kept(run, path)
        await run.press("s", "down", "down", "down", "down")
        assert "Language" in run.text
        try:
            for expected in ("en", "fr"):
                await run.press("right")
                assert current() == expected
                assert load(path)[0].language == expected
            assert "Français" in run.text
        finally:
            use("en")


async def test_a_place_that_cannot_be_written_is_said_and_the_change_acts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with lobby() as run:
        kept(run, tmp_path / "file" / "settings.toml")
        await run.press("s", "right")
        assert "cannot be kept" in run.text
        assert run.app.preferences.theme == "light"


async def test_what_is_wrong_with_the_file_is_said_at_the_start() -> None:
    async with lobby(start=Start(complaint="Settings file x: line 3. The usual settings are used.")) as run:
        assert "Settings file x: line 3" in run.text


def test_every_choice_of_the_file_is_on_the_screen() -> None:
    for key, (values, _) in CHOICES.items():
        assert {value for value, _ in FIELDS[key][1]} == set(values)
    assert set(THEMES) == set(TONES) == set(CHOICES["theme"][0])


async def test_a_key_can_be_given_away_and_acts() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("s", "f3")
        screen = run.app.screen
        assert isinstance(screen, KeysScreen)
        while screen.rows.key != "waiting.ready":
            await run.press("down")
        await run.press("enter", "z")
        assert run.app.preferences.keys == {"waiting.ready": "z"}
        await run.press("escape", "escape")
        run.client.snapshot = waiting()
        run.app.sit_down(run.client)
        await run.pilot.pause()
        assert " z Ready" in run.text
        await run.press("r")
        assert run.calls == []
        await run.press("z")
        assert run.calls == [("ready", True)]


async def test_a_key_that_is_taken_is_refused_with_its_owner() -> None:
    async with lobby() as run:
        await run.press("s", "f3")
        screen = run.app.screen
        assert isinstance(screen, KeysScreen)
        while screen.rows.key != "table.draw":
            await run.press("down")
        for key, said in (
            ("k", "k is taken: Keep (Table)."),
            ("5", "5 names cards at the table."),
            ("tab", "tab means the same everywhere."),
            ("f1", "f1 is taken: Rule book (Everywhere)."),
        ):
            await run.press("enter", key)
            assert said in run.text
            assert run.app.preferences.keys == {}
        await run.press("enter", "escape")
        assert run.app.preferences.keys == {}
        await run.press("enter", "f5", "d")
        assert run.app.preferences.keys == {}


def test_usual_keys_do_not_clash() -> None:
    for act in keymap.acts().values():
        for key in set(act.keys) - keymap.RESERVED:
            if not (act.group == "table" and key in keymap.CARD_KEYS):
                assert keymap.problem(act.id, key, {}) == "", act.id


def test_wrong_keys_of_a_file_are_left_out_with_a_reason() -> None:
    own = {"table.draw": "k", "nobody.nothing": "x", "table.keep": "f6", "lobby.quit": " , "}
    good, wrong = keymap.usable(own)
    assert good == {"table.keep": "f6", "table.draw": "k"}, "k is free once keep has another key"
    assert wrong == ["There is nothing called nobody.nothing.", "lobby.quit has no key."]


async def test_wrong_keys_are_said_at_the_start() -> None:
    app = UnoApp(FakeLobby(), "unicode", preferences=Preferences(keys={"table.draw": "k"}))
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert "k is taken: Keep (Table)." in golden.screen_text(app)


def _light(color: str) -> float:
    def part(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = Color.parse(color).get_truecolor()
    return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_light(one), _light(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_words_can_be_read_in_every_theme(name: str) -> None:
    """WCAG AA for words (4.5); AAA (7) with high contrast."""
    ground, least = THEMES[name].background, 7 if name == "contrast" else 4.5
    assert ground is not None
    for tone in (TONES[name], oranged(TONES[name])):
        _can_be_read(tone, ground, least)


def _can_be_read(tone: Tone, ground: str, least: float) -> None:
    for word in (tone.normal, tone.strong, tone.muted, tone.accent, tone.alarm, tone.good, *tone.word):
        assert _contrast(word, ground) >= least, word
    for word in (tone.normal, tone.strong, tone.muted, tone.accent):
        assert _contrast(word, tone.bar) >= 4.5, word
    assert _contrast(tone.normal, tone.raised) >= 4.5
    assert _contrast(tone.on_mark, tone.mark) >= 4.5
    for ink, fill in zip((*tone.ink, *tone.dim_ink), (*tone.fill, *tone.dim_fill), strict=True):
        assert _contrast(ink, fill) >= 3, (ink, fill)


@pytest.mark.parametrize("name", CHOICES["theme"][0])
async def test_the_table_looks_whole_in_every_theme(name: str) -> None:
    app = UnoApp(FakeLobby(), "unicode", preferences=Preferences(theme=name), clock=lambda: 1_000_000)
    app.animation_level = "none"
    async with app.run_test(size=(80, 24)) as pilot:
        client = FakeClient(playing())
        app.sit_down(client)
        await pilot.pause()
        assert "Your turn" in golden.screen_text(app)


def test_notes_are_chat_of_others_and_missed_calls() -> None:
    before = playing()

    def then(*lines: LogLine) -> Snapshot:
        return replace(before, log=(*before.log, *lines))

    hi = LogLine("chat", "Bora: hi", 1)
    assert not is_note(before, before)
    assert is_note(before, then(hi))
    assert is_note(then(hi), then(hi, replace(hi))), "the same once more"
    assert not is_note(then(replace(hi), hi), then(replace(hi), hi))
    assert is_note(then(hi), then(hi, replace(hi), LogLine("game", "Bora drew.", 1)))
    assert not is_note(before, then(LogLine("game", "Bora drew.", 1)))
    assert not is_note(before, then(LogLine("chat", "Anna: hi", 0))), "I said it"
    assert not is_note(before, then(replace(hi, old=True))), "while I was away"
    assert is_note(before, playing(view(owes=(2,))))
    assert not is_note(playing(view(owes=(2,))), playing(view(owes=(2,))))
    assert not is_note(before, playing(view(owes=(0,)))), "the call is mine"


@pytest.mark.parametrize(("sounds", "rung"), [("off", 0), ("turn", 1), ("all", 3)])
async def test_the_bell_rings_for_what_was_chosen(
    sounds: str, rung: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `all` it rang at my turn only, as nothing asked for the rest."""
    app = UnoApp(FakeLobby(), "unicode", preferences=Preferences(sounds=sounds))
    app.animation_level = "none"
    bells: list[None] = []
    monkeypatch.setattr(app, "bell", lambda: bells.append(None))
    async with app.run_test(size=(80, 24)) as pilot:
        client = FakeClient(waiting(log=(LogLine("chat", "Bora: before I came", 1),)))
        app.sit_down(client)
        client.push(waiting(log=(*client.snapshot.log, LogLine("chat", "Bora: hi", 1))))
        client.push(playing(view(to_act=1), log=client.snapshot.log))
        await pilot.pause()
        client.push(playing(view(to_act=1, owes=(2,)), log=client.snapshot.log))
        await pilot.pause()
        client.push(playing(log=client.snapshot.log))
        await pilot.pause()
        assert len(bells) == rung


@pytest.mark.parametrize("size", SIZES)
async def test_looks(size: str) -> None:
    async with lobby(size=SIZES[size]) as run:
        await run.press("s")
        golden.check(run.app, f"settings-{size}-unicode")
        if size != "120x40":  # there every new key of a table would change the picture
            await run.press("f3")
            golden.check(run.app, f"keys-{size}-unicode")


async def test_another_theme_keeps_the_colors_of_the_edition(tmp_path: Path) -> None:
    rules = Ruleset.make("star-wars")
    app = UnoApp(FakeLobby(), "unicode", preferences=Preferences(), clock=lambda: 1_000_000)
    app.animation_level = "none"
    async with app.run_test(size=(80, 24)) as pilot:
        shown = view("O5 R7", "R5", rules=rules)
        app.sit_down(FakeClient(playing(shown, ruleset=rules, edition="star-wars")))
        await pilot.pause()
        app.choose(replace(app.preferences, theme="light"))
        await pilot.pause()
        assert "O●" in golden.screen_text(app)
        assert app.artist.palette.chip[1].bgcolor == colored(oranged(TONES["light"])).chip[1].bgcolor
        assert oranged(TONES["terminal"]) == TONES["terminal"]


@pytest.mark.parametrize("name", CHOICES["theme"][0])
async def test_the_first_frame_is_in_the_chosen_theme(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the theme is there before the first style, so that no style is read a second time."""
    read_again: list[bool] = []
    refresh = UnoApp.refresh_css

    def note(app: UnoApp, animate: bool = True) -> None:
        read_again.append(animate)
        refresh(app, animate)

    monkeypatch.setattr(UnoApp, "refresh_css", note)
    app = UnoApp(FakeLobby(), "unicode", preferences=Preferences(theme=name))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.theme == THEMES[name].name
        assert app.stylesheet._variables == app.get_css_variables()
        if name != "terminal":
            assert app.screen.styles.background.hex.lower() == THEMES[name].background
        if name in ("dark", "contrast"):
            assert not read_again


async def test_ipv6_is_a_choice_that_the_lobby_hears_of_at_once(tmp_path: Path) -> None:
    lobby = FakeLobby()
    app = UnoApp(lobby, "unicode", preferences=Preferences(), preferences_file=tmp_path / "settings.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.choose(replace(app.preferences, ipv6="yes"))
        await pilot.pause()
    assert ("ipv6", True) in lobby.calls
    assert load(tmp_path / "settings.toml")[0].ipv6 == "yes"
