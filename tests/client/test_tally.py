"""What each player did in a game, counted from the public events."""

from __future__ import annotations

from uno_lan.client.model import SeatInfo, Snapshot
from uno_lan.client.tally import Missed, Numbers, counted
from uno_lan.client.words import missed_lines
from uno_lan.engine.events import Called, Caught, Challenged, Drew, Event, Kept


def test_each_thing_is_counted_for_who_did_it() -> None:
    events: list[Event] = [
        Drew(0, 1, "turn"),
        Drew(0, 4, "four"),
        Challenged(1, 0, guilty=True),
        Challenged(2, 0, guilty=False),
        Called(2),
        Caught(1, 0),
        Drew(0, 2, "caught"),
    ]
    assert counted({}, events) == {
        0: Numbers(drawn=7),
        1: Numbers(challenges=1, catches=1),
        2: Numbers(calls=1),
    }


def test_a_round_adds_to_those_before_and_nothing_is_changed_in_place() -> None:
    before = {0: Numbers(drawn=3)}
    after = counted(before, [Drew(0, 2, "two")])
    assert (before[0].drawn, after[0].drawn) == (3, 5)
    assert counted(after, [Kept(0)]) is after


def test_what_was_done_for_players_is_said_of_each() -> None:
    assert missed_lines(Snapshot()) == []
    missed = {1: Missed().more(timeouts=1).more(moves=2), 0: Missed().more(timeouts=1).more(timeouts=1)}
    seats = (SeatInfo(0, "Anna", "person"), SeatInfo(1, "Bora", "person"))
    assert missed_lines(Snapshot(me=0, seats=seats, missed=missed)) == [
        "Your time ran out 2 times.",
        "The time of Bora ran out 1 time.",
        "A bot made 2 moves for Bora.",
    ]
