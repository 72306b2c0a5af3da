"""Typed lines: game commands, words about the table, and questions answered at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.plain.fakes import ANNA, BORA, ROBO, WAITING, FakeTable, cards, playing, view
from uno_lan.client.model import Proposed
from uno_lan.engine import NOBODY, Catch, Command, Draw, Keep, Legal, Phase, Play, Ruleset, Uno
from uno_lan.plain.console import Console
from uno_lan.plain.speaker import Speaker, Verbosity


def console(table: FakeTable | None = None) -> Console:
    return Console(table or FakeTable(), Speaker(), clock=lambda: 10_000)


def answers(text: str, table: FakeTable | None = None) -> str:
    return "\n".join(console(table).line(text))


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("play R5", Play(0, cards("R5")[0])),
        ("r5", Play(0, cards("R5")[0])),
        ("W blue", Play(0, cards("W")[0], color=3)),
        ("play W blue", Play(0, cards("W")[0], color=3)),
        ("draw", Draw(0)),
        ("keep", Keep(0)),
        ("uno", Uno(0)),
        ("catch @Bora", Catch(0, 1)),
        ("catch B", Catch(0, 1)),
    ],
)
def test_game_commands_are_sent_as_they_are_read(text: str, command: Command) -> None:
    table = FakeTable()
    assert console(table).line(text) == []
    assert table.asked == [("send", command)]


def test_a_call_that_does_not_count_is_said_to_be_of_no_use() -> None:
    table = FakeTable(playing(view("R5 B2")))
    assert console(table).line("PLAY r5 uno") == []
    table.snapshot = playing(view("R5 B2 W"))
    assert console(table).line("r5 uno") == ["A call counts only with the last card but one."]
    assert table.asked == [("send", Play(0, cards("R5")[0], uno=True))] * 2


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("ready", ("ready", True)),
        ("unready", ("ready", False)),
        ("start", ("start", None)),
        ("next", ("next_round", None)),
        ("rematch", ("rematch", None)),
        ("bot", ("add_bot", None)),
        ("unbot C", ("remove_bot", 2)),
        ("kick Bora", ("kick", 1)),
        ("say well  played", ("say", "well  played")),
        ("leave", ("leave", None)),
        ("close", ("close_table", None)),
    ],
)
def test_words_about_the_table(text: str, wish: tuple[str, object]) -> None:
    table = FakeTable()
    assert console(table).line(text) == []
    assert table.asked == [wish]


def test_who_goes_hears_that_the_seat_is_kept_and_who_sits_cannot_sit() -> None:
    table = FakeTable()
    assert console(table).line("quit") == ["Your seat is kept: uno-lan play --plain brings you back."]
    assert console(table).line("sit") == ["You have a seat already."]
    assert table.asked == [("step_away", None)]
    watching = FakeTable(replace(playing(), me=NOBODY))
    assert console(watching).line("sit") == console(watching).line("quit") == []
    assert watching.asked == [("sit", None), ("step_away", None)]


@pytest.mark.parametrize("text", ["", "   ", "# a remark in a script"])
def test_empty_lines_and_remarks_do_nothing(text: str) -> None:
    table = FakeTable()
    assert console(table).line(text) == []
    assert table.asked == []


def test_nonsense_is_answered_with_one_line_and_changes_nothing() -> None:
    table = FakeTable()
    for text in ("fly", "play", "play X9", "kick Nobody", "say", "catch", "play R5 R5 R5 R5"):
        said = console(table).line(text)
        assert len(said) == 1, text
    assert table.asked == []


def test_a_game_command_without_a_round_says_so() -> None:
    assert answers("draw", FakeTable(WAITING)) == "No game is running."


def test_hand_names_playable_cards_first() -> None:
    assert answers("hand") == "Playable: R5 W. Others: B2. 3 cards."
    assert answers("hand", FakeTable(WAITING)) == "You hold no cards: no round is being played."


def test_top_counts_and_turn() -> None:
    assert answers("top") == "Top: R7, red 7. Color: red. Order: clockwise."
    seen = view(called=(1,), owes=(2,), sizes=(3, 1, 1))
    assert answers("counts", FakeTable(playing(seen))) == (
        "Cards: you 3, Bora 1 UNO, Robo 1 can be caught. Pile: 60."
    )
    assert answers("turn") == "Your turn: play a card or draw."
    assert answers("turn", FakeTable(WAITING)) == "Waiting for you and Bora."


def test_time_left_on_the_clock() -> None:
    assert answers("time") == "No clock is running."
    assert answers("time", FakeTable(playing(deadline_ms=22_000))) == "You have 12 seconds left."
    other = playing(view(to_act=1), deadline_ms=11_500)
    assert answers("time", FakeTable(other)) == "Bora has 1 second left."


def test_why_a_card_cannot_be_played() -> None:
    assert answers("why R5") == "Red 5 can be played."
    assert answers("why B2") == "Blue 2 does not fit: neither red nor a 7."
    assert answers("why G1") == "You do not hold that card."
    assert answers("why") == "Say: why R5"
    assert answers("why R5", FakeTable(WAITING)) == "No game is running."
    waiting = FakeTable(playing(view(to_act=1, phase=Phase.TURN)))
    assert answers("why R5", waiting) == "It is not your turn."


def test_why_no_card_can_be_played_while_something_else_is_asked() -> None:
    asked = FakeTable(playing(view(phase=Phase.PICK_COLOR, legal=Legal(color=True))))
    for card in ("R5", "G1"):
        assert answers(f"why {card}", asked) == "That is not possible right now. Name a color."


def test_a_catch_that_names_nobody_is_told_whom_it_may_name() -> None:
    table = FakeTable(playing(view(legal=Legal(catch=(1, 2)))))
    assert answers("catch", table) == "Say: catch @Bora or catch @Robo"
    assert answers("catch") == "Nobody can be caught for that now."
    assert table.asked == []


def test_players_show_code_and_marks() -> None:
    said = answers("players", FakeTable(WAITING))
    assert "Seat A: Anna (you, owner)." in said
    assert "Seat C: Robo (bot, ready)." in said
    assert "Table code" not in said
    assert "Table code: K7QM-2XPA" in answers("table", FakeTable(WAITING))


def test_what_is_known_about_the_shuffle() -> None:
    assert answers("fair", FakeTable(WAITING)) == "Nothing has been shuffled yet."
    assert "nothing is claimed" in answers("fair")
    fair = replace(WAITING.fair, contributors=2, words=("cobra", "lamp", "seven", "river"))
    said = answers("fair", FakeTable(playing(fair=fair)))
    assert "2 independent players" in said
    assert "Check words: cobra lamp seven river." in said
    assert "computer can see" in said


def test_verbosity_is_set_by_its_word() -> None:
    made = console()
    assert made.line("verbosity low") == ["Speech: my turns, results and what concerns me."]
    assert made.speaker.verbosity is Verbosity.LOW
    assert made.line("verbosity loud") == ["Say: verbosity low, verbosity normal or verbosity high"]


def test_a_watcher_has_no_cards() -> None:
    watching = FakeTable(playing(view(seat=NOBODY, hand="", plays=""), me=NOBODY))
    assert answers("hand", watching) == "You are watching."
    assert answers("why R5", watching) == "You are watching."


CARDS = replace(
    WAITING, edition="customizable", ruleset=Ruleset.make("customizable", "race_500", ["extra_turn"])
)
ASKED = Proposed(1, "next draws 3", "You name the color; the next player draws 3 cards.", (1,))


def test_rules_for_cards_are_proposed_and_what_cannot_be_read_is_said_at_once() -> None:
    table = FakeTable(CARDS)
    assert answers("propose next draws 3", table) == ""
    assert answers("propose", table) == ""
    assert table.asked == [("propose", "next draws 3"), ("propose", "")]
    assert "Did you mean" not in answers("propose next drws 3", table)
    assert "did you mean 'draws'" in answers("propose next drws 3", table)
    assert len(table.asked) == 2
    assert answers("propose reverse", FakeTable(WAITING)) == "Classic has no cards to write on."
    assert "while a game is running" in answers("propose reverse", FakeTable(playing()))


def test_one_agrees_to_what_is_proposed() -> None:
    table = FakeTable(replace(CARDS, proposals=(ASKED,)))
    rules = answers("rules", table)
    assert rules.startswith("Edition: Customizable.")
    assert "Bora proposes for a card: next draws 3. You name the color;" in rules
    assert rules.endswith("Say: agree Bora")
    answers("agree", table)
    answers("agree Bora", table)
    assert table.asked == [("agree", 1), ("agree", 1)]
    assert answers("agree Robo", table) == "That player cannot be chosen."
    second = replace(ASKED, seat=2, agreed=(2,))
    both = FakeTable(replace(CARDS, proposals=(ASKED, second)))
    assert answers("agree", both) == "Whose? Say: agree Bora or Robo"
    assert answers("agree", FakeTable(CARDS)) == "Nothing waits for your word."


def test_the_owner_changes_the_rules() -> None:
    table = FakeTable(WAITING)
    for text in ("set stack_d2", "set hand_size_n=5", "set preset=kids", "set mode=single_hand"):
        assert answers(text, table) == ""
    made = [rules for _, rules in table.asked if isinstance(rules, Ruleset)]
    assert made[0].house.stack_d2
    assert made[1].house.hand_size_n == 5
    assert made[2].house.auto_uno
    assert made[3].mode == "single_hand"
    table.asked.clear()
    assert answers("set edition=Star Wars", table) == ""
    ((_word, rules),) = table.asked
    assert isinstance(rules, Ruleset) and (rules.edition.id, rules.mode) == ("star-wars", "race_500")
    table.asked.clear()
    for text, said in (
        ("set stack_d3", "Unknown rule 'stack_d3': did you mean stack_d4?"),
        ("set hand_size_n=99", "hand_size_n must be 2 to 15, not 99."),
        ("set stack_cross=up", "stack_cross needs both"),
        ("set preset=loud", "Unknown preset"),
        ("set mode=fast", "Unknown mode"),
        ("set edition=chess", "Unknown edition 'chess': there is classic"),
        ("set jump_in=perhaps", "jump_in must be "),
        ("set", "House rules: stack_d2, "),
        ("set jump_in=", "Say: set jump_in=on, set preset, set mode or set edition"),
        ("set edition=", "There are: classic, customizable, "),
        ("set mode", "Say: set mode=race_500"),
        ("set preset=", "There are: official, "),
    ):
        assert said in answers(text, table)
    assert not table.asked
    assert "Only the owner" in answers("set stack_d2", FakeTable(replace(WAITING, me=1)))
    assert "while a game is running" in answers("set stack_d2", FakeTable(playing()))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("10.0.0.7:40444", ["Address: 10.0.0.7:40444"]),
        (
            "uno://10.0.0.7:40445/#2BCTVEDVE2NYMBL2W3X2ZKJR5M.HAM3GSRV",
            [
                "Address: 10.0.0.7:40445",
                "Link: uno://10.0.0.7:40445/#2BCTVEDVE2NYMBL2W3X2ZKJR5M.HAM3GSRV",
            ],
        ),
        ("uno://?", ["Link: uno://?"]),
    ],
)
def test_the_address_can_be_told_aloud(address: str, said: list[str]) -> None:
    """`table` read out the link alone, as an address."""
    lines = console(FakeTable(replace(WAITING, address=address))).line("table")
    assert lines[-len(said) :] == said


@pytest.mark.parametrize(("word", "value"), [("yes", True), ("no", False), ("on", True), ("off", False)])
def test_a_rule_is_set_by_the_words_for_yes_and_no(word: str, value: bool) -> None:
    table = FakeTable(replace(WAITING, ruleset=Ruleset.make("classic", jump_in=not value)))
    assert answers(f"set jump_in={word}", table) == ""
    ((_word, rules),) = table.asked
    assert isinstance(rules, Ruleset) and rules.house.jump_in is value


@pytest.mark.parametrize(
    ("text", "asked"),
    [("draw", True), ("ready", True), ("hand", False), ("say hello", False), ("fly", False), ("", False)],
)
def test_whether_the_table_has_something_to_answer_is_known(text: str, asked: bool) -> None:
    made = console()
    made.line("ready")
    made.line(text)
    assert made.asked is asked


def test_a_move_takes_the_seat_back_from_a_bot() -> None:
    asleep = replace(playing(), seats=(replace(ANNA, standin=True), BORA, ROBO))
    table = FakeTable(asleep)
    assert console(table).line("draw") == []
    assert table.asked == [("take_back", None), ("send", Draw(0))]


def test_seats_change_places_and_i_am_called_otherwise_before_a_game() -> None:
    table = FakeTable(WAITING)
    assert answers("swap A Robo", table) == ""
    assert answers("name Anna  Two", table) == ""
    assert table.asked == [("swap", (0, 2)), ("rename", "Anna Two")]
    assert answers("swap A", table) == answers("swap A J", table) == "Say: swap A B"
    assert answers("name", table) != ""
    assert answers("name ...", table).endswith("letter or digit."), "one full stop"
    assert "while a game is running" in answers("name Ann", FakeTable())
    assert len(table.asked) == 2
