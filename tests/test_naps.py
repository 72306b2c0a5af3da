"""Sleep is what the wall clock has seen and the loop has not."""

from __future__ import annotations

from uno_lan.naps import NAP_MS, Naps


def test_time_that_both_clocks_have_seen_is_no_sleep() -> None:
    naps = Naps(1_000, 5.0)
    assert not naps.over(61_000, 65.0)
    assert not naps.over(61_000, 65.0)


def test_time_that_only_the_wall_has_seen_is_told_once() -> None:
    naps = Naps(0, 0.0)
    assert not naps.over(NAP_MS - 1, 0.0)
    assert naps.over(3_600_000, 1.0)
    assert not naps.over(3_601_000, 2.0)


def test_a_clock_that_is_set_back_is_no_sleep() -> None:
    assert not Naps(3_600_000, 0.0).over(0, 1.0)
