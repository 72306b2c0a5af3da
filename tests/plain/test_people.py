"""Words about people: votes, orders of the owner, mute."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.plain.fakes import ANNA, BORA, ROBO, FakeTable, playing
from uno_lan import languages
from uno_lan.client.model import Poll, Watcher
from uno_lan.engine import NOBODY
from uno_lan.plain.console import Console
from uno_lan.plain.helping import help_lines
from uno_lan.plain.speaker import Speaker

POLL = Poll("remove", 1, None, "", (0, 2), ((2, "yes"),), 40_000, may=True)
NOW = replace(
    playing(),
    watchers=(Watcher("Bora", b"old"), Watcher("New Bora", b"new")),
    banned=(Watcher("Rudi", b"rudi"),),
    polls=(POLL, replace(POLL, what="pause", seat=-1, may=False)),
)


def said(text: str) -> tuple[list[str], list[tuple[str, object]]]:
    """What is answered to a line, and what it asks of the table."""
    table = FakeTable(NOW)
    return Console(table, Speaker(), clock=lambda: 10_000).line(text), table.asked


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("vote pause", ("ask", ("pause", -1, None))),
        ("vote resume", ("ask", ("resume", -1, None))),
        ("vote remove B", ("ask", ("remove", 1, None))),
        ("vote release Bora", ("ask", ("release", 1, None))),
        ("vote seat B new bora", ("ask", ("reseat", 1, b"new"))),
        ("yes", ("answer", ("remove", True))),
        ("vote no", ("answer", ("remove", False))),
        ("pause", ("rest", True)),
        ("resume", ("rest", False)),
        ("give B", ("give", 1)),
        ("back", ("take_back", None)),
    ],
)
def test_words_do_what_they_say(text: str, wish: tuple[str, object]) -> None:
    assert said(text) == ([], [wish])


def test_who_is_let_in_again_is_said() -> None:
    assert said("unban rudi") == (["Rudi may come in again."], [("let_in", b"rudi")])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("vote", "vote pause"),
        ("vote remove", "Nobody sits there."),
        ("vote remove J", "Nobody sits there."),
        ("vote seat B Carl", "Nobody who watches is called Carl"),
        ("unban Bora", "Put out: Rudi."),
        ("mute Nobody", "Nobody here has that name."),
    ],
)
def test_what_cannot_be_done_is_said(text: str, answer: str) -> None:
    lines, asked = said(text)
    assert answer.lower() in lines[0].lower()
    assert asked == []


def test_yes_may_be_typed_in_the_language_in_use() -> None:
    languages.use("nl")
    try:
        assert said("ja") == said("yes")
        assert said("nee") == said("no") != said("yes")
    finally:
        languages.use("en")


@pytest.mark.parametrize(
    "text",
    ["mute anna", "unmute Anna", "give A", "kick A", "kick Anna", "vote remove A", "vote seat A New Bora"],
)
def test_words_about_others_are_not_taken_of_myself(text: str) -> None:
    assert said(text) == (["That is you."], [])


def test_who_watches_cannot_mute_the_own_name_either() -> None:
    now = replace(NOW, me=NOBODY, my_name="New Bora")
    for text, asked in (("mute new bora", []), ("mute bora", [("mute", ("Bora", True))])):
        table = FakeTable(now)
        assert Console(table, Speaker(), clock=lambda: 10_000).line(text)
        assert table.asked == asked


def test_mute_answers_at_once() -> None:
    assert said("mute bora") == (["You see no more chat of Bora."], [("mute", ("Bora", True))])
    assert said("unmute bora")[1] == [("mute", ("Bora", False))]


def test_what_to_type_is_said_once() -> None:
    speaker = Speaker()
    speaker.hear(replace(NOW, polls=()))
    assert speaker.hear(NOW) == ["Say: yes or no"]
    assert speaker.hear(replace(NOW, polls=(replace(POLL, votes=((2, "yes"), (0, "no"))),))) == []
    asleep = replace(NOW, seats=(replace(NOW.seats[0], standin=True), *NOW.seats[1:]))
    assert speaker.hear(asleep) == ["Say: back"]
    assert speaker.hear(asleep) == []


def test_a_seat_is_offered_for_a_vote_only_when_the_wait_for_its_player_is_over() -> None:
    """The table refuses the vote before that."""
    away = replace(BORA, online=False, away_ms=9_000)
    for seat, offered in (
        (away, False),
        (replace(away, standin=True), True),
        (replace(away, away_ms=0), True),
    ):
        (ways, *_more) = help_lines(playing(seats=(ANNA, seat, ROBO)))
        assert ("vote release Bora" in ways) is offered


def test_how_votes_stand() -> None:
    assert said("votes")[0] == [
        "Put Bora out of the game? 1 of 2 for it. 30 seconds left.",
        "Pause the table? 1 of 2 for it. 30 seconds left.",
    ]
    table = FakeTable(replace(NOW, polls=()))
    console = Console(table, Speaker(), clock=lambda: 10_000)
    assert console.line("votes") == ["Nothing is voted on."]
    assert console.line("yes") == ["Nothing is voted on that waits for you."]


@pytest.mark.parametrize(
    ("text", "question", "wish"),
    [
        ("leave", "This gives up your seat for good; quit would keep it.", ("leave", None)),
        ("close", "This closes the table for everybody, and the game is over.", ("close_table", None)),
        ("kick B", "This puts Bora out, who cannot come back to this table.", ("kick", 1)),
        ("give B", "This gives the table to Bora: you are not its owner any more.", ("give", 1)),
    ],
)
def test_what_cannot_be_taken_back_is_typed_twice(text: str, question: str, wish: tuple[str, object]) -> None:
    table = FakeTable(replace(NOW, me=0, owner=0))
    console = Console(table, Speaker(), clock=lambda: 10_000, careful=True)
    once = [question, f"Say it once more to do it: {text}"]
    assert console.line(text) == once
    assert console.line("turn")
    assert console.line(text) == once, "something else in between takes it back"
    assert table.asked == []
    assert console.line(text) == []
    assert table.asked == [wish]


@pytest.mark.parametrize(
    ("text", "owner"), [("quit", 0), ("kick Z", 0), ("close", 1), ("give B", 1), ("bot", 0)]
)
def test_only_what_would_be_done_and_is_final_is_asked(text: str, owner: int) -> None:
    table = FakeTable(replace(NOW, me=0, owner=owner))
    console = Console(table, Speaker(), clock=lambda: 10_000, careful=True)
    assert not any("once more" in line for line in console.line(text))
