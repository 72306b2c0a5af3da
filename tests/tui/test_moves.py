"""Every card, rule and choice of every edition can be played from the table, in at most four key presses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.fakes import playing, uid, uids, view
from tests.tui.running import Running, at_table
from tui.cards import Artist
from tui.glyphs import UNICODE
from tui.move import Move, in_order, toggled
from tui.palette import plain
from tui.screens.cards_choice import DiscardDialog, SeveralDialog
from tui.screens.choices import ColorDialog, SeatDialog, SeatRow
from tui.screens.help import signs
from tui.screens.table import TableScreen
from uno_lan.client.model import ShownHand, Snapshot
from uno_lan.engine.phases import Phase
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import Legal

WARS, KART, MARIO = Ruleset.make("star-wars"), Ruleset.make("mario-kart"), Ruleset.make("super-mario")


def at(
    rules: Ruleset, hand: str, top: str = "R5", /, more: dict[str, Any] | None = None, **changes: Any
) -> Snapshot:
    """A table with these rules at which it is my turn."""
    shown = view(hand, top, rules=rules, **changes)
    return playing(shown, edition=rules.edition.id, mode=rules.mode, ruleset=rules, **(more or {}))


async def keys(run: Running, *pressed: str) -> list[tuple[object, ...]]:
    """Press the keys of one move, none too quick; what came of it."""
    assert len(pressed) <= 4
    for key in pressed:
        await run.press(key)
        run.clock.now += 500
    return run.calls


# Star Wars.


async def test_the_force_names_a_color_and_a_player() -> None:
    async with at_table(at(WARS, "R5 B3 WF")) as run:
        assert await keys(run, "3", "o", "2") == [("play", "WF", 1, False, ("target", 2))]


async def test_the_force_with_a_call_is_four_keys() -> None:
    async with at_table(at(WARS, "B3 WF")) as run:
        assert await keys(run, "2", "u", "g", "1") == [("uno",), ("play", "WF", 2, True, ("target", 1))]


async def test_orange_is_shown_and_typed() -> None:
    async with at_table(at(WARS, "O5 B3 W")) as run:
        assert "O●" in run.text
        assert await keys(run, "o", "5") == [("play", "O5", -1, False)]
        await run.push(at(WARS, "B3 W B7"))
        await run.press("w", "w")
        assert "ORANGE" in run.text
        assert "key o" in run.text


async def test_escape_takes_the_whole_move_back() -> None:
    async with at_table(at(WARS, "R5 B3 WF")) as run:
        assert await keys(run, "3", "b", "escape") == []
        assert await keys(run, "1") == [("play", "R5", -1, False)]


async def test_players_to_choose_come_in_the_order_of_play() -> None:
    async with at_table(at(WARS, "R5 B3 WF", direction=-1)) as run:
        await keys(run, "3", "b")
        box = run.app.screen
        assert isinstance(box, SeatDialog)
        assert [row.seat for row in box.seats] == [3, 2, 1]
        assert "12 cards" in run.text


# Super Mario.


async def test_a_super_star_answers_a_draw_card() -> None:
    asked = at(MARIO, "WS R9 B3", "RD", phase=Phase.ANSWER, attacker=2, pending=2, stake=10)
    async with at_table(asked) as run:
        assert "Cem draws 2 instead" in run.text
        await run.press("enter")
        assert "Cem draws 2 instead." in run.text
        run.clock.now += 500
        assert await keys(run, "g") == [("play", "WS", 2, False)]


async def test_an_answer_by_mouse() -> None:
    asked = at(MARIO, "WS R9 B3", "RD", phase=Phase.ANSWER, attacker=2, pending=2, stake=10)
    async with at_table(asked) as run:
        y = next(i for i, line in enumerate(run.text.splitlines()) if "Super Star:" in line)
        top = run.app.screen.query_one("#answer").region.y
        await run.click("#answer", 8, y - top)
        assert isinstance(run.app.screen, ColorDialog)


# Mario Kart.


async def test_an_item_box_asks_for_nothing() -> None:
    async with at_table(at(KART, "R5 B3 WI")) as run:
        assert await keys(run, "3") == [("play", "WI", -1, False)]


async def test_a_green_shell_asks_whom_and_a_bob_omb_which_color() -> None:
    async with at_table(at(KART, "R5 B3", to_act=1)) as run:
        await run.push(at(KART, "R5 B3", "G4", phase=Phase.PICK_TARGET))
        assert "Green Shell: choose who draws a card." in run.text
        assert await keys(run, "2") == [("choose", 2)]
        await run.push(at(KART, "R5 B3", "WI", phase=Phase.PICK_COLOR, color=0))
        assert "Bob-omb: name the color." in run.text
        assert await keys(run, "b") == [("color", 3)]


async def test_a_choice_of_the_round_cannot_be_left_but_comes_back() -> None:
    async with at_table(at(KART, "R5 B3", "G4", phase=Phase.PICK_TARGET)) as run:
        assert await keys(run, "escape") == []
        assert await keys(run, "enter", "1") == [("choose", 1)]


async def test_a_box_of_the_round_closes_when_the_clock_chose() -> None:
    async with at_table(at(KART, "R5 B3", "G4", phase=Phase.PICK_TARGET)) as run:
        assert isinstance(run.app.screen, SeatDialog)
        await run.push(at(KART, "R5 B3", "G4", to_act=1))
        assert not isinstance(run.app.screen, SeatDialog)


# Customizable.


def written(text: str) -> Ruleset:
    return Ruleset.make("customizable", custom=(text, text, text))


async def test_a_written_rule_is_shown_when_its_card_is_played() -> None:
    async with at_table(at(written("next draws 3"), "R5 B3 WC")) as run:
        await run.press("w", "c")
        assert "the next player draws 3 cards" in run.text
        run.clock.now += 500
        assert await keys(run, "r") == [("play", "WC", 0, False)]


async def test_a_rule_that_draws_to_a_color_and_one_that_swaps() -> None:
    async with at_table(at(written("draw_to_color"), "R5 B3 WC")) as run:
        assert await keys(run, "3", "r", "g") == [("play", "WC", 0, False, ("second", 2))]
    async with at_table(at(written("swap hands with a chosen player"), "R5 B3 WC")) as run:
        assert await keys(run, "3", "b", "1") == [("play", "WC", 3, False, ("target", 1))]


async def test_cards_with_different_rules_carry_their_numbers() -> None:
    rules = Ruleset.make("customizable", custom=("reverse", "skip 2", "extra_turn"))
    async with at_table(at(rules, "R5 B3 WC WC3")) as run:
        assert "W✶ ✎1" in run.text
        assert "W✶ ✎3" in run.text
        await run.press("w", "c")
        assert "the direction turns around" in run.text
        await run.press("escape", "4")
        assert "you take another turn" in run.text


async def test_discards_are_chosen() -> None:
    shown = at(written("set_hand_7"), "R5 B3 W R9", phase=Phase.PICK_DISCARDS, discards=2)
    async with at_table(shown) as run:
        assert isinstance(run.app.screen, DiscardDialog)
        assert "Enter discards red 9 and Wild." in run.text
        assert await keys(run, "enter") == [("discard", "R9 W")]
    async with at_table(shown) as run:
        await run.press("4")
        assert "Choose 1 more." in run.text
        run.clock.now += 500
        assert await keys(run, "1", "enter") == [("discard", "R9 R5")]


# House rules.


async def test_a_seven_swaps_with_a_chosen_player() -> None:
    async with at_table(at(Ruleset.make("classic", seven_zero=True), "R7 B3 R0")) as run:
        assert await keys(run, "2", "3") == [("play", "R7", -1, False, ("target", 3))]
        await run.push(at(Ruleset.make("classic", seven_zero=True), "R0 B3 R9"))
        assert await keys(run, "1") == [("play", "R0", -1, False)]


async def test_jumping_in_out_of_turn() -> None:
    rules = Ruleset.make("classic", jump_in=True, seven_zero=True)
    async with at_table(at(rules, "R5 B3", "R5", to_act=1)) as run:
        assert "You may jump in with red 5." in run.text
        assert "j Jump in!" in run.text
        assert await keys(run, "j") == [("jump", "R5", -1, False)]
        await run.push(at(rules, "R7 B3", "R7", to_act=1))
        assert await keys(run, "j", "2") == [("jump", "R7", 2, False)]


async def test_hands_are_swapped_with_who_holds_the_fewest_cards_unless_another_is_chosen() -> None:
    rules = Ruleset.make("classic", seven_zero=True)
    async with at_table(at(rules, "R7 B3")) as run:
        await keys(run, "1")
        box = run.app.screen
        assert isinstance(box, SeatDialog)
        assert min(row.cards for row in box.seats) < box.seats[0].cards
        fewest = min(box.seats, key=lambda row: row.cards)
        assert await keys(run, "enter") == [("play", "R7", -1, False, ("target", fewest.seat))]


@pytest.mark.parametrize(
    ("rules", "hand", "before"),
    [
        (WARS, "R5 B3 WF", ("3", "r")),
        (Ruleset.make("classic", seven_zero=True, false_catch=True), "R5", ("x",)),
    ],
    ids=["The Force", "a wrong catch"],
)
async def test_every_choice_of_a_player_begins_at_who_holds_the_fewest_cards(
    rules: Ruleset, hand: str, before: tuple[str, ...]
) -> None:
    """Only that of a seven did."""
    async with at_table(at(rules, hand)) as run:
        await keys(run, *before)
        box = run.app.screen
        assert isinstance(box, SeatDialog)
        fewest = min(box.seats, key=lambda row: row.cards)
        assert box.seats[0] != fewest
        assert box.rows.key == str(fewest.seat)


async def test_what_does_no_good_does_not_begin_at_a_partner() -> None:
    rows = (SeatRow(1, "Bora", 5), SeatRow(2, "Cem", 2, "your partner", partner=True), SeatRow(3, "Deniz", 3))
    async with at_table(at(WARS, "R5")) as run:
        for spares, place in ((True, 2), (False, 1)):
            box = SeatDialog(rows, lambda: "Whom?", spares=spares)
            await run.app.push_screen(box)
            await run.pilot.pause()
            assert box.rows.cursor == place
            await run.press("escape")


async def test_a_jump_is_not_held_up_by_the_guard_and_says_when_it_is_too_late() -> None:
    rules = Ruleset.make("classic", jump_in=True, seven_zero=True)
    async with at_table(at(rules, "R7 B3", "R5", to_act=1)) as run:
        run.client.push(at(rules, "R7 B3", "R7", to_act=1))
        await run.press("j")
        assert isinstance(run.app.screen, SeatDialog)
        await run.push(at(rules, "R7 B3", "G7", to_act=2))
        assert not isinstance(run.app.screen, SeatDialog)
        assert "Too late for that card." in run.text
        await run.press("j")
        assert "Out of turn: only the card on top, before anybody moves." in run.text


async def test_several_equal_numbers_at_once() -> None:
    rules = Ruleset.make("classic", multi_play=True)
    async with at_table(at(rules, "R5 G5 B5 Y2", "R9")) as run:
        assert "m Several" in run.text
        assert await keys(run, "m", "enter") == [("play", "R5 G5 B5", -1, False)]
    async with at_table(at(rules, "R5 G5 B5 Y2", "R9")) as run:
        await run.press("m", "2")
        assert "Green 5 lies on top." in run.text
        run.clock.now += 500
        assert await keys(run, "enter") == [("play", "R5 B5 G5", -1, False)]
    async with at_table(at(rules, "R5 G5 B5 Y2", "R9")) as run:
        await keys(run, "m", "u")
        assert isinstance(run.app.screen, SeveralDialog)
        assert await keys(run, "enter") == [("play", "R5 G5 B5", -1, True)]
    async with at_table(at(rules, "R5 G5 B5 Y2", "R9")) as run:
        assert await keys(run, "m", "u", "3", "enter") == [("play", "R5 G5", -1, False)]
        assert "A call counts only with the last card but one." in run.text


async def test_several_sevens_swap_once() -> None:
    rules = Ruleset.make("classic", multi_play=True, seven_zero=True)
    async with at_table(at(rules, "R7 G7 Y2", "R9")) as run:
        assert await keys(run, "m", "enter", "1") == [("play", "R7 G7", -1, False, ("target", 1))]


async def test_a_stack_tells_its_total_and_what_each_answer_does() -> None:
    rules = Ruleset.make("classic", stack_d2=True, stack_d4=True, stack_cross="both", deflect="any")
    asked = at(rules, "RD GR YS W4 R9", "BD", phase=Phase.ANSWER, attacker=3, pending=6, stake=10)
    for size in ((80, 24), (120, 40), (60, 18)):
        async with at_table(asked, size=size) as run:
            for said in (
                "Deniz passed 6 cards on to you",
                "take 6 cards",
                "Bora faces 8",
                "Deniz faces 6",
                "Bora faces 10",
            ):
                assert said in run.text, (size, said)
            assert await keys(run, "r", "d") == [("play", "RD", -1, False)]


async def test_a_bluff_is_warned_of() -> None:
    rules = Ruleset.make("classic")
    async with at_table(at(rules, "R5 B3 W4", "R9")) as run:
        await run.press("w", "4")
        assert "A bluff: you hold a red card. If challenged, you draw 4." in run.text
    async with at_table(at(rules, "G5 B3 W4", "R9")) as run:
        await run.press("w", "4")
        assert "A bluff" not in run.text


async def test_a_wrong_catch_is_possible_and_warned_of_where_it_costs() -> None:
    async with at_table(at(Ruleset.make("classic", false_catch=True), "R7 B3", "R9", to_act=1)) as run:
        await run.press("x")
        assert "a wrong catch costs you 2 cards" in run.text
        assert await keys(run, "2") == [("catch", 2)]
    async with at_table(at(Ruleset.make("classic"), "R7 B3", "R9", to_act=1)) as run:
        await run.press("x")
        assert "Nobody can be caught" in run.text


async def test_where_calls_are_made_by_the_program_there_is_no_key_for_it() -> None:
    async with at_table(at(Ruleset.make("classic", auto_uno=True), "R7 B3", "R9")) as run:
        assert "UNO!" not in run.text.splitlines()[-1]
        assert await keys(run, "u") == []
        assert "UNO is called for you." in run.text


async def test_where_a_card_must_be_played_the_keys_say_so() -> None:
    bound = "A card of yours fits, and at this table it must be played."
    async with at_table(at(Ruleset.make("classic", must_play=True), "R7 B3", "R9")) as run:
        assert "Your turn: play a card." in run.text
        assert "Draw" not in run.text.splitlines()[-1]
        assert await keys(run, "d") == []
        assert bound in run.text
    rules = Ruleset.make("classic", must_play_drawn=True)
    drawn = uid("R7")
    async with at_table(at(rules, "B3 R7", "R9", phase=Phase.DRAWN, drawn=drawn)) as run:
        assert "You drew red 7, which must be played." in run.text
        assert await keys(run, "k") == []
        assert bound in run.text


async def test_a_bluff_that_is_forbidden_says_so() -> None:
    async with at_table(at(Ruleset.make("classic", no_bluff=True), "R7 B3 W4", "R9")) as run:
        await run.press("w", "4")
        assert "this table forbids a bluff." in run.text


async def test_the_last_card_may_not_be_special() -> None:
    async with at_table(at(Ruleset.make("classic", no_special_finish="wilds"), "W", "R9")) as run:
        assert await keys(run, "1") == []
        assert "the last card may not be a special card" in run.text


async def test_the_rule_on_a_selected_card_is_shown() -> None:
    async with at_table(at(written("next draws 3"), "R5 B3 WC")) as run:
        await run.press("end")
        assert "Wild Customizable: next draws 3" in run.text


async def test_who_is_out_watches() -> None:
    rules = Ruleset.make("classic", "penalty_500", elimination=True)
    shown = at(rules, "R5 B3", "R9", seat=-1)
    async with at_table(shown) as run:
        await run.push(out=(0,))
        assert "You are out of the game and watch." in run.text


# What is shown and explained.


@pytest.mark.parametrize(
    ("found", "said"), [(True, "There is orange: Cem draws two."), (False, "There is no orange")]
)
async def test_a_hand_that_the_force_shows(found: bool, said: str) -> None:
    async with at_table(at(WARS, "R5 B3")) as run:
        cards = uids("O5 B7 W", WARS.edition)
        await run.push(shown=ShownHand(2, cards, found, True, 1, "force"))
        assert said in run.text
        assert "Cem holds 3 cards, shown to you alone" in run.text
        assert "✓ proven" in run.text


async def test_a_large_shown_hand_can_be_looked_through() -> None:
    async with at_table(at(WARS, "R5 B3")) as run:
        cards = tuple(range(2, 62, 2))
        await run.push(shown=ShownHand(2, cards, False, True, 3, "force"))
        assert "▸" in run.text
        assert "G▲" not in run.text
        await run.press("end")
        assert "G▲" in run.text, "the last ones are green"
        await run.press("right", "left")
        assert "◂" in run.text
        await run.press("enter")
        assert run.calls == [("seen_hand",)]


async def test_with_another_turn_of_mine_a_playable_card_is_chosen_again() -> None:
    async with at_table(at(KART, "R5 B3 WI", "R9")) as run:
        await run.press("left")
        await run.push(at(KART, "R5 B3", "B9"))
        assert "blue 3" in run.text, "the Mushroom turned up blue"


async def test_help_explains_the_selected_card_and_the_marks_of_the_others() -> None:
    rules = Ruleset.make("classic", seven_zero=True)
    async with at_table(at(rules, "R7 B3 W4", "R5", owes=(3,), called=(2,)), size=(120, 40)) as run:
        await run.press("end", "left", "question_mark")
        for said in (
            "Blue 3: a number card. Left in a hand it is worth 3 points.",
            "Blue 3 does not fit: neither red nor a 5.",
            "Cem has called UNO with 1 card.",
            "Deniz has one card and did not call: x catches.",
        ):
            assert said in run.text
        await run.press("escape", "home", "question_mark")
        assert "Red 7: You swap hands with a player of your choice." in run.text
        assert "It can be played now: Enter." in run.text


def test_the_signs_of_the_edition_are_explained() -> None:
    said = dict(signs(Artist(UNICODE, plain()), KART.edition))
    assert "▣ Wild Item Box" in said["Cards"]
    assert "Super Star" not in said["Cards"]
    assert said["Colors"].startswith("R◆ red, Y● yellow")


async def test_a_partner_is_marked_at_the_table() -> None:
    rules = Ruleset.make("classic", team=True)
    async with at_table(at(rules, "R5 B3", more={"teams": {0: 0, 1: 1, 2: 0, 3: 1}})) as run:
        assert "& Cem" in run.text
        assert "& Bora" not in run.text


SEVERAL = Ruleset.make("classic", multi_play=True)
BOXES = (
    (at(WARS, "R5 B3 WF"), ("3",)),
    (at(WARS, "R5 B3 WF"), ("3", "r")),
    (at(SEVERAL, "R5 G5 B5", "R9"), ("m",)),
    (at(written("set_hand_7"), "R5 B3 W R9", phase=Phase.PICK_DISCARDS, discards=2), ()),
)


@pytest.mark.parametrize("box", range(len(BOXES)))
async def test_boxes_survive_a_change_of_size(box: int) -> None:
    """A choice stays usable while the window changes around it, also when it was too small for a while."""
    shown, pressed = BOXES[box]
    async with at_table(shown, size=(80, 24)) as run:
        await keys(run, *pressed)
        kind = type(run.app.screen)
        for size in ((60, 18), (40, 10), (100, 30), (200, 60), (40, 10), (120, 40), (80, 24)):
            await run.pilot.resize_terminal(*size)
            await run.pilot.pause()
            assert isinstance(run.app.screen, kind)
            rows = run.text.splitlines()
            assert len(rows) == size[1]
            hints = ("60x18",) if size[0] < 60 else ("Esc back", "Enter discards", "or Enter")
            assert any(hint in row for row in rows for hint in hints), size


# Pure.


def test_what_is_missing() -> None:
    legal = Legal(plays=(1,), color_needed=(1,), second_color=(1,), target_needed=(1,), targets=(2, 3))
    assert Move(1).missing(legal) == "color"
    assert Move(1, color=0).missing(legal) == "second"
    assert Move(1, color=0, second=0).missing(legal) == "target"
    assert Move(1, color=0, second=0, target=2).missing(legal) == ""
    assert not Move(1, jump=True).is_possible(legal)


def test_the_only_other_player_is_not_asked_for() -> None:
    legal = Legal(plays=(1, 2), color_needed=(1,), target_needed=(1,), targets=(2,), jumps=(1,))
    assert Move(1).missing(legal) == "color", "a color is a choice all the same"
    assert Move(1, color=0).missing(legal) == ""
    assert Move(1, color=0).whole(legal) == Move(1, color=0, target=2)
    assert Move(1, jump=True, color=0).whole(legal).target == 2
    assert Move(2).whole(legal) == Move(2)


async def test_a_seven_between_two_is_one_key_and_an_item_goes_by_itself() -> None:
    sevens = Ruleset.make("classic", seven_zero=True)
    async with at_table(at(sevens, "R7 B3", count=2)) as run:
        assert await keys(run, "1") == [("play", "R7", -1, False, ("target", 1))]
    async with at_table(at(KART, "R5 B3", "G4", phase=Phase.PICK_TARGET, count=2)) as run:
        assert isinstance(run.app.screen, TableScreen)
        assert "Green Shell: Bora draws a card." in run.text
        assert run.calls == []


@pytest.mark.parametrize(
    ("chosen", "plays", "order"),
    [
        ((1, 2, 3), (1,), (1, 2, 3)),
        ((2, 3, 1), (3,), (3, 2, 1)),
        ((2, 1), (1,), ()),
        ((1,), (1,), (1,)),
        ((), (1,), ()),
    ],
)
def test_the_first_card_must_be_playable(
    chosen: tuple[int, ...], plays: tuple[int, ...], order: tuple[int, ...]
) -> None:
    assert in_order(chosen, plays) == order


def test_pressing_a_card_again_takes_it_back() -> None:
    assert toggled((1, 2), 3) == (1, 2, 3)
    assert toggled((1, 2, 3), 1) == (2, 3, 1)
    assert toggled((1, 2, 3), 3) == (1, 2)


def test_every_edition_has_its_cards() -> None:
    assert uid("WF", edition=WARS.edition) > 0
    assert len(uids("WI WI WI WI WI WI WI WI", KART.edition)) == 8


async def test_the_answer_to_a_draw_card_is_whole_in_its_very_first_frame() -> None:
    """A panel that was hidden had no width yet: its text was wrapped for 20 columns, and cut."""
    legal = Legal(accept=True, challenge=True)
    asked = view("R7", top="W4", phase=Phase.ANSWER, attacker=2, pending=4, can_challenge=True, legal=legal)
    async with at_table(playing()) as run:
        screen = run.app.screen
        assert isinstance(screen, TableScreen) and not screen.answer_panel.size.width
        screen.answer_panel.show(playing(asked))
        rows = screen.answer_panel.paint(49, 9)
        said = " ".join("".join(segment.text for segment in row).strip(" ┃") for row in rows)
        assert "played a Wild Draw Four on you." in said
        assert "honest: you draw 6 and lose the turn" in said
