"""One server with many tables: one port, one announcement, a journal each."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.messages import TableStatus
from protocol.signing import Ed25519Verifier
from uno_lan.client.errors import ChooseTable
from uno_lan.client.link import Link, Target
from uno_lan.client.status import ask_status
from uno_lan.host import holding as module
from uno_lan.host.kept import read_ready

from .house import QUICK, WAIT_S, LinkUnderTest, signer, until
from .process import Serve, audited, games, run, serve
from .robots import Robot, lost_and_back
from .test_games import rules_to
from .test_rebuild import Fragile, Log, hosting
from .test_serve import QUICK_GAME, of_another_version

OPEN = ("--open", *QUICK_GAME)


async def tables_of(port: int) -> tuple[TableStatus, ...]:
    """The tables of a server, as it signs them."""
    return (await ask_status("127.0.0.1", port, WAIT_S)).tables


def target(port: int, table: TableStatus | bytes) -> Target:
    """One table of a server."""
    return Target((("127.0.0.1", port),), table=table if isinstance(table, bytes) else table.id)


async def pair(port: int, table: TableStatus, tmp_path: Path, first: int) -> list[Robot]:
    """Two robots at one table."""
    robots = [
        Robot(n, target(port, table), None, rules_to(60), 2, state=tmp_path / f"robot{n}")
        for n in (first, first + 1)
    ]
    for robot in robots:
        await robot.join()
    return robots


async def test_two_tables_of_one_server_play_beside_each_other(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", "--tables", "3", "--name", "Club", *OPEN) as here:
        tables = await tables_of(here.ready.port)
        assert [table.name for table in tables] == ["Club 1", "Club 2", "Club 3"]
        robots = await pair(here.ready.port, tables[0], tmp_path, 1)
        robots += await pair(here.ready.port, tables[2], tmp_path, 3)
        for robot in robots:
            end = await robot.over()
            assert len(end.seats) == 2 and end.fair.checked and not end.fair.fault
        for robot in robots:
            await robot.leave()
        assert await here.stop() == 0
    assert [audited(path).verdict for path in games(tmp_path)] == ["PASS"] * 6
    assert {path.parent.name for path in games(tmp_path / "host")} == {tables[0].id.hex(), tables[2].id.hex()}


async def test_who_names_no_table_is_asked_which(tmp_path: Path) -> None:
    async with serve(tmp_path, "--tables", "2", *OPEN) as here:
        link = Link(
            Target((("127.0.0.1", here.ready.port),)), signer(1), Ed25519Verifier(), "Anna", times=QUICK
        )
        end = await LinkUnderTest(link).over()
        assert isinstance(end, ChooseTable)
        assert [table.id for table in end.tables] == [t.id for t in await tables_of(here.ready.port)]
        first, second = end.tables
        assert end.named(second.name.upper()) == second and end.named(first.id.hex()[:6]) == first
        assert end.named("") is None and end.named("nowhere") is None


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_the_same_tables_are_there_after_a_restart(tmp_path: Path, number: int) -> None:
    options = ("--tables", "3", "--name", "Club")
    async with serve(tmp_path, *options) as here:
        before = await tables_of(here.ready.port)
        codes = ready(tmp_path, before)
        await here.stop(number)
        async with serve(tmp_path, *options, again=True) as again:
            after = await tables_of(again.ready.port)
            assert again.ready.port == here.ready.port
            assert {(table.id, table.name) for table in after} == {(t.id, t.name) for t in before}
            assert ready(tmp_path, after) == codes and len(set(codes.values())) == 3


def ready(state: Path, tables: tuple[TableStatus, ...]) -> dict[str, str]:
    """The code of each table, from its file."""
    found = {table.name: read_ready(state / "tables" / table.id.hex()) for table in tables}
    return {name: one.code for name, one in found.items() if one is not None}


async def test_a_server_may_have_more_tables_next_time(tmp_path: Path) -> None:
    async with serve(tmp_path, "--tables", "2", "--name", "Club") as here:
        before = {table.id for table in await tables_of(here.ready.port)}
    async with serve(tmp_path, "--tables", "4", "--name", "Club", again=True) as again:
        after = await tables_of(again.ready.port)
        assert before < {table.id for table in after}
        assert sorted(table.name for table in after) == ["Club 1", "Club 2", "Club 3", "Club 4"]


@pytest.mark.slow
async def test_as_many_tables_as_a_server_may_have_are_listed_and_there_again(tmp_path: Path) -> None:
    """Their list comes in several pieces."""
    options = ("--tables", "250", "--name", "Club", *OPEN)
    async with serve(tmp_path, *options) as here:
        before = await tables_of(here.ready.port)
        assert [table.name for table in before] == [f"Club {number}" for number in range(1, 251)]
        robot = Robot(1, target(here.ready.port, before[-1]), None, rules_to(60), 9, state=tmp_path / "robot")
        await robot.join()
        assert robot.snapshot.table_name == "Club 250"
        await robot.leave()
        assert await here.stop() == 0
    async with serve(tmp_path, *options, again=True) as again:
        after = await tables_of(again.ready.port)
        assert {table.id for table in after} == {table.id for table in before}


async def test_there_is_a_free_table_for_whoever_comes(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", "--tables", "1", "--open-tables", "2", *OPEN) as here:
        port = here.ready.port
        own, free = await opened(port, 2)
        robot = Robot(1, target(port, free), None, rules_to(60), 9, state=tmp_path / "robot")
        await robot.join()
        await robot.until(lambda s: s.owner == s.me != -1)
        third = (await opened(port, 3))[2]
        assert third.seats == 0 and third.id not in (own.id, free.id)
        await robot.leave()


async def opened(port: int, count: int) -> tuple[TableStatus, ...]:
    """Wait for so many tables."""
    while len(tables := await tables_of(port)) != count:
        pass
    return tables


async def test_a_table_closed_by_its_owner_is_there_again_for_the_next_people(tmp_path: Path) -> None:
    async with serve(tmp_path / "host", "--tables", "2", *OPEN) as here:
        first, second = await tables_of(here.ready.port)
        robot = Robot(1, target(here.ready.port, first), None, rules_to(60), 9, state=tmp_path / "robot")
        await robot.join()
        await robot.until(lambda s: s.owner == s.me != -1)
        robot.player.close_table()
        await robot.player.run()
        tables = await tables_of(here.ready.port)
        while len(tables) < 2 or first in tables or first.id in {table.id for table in tables}:
            tables = await tables_of(here.ready.port)
        assert {table.name for table in tables} == {first.name, second.name}


async def test_a_mistake_in_one_table_is_no_news_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "Table", Fragile)
    monkeypatch.setenv("UNO_LAN_LIMITS", "rate=10000")
    log = Log()
    async with hosting(tmp_path / "host", log, tables=2) as (hosted, _):
        await until(lambda: hosted.port)
        first, second = await tables_of(hosted.port)
        broken = await pair(hosted.port, first, tmp_path, 1)
        others = await pair(hosted.port, second, tmp_path, 3)
        for robot in broken:
            robot.hold_when(lambda s: s.view is not None and s.view.discard_size >= 3)
        await until(lambda: all(robot.held for robot in broken))
        broken[0].player.say("break")
        await lost_and_back(broken)
        for robot in [*broken, *others]:
            end = await robot.over()
            assert end.fair.checked and not end.fair.fault
        assert log.events.count("table.bug") == 1 and log.events.count("link.closed") == 2
        for robot in [*broken, *others]:
            await robot.leave()


async def test_one_table_that_cannot_be_taken_up_keeps_none_of_the_others_closed(tmp_path: Path) -> None:
    async with serve(tmp_path, "--tables", "2") as here:
        await here.stop(signal.SIGKILL)
    of_another_version(here.folder)
    async with serve(tmp_path, "--tables", "2", again=True) as again:
        assert len(await tables_of(again.ready.port)) == 1
        assert again.ready.table != here.ready.table


async def test_more_tables_than_a_server_may_have_are_refused_in_one_line(tmp_path: Path) -> None:
    code, said = await run(tmp_path, "--tables", "251")
    assert code == 64 and said.count("\n") == 1 and "1 to 250" in said


async def test_a_server_of_many_says_how_to_get_to_each_table(tmp_path: Path) -> None:
    async with serve(tmp_path, "--tables", "2", "--name", "Club") as here:
        said = await output(here)
    assert "2 tables are open" in said and "Club 1" in said and "Club 2" in said
    assert here.ready.code in said and "Ctrl-C" in said


async def output(here: Serve) -> str:
    """End it; what it wrote to stdout."""
    here.process.send_signal(signal.SIGTERM)
    out, _ = await here.process.communicate()
    return out.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_server_allows_itself_a_file_for_each_link_and_table() -> None:
    script = (
        "import resource as r; hard = r.getrlimit(r.RLIMIT_NOFILE)[1];"
        "r.setrlimit(r.RLIMIT_NOFILE, (200, hard));"
        "from uno_lan.host.serve import FILES, allow_many_files; allow_many_files();"
        "soft = r.getrlimit(r.RLIMIT_NOFILE)[0]; print(soft == (FILES if hard < 0 else min(FILES, hard)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
