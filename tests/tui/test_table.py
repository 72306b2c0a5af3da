"""The table: keys and mouse become moves, and what cannot be done is explained."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.fakes import CLASSIC, playing, seats, uids, view
from tests.tui.running import Running, at_table
from tui.screens.choices import ColorDialog, SeatDialog
from tui.screens.lobby import LobbyScreen
from tui.screens.shown_hand import ShownHandDialog
from tui.screens.table import TableScreen
from tui.widgets.hand import Hand
from tui.widgets.panels import LinkPanel
from uno_lan.client.model import Fairness, LinkState, LogLine, ShownHand, Stage
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import Legal, View
from uno_lan.languages import AVAILABLE, _, use

THEIRS = view(to_act=1)


def drawn_view(card: str = "B9", fits: bool = True) -> View:
    """I have drawn."""
    cards = uids(f"R7 Y3 B4 {card}")
    legal = Legal(plays=(cards[-1],) if fits else (), keep=True)
    return view(f"R7 Y3 B4 {card}", phase=Phase.DRAWN, drawn=cards[-1], legal=legal)


def answer_view(**changes: Any) -> View:
    """Cem played a Draw Four on me."""
    legal = Legal(accept=True, challenge=True)
    values: dict[str, Any] = {"phase": Phase.ANSWER, "attacker": 2, "pending": 4, "can_challenge": True}
    return view("R7 Y3 B4", top="W4", color=2, legal=legal, **(values | changes))


def selected(run: Running) -> str:
    """Text of the selected card."""
    screen = run.app.screen_stack[1]
    assert isinstance(screen, TableScreen)
    return CLASSIC.text(screen.hand.selected)


def key_bar(run: Running) -> str:
    return run.text.splitlines()[-1]


# Playing.


async def test_two_keys_play_a_card() -> None:
    async with at_table(playing(view("R7 B4 BD Y3"))) as run:
        assert selected(run) == "B4", "the first that can be played"
        await run.press("right", "enter")
        assert selected(run) == "BD"
        assert run.calls == [("play", "BD", -1, False)]


@pytest.mark.parametrize(
    ("keys", "call"),
    [
        ("3", ("play", "B4", -1, False)),
        ("b4", ("play", "B4", -1, False)),
        ("bd", ("play", "BD", -1, False)),
        ("5r", ("play", "W", 0, False)),
        ("wwb", ("play", "W", 3, False)),
        ("w4g", ("play", "W4", 2, False)),
        ("d", ("draw",)),
    ],
)
async def test_keys_that_move(keys: str, call: tuple[object, ...]) -> None:
    async with at_table(playing(view("R7 B4 BD Y3 W W4"))) as run:
        await run.press(*keys)
        assert run.calls == [call]


async def test_a_card_that_does_not_fit_says_why() -> None:
    async with at_table(playing(view("R7 B4 BD Y3"))) as run:
        await run.press("1")
        assert run.calls == []
        assert "Red 7 does not fit: neither blue nor a Draw Two." in run.text
        await run.press("right")
        assert "does not fit" not in run.text


async def test_after_a_named_color_the_reason_names_it() -> None:
    async with at_table(playing(view("R7 G4", top="W", color=2))) as run:
        await run.press("r", "7")
        assert "Red 7 does not fit: green was named." in run.text


async def test_a_card_i_do_not_hold() -> None:
    async with at_table(playing(view("R7 B4"))) as run:
        await run.press("g", "9")
        assert "You do not hold that card." in run.text
        await run.press("g", "x")
        assert "No such card." in run.text
        await run.press("g")
        assert "G_" in run.text
        await run.press("escape")
        assert "G_" not in run.text
        assert run.calls == []


async def test_it_is_not_my_turn() -> None:
    async with at_table(playing(THEIRS)) as run:
        await run.press("6", "d", "k", "p", "a", "c")
        assert run.calls == []
        assert "It is not your turn." in run.text
        assert "Draw" not in key_bar(run)


async def test_a_drawn_card_is_selected_and_nothing_else_may_be_played() -> None:
    async with at_table(playing(view("R7 Y3 B4"))) as run:
        await run.push(view=drawn_view())
        assert selected(run) == "B9"
        assert "You drew blue 9: play it or keep it." in run.text
        await run.press("1")
        assert "You drew, so only the drawn card may be played." in run.text
        await run.press("k")
        assert run.calls == [("keep",)]


async def test_an_equal_card_counts_as_the_drawn_one() -> None:
    cards = uids("B4 B4")
    legal = Legal(plays=(cards[1],), keep=True)
    async with at_table(playing(view("B4 B4", phase=Phase.DRAWN, drawn=cards[1], legal=legal))) as run:
        await run.press("b", "4")
        assert run.calls == [("play", "B4", -1, False)]


async def test_a_drawn_card_that_does_not_fit_is_left_to_the_client() -> None:
    async with at_table(playing(drawn_view("G9", fits=False))) as run:
        assert "does not fit and stays in your hand" in run.text


async def test_pass_only_when_nothing_can_be_drawn() -> None:
    async with at_table(playing()) as run:
        await run.press("p")
        assert "You may not pass while a card can be drawn." in run.text
        await run.push(view=view(legal=Legal(may_pass=True)))
        await run.press("d")
        assert "No card is left to draw" in run.text
        await run.press("p")
        assert run.calls == [("pass",)]


async def test_the_last_wild_needs_no_color() -> None:
    async with at_table(playing(view("W"))) as run:
        await run.press("enter")
        assert run.calls == [("play", "W", -1, False)]


async def test_a_move_on_its_way_is_not_sent_twice() -> None:
    async with at_table(playing(view("B4 B5 B6"))) as run:
        await run.press("enter", "enter", "2", "d")
        assert run.calls == [("play", "B4", -1, False)]
        assert "on its way" in run.text


async def test_a_key_that_changed_its_meaning_is_refused_for_a_moment() -> None:
    async with at_table(playing(THEIRS)) as run:
        run.client.push(view=view())
        await run.pilot.pause()
        await run.press("d", "6")
        assert run.calls == []
        assert "press it again" in run.text
        run.clock.now += 300
        await run.press("d")
        assert run.calls == [("draw",)]


async def test_refusals_of_the_table_are_shown_every_time() -> None:
    async with at_table(playing()) as run:
        await run.push(notice="Your move came too late.", notice_no=1)
        assert "Your move came too late." in run.text
        await run.press("right")
        assert "Your move came too late." not in run.text
        await run.push(notice_no=2)
        assert "Your move came too late." in run.text


async def test_a_kept_move_says_so() -> None:
    async with at_table(playing(THEIRS, held=True)) as run:
        assert "Your move is kept" in run.text


# Colors.


async def test_the_color_i_hold_most_of_is_marked() -> None:
    async with at_table(playing(view("R7 R0 B4 W"))) as run:
        await run.press("w", "w")
        assert isinstance(run.app.screen, ColorDialog)
        assert "you hold 2" in run.text
        run.clock.now += 400
        await run.press("enter")
        assert run.calls == [("play", "W", 0, False)]


async def test_a_double_enter_does_not_name_a_color() -> None:
    async with at_table(playing(view("R7 W W4"))) as run:
        await run.press("2", "enter")
        assert isinstance(run.app.screen, ColorDialog)
        run.clock.now += 400
        await run.press("right", "enter")
        assert run.calls == [("play", "W", 1, False)]


async def test_escape_takes_the_card_back() -> None:
    async with at_table(playing(view("R7 W W4"))) as run:
        await run.press("2", "escape")
        assert isinstance(run.app.screen, TableScreen)
        assert run.calls == []


async def test_a_color_by_mouse() -> None:
    async with at_table(playing(view("R7 W W4"))) as run:
        await run.press("2")
        await run.click("ColorButtons", 50, 1)
        assert run.calls == [("play", "W", 3, False)]


async def test_the_box_goes_when_the_turn_is_over() -> None:
    async with at_table(playing(view("R7 W W4"))) as run:
        await run.press("2")
        await run.push(view=view("R7 W W4", to_act=1))
        assert isinstance(run.app.screen, TableScreen)
        assert "Too late for that card." in run.text


async def test_the_round_asks_for_a_color() -> None:
    asked = view(phase=Phase.FIRST_COLOR, top="W", color=-1, legal=Legal(color=True))
    async with at_table(playing(asked)) as run:
        assert isinstance(run.app.screen, ColorDialog)
        await run.press("escape", "enter")
        assert isinstance(run.app.screen, ColorDialog)
        run.clock.now += 400
        await run.press("y")
        assert run.calls == [("color", 1)]


async def test_a_color_asked_and_then_taken_by_the_clock() -> None:
    asked = view(phase=Phase.FIRST_COLOR, top="W", color=-1, legal=Legal(color=True))
    async with at_table(playing(THEIRS)) as run:
        run.client.push(view=asked)
        await run.pilot.pause()
        await run.press("y")
        assert run.calls == [], "pressed for something else a moment ago"
        await run.push(view=view("R7 B4", top="W", color=0))
        assert isinstance(run.app.screen, TableScreen)


# UNO and catch.


async def test_a_call_before_the_play_travels_with_it() -> None:
    async with at_table(playing(view("B4 R7", to_act=1))) as run:
        await run.press("u")
        assert "UNO with the next card" in run.text
        await run.push(view=view("B4 R7"))
        run.clock.now += 1000
        await run.press("b", "4")
        assert run.calls == [("play", "B4", -1, True)]


async def test_a_second_u_takes_the_call_back() -> None:
    async with at_table(playing(view("B4 R7", to_act=1))) as run:
        await run.press("u", "u")
        await run.push(view=view("B4 R7"))
        run.clock.now += 1000
        await run.press("b", "4")
        assert run.calls == [("play", "B4", -1, False)]


async def test_a_call_that_can_be_of_no_use_is_neither_offered_nor_taken() -> None:
    """With many cards it was armed, and the card then played without it, silently."""
    async with at_table(playing(view("B4 R7 R0 W"))) as run:
        assert "UNO!" not in run.text.splitlines()[-1]
        await run.press("u")
        assert "A call counts only with the last card but one." in run.text
        assert "UNO with the next card" not in run.text
        await run.press("w", "w")
        assert "u UNO" not in run.text
        await run.press("u", "escape", "b", "4")
        assert run.calls == [("play", "B4", -1, False)]


async def test_a_call_kept_while_cards_come_is_not_lost_without_a_word() -> None:
    async with at_table(playing(view("B4 R7", to_act=1))) as run:
        await run.press("u")
        await run.push(view=view("B4 R7 R0 Y9"))
        run.clock.now += 1000
        await run.press("b", "4")
        assert run.calls == [("play", "B4", -1, False)]
        assert "A call counts only with the last card but one." in run.text


async def test_with_two_cards_the_call_is_heard_before_the_play() -> None:
    async with at_table(playing(view("B4 R7"))) as run:
        await run.press("u")
        assert run.calls == [("uno",)]
        await run.push(view=view("B4 R7", called=(0,)))
        assert "UNO called" in run.text
        await run.press("u")
        assert run.calls == []
        assert "You have called UNO already." in run.text


async def test_a_call_that_counts_now_is_sent_at_once() -> None:
    async with at_table(playing(view("B4", to_act=1, owes=(0,), legal=Legal(uno=True)))) as run:
        assert "call UNO: press u!" in run.text
        await run.press("u")
        assert run.calls == [("uno",)]


async def test_uno_can_be_called_while_the_color_is_chosen() -> None:
    async with at_table(playing(view("R7 W"))) as run:
        await run.press("w", "w", "u", "g")
        assert run.calls == [("uno",), ("play", "W", 2, True)]


async def test_an_armed_call_ends_with_the_turn() -> None:
    async with at_table(playing(view("B4 R7", to_act=1))) as run:
        await run.press("u")
        await run.push(view=view("B4 R7", legal=Legal(draw=True)))
        assert "UNO with" in run.text
        await run.push(view=view("B4 R7", to_act=1))
        assert "UNO with" not in run.text


async def test_catching_one_and_one_of_several() -> None:
    async with at_table(playing(view(to_act=1, owes=(2,)))) as run:
        assert "CATCH!" in run.text
        assert "x Catch!" in key_bar(run)
        await run.press("x")
        assert run.calls == [("catch", 2)]
        await run.push(view=view(to_act=1, owes=(2, 3)))
        await run.press("x")
        assert isinstance(run.app.screen, SeatDialog)
        await run.press("down", "enter")
        assert run.calls == [("catch", 3)]
        await run.press("x")
        await run.click("SeatDialog Rows", 3, 0)
        assert run.calls == [("catch", 2)]
        await run.press("x", "escape")
        await run.push(view=view(to_act=1))
        await run.press("x")
        assert run.calls == []
        assert "Nobody can be caught" in run.text


async def test_a_catch_is_not_held_up_by_the_guard() -> None:
    async with at_table(playing(THEIRS)) as run:
        run.client.push(view=view(to_act=1, owes=(2,)))
        await run.pilot.pause()
        await run.press("x")
        assert run.calls == [("catch", 2)]


# A Draw Four.


async def test_the_answer_says_what_it_costs() -> None:
    async with at_table(playing(THEIRS)) as run:
        await run.push(view=answer_view())
        for words in ("Cem played a Wild Draw Four on you", "take 4 cards", "you draw 6", "Cem draws 4"):
            assert words in run.text
        assert "a Accept" in key_bar(run)
        assert "c Challenge" in key_bar(run)
        await run.press("enter")
        assert "is no answer to this draw card." in run.text
        await run.press("c")
        assert run.calls == [("challenge",)]


@pytest.mark.parametrize(("line", "call"), [("Accept:", "accept"), ("bluff:", "challenge")])
async def test_the_answer_by_mouse(line: str, call: str) -> None:
    async with at_table(playing(answer_view())) as run:
        screen = run.text.splitlines()
        y = next(index for index, text in enumerate(screen) if line in text)
        panel = run.app.screen.query_one("#answer").region
        await run.click("#answer", 8, y - panel.y)
        assert run.calls == [(call,)]


async def test_a_card_that_cannot_be_challenged() -> None:
    shown = view("R7 Y3", top="BD", phase=Phase.ANSWER, attacker=2, pending=2, legal=Legal(accept=True))
    async with at_table(playing(shown)) as run:
        await run.press("c")
        assert "cannot be challenged" in run.text
        await run.press("a")
        assert run.calls == [("accept",)]


@pytest.mark.parametrize(
    ("guilty", "proven", "words"),
    [(True, True, ("A bluff: Cem held a blue card", "✓ proven")), (False, False, ("Honest", "✗ not proven"))],
)
async def test_a_shown_hand_is_seen_once(guilty: bool, proven: bool, words: tuple[str, ...]) -> None:
    async with at_table(playing()) as run:
        await run.push(shown=ShownHand(2, uids("R5 BD W"), guilty, proven, 3))
        assert isinstance(run.app.screen, ShownHandDialog)
        assert all(word in run.text for word in words)
        await run.press("enter")
        assert run.calls == [("seen_hand",)]
        await run.push(round_no=2, held=True)
        assert isinstance(run.app.screen, TableScreen)
        await run.push(shown=None)
        await run.push(shown=ShownHand(2, uids("R5 BD W"), guilty, proven, 3))
        assert isinstance(run.app.screen, ShownHandDialog), "the same hand in a later round"


async def test_uno_and_catch_stay_live_while_a_hand_is_shown() -> None:
    async with at_table(playing(view(owes=(2,)))) as run:
        await run.push(shown=ShownHand(2, uids("R5 BD W"), True, True))
        await run.press("x")
        assert run.calls == [("catch", 2), ("seen_hand",)]


# Looking around.


async def test_keys_shown_are_those_that_act() -> None:
    async with at_table(playing(view("R7 B4"))) as run:
        await run.press("home")
        assert "Play" not in key_bar(run)
        assert "d Draw" in key_bar(run)
        await run.press("end")
        assert "⏎ Play" in key_bar(run)
        assert "Challenge" not in key_bar(run)
        assert "Log" not in key_bar(run)


async def test_the_key_of_votes_is_shown_while_somebody_is_away() -> None:
    async with at_table(playing(view("R7 B4"), seats=seats(4)), size=(120, 40)) as run:
        assert "v People" not in key_bar(run)
        await run.push(playing(view("R7 B4"), seats=seats(4, bora={"online": False})))
        assert "v People" in key_bar(run)


async def test_a_click_in_the_key_bar_is_its_key() -> None:
    async with at_table(playing()) as run:
        x = key_bar(run).index("Draw")
        await run.click("#keys", x)
        assert run.calls == [("draw",)]


async def test_the_mouse_selects_then_plays_and_the_pile_draws() -> None:
    async with at_table(playing(view("R7 R0 B4 BD"))) as run:
        hand = run.app.screen.query_one(Hand)
        x = hand._plan.column(2) + 2  # type: ignore[union-attr]
        await run.click("#hand", x, 3)
        assert selected(run) == "B4"
        assert run.calls == []
        await run.click("#hand", x, 3)
        assert run.calls == [("play", "B4", -1, False)]
        await run.push(view=view("R7 R0 BD", top="B4"))
        left = run.app.screen.query_one("#piles")._pile[0]  # type: ignore[attr-defined]
        await run.click("#piles", left + 1, 4)
        assert run.calls == [("draw",)]


async def test_a_click_on_a_player_catches() -> None:
    async with at_table(playing(view(to_act=1, owes=(2,)))) as run:
        await run.click("#others", 5, 1)
        assert run.calls == []
        await run.click("#others", 35, 1)
        assert run.calls == [("catch", 2)]


async def test_sorting_keeps_the_selected_card() -> None:
    async with at_table(playing(view("B7 R7 Y3"))) as run:
        await run.press("end", "s")
        assert selected(run) == "B7"
        assert "Sorted by symbol." in run.text
        await run.push(view=view("B7 R7 Y3", to_act=1))
        assert "sorted by symbol" in run.text
        assert run.app.hand_order == 2


async def test_no_line_of_the_log_is_cut_off_beside_a_card() -> None:
    lines = tuple(
        LogLine("game", f"{'C' * n} drew red 4 for dealer.", 2, 0, uids("R4")[0]) for n in range(2, 7)
    )
    async with at_table(playing(log=lines)) as run:
        assert run.text.count("dealer.") == len(lines)


async def test_log_help_and_chat() -> None:
    async with at_table(playing(log=tuple(LogLine("game", f"line {n}") for n in range(60)))) as run:
        await run.press("l")
        assert "line 59" in run.text
        await run.press("pageup", "pageup", "up")
        assert "line 59" not in run.text
        await run.press("escape", "question_mark")
        assert "Play by name" in run.text
        await run.press("pagedown", *["down"] * 4)
        assert "the seat is kept" in run.text
        await run.press("escape", "t", *"dd", "enter")
        assert run.calls == [("say", "dd")]
        await run.press("t", "escape", "d")
        assert run.calls == [("draw",)]


async def test_the_clock_ticks_by_itself() -> None:
    async with at_table(playing(deadline_ms=1_011_000, rules={"turn_timer": 20})) as run:
        screen = run.app.screen
        assert isinstance(screen, TableScreen)
        assert "11s" in run.text
        run.clock.now += 4000
        screen._tick()
        await run.pilot.pause()
        assert "7s" in run.text


async def test_a_spectator_looks_on() -> None:
    async with at_table(playing(view("", seat=-1, legal=Legal()), me=-1)) as run:
        assert "You are watching." in run.text
        await run.press("d", "u", "1", "x")
        assert run.calls == []
        await run.press("q")
        assert run.calls == [("step_away",)]
        assert isinstance(run.app.screen, LobbyScreen)


async def test_before_the_deal() -> None:
    async with at_table(playing(view=None)) as run:
        assert "The round is about to begin" in run.text
        await run.press("d", "1", "enter", "s", "right", "home")
        assert run.calls == []


# Trouble.


async def test_the_host_hears_how_to_take_up_a_table_whose_process_ended() -> None:
    async with at_table(playing(link=LinkState.RECONNECTING)) as run:
        assert "your own table" in run.text
        assert "opened again" in run.text, "by itself; it said that nothing would change"
        assert "Enter in the lobby" in run.text


async def test_a_lost_link_freezes_the_keys_and_says_what_is_kept() -> None:
    async with at_table(playing(seats=seats(4, anna={"host": False}))) as run:
        await run.push(link=LinkState.RECONNECTING)
        assert "Your seat and your cards" in run.text
        await run.press("d")
        assert run.calls == []
        await run.push(link=LinkState.ONLINE)
        assert "Your seat" not in run.text
        await run.press("d")
        assert run.calls == [("draw",)]


async def test_a_link_lost_for_long_says_since_when_and_what_may_be() -> None:
    """The box said the same for ever, and of a seat that is kept to who has none."""
    guest = seats(4, anna={"host": False})
    async with at_table(playing(seats=guest)) as run:
        await run.push(link=LinkState.RECONNECTING)
        assert "No answer" not in run.text
        run.clock.now += 2 * 60_000
        panel = run.app.screen.query_one(LinkPanel)
        panel.look()
        await run.pilot.pause()
        assert "No answer for 2 minutes" in run.text
        await run.push(link=LinkState.ONLINE)
        await run.push(link=LinkState.RECONNECTING)
        assert "Your seat and your cards" in run.text, "counted anew"
        await run.push(host_stopped=True)
        assert "The host has stopped." in run.text
        await run.push(host_stopped=False, me=-1)
        assert "The link to the table is lost." in run.text
        assert "Your seat" not in run.text


async def test_a_table_that_cheats_is_stopped_in_plain_words() -> None:
    fault = Fairness(3, False, 0, "E_LEAF", "A card is not the one that was sealed.", "/uno/proof.unolog")
    async with at_table(playing()) as run:
        await run.push(fair=fault)
        for words in ("Stopped: A card is not the one", "E_LEAF", "/uno/proof.unolog"):
            assert words in run.text
        await run.press("d", "6")
        assert run.calls == []
        await run.press("q", "c", "y")
        assert run.calls == [("close_table",)]


async def test_a_host_that_is_gone() -> None:
    async with at_table(playing(view("R7 W W4"))) as run:
        await run.press("2")
        await run.push(link=LinkState.CLOSED)
        assert "The link to the table has ended." in run.text
        await run.press("enter")
        assert isinstance(run.app.screen, LobbyScreen)


async def test_nothing_of_a_table_is_left_behind() -> None:
    async with at_table(playing(view("B4 R7"))) as run:
        await run.press("u", "q", "k")
        assert isinstance(run.app.screen, LobbyScreen)
        run.client.snapshot = playing(view("G1 G2"), log=(), table_name="other")
        run.app.sit_down(run.client)
        await run.pilot.pause()
        assert "UNO with" not in run.text
        assert "Bora played" not in run.text
        assert "other" in run.text


async def test_ctrl_c_asks_before_it_leaves_a_table() -> None:
    async with at_table(playing()) as run:
        await run.press("ctrl+c", "s")
        assert isinstance(run.app.screen, TableScreen)
        await run.press("ctrl+c", "k")
        assert run.calls == [("step_away",)]
        assert run.app.return_value == 0


async def test_a_client_that_fails_says_so() -> None:
    async with at_table(playing()) as run:

        async def fail() -> None:
            raise RuntimeError("boom")

        run.client.run = fail  # type: ignore[method-assign]
        run.app.sit_down(run.client)
        await run.pilot.pause()
        assert "The link to the table failed: boom" in run.text


async def test_a_new_round_brings_a_new_screen() -> None:
    async with at_table(playing()) as run:
        first = run.app.screen
        await run.push(stage=Stage.ROUND_OVER)
        await run.push(playing(round_no=3))
        assert isinstance(run.app.screen, TableScreen)
        assert run.app.screen is not first


@pytest.mark.parametrize("language", AVAILABLE)
async def test_the_bar_says_that_a_digit_plays_at_once(language: str) -> None:
    """Who pressed one to choose a card had played it."""
    use(language)
    try:
        async with at_table(playing(), size=(120, 40)) as run:
            assert _("1-9 play at once") in run.text
            await run.push(playing(THEIRS))
            assert "1-9" not in run.text, "it is Bora's turn"
        async with at_table(playing()) as run:
            assert _("1-9 play at once") in run.text or _("1-9 play") in run.text
        async with at_table(playing(), size=(60, 18)) as run:
            assert _("choose") in run.text, "what is said first"
    finally:
        use("en")
