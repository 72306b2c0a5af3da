"""Which old games a server removes, and which never."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.vectors import FOLDER
from uno_lan.host import retention, upkeep
from uno_lan.host.folder import TableFolder
from uno_lan.host.kept import Kept
from uno_lan.host.retention import DAY_S, MIB, Old, finished, sweep, to_remove
from uno_lan.host.table import make_terms

from .house import until
from .process import games, serve
from .test_games import rules_to
from .test_rebuild import Log, hosting
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
    folders = [tmp_path / "tables" / (word * 8) for word in ("00", "11")]
    finished_one, rubbish = (folder / "2020-01-01-old.unolog" for folder in folders)
    for path in (finished_one, rubbish):
        path.parent.mkdir(parents=True)
    finished_one.write_bytes((FOLDER / "round" / "public.unolog").read_bytes())
    # A file that is no game any more counts as one that might go on: it is never removed.
    rubbish.write_bytes(b"rubbish")
    for path in (finished_one, rubbish):
        os.utime(path, (0, 0))
    async with serve(tmp_path, "--keep-days", "0", "--keep-mib", "0") as here:
        await here.stop()
    assert finished_one.exists() and rubbish.exists(), "all is kept if that is wanted"
    async with serve(tmp_path, "--keep-days", "30", again=True) as here:
        await until(lambda: not finished_one.exists())
        await here.stop()
    assert rubbish.exists()


def test_a_game_that_is_known_to_be_over_or_to_run_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server left alone for months has thousands of them, and looks through them every ten minutes."""
    read: list[Path] = []
    monkeypatch.setattr(retention, "unfinished", read.append)
    paths = []
    for number, closed in enumerate((False, True, False)):
        kept = Kept(
            bytes([number]) * 8, bytes(8), "Club", None, make_terms(rules_to(60)), 4, (), closed=closed
        )
        folder = TableFolder(tmp_path, kept.table)
        folder.save(kept)
        paths.append(folder.path / "2020-01-01-old.unolog")
        paths[-1].write_bytes(b"x")
    assert {one.path for one in finished(tmp_path, [paths[0]])} == {*paths[1:]}
    assert read == [paths[2].parent]


async def test_a_sweep_that_fails_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def fails(*_: object) -> list[Old]:
        calls.append(1)
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(upkeep, "sweep", fails)
    monkeypatch.setattr(upkeep, "SWEEP_S", 0.01)
    log = Log()
    async with hosting(tmp_path / "host", log):
        await until(lambda: len(calls) > 2)
    assert "games.not_removed" in log.events
