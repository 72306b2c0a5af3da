"""A server looks for garbage itself, seldom; and a game leaves none behind that would have to be found."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.fake_table import FakeTable
from tests.host.house import house, until
from tests.host.pair import Pair
from tests.host.rawclient import RawClient
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
    """Python by itself looks only at what is new, and a look leaves out what the one before found in use."""
    monkeypatch.setattr(garbage, "BEGIN_S", 0.0)
    monkeypatch.setattr(garbage, "AT_LEAST_S", 0.0)
    monkeypatch.setattr(garbage, "LOOKS", 3)
    with garbage.seldom():
        looking = asyncio.create_task(garbage.look(lambda: 0.0))
        async with asyncio.timeout(60):
            while not gc.get_freeze_count():
                await asyncio.sleep(0)
            new, old = Circle(), Circle()
            gc.collect(1)
            traces = [weakref.ref(new)]
            del new
            for _ in range(4):  # longer than from one look to the next
                await asyncio.sleep(0)
            traces.append(weakref.ref(old))
            del old
            while any(trace() is not None for trace in traces):
                await asyncio.sleep(0)
        looking.cancel()


async def test_a_link_that_is_over_leaves_nothing_of_ours_to_be_found(tmp_path: Path) -> None:
    """People come back a thousand times a day."""
    async with house(FakeTable(), tmp_path) as here:
        raw = await RawClient.open(here.port)
        await raw.join(1)
        raw.writer.transport.abort()
        await here.log.until("link.closed")
        await until(lambda: not here.server.links)
        gc.collect()
        with kept_apart() as found:
            raw = await RawClient.open(here.port)
            await raw.join(2)
            raw.writer.transport.abort()
            await until(lambda: len(here.log.of("link.closed")) == 2)
            await until(lambda: len(asyncio.all_tasks()) == 2)  # this one and the table's
    assert not found


@contextlib.contextmanager
def kept_apart() -> Iterator[list[str]]:
    """Names of our types among the garbage of the block, once it is over."""
    found: list[str] = []
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += [type(one).__name__ for one in gc.garbage if type(one).__module__.split(".")[0] in OURS]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def test_a_round_leaves_nothing_that_must_be_looked_for() -> None:
    """Else a busy server would grow until the next look. (Libraries may, once for each type.)"""
    rules = Ruleset.make("classic", target_score=5000)
    pair = Pair(["Ann", "Ben", "Cem"], bots=1, rules=rules, seed="garbage")

    def begin(number: int) -> None:
        pair.play(lambda: pair.match.replica.round_no == number)

    pair.start()
    begin(2)
    gc.collect()
    with kept_apart() as found:
        begin(4)
    assert not found
