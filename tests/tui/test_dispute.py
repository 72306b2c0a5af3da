"""Something is wrong at the table: said at once, with the proof, and what can be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.tui.fakes import playing, view
from tests.tui.running import Running, at_table
from tui.screens.dispute import DisputeDialog
from uno_lan.client.model import Fairness, Trouble

FAULT = Fairness(3, False, 0, "E_LEAF", "The host gave you a card that is not the one it promised.")
PROVEN = Trouble(
    "E_LEAF",
    "The host gave you a card that is not the one it promised.",
    entry=9,
    found_by=0,
    mine=True,
    proven=True,
    guilty="the host (Anna)",
    evidence="/uno/proof.unoevidence",
    told=True,
    frozen=True,
    can=("leave",),
)


def disputed(**changes: Any) -> Trouble:
    """A round that Ben did not find right; all are asked."""
    values: dict[str, Any] = {
        "code": "",
        "text": "Somebody did not find this round right.",
        "can": ("count", "void", "stop", "leave"),
        "asked": (0, 1, 2),
        "ends_ms": 1_000_000_000_000,
        "told": True,
    }
    return Trouble(**(values | changes))


def inside(run: Running) -> str:
    """The sentences in the box, unwrapped."""
    lines = run.text.splitlines()
    top = next(line for line in lines if "┏" in line or "╭──────────────────────────────" in line)
    corners = "┏┓" if "┏" in top else "╭╮"
    left, right = top.rindex(corners[0]), top.rindex(corners[1])
    return " ".join(" ".join(line[left + 1 : right].replace("┃", " ") for line in lines).split())


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
async def test_what_was_found_is_said_at_once(size: tuple[int, int]) -> None:
    async with at_table(playing(), size=size) as run:
        await run.push(fair=FAULT, trouble=PROVEN)
        assert isinstance(run.app.screen, DisputeDialog)
        text = inside(run)
        for words in ("not the one it promised", "E_LEAF", "the host (Anna) did it", "proof.unoevidence"):
            assert words in text, words
        assert "Leave" in text
        assert "Void" not in text, "there is nothing to vote on"
        await run.press("escape")
        assert not isinstance(run.app.screen, DisputeDialog)
        await run.push(fair=FAULT, trouble=PROVEN)
        assert not isinstance(run.app.screen, DisputeDialog), "said once"
        await run.press("d", "1")
        assert run.calls == [], "nothing is played any more"
        await run.press("f2")
        assert isinstance(run.app.screen, DisputeDialog)


async def test_nobody_is_accused_of_what_cannot_be_proven() -> None:
    trouble = Trouble(
        "E_SUBSET", "The cards were shuffled without you.", mine=True, frozen=True, can=("leave",)
    )
    async with at_table(playing()) as run:
        await run.push(trouble=trouble)
        text = inside(run)
        assert "cannot be proven" in text
        assert "The others are being told" in text
        assert "nobody is shown guilty" in text


async def test_the_players_vote_and_see_how_it_stands() -> None:
    async with at_table(playing()) as run:
        await run.push(trouble=disputed())
        assert isinstance(run.app.screen, DisputeDialog)
        assert " is disputed" in run.text
        await run.press("v")
        assert run.calls == [("vote", "void")]
        assert isinstance(run.app.screen, DisputeDialog), "the box stays and shows the votes"
        await run.push(trouble=disputed(votes=((0, "void"), (1, "count"))))
        text = inside(run)
        assert "You: The round is void" in text
        assert "The round counts." in text
        assert "Still to vote: " in text
        await run.press("c", "s")
        assert run.calls == [("vote", "count"), ("vote", "stop")]
        await run.push(trouble=None)
        assert not isinstance(run.app.screen, DisputeDialog), "it is decided"


async def test_what_the_players_decide_about_stops_no_table() -> None:
    """Only the opened cards show it: the table does not say that no more moves are made."""
    doubt = replace(PROVEN, code="E_DECK", frozen=False, can=())
    async with at_table(playing()) as run:
        await run.push(fair=FAULT, trouble=doubt)
        await run.press("escape")
        assert "No more moves" not in run.text
        await run.push(trouble=PROVEN)
        await run.press("escape")
        assert "No more moves" in run.text


async def test_a_vote_that_begins_later_is_asked_for_again() -> None:
    async with at_table(playing()) as run:
        await run.push(trouble=disputed(ends_ms=0, can=(), asked=()))
        await run.press("escape")
        await run.push(trouble=disputed())
        assert isinstance(run.app.screen, DisputeDialog)


async def test_who_has_no_say_is_offered_no_vote() -> None:
    async with at_table(playing()) as run:
        await run.push(trouble=disputed(can=("leave",)))
        assert "Void" not in run.text
        await run.press("v")
        assert run.calls == []
        await run.press("l")
        assert not isinstance(run.app.screen, DisputeDialog)
        assert "Leave" in run.text, "the usual question"


async def test_buttons_do_what_keys_do() -> None:
    async with at_table(playing()) as run:
        await run.push(trouble=disputed())
        await run.click("#do-count", 3)
        assert run.calls == [("vote", "count")]


async def test_the_mark_of_the_deal_and_its_limit() -> None:
    async with at_table(playing(view(), fair=Fairness(2, words=("bado", "kila", "mono", "sera")))) as run:
        assert "deal ✓ 2" in run.text
        await run.press("question_mark")
        shown = run.text
        for _ in range(6):
            await run.press("pagedown")
            shown += run.text
        assert "Is all fair? (F2)" in shown
        await run.press("escape", "f2")
        asked = inside(run)
        assert "nobody could choose the cards" in asked
        assert "The host's computer can see the cards" in asked
        assert "bado kila mono sera" in asked


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_all_that_a_shuffle_given_up_would_have_dealt_can_be_read(size: tuple[int, int]) -> None:
    """Ten players' cards are more than the box holds: it scrolls, and its button stays in sight."""
    hands = tuple(f"Player {n}: R{n} G{n} B{n} Y{n} W W4 RS" for n in range(10))
    fair = Fairness(9, aborts=1, words=("bado", "kila", "mono", "sera"), lost=("It would have been:", *hands))
    async with at_table(playing(view(), fair=fair), size=size) as run:
        await run.press("f2")
        seen = inside(run)
        for _ in range(12):
            await run.press("pagedown")
            assert "OK" in run.text
            seen += inside(run)
        assert "Nobody could choose" in seen or "nobody could choose" in seen
        for line in hands:
            assert line in seen
        await run.press("enter")
        assert "Is all fair?" not in run.text


async def test_without_independent_players_nothing_is_claimed() -> None:
    async with at_table(playing(view(), fair=Fairness(0))) as run:
        await run.press("f2")
        assert "nothing is claimed" in inside(run)
