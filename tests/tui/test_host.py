"""Host a game: editions, presets, house rules, and what does not go together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from tests.tui import golden
from tests.tui.fakes import FakeClient, FakeLobby, waiting
from tests.tui.running import Running, at_table, lobby
from tui.port import HostOptions
from tui.screens.host import HostScreen
from tui.screens.rule_editor import RuleEditor
from tui.screens.rules import RulesScreen
from uno_lan.cli.parser import parse
from uno_lan.cli.ruleset import rules_of
from uno_lan.engine.house import SWITCHES
from uno_lan.engine.rules import Ruleset
from uno_lan.languages import AVAILABLE, use

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "60x18": (60, 18)}


async def options_of(run: Running) -> HostOptions:
    await run.press("f2")
    ((_, options, _),) = run.lobby.calls
    assert isinstance(options, HostOptions)
    return options


def focus(run: Running, name: str) -> None:
    run.app.screen.query_one(f"#{name}").focus()


async def test_another_edition_brings_its_mode_and_says_what_it_is() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h", "right", "right")
        assert "Mario Kart" in run.text
        assert "Single hand" in run.text
        assert "Special: Item Box." in run.text
        options = await options_of(run)
        assert (options.edition, options.rules) == ("mario-kart", ("--mode=single_hand",))


async def test_a_broken_edition_file_says_where() -> None:
    fake = FakeLobby(FakeClient(waiting()))
    fake.broken = {"mine": "mine"}
    async with lobby(fake) as run:
        await run.press("h", "left")
        assert "mine.toml: line 3: unknown color 'pink'" in run.text
        await run.press("f2")
        assert not fake.calls
        await run.press("right", "f2")
        assert fake.calls


async def test_on_this_computer_only_a_table_does_not_promise_to_be_announced() -> None:
    fake = FakeLobby(FakeClient(waiting()))
    fake.local = True
    async with lobby(fake) as run:
        await run.press("h")
        assert "this computer only" in run.text
        focus(run, "reach")
        await run.press("right")
        assert "announced on this network" not in run.text
        await run.press("f2")
    options = next(call[1] for call in fake.calls if call[0] == "host")
    assert isinstance(options, HostOptions)
    assert options.local


async def test_a_preset_with_a_rule_on_top_is_what_serve_understands() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h")
        focus(run, "preset")
        await run.press("right")
        assert "Stack Draw Twos, Stack Draw Fours and 2 more" in run.text
        await run.press("f3")
        assert isinstance(run.app.screen, RuleEditor)
        await run.press("space", "enter")
        assert "Party and 1 more change" in run.text
        options = await options_of(run)
        assert options.rules == ("--mode=race_500", "--preset=party", "--rule=stack_d2=false")
        house = rules_of(parse(["serve", *options.rules])).house
        assert (house.stack_d2, house.stack_d4, house.seven_zero) == (False, True, True)


async def test_every_house_rule_is_on_offer_and_can_be_changed() -> None:
    async with lobby() as run:
        await run.press("h", "f3")
        editor = run.app.screen
        assert isinstance(editor, RuleEditor)
        fits = [s for s in SWITCHES if s.fits(editor.draft.edition) and s.key != "rounds_n"]
        for switch in fits:
            while editor.rules.key != switch.key:
                await run.press("down")
            assert switch.name in run.text
            assert f"{switch.key}: " in run.text, "its name for the command line"
            await run.press("right")
            assert editor.draft.value(switch.key) != switch.default
            await run.press("d")
            assert editor.draft.value(switch.key) == switch.default


async def test_a_single_hand_offers_neither_a_score_nor_rounds() -> None:
    async with lobby() as run:
        await run.press("h", "f3")
        editor = run.app.screen
        assert isinstance(editor, RuleEditor)
        keys = [item.key for item in editor.rules.items]
        assert "target_score" in keys and "rounds_n" not in keys
        editor._set(editor.draft.with_mode("single_hand"))
        keys = [item.key for item in editor.rules.items]
        assert "hand_size_n" in keys and not {"target_score", "rounds_n"} & set(keys)


async def test_what_does_not_go_together_is_said_at_once_and_not_taken() -> None:
    async with lobby() as run:
        await run.press("h", "f3", "down", "down", "right")
        assert "stack_cross needs" in run.text
        await run.press("enter")
        assert isinstance(run.app.screen, RuleEditor)
        await run.press("left", "enter")
        assert isinstance(run.app.screen, HostScreen)


async def test_a_number_can_be_typed_and_is_checked() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h")
        focus(run, "hand_size_n")
        await run.press("9", "9")
        assert "hand_size_n must be 2 to 15, not 99" in run.text
        await run.press("f2")
        assert not run.lobby.calls
        await run.press("backspace")
        assert "9 cards" in run.text
        options = await options_of(run)
        assert options.rules[-1] == "--rule=hand_size_n=9"


async def test_too_few_cards_for_so_many_is_said() -> None:
    async with lobby() as run:
        await run.press("h")
        focus(run, "hand_size_n")
        await run.press("1", "5")
        focus(run, "seats")
        await run.pilot.pause()
        assert "For 2 to 6 players." in run.text
        focus(run, "bots")
        await run.press(*["right"] * 7)
        assert "15 cards for each of 10 players" in run.text
        focus(run, "decks_n")
        await run.press("right")
        assert "15 cards for each" not in run.text


async def test_the_editor_works_with_the_mouse() -> None:
    async with lobby() as run:
        await run.press("h", "f3")
        await run.click("#rule-rows", 10, 2)
        await run.click("#rule-rows", 10, 2)
        editor = run.app.screen
        assert isinstance(editor, RuleEditor)
        assert editor.draft.value("stack_d4") is True
        await run.click("#take", 2)
        assert isinstance(run.app.screen, HostScreen)
        assert "Stack Draw Fours" in run.text


async def test_leaving_the_editor_changes_nothing() -> None:
    async with lobby() as run:
        await run.press("h", "f3", "right", "p", "escape")
        assert "as published" in run.text


@pytest.fixture
def _english_again() -> Iterator[None]:
    yield
    use("en")


@pytest.mark.usefixtures("_english_again")
@pytest.mark.parametrize("language", AVAILABLE)
async def test_labels_have_the_room_their_language_needs(language: str) -> None:
    use(language)
    async with lobby(FakeLobby(FakeClient(waiting())), size=(60, 18)) as run:
        await run.press("h")
        labels = [label for label in run.app.screen.query(".label").results(Static) if label.size.width]
        assert len(labels) > 8
        assert all(label.size.width > cell_len(str(label.content)) for label in labels)


async def test_the_rule_book_shows_the_rules_as_they_stand() -> None:
    async with lobby() as run:
        await run.press("h", "f3", "right", "question_mark")
        assert isinstance(run.app.screen, RulesScreen)
        assert "1 house rule changed" in run.text
        await run.press("m")
        assert "[stack_d2]" in run.text
        await run.press("escape")
        assert isinstance(run.app.screen, RuleEditor)


@pytest.mark.parametrize("size", SIZES)
async def test_looks(size: str) -> None:
    async with lobby(size=SIZES[size]) as run:
        await run.press("h", "f3", "right", "down", "down", "right")
        golden.check(run.app, f"rule_editor-{size}-unicode")
        await run.press("left", "question_mark")
        golden.check(run.app, f"rule_book-{size}-unicode")


async def test_what_was_entered_is_there_after_a_look_elsewhere() -> None:
    """Esc forgot all of it: the edition, the rules, the name."""
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h", "right")
        focus(run, "hand_size_n")
        await run.press("5")
        focus(run, "bots")
        await run.press("right", "right")
        focus(run, "lock")
        await run.press("right")
        focus(run, "password")
        await run.press(*"a long secret")
        focus(run, "table")
        await run.press("end", *" 2")
        await run.press("escape", "h")
        again = await options_of(run)
        assert again.name.endswith("table 2")
        assert (again.bots, again.password, again.locked) == (2, "a long secret", True)
        assert again.edition == run.lobby.editions()[1][0]
        assert "--rule=hand_size_n=5" in again.rules


async def test_a_table_called_after_its_owner_follows_the_name() -> None:
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h", "escape", "n", "home", *"Mary ", "enter", "h")
        assert f"{run.lobby.name}'s table" in run.text
        assert run.lobby.name.startswith("Mary")


async def test_an_edition_that_cannot_be_played_is_not_kept() -> None:
    fake = FakeLobby(FakeClient(waiting()))
    fake.broken = {"mine": "mine"}
    async with lobby(fake) as run:
        await run.press("h", "left", "escape", "h")
        assert "unknown color" not in run.text
        await run.press("f2")
        assert fake.calls


async def test_changed_rules_are_the_same_in_the_form_the_editor_and_the_waiting_room() -> None:
    """The form left out what has a row of its own, and the waiting room what the mode tells."""
    async with lobby(FakeLobby(FakeClient(waiting()))) as run:
        await run.press("h")
        focus(run, "hand_size_n")
        await run.press("5")
        focus(run, "target_score")
        await run.press("right")
        assert "Target score, Cards at the start" in run.text
        await run.press("f3")
        assert "2 not as published" in run.text
        await run.press("f1")
        assert "2 house rules changed" in run.text
    law = Ruleset.make("classic", hand_size_n=5, target_score=550)
    changed = dict(law.to_plain()["house"])
    async with at_table(waiting(rules=changed, ruleset=law, target=550)) as run:
        assert "Changed: Target score and Cards at the start" in run.text
