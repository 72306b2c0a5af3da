"""Lines from a pipe wait for the answer to the one before, and for their cards."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.plain.fakes import ANNA, BORA, ROBO, WAITING, playing, view
from uno_lan.client.model import Snapshot, Stage
from uno_lan.engine import NOBODY, Phase
from uno_lan.plain import pace
from uno_lan.plain.pace import Pace, is_answered, is_between

READY = replace(WAITING, seats=(replace(ANNA, ready=True), BORA, ROBO))


@pytest.mark.parametrize(
    ("now", "between"),
    [
        (WAITING, False),
        (playing(), False),
        (replace(playing(), view=None), True),
        (playing(catching_up=True), True),
        (playing(view(phase=Phase.SHUFFLE)), True),
        (playing(view(hand="R5", sizes=(7, 4, 7))), True),
        (playing(view(seat=NOBODY, hand=""), me=NOBODY), False),
        (playing(stage=Stage.ROUND_OVER), False),
    ],
)
def test_cards_that_are_on_their_way_are_waited_for(now: Snapshot, between: bool) -> None:
    assert is_between(now) is between


@pytest.mark.parametrize(
    ("before", "now", "answered"),
    [
        (WAITING, WAITING, False),
        (WAITING, replace(WAITING, rtt_ms=4), False),
        (WAITING, READY, True),
        (READY, playing(), True),
        (playing(), playing(view("R5 B2")), True),
        (playing(), playing(notice="It is not your turn.", notice_no=1), True),
        (playing(), playing(held=True), True),
    ],
)
def test_an_answer_is_what_changed_or_why_not(before: Snapshot, now: Snapshot, answered: bool) -> None:
    assert is_answered(before, now) is answered


def test_the_last_one_to_go_on_waits_for_the_next_round() -> None:
    over = replace(playing(), stage=Stage.ROUND_OVER, seats=(ANNA, replace(BORA, ready=True), ROBO))
    all_ready = replace(over, seats=(replace(ANNA, ready=True), *over.seats[1:]))
    assert not is_answered(over, all_ready)
    assert is_answered(over, replace(all_ready, stage=Stage.ROUND, round_no=2))
    waits = replace(over, seats=(ANNA, BORA, ROBO))
    assert is_answered(waits, replace(waits, seats=(replace(ANNA, ready=True), BORA, ROBO))), (
        "others take long"
    )


async def test_the_next_line_is_due_when_start_was_answered_and_the_cards_are_there() -> None:
    current = READY
    keeping = Pace(lambda: current)
    due = asyncio.create_task(keeping.due(READY, asked=True))

    async def heard(now: Snapshot) -> bool:
        nonlocal current
        current = now
        keeping.hear()
        for _turn in range(5):
            await asyncio.sleep(0)
        return due.done()

    assert not await heard(replace(READY, rtt_ms=3))
    assert not await heard(playing(view(phase=Phase.SHUFFLE)))
    assert not await heard(playing(view(hand="R5", sizes=(7, 4, 7))))
    assert await heard(playing())


async def test_no_answer_holds_nobody_up_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "ANSWER_S", 0.0)
    await Pace(lambda: WAITING).due(WAITING, asked=True)


async def test_a_question_is_answered_at_once() -> None:
    await Pace(lambda: WAITING).due(WAITING, asked=False)
