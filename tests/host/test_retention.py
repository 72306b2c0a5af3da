"""Which old games a server removes, and which never."""

from __future__ import annotations

import os
from pathlib import Path

from uno_lan.host.retention import DAY_S, MIB, Old, finished, sweep, to_remove

from .process import games, serve
from .test_serve import QUICK_GAME, held, seated


def old(name: str, mib: int, days: float) -> Old:
    """A finished game, so many days old."""
    return Old(Path(name), mib * MIB, -days * DAY_S)


def test_beyond_the_quota_the_oldest_go() -> None:
    played = [old("c", 3, 1), old("a", 3, 3), old("b", 3, 2)]
    assert [one.path.name for one in to_remove(played, 0, 9, 0)] == []
    assert [one.path.name for one in to_remove(played, 0, 6, 0)] == ["a"]
    assert [one.path.name for one in to_remove(played, 0, 1, 0)] == ["a", "b", "c"]


def test_after_so_many_days_they_go() -> None:
    played = [old("new", 1, 1), old("old", 1, 31)]
    assert [one.path.name for one in to_remove(played, 0, 0, 30)] == ["old"]
    assert to_remove(played, 0, 0, 0) == []


async def test_a_game_that_can_go_on_stays_and_one_with_evidence_does(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        for robot in robots:
            await robot.leave()
        await here.stop()
    (running,) = games(state)
    before = running.with_name("2020-01-01-old.unolog")
    before.write_bytes(running.read_bytes())
    os.utime(before, (0, 0))
    assert [one.path for one in finished(state, ())] == [before]
    evidence = running.with_name("evidence-1-E_LEAF.unoevidence")
    evidence.write_bytes(b"x")
    assert finished(state, ()) == []
    evidence.unlink()
    assert [one.path for one in sweep(state, (), 40 * DAY_S, 0, 30)] == [before]
    assert games(state) == [running]


async def test_a_server_sweeps_when_it_starts(tmp_path: Path) -> None:
    folder = tmp_path / "tables" / ("00" * 8)
    folder.mkdir(parents=True)
    log = folder / "2020-01-01-old.unolog"
    async with serve(tmp_path, "--keep-days", "30") as here:
        assert here.folder != folder
        await here.stop()
    # A file that is no game any more counts as one that might go on: it is never removed.
    log.write_bytes(b"rubbish")
    os.utime(log, (0, 0))
    async with serve(tmp_path, "--keep-days", "30", again=True) as here:
        await here.stop()
    assert log.exists()
