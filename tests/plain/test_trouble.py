"""The plain client says what is wrong, who is shown guilty, and which words answer it."""

from __future__ import annotations

from dataclasses import replace

from tests.plain.fakes import FakeTable, playing
from uno_lan.client.model import Fairness, RoundResult, Stage, Trouble
from uno_lan.plain.console import Console
from uno_lan.plain.speaker import Speaker

PROVEN = Trouble(
    "E_LEAF", "A card is not the one it promised.", 9, 0, True, True, "the host (Anna)", "/uno/x.unoevidence",
    told=True, frozen=True, can=("leave",),
)  # fmt: skip
VOTE = Trouble(
    "", "Somebody did not find this round right.", told=True, can=("count", "void", "stop", "leave"),
    asked=(0, 1), ends_ms=15_000,
)  # fmt: skip


def test_what_was_found_is_said_once_with_its_proof() -> None:
    speaker = Speaker()
    calm = playing()
    speaker.hear(calm)
    fair = Fairness(2, False, 0, "E_LEAF", PROVEN.text, PROVEN.evidence)
    found = replace(calm, trouble=PROVEN, fair=fair)
    said = speaker.hear(found)
    assert said.count(f"Evidence: {PROVEN.evidence}") == 1
    assert said[:3] == [
        "STOP. A card is not the one it promised. (E_LEAF)",
        "It is proven, and anybody can check it: the host (Anna) did it.",
        "Evidence: /uno/x.unoevidence",
    ]
    assert "Say leave to leave the table." in said
    assert speaker.hear(replace(found, rtt_ms=5)) == []


def test_a_vote_and_the_words_for_it() -> None:
    speaker = Speaker()
    calm = playing()
    speaker.hear(calm)
    said = speaker.hear(replace(calm, trouble=VOTE))
    assert "Say: vote count, vote void or vote stop" in said
    said = speaker.hear(replace(calm, trouble=replace(VOTE, votes=((1, "void"),))))
    assert any("Bora: The round is void" in line for line in said)
    table = FakeTable(replace(calm, trouble=VOTE))
    console = Console(table, Speaker(), clock=lambda: 10_000)
    assert console.line("vote void") == []
    assert table.asked == [("vote", "void")]
    assert any("5 seconds left" in line for line in console.line("fair"))


def test_without_a_dispute_there_is_nothing_to_vote_on() -> None:
    table = FakeTable(playing())
    assert Console(table, Speaker(), clock=lambda: 0).line("vote void") == [
        "No round is disputed that you have a say in."
    ]
    assert table.asked == []


def test_what_the_mark_means() -> None:
    table = FakeTable(playing(fair=Fairness(2, words=("bado", "kila", "mono", "sera"), aborts=1)))
    said = " ".join(Console(table, Speaker(), clock=lambda: 0).line("fair"))
    for words in (
        "2 independent players",
        "nobody could choose",
        "computer can see",
        "bado kila",
        "repeated",
    ):
        assert words in said


def test_what_a_shuffle_given_up_would_have_dealt_is_told_line_by_line() -> None:
    lost = ("The deal that was given up would have been:", "You: R5 G7", "Bora: W4 B1")
    table = FakeTable(playing(fair=Fairness(2, aborts=1, lost=lost)))
    said = Console(table, Speaker(), clock=lambda: 0).line("fair")
    assert said[-3:] == list(lost)


def test_next_is_offered_when_the_vote_is_over_and_not_before() -> None:
    speaker = Speaker()
    speaker.hear(playing())
    result = RoundResult(1, 1, "out", {0: (), 1: ()}, {1: 30}, {0: 0, 1: 30}, disputed=True, outcome="open")
    over = replace(playing(), stage=Stage.ROUND_OVER, result=result, trouble=VOTE)
    said = speaker.hear(over)
    assert "Say: vote count, vote void or vote stop" in said
    assert "Say: next" not in said
    void = replace(result, points={1: 0}, totals={0: 0, 1: 0}, outcome="void")
    said = speaker.hear(replace(over, result=void, trouble=None))
    assert said == [
        "The round was disputed and is void: its points do not count.",
        "Totals: you 0, Bora 0.",
        "Say: next",
    ]


def test_a_game_that_the_vote_stops_says_so_and_that_nobody_won() -> None:
    speaker = Speaker()
    speaker.hear(playing())
    result = RoundResult(1, 1, "out", {0: (), 1: ()}, {1: 30}, {0: 0, 1: 30}, disputed=True, outcome="open")
    over = replace(playing(), stage=Stage.ROUND_OVER, result=result, trouble=VOTE)
    speaker.hear(over)
    stopped = replace(result, points={1: 0}, totals={0: 0, 1: 0}, outcome="stop", game_over=True)
    said = speaker.hear(replace(over, stage=Stage.GAME_OVER, result=stopped, trouble=None))
    assert said == [
        "The round was disputed: its points do not count, and the game stops here.",
        "Totals: you 0, Bora 0.",
        "Game over: nobody won.",
        "Say: rematch or quit",
    ]
