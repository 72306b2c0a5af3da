"""Round over and game over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tui.fakes import playing, seats, uids, view
from tests.tui.running import at_table
from tui.screens.game_over import ranking
from tui.screens.round_over import RoundOverScreen, sum_words
from tui.screens.waiting import WaitingScreen
from uno_lan.client.model import Fairness, LogLine, RoundResult, Snapshot, Stage
from uno_lan.client.tally import Numbers
from uno_lan.engine.phases import Phase

RESULT = RoundResult(
    3,
    1,
    "out",
    {0: uids("R7 W4 BD"), 1: (), 2: uids("Y9 Y9 G2 W W"), 3: uids("B1")},
    {1: 238},
    {0: 120, 1: 498, 2: 40, 3: 0},
    verified=True,
    attested=(0, 1, 2),
)


def over(result: RoundResult | None = RESULT, **changes: Any) -> Snapshot:
    """A round that Bora has won."""
    board = view("R7 W4 BD", phase=Phase.ROUND_OVER, to_act=-1, winner=1)
    values: dict[str, Any] = {
        "stage": Stage.ROUND_OVER,
        "result": result,
        "seats": seats(4, bora={"ready": True}),
    }
    return playing(board, **(values | changes))


async def test_hands_are_opened_and_points_explained() -> None:
    async with at_table(over()) as run:
        for words in (
            "Round 3: Bora is out of cards, 238 points.",
            "Last card   B■ +2",
            "R◆7 B■+2 W✶+4  7 + 20 + 50 = 77",
            "2 + 2x9 + 2x50 = 120",
            "498  +238   no cards left",
            "deal verified ✓ 3 independent players",
            "Waiting for you, Cem and Deniz.",
        ):
            assert words in run.text


async def test_next_round_chat_log_and_leaving() -> None:
    async with at_table(over()) as run:
        await run.press("n")
        assert run.calls == [("next_round",)]
        await run.press("t", *"gg", "enter", "l")
        assert run.calls == [("say", "gg")]
        assert "Bora played" in run.text
        await run.press("escape")
        await run.push(log=(LogLine("chat", "Bora: gg", 1),))
        assert "Bora: gg" in run.text.splitlines()[-3]
        await run.press("q", "k")
        assert run.calls == [("step_away",)]


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_a_chat_line_leaves_what_the_table_waits_for_where_it_is(size: tuple[int, int]) -> None:
    async with at_table(over(), size=size) as run:
        assert run.text.splitlines()[-2] == " Waiting for you, Cem and Deniz."
        await run.push(log=(LogLine("chat", "Bora: gg", 1),))
        assert run.text.splitlines()[-3:-1] == [" Bora: gg", " Waiting for you, Cem and Deniz."]
        await run.push(log=(LogLine("chat", "Bora: gg", 1), LogLine("link", "Cem is away.", 2)))
        assert "Bora: gg" not in run.text
        assert run.text.splitlines()[-2] == " Waiting for you, Cem and Deniz."


async def test_watchers_do_not_go_on() -> None:
    async with at_table(over(me=-1)) as run:
        await run.press("n")
        assert run.calls == []
        assert "Next round" not in run.text.splitlines()[-1]


@pytest.mark.parametrize(
    ("result", "fair", "words"),
    [
        (replace(RESULT, verified=False), Fairness(), "being opened and checked"),
        (RESULT, Fairness(fault_code="E_DECK", fault="The deck was not complete."), "not complete. (E_DECK)"),
        (replace(RESULT, disputed=True, outcome="open"), Fairness(), "disputed: the players decide"),
        (replace(RESULT, disputed=True, outcome="count"), Fairness(), "the players let it count"),
        (replace(RESULT, disputed=True, outcome="void"), Fairness(), "is void: its points do not count"),
        (replace(RESULT, disputed=True, outcome="stop"), Fairness(), "and the game stops here"),
        (RESULT, Fairness(aborts=2), "given up and repeated: 2"),
        (RESULT, Fairness(words=("bade", "kimo", "lasi", "tore")), "bade kimo lasi tore"),
        (replace(RESULT, winner=0, why="last", points={}), Fairness(), "You are the last one left."),
        (replace(RESULT, winner=-1, why="blocked", points={}), Fairness(), "the round is blocked"),
        (None, Fairness(), "the hands are being opened"),
    ],
)
async def test_what_else_can_be_said(result: RoundResult | None, fair: Fairness, words: str) -> None:
    async with at_table(over(result, fair=fair)) as run:
        assert words in run.text


async def test_the_bar_and_the_result_say_one_number_of_a_deal() -> None:
    """The bar counted who shuffled, the result who checked afterwards, and both were said of the deal."""
    for count, said in ((2, "✓ 2 independent players"), (1, "✓ 1 independent player")):
        async with at_table(over(fair=Fairness(contributors=count)), size=(120, 40)) as run:
            assert f"deal {said}" in run.text.splitlines()[0]
            assert f"deal verified {said}" in run.text
            assert "So found the programs of Bora and Cem." in run.text, "who, not how many"
    async with at_table(over(replace(RESULT, attested=(0, 2))), size=(120, 40)) as run:
        assert "So found the program of Cem." in run.text
    alone = replace(RESULT, attested=(0,))
    async with at_table(over(alone, fair=Fairness()), size=(120, 40)) as run:
        assert "deal verified ✓\n" in run.text, "nobody independent: nothing is claimed"
        assert "So found" not in run.text


async def test_a_huge_hand_flows_over_lines() -> None:
    big = replace(
        RESULT, hands={0: uids("R1 R2 R3 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 G2 G3"), 1: ()}
    )
    async with at_table(over(big), size=(60, 18)) as run:
        assert all(len(line) <= 60 for line in run.text.splitlines())
        assert not any(line[:3].strip().isdecimal() for line in run.text.splitlines()), "sums are indented"
        await run.press("down", "pagedown")
        assert "deal verified" in run.text


async def test_refusals_are_told_here_too() -> None:
    async with at_table(over()) as run:
        await run.push(notice="Not everybody is ready yet.", notice_no=1)
        assert "Not everybody is ready yet." in run.text


async def test_game_over_ranks_and_offers_a_rematch() -> None:
    won = replace(RESULT, game_over=True, winners=(1,))
    async with at_table(over(won, stage=Stage.GAME_OVER)) as run:
        for words in ("Game over: Bora wins the game!", " 1. Bora", " 2. Anna", " 4. Deniz"):
            assert words in run.text
        await run.press("n")
        assert run.calls == [("rematch",)]
        await run.push(stage=Stage.WAITING, result=None)
        assert isinstance(run.app.screen, WaitingScreen)


BOTS = {name: {"kind": "bot", "ready": True} for name in ("bora", "cem", "deniz")}


async def test_with_bots_alone_a_rematch_is_one_key() -> None:
    won = replace(RESULT, game_over=True, winners=(1,))
    async with at_table(over(won, stage=Stage.GAME_OVER, seats=seats(4, **BOTS))) as run:
        assert "r Waiting room" in run.text
        await run.press("n")
        assert run.calls == [("rematch",)]
        await run.push(stage=Stage.WAITING, result=None, round_no=0)
        assert run.calls == [("start",)]
        await run.push(stage=Stage.WAITING)
        assert run.calls == []


async def test_the_waiting_room_is_a_key_away_where_a_rematch_begins_at_once() -> None:
    won = replace(RESULT, game_over=True, winners=(1,))
    async with at_table(over(won, stage=Stage.GAME_OVER, seats=seats(4, **BOTS))) as run:
        await run.press("r")
        await run.push(stage=Stage.WAITING, result=None, round_no=0)
        assert run.calls == [("rematch",)]
        assert isinstance(run.app.screen, WaitingScreen)


@pytest.mark.parametrize(
    "changes",
    [{"seats": seats(4)}, {"seats": seats(4, **BOTS), "owner": 1}, {"seats": seats(1)}],
    ids=["people", "not mine", "nobody else"],
)
async def test_where_others_are_asked_a_rematch_begins_nothing(changes: dict[str, Any]) -> None:
    won = replace(RESULT, game_over=True, winners=(1,))
    async with at_table(over(won, stage=Stage.GAME_OVER, **changes)) as run:
        assert "Waiting room" not in run.text
        await run.press("n")
        await run.push(stage=Stage.WAITING, result=None, round_no=0)
        assert run.calls == [("rematch",)]


@pytest.mark.parametrize(
    ("winners", "words"),
    [((0,), "you win the game!"), ((0, 2), "you and Cem win"), ((), "nobody won")],
)
async def test_who_has_won(winners: tuple[int, ...], words: str) -> None:
    won = replace(RESULT, game_over=True, winners=winners)
    async with at_table(over(won, stage=Stage.GAME_OVER, me=0)) as run:
        assert words in run.text
        assert not isinstance(run.app.screen, RoundOverScreen)


async def test_a_game_without_a_result() -> None:
    async with at_table(over(None, stage=Stage.GAME_OVER, me=-1)) as run:
        assert "The game is over." in run.text
        await run.press("n")
        assert run.calls == []


def test_ties_share_a_place_and_penalties_count_upwards() -> None:
    tie = replace(RESULT, totals={0: 40, 1: 498, 2: 40, 3: 0}, winners=(1,))
    assert ranking(over(tie)) == [(1, 1), (2, 0), (2, 2), (4, 3)]
    assert [seat for _, seat in ranking(over(replace(tie, winners=(3,)), mode="penalty_500"))] == [3, 0, 2, 1]
    assert ranking(over(None)) == []


def test_partners_share_their_place_whoever_of_them_made_the_points() -> None:
    result = replace(RESULT, totals={0: 0, 1: 79, 2: 40, 3: 0}, winners=(1, 3))
    teams = {0: 0, 1: 1, 2: 0, 3: 1}
    assert ranking(over(result, teams=teams)) == [(1, 1), (1, 3), (3, 0), (3, 2)]


@pytest.mark.parametrize(
    ("values", "words"),
    [([5], "= 5"), ([5, 7], "5 + 7 = 12"), ([20, 20, 5, 20], "5 + 3x20 = 65"), ([9, 9], "2x9 = 18")],
)
def test_sums(values: list[int], words: str) -> None:
    assert sum_words(values) == words


async def test_next_is_pressed_once_and_help_is_a_key_away() -> None:
    async with at_table(over()) as run:
        bar = run.text.splitlines()[-1]
        assert "n Next round" in bar
        assert "? Help" in bar
        await run.push(seats=seats(4, anna={"ready": True}, bora={"ready": True}))
        assert "Next round" not in run.text
        assert "Waiting for Cem and Deniz." in run.text


async def test_help_after_a_round_begins_with_the_keys_there() -> None:
    async with at_table(over(), size=(120, 40)) as run:
        await run.press("question_mark")
        said = " ".join(run.text.replace("│", " ").split())
        assert "n: next round, or after the game a rematch" in said
        assert said.index("Read on") < said.index("At the table")


async def test_the_game_file_is_named_at_the_end() -> None:
    result = replace(RESULT, game_over=True, winners=(1,))
    shown = over(result, stage=Stage.GAME_OVER, record="/home/anna/games/evening.unolog")
    async with at_table(shown, size=(120, 40)) as run:
        assert "/home/anna/games/evening.unolog" in run.text


async def test_teams_count_together_and_who_is_out_is_named() -> None:
    shown = over(teams={0: 0, 1: 1, 2: 0, 3: 1})
    async with at_table(shown, size=(120, 40)) as run:
        assert "You and Cem: 160 points together." in run.text
        assert "Bora and Deniz: 498 points together." in run.text
        assert "& Cem" in run.text
        await run.push(teams={}, out=(0, 2))
        assert "Out of the game: you and Cem." in run.text


async def test_the_key_of_votes_is_shown_between_rounds() -> None:
    async with at_table(over()) as run:
        assert "v People" in run.text.splitlines()[-1]


WORDS = Fairness(contributors=3, words=("bade", "kimo", "lasi", "tore"))


async def test_what_is_below_the_edge_of_a_low_window_is_a_key_away_and_says_so() -> None:
    """Check words and the file of the game were there, but nothing said that there was more."""
    file = "/home/anna/games/evening.unolog"
    many = uids("R1 R2 R3 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 G1 G2 G3")
    long = replace(RESULT, hands={0: many, 1: (), 2: many, 3: ()})
    won = replace(long, game_over=True, winners=(1,))
    for shown in (over(long, fair=WORDS), over(won, stage=Stage.GAME_OVER, fair=WORDS, record=file)):
        async with at_table(shown, size=(60, 18)) as run:
            assert "bade kimo lasi tore" not in run.text
            assert "PgDn More" in run.text.splitlines()[-1]
            seen = run.text
            for _more in range(3):
                await run.press("pagedown")
                seen += run.text
            assert "bade kimo lasi tore" in seen
            assert not shown.record or file in seen
            assert "PgDn More" not in run.text, "that was all"
            await run.press("pageup", "pageup")
            assert "PgDn More" in run.text.splitlines()[-1]
        async with at_table(shown, size=(120, 40)) as run:
            assert "PgDn" not in run.text, "all of it is there"


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_the_end_of_a_game_says_what_everybody_did(size: tuple[int, int]) -> None:
    tally = {0: Numbers(12, 1, 2, 0), 1: Numbers(3, 0, 5, 4)}
    async with at_table(over(stage=Stage.GAME_OVER, tally=tally), size=size) as run:
        lines = run.text.splitlines()
        if size == (80, 24):
            heads = next(line for line in lines if "challenges won" in line)
            anna = next(line for line in lines if ". Anna" in line)
            for head, number in (("drawn", 12), ("challenges won", 1), ("UNO called", 2), ("caught", 0)):
                end = heads.index(head) + len(head)
                assert anna[:end].split()[-1] == str(number), "the number stands below its word"
        else:
            assert any("Drawn: Bora 3, Anna 12" in line for line in lines)
        assert any("Cem" in line for line in lines), "who did nothing of it has a row as well"
    async with at_table(over(stage=Stage.GAME_OVER), size=size) as run:
        assert "challenges won" not in run.text.lower(), "nothing is claimed that was not seen"
