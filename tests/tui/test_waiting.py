"""The waiting room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tui import golden
from tests.tui.fakes import playing, seats, waiting
from tests.tui.running import at_table
from tui.screens.lobby import LobbyScreen
from tui.screens.rule_editor import RuleEditor
from tui.screens.rules import RulesScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from uno_lan import languages
from uno_lan.client import words
from uno_lan.client.model import LinkState, LogLine, Proposed, Snapshot
from uno_lan.engine.rules import Ruleset

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


async def test_it_says_what_the_game_waits_for() -> None:
    """Nothing starts by itself: who has said ready reads whose word or key is missing."""
    ready = {"anna": {"ready": True}, "bora": {"ready": True}, "cem": {"ready": True}}
    late = ready | {"cem": {"ready": False}}
    for me, room, said in (
        (0, seats(1), "Wait for the others to sit down, or press b to add a bot."),
        (0, seats(3), "Press r when you are ready."),
        (0, seats(3, **ready | {"anna": {"ready": False}}), "Press s to start."),
        (1, seats(3, **late), "Not ready yet: Cem."),
        (0, seats(3, **ready), "All are ready: press s to start."),
        (1, seats(3, **ready), "All are ready: Anna starts the game."),
        (-1, seats(3, **ready), ""),
    ):
        async with at_table(waiting(len(room), me=me, seats=room)) as run:
            assert said in run.text
            assert said or "ready:" not in run.text
            await run.press("question_mark")
            assert "owner: s start" in " ".join(run.text.replace("│", " ").split())


async def test_a_ready_made_rule_is_called_by_its_name() -> None:
    said = Proposed(1, "draw_to_color", "The next player draws.", (1,))
    assert [line.text for line in words.proposals((), (said,), lambda _seat: "Bora", 0)] == [
        "Bora proposes for a card: Draw to a color. The next player draws."
    ]
    async with at_table(waiting(3, proposals=(said,))) as run:
        assert "Bora proposes: Draw to a color" in run.text
        await run.press("a")
        assert "draw_to_color" not in run.text


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
        assert "fox  kite  bell  pear" in run.text, "an only guest's are there without a key"
        assert "If Bora sees others" in run.text


async def test_the_host_of_an_open_table_reads_how_to_see_the_pictures_of_each_guest() -> None:
    shown = seats(
        3, bora={"sas": ("fox", "kite", "bell", "pear")}, cem={"sas": ("owl", "tulip", "bee", "key")}
    )
    for size in ((60, 18), (80, 24), (120, 40)):
        async with at_table(waiting(3, seats=shown, code=""), size=size) as run:
            assert "the arrow keys show each guest's" in run.text
            await run.press("down", "down")
            assert "owl  tulip  bee  key" in run.text


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


async def test_enter_makes_ready_and_never_takes_it_back() -> None:
    async with at_table(waiting(4, seats=ROOM, me=1, my_name="Bora")) as run:
        await run.press("enter", "space")
        assert run.calls == [], "Bora is ready"
    async with at_table(waiting(4, seats=ROOM)) as run:
        await run.press("enter")
        assert run.calls == [("ready", True)]


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


async def test_moves_of_the_game_that_is_over_are_no_news() -> None:
    """After a game "Chat and news" began with the last cards of it."""
    old = (LogLine("game", "Cem played red 4.", 2), LogLine("drawn", "Your new card: blue 5.", 0))
    async with at_table(waiting(log=(*old, LogLine("table", "Deniz sat down.", 3)))) as run:
        assert "Deniz sat down." in run.text
        assert "Cem played" not in run.text and "new card" not in run.text


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


async def test_a_refusal_goes_when_it_is_no_longer_true() -> None:
    """It stood there for its five seconds, also when the one it named had said ready."""
    async with at_table(waiting(3, seats=seats(3, cem={"ready": True}))) as run:
        said = "Not everybody is ready: Bora."
        await run.push(notice=said, notice_no=1)
        await run.push(seats=seats(3, anna={"ready": True}, cem={"ready": True}))
        assert said in run.text, "that I am ready now changes nothing about Bora"
        await run.push(seats=seats(3, anna={"ready": True}, bora={"ready": True}, cem={"ready": True}))
        assert said not in run.text


async def test_what_the_room_itself_refuses_goes_as_well() -> None:
    async with at_table(waiting(1)) as run:
        said = "At least two players are needed"
        await run.press("s")
        assert said in run.text
        await run.push(seats=seats(2))
        assert said not in run.text
        await run.press("w")
        assert "has no cards to write on" in run.text, "not about who is there: it stays a while"
        await run.push(seats=seats(3))
        assert "has no cards to write on" in run.text


async def test_points_of_the_game_before_are_not_shown_in_the_waiting_room() -> None:
    async with at_table(waiting(2, seats=seats(2, anna={"total": 120}))) as run:
        assert "pts" not in run.text
        await run.push(playing())
        assert "0/500 pts" in run.text


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
            await run.press("q", key, *(["y"] if key in "cg" else []))
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


CARDS = Ruleset.make("customizable", "race_500", ["extra_turn"], stack_d2=True)
ASKED = Proposed(1, "next draws 3", "You name the color; the next player draws 3 cards.", (1,))


def cards(**changes: Any) -> Snapshot:
    """A room whose cards can be written on."""
    shown = {"edition": "customizable", "ruleset": CARDS, "rules": CARDS.to_plain()["house"]}
    return waiting(3, **shown | changes)


async def test_edition_mode_and_changed_rules_are_shown() -> None:
    async with at_table(cards(), size=(120, 40)) as run:
        for words in ("Customizable", "Race to 500", "Stack Draw Twos", "you take another"):
            assert words in run.text
        await run.pilot.resize_terminal(80, 24)
        await run.pilot.pause()
        assert "Changed: Stack Draw Twos (F1 explains)" in run.text


async def test_a_rule_for_a_card_is_read_back_while_it_is_typed() -> None:
    async with at_table(cards()) as run:
        await run.press("w", *"next drws 3")
        assert "did you mean 'draws'" in run.text
        await run.press("enter")
        assert run.calls == []
        await run.press("ctrl+u", *"next draws 3")
        assert "the next player draws 3 cards" in run.text
        await run.press("enter")
        assert run.calls == [("propose", "next draws 3")]


async def test_ready_made_rules_are_picked_with_arrows_or_the_mouse() -> None:
    async with at_table(cards()) as run:
        await run.press("w", "down", "down", "enter")
        assert run.calls == [("propose", "others_drop_wilds")]
        await run.press("w")
        await run.click("#ready-rules", 3, 3)
        await run.press("enter")
        assert run.calls == [("propose", "extra_turn")]


async def test_a_proposal_of_mine_can_be_taken_back() -> None:
    mine = replace(ASKED, seat=0, agreed=(0,))
    async with at_table(cards(proposals=(mine,))) as run:
        await run.press("w")
        await run.click("#back", 3)
        assert run.calls == [("propose", "")]


async def test_one_agrees_to_what_was_shown_and_to_nothing_else() -> None:
    async with at_table(cards(proposals=(ASKED,)), size=(120, 40)) as run:
        assert "Bora proposes: next draws 3" in run.text
        assert "agreed yet: you and Cem." in run.text
        await run.press("a")
        assert "the next player draws 3 cards" in run.text
        await run.press("a")
        assert run.calls == [("agree", 1)]
        await run.press("a")
        await run.push(proposals=(replace(ASKED, text="next draws 9"),))
        await run.press("a")
        assert run.calls == []
        assert "taken back or changed" in run.text
        await run.push(proposals=())
        await run.press("a")
        assert run.calls == []


async def test_an_edition_without_such_cards_offers_none() -> None:
    async with at_table(waiting()) as run:
        assert "Write on a card" not in run.text
        await run.press("w")
        assert "Classic has no cards to write on" in run.text


async def test_the_owner_changes_house_rules() -> None:
    async with at_table(cards()) as run:
        await run.press("e", *["down"] * 3, "right", "enter")
        ((word, rules),) = run.calls
        assert word == "set_rules"
        assert isinstance(rules, Ruleset)
        assert (rules.house.stack_d2, rules.custom) == (False, CARDS.custom)
        await run.press("e", "enter")
        assert run.calls == []
    async with at_table(cards(me=1)) as run:
        await run.press("e")
        assert "Only the owner" in run.text


async def test_partners_are_shown_and_can_be_moved() -> None:
    team = Ruleset.make("classic", team=True)
    shown = waiting(4, ruleset=team, rules=team.to_plain()["house"])
    async with at_table(shown) as run:
        rows = run.text.splitlines()[2:6]
        assert ["team 1" in row for row in rows] == [True, False, True, False]
        await run.press("down", "m")
        assert run.calls == [("swap", 1, 2)]
        await run.push(seats=seats(3))
        assert "team" not in "".join(run.text.splitlines()[2:6])


async def test_the_rule_book_is_a_key_away() -> None:
    async with at_table(cards()) as run:
        await run.press("f1")
        assert isinstance(run.app.screen, RulesScreen)
        assert "UNO Customizable" in run.text
        await run.press("escape", "question_mark", "r")
        assert isinstance(run.app.screen, RulesScreen)
        await run.press("f1")
        assert isinstance(run.app.screen, WaitingScreen)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)], ids=lambda s: f"{s[0]}x{s[1]}")
async def test_looks_of_cards(size: tuple[int, int]) -> None:
    async with at_table(cards(proposals=(ASKED,)), size=size) as run:
        golden.check(run.app, f"waiting_cards-{size[0]}x{size[1]}-unicode")
        await run.press("w", *"next draws until red")
        golden.check(run.app, f"card_rules-{size[0]}x{size[1]}-unicode")


async def test_the_facts_are_leafed_through_by_keys_where_the_window_is_low() -> None:
    watched = waiting(10, seats=seats(10), spectators=tuple(f"Watcher {n}" for n in range(30)))
    async with at_table(watched, size=(60, 18)) as run:
        screen = run.app.screen
        assert isinstance(screen, WaitingScreen) and screen.facts.max_scroll_y > 0
        for _ in range(9):
            await run.press("pagedown")
        assert screen.facts.scroll_y == screen.facts.max_scroll_y
        for _ in range(9):
            await run.press("pageup")
        assert screen.facts.scroll_y == 0


async def test_it_says_which_key_shows_the_address_as_a_qr_code() -> None:
    async with at_table(waiting(4, seats=ROOM)) as run:
        assert "i QR" in run.text


async def test_the_owner_changes_edition_game_and_preset() -> None:
    async with at_table(waiting(4, seats=ROOM)) as run:
        await run.press("e")
        assert "What is played" in run.text
        assert "Classic" in run.text
        await run.press("right", "down", "right", "down", "right", "enter")
        ((word, rules),) = run.calls
        assert word == "set_rules" and isinstance(rules, Ruleset)
        assert rules.edition.id != "classic"
        assert rules.mode != rules.edition.data.mode
        assert rules.house != Ruleset.make(rules.edition, rules.mode).house, "of a preset"


async def test_every_edition_can_be_reached_and_the_first_comes_again() -> None:
    async with at_table(waiting(4, seats=ROOM)) as run:
        await run.press("e")
        editor = run.app.screen
        assert isinstance(editor, RuleEditor)
        seen = [editor.draft.edition.id]
        keys = [key for key, _name in run.lobby.editions()]
        for _again in keys:
            await run.press("right")
            seen.append(editor.draft.edition.id)
        assert sorted(seen[1:]) == sorted(keys) and seen[0] == seen[-1]
        await run.press("right", "down", "right", "d")
        assert editor.draft.mode == editor.draft.edition.data.mode
        await run.press("escape")
        assert run.calls == []


async def test_an_edition_that_cannot_be_read_is_told_and_passed_over() -> None:
    async with at_table(waiting(4, seats=ROOM)) as run:
        run.lobby.broken = {"mine": "mine"}
        await run.press("e", "left")
        assert "unknown color" in run.text
        await run.press("left", "enter")
        ((_word, rules),) = run.calls
        assert isinstance(rules, Ruleset) and rules.edition.id not in ("classic", "mine")


async def test_a_low_window_shows_all_that_is_needed_without_scrolling() -> None:
    """Edition, game, what to do, code, pictures: none of it below the fold of 60x18."""
    for room in (seats(4, cem={"kind": "bot", "ready": True}, deniz={"online": False}), seats(10)):
        shown = waiting(len(room), seats=room, me=1, owner=0)
        async with at_table(shown, size=(60, 18)) as run:
            for word in ("7KQM-2XPA", "i address, y copies it", "anchor", "tulip", "Classic", "Race to 500"):
                assert word in run.text, word
            assert "Press r when you are ready." in run.text
            assert "Elif is away; the seat is kept." in run.text
            await run.press("i")
            assert "A QR code needs" in run.text
            boxed = [line.split("│")[1].strip() for line in run.text.splitlines() if line.count("│") == 2]
            assert shown.address in "".join(boxed)


async def test_the_key_for_more_is_shown_only_where_there_is_more() -> None:
    async with at_table(waiting(4, seats=ROOM), size=(60, 18)) as run:
        screen = run.app.screen
        assert isinstance(screen, WaitingScreen)
        assert ("PgDn More" in run.text) is (screen.facts.max_scroll_y > 0)
        await run.push(waiting(10, seats=seats(10), spectators=tuple(f"Watcher {n}" for n in range(20))))
        assert screen.facts.max_scroll_y > 0
        assert "PgDn More" in run.text
    async with at_table(waiting(4, seats=ROOM), size=(120, 40)) as run:
        assert "PgDn" not in run.text


async def test_a_table_for_this_computer_only_is_not_said_to_be_open_to_the_network() -> None:
    for address, said in (
        ("uno://127.0.0.1:40444/#3fk2m9qd7w", "It is for this computer only."),
        ("uno://192.168.1.5:40444/#3fk2m9qd7w", "anybody on this network can join"),
    ):
        async with at_table(waiting(4, seats=ROOM, code="", address=address), size=(120, 40)) as run:
            assert said in " ".join(run.text.split())


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
@pytest.mark.parametrize("code", ["7KQM-2XPA", ""])
async def test_one_blank_line_at_most_stands_between_facts(code: str, size: tuple[int, int]) -> None:
    """A line that ended the part before added to the margin of the one after."""
    pictures = ("anchor", "castle", "apple", "train")
    guests = seats(4, bora={"sas": pictures, "host": False})
    async with at_table(waiting(4, seats=guests, code=code, me=1, sas=pictures), size=size) as run:
        screen = run.app.screen
        assert isinstance(screen, WaitingScreen)
        gap = screen.rules.region.y - screen.invite.region.bottom
        assert 0 <= gap <= 1
        assert str(screen.invite.content).splitlines()[-1].strip()
        last = screen.invite.region.bottom - 1
        assert run.text.splitlines()[last][screen.invite.region.x :].strip()


async def test_what_has_no_room_beside_a_name_is_left_out_whole() -> None:
    """`team 2, jij, eigenaar, 3`: the figure read as another one than it was."""
    languages.use("nl")
    try:
        room = seats(4, anna={"rtt_ms": 31624})
        async with at_table(waiting(4, seats=room, rules={"team": True}), size=(120, 40)) as run:
            assert "team 1, jij, eigenaar  " in run.text and "team 2, 4 ms" in run.text
    finally:
        languages.use("en")
