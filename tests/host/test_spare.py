"""When a server opens one more table for visitors, and when it gives one up."""

from __future__ import annotations

from uno_lan.host.spare import EMPTY_S, Spare, Visited


def free(table: bytes) -> Visited:
    """Nobody is there, and nobody was."""
    return Visited(table, 0, True)


def test_there_is_always_a_free_table_until_there_are_enough() -> None:
    spare = Spare(2)
    assert spare.look([], 0) == ([], True)
    assert spare.look([free(b"a")], 1) == ([], False)
    assert spare.look([Visited(b"a", 1, False)], 2) == ([], True)
    assert spare.look([Visited(b"a", 1, False), Visited(b"b", 2, False)], 3) == ([], False)


def test_a_table_that_everybody_has_left_is_closed_after_a_while() -> None:
    spare = Spare(3)
    left = Visited(b"a", 0, False)
    assert spare.look([left, free(b"b")], 0) == ([], False)
    assert spare.look([left, free(b"b")], EMPTY_S - 1) == ([], False)
    assert spare.look([left, free(b"b")], EMPTY_S) == ([b"a"], False)


def test_somebody_who_comes_back_begins_the_wait_anew() -> None:
    spare = Spare(3)
    left, back = Visited(b"a", 0, False), Visited(b"a", 1, False)
    spare.look([left, free(b"b")], 0)
    spare.look([back, free(b"b")], EMPTY_S - 1)
    assert spare.look([left, free(b"b")], EMPTY_S + 1) == ([], False)


def test_the_free_table_stays_however_long_nobody_comes_and_a_second_one_does_not() -> None:
    spare = Spare(3)
    spare.look([free(b"a"), free(b"b")], 0)
    assert spare.look([free(b"a"), free(b"b")], EMPTY_S) == ([b"b"], False)


def test_a_closed_table_makes_room_for_a_free_one() -> None:
    spare = Spare(1)
    left = Visited(b"a", 0, False)
    assert spare.look([left], 0) == ([], False)
    assert spare.look([left], EMPTY_S) == ([b"a"], True)
