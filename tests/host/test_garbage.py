"""A server looks for garbage itself, seldom; and a game leaves none behind that would have to be found."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tests.host.pair import Pair
from uno_lan.engine import Ruleset
from uno_lan.host import garbage

OURS = ("protocol", "uno_lan")


class Circle:
    """Only a look for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_afterwards_all_is_as_before() -> None:
    """Tests and screens in the same process look as often as they are used to."""
    before = gc.get_threshold()
    with garbage.seldom():
        assert gc.get_threshold() != before
        gc.freeze()
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()


async def test_what_tables_leave_behind_is_found_however_old_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python by itself looks only at what is new."""
    monkeypatch.setattr(garbage, "BEGIN_S", 0.0)
    monkeypatch.setattr(garbage, "AT_LEAST_S", 0.0)
    with garbage.seldom():
        looking = asyncio.create_task(garbage.look(lambda: 0.0))
        async with asyncio.timeout(30):
            while not gc.get_freeze_count():
                await asyncio.sleep(0)
            old = Circle()
            gc.collect(1)  # it belongs to the old ones now
            trace = weakref.ref(old)
            del old
            while trace() is not None:
                await asyncio.sleep(0)
        looking.cancel()


def test_a_round_leaves_nothing_that_must_be_looked_for() -> None:
    """Else a busy server would grow until the next look. (Libraries may, once for each type.)"""
    rules = Ruleset.make("classic", target_score=5000)
    pair = Pair(["Ann", "Ben", "Cem"], bots=1, rules=rules, seed="garbage")

    def begin(number: int) -> None:
        pair.play(lambda: pair.match.replica.round_no == number)

    pair.start()
    begin(2)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        begin(4)
        gc.collect()
        found = [type(one).__name__ for one in gc.garbage if type(one).__module__.split(".")[0] in OURS]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not found
