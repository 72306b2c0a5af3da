"""Votes and people on the screens: the list, the short words, a bot in my place, who is waited for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tui.fakes import playing, seats, view
from tests.tui.golden import check
from tests.tui.running import START, Running, at_table
from tui.deeds import deeds, standings
from uno_lan.client.model import Poll, Snapshot, Stage, Watcher

POLL = Poll("remove", 1, None, "", (0, 2, 3), ((2, "yes"),), START + 41_000, may=True)


def table(**changes: object) -> Snapshot:
    """A table with a vote, a watcher, somebody away and somebody put out."""
    values: dict[str, object] = {
        "polls": (POLL,),
        "seats": seats(4, cem={"online": False, "standin": True}),
        "watchers": (Watcher("Cem's new laptop", b"new", waits=True),),
        "banned": (Watcher("Rudi", b"rudi"),),
    }
    return playing(**(values | changes))


def lines(snapshot: Snapshot) -> list[str]:
    """The list as text."""
    return [f"{deed.who}: {deed.text}" for deed in deeds(snapshot)]


def test_what_can_be_done_is_listed_with_what_waits_for_me_first() -> None:
    found = lines(table())
    assert found[:2] == [
        "Vote yes: Put Bora out of the game?",
        "Vote no: Put Bora out of the game?",
    ]
    assert standings(table(), START) == ["Put Bora out of the game? 1 of 3 for it, 41 seconds left."]
    assert found[2] == "The table: pause"
    assert lines(table(polls=(replace(POLL, may=False),)))[0] == "The table: pause"
    assert "The table: pause" in found
    assert "Cem: ask to give up the seat" in found
    assert "Cem: ask to give the seat to Cem's new laptop" in found
    assert "Bora: ask to give up the seat" not in found, "Bora is here"
    assert "Rudi: let in again" in found


def test_who_does_not_own_the_table_asks() -> None:
    found = lines(table(owner=1))
    assert "The table: ask for a pause" in found
    assert not [line for line in found if "put out, for good" in line or "let in" in line]
    assert "The table: ask to go on" in lines(table(owner=1, paused=True))


def test_watchers_only_mute() -> None:
    found = lines(table(me=-1, polls=()))
    assert found
    assert all("chat" in line for line in found)
    mine = table(me=-1, my_name="Cem's new laptop", polls=())
    assert not [line for line in lines(mine) if "new laptop" in line], "nobody mutes oneself"


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
async def test_the_list_as_it_looks(size: tuple[int, int]) -> None:
    async with at_table(table(), size=size) as run:
        await run.press("v")
        check(run.app, f"people-{size[0]}x{size[1]}")


async def test_a_vote_is_cast_with_two_keys() -> None:
    async with at_table(table()) as run:
        assert "Put Bora out of the game? Vote with v." in run.text
        await run.press("v", "enter")
        assert run.calls == [("answer", "remove", True)]
        await run.press("v", "down", "enter")
        assert run.calls == [("answer", "remove", False)]


async def test_the_list_follows_the_table() -> None:
    async with at_table(table()) as run:
        await run.press("v")
        await run.push(table(polls=()))
        assert "Vote yes" not in run.text
        await run.press("escape")
        assert run.calls == []


async def test_weighty_orders_ask_once_more() -> None:
    async with at_table(table(polls=())) as run:
        await run.press("v", "end", "up", "up", "up")
        assert "gets the table" in run.text
        await run.press("enter")
        assert "Only Deniz can give it back." in said(run), "not only whether one is sure"
        await run.press("n")
        assert run.calls == []
        await run.press("enter", "y")
        assert [call[0] for call in run.calls] in (["give"], ["kick"])


def said(run: Running) -> str:
    """The screen in one line, without frames."""
    return " ".join(run.text.translate(dict.fromkeys(map(ord, "┃│"), " ")).split())


def test_who_orders_something_is_told_what_will_happen() -> None:
    """The box asked "Sure?" and nothing more."""

    def then(snapshot: Snapshot, key: str) -> str:
        return next(deed.then for deed in deeds(snapshot) if deed.key == key)

    both = table(seats=seats(4, deniz={"kind": "bot"}))
    assert then(both, "kick 1") == (
        "Bora is out of the game at once, and the cards go under the discard pile. Only you can let Bora in "
        "again, by this list."
    )
    assert then(both, "kick 3") == "Deniz goes, and the cards go under the discard pile."
    room = replace(both, stage=Stage.WAITING)
    assert then(room, "kick 1") == (
        "Bora goes back to the lobby. Only you can let Bora in again, by this list."
    )
    assert then(room, "kick 3") == "Deniz goes, and the seat is free."
    assert not [deed.key for deed in deeds(both) if deed.then and deed.key.split()[0] not in ("kick", "give")]


async def test_a_short_word_is_two_keys() -> None:
    async with at_table(playing()) as run:
        await run.press("e", "2")
        assert run.calls == [("say", "Ouch!")]


async def test_any_key_takes_my_seat_back_from_a_bot_and_does_nothing_else() -> None:
    asleep = table(polls=(), seats=seats(4, anna={"standin": True}))
    async with at_table(asleep) as run:
        assert "A bot plays for you. Press any key to play yourself." in run.text
        for key in ("d", "enter", "3", "x"):
            await run.press(key)
            assert run.calls == [("take_back",)]
        await run.push(table(polls=()))
        assert "A bot plays for you" not in run.text
        await run.press("d")
        assert ("take_back",) not in run.calls


async def test_who_is_away_and_who_is_played_for() -> None:
    away = seats(4, bora={"online": False, "away_ms": START + 32_000}, cem={"online": False, "standin": True})
    async with at_table(table(polls=(), seats=away), size=(120, 40)) as run:
        assert "away 32s" in run.text or "away 31s" in run.text
        assert "bot plays" in run.text


async def test_a_pause_is_said() -> None:
    async with at_table(playing(view(), paused=True, table_says="The players voted for a pause.")) as run:
        assert "The players voted for a pause." in run.text


async def test_in_a_pause_no_key_offers_a_move_and_each_says_why() -> None:
    """The bar still offered play, draw and the call, and marked the cards that could be played."""
    async with at_table(playing(view(), paused=True)) as run:
        bar = run.text.rstrip().splitlines()[-1]
        assert "Play" not in bar and "Draw" not in bar and "UNO!" not in bar
        assert "v People" in bar, "there the game goes on again"
        for key in ("enter", "d", "2"):
            await run.press(key)
            assert "The table is paused." in run.text
        assert run.calls == []
        await run.push(paused=False)
        assert "d Draw" in run.text.rstrip().splitlines()[-1]


async def test_the_list_opens_between_rounds_and_in_the_waiting_room() -> None:
    for stage in (Stage.ROUND_OVER, Stage.WAITING):
        async with at_table(table(stage=stage)) as run:
            await run.press("v")
            assert "People and votes" in run.text
            await run.press("escape")
