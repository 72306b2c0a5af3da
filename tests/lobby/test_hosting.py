"""Tables in processes of their own, on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.signing import Ed25519Signer
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.client.player import Player
from uno_lan.errors import CommandError
from uno_lan.keyring import load_or_create
from uno_lan.lobby.hosting import CannotTakeUp, Mine, OwnTables

OPTIONS = ("--local", "--open", "--name", "kitchen")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[OwnTables]:
    """The tables of a fresh state folder; whatever still runs is ended afterwards."""
    own = OwnTables(tmp_path)
    yield own
    for mine in own.all():
        if mine.running is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(mine.running.pid, signal.SIGKILL)


async def gone(mine: Mine) -> None:
    """Wait until the process of a table has ended."""
    assert mine.running is not None
    async with asyncio.timeout(60):
        while True:
            try:
                pid, _ = await asyncio.to_thread(os.waitpid, mine.running.pid, 0)
            except ChildProcessError:
                return
            if pid:
                return


async def test_a_table_opens_and_is_found_again(tables: OwnTables, tmp_path: Path) -> None:
    mine = await tables.open(OPTIONS)
    assert mine.running is not None
    assert (mine.name, mine.running.local) == ("kitchen", True)
    assert [found.id for found in OwnTables(tmp_path).all()] == [mine.id]
    again = await tables.open([], mine.id)
    assert again.running == mine.running, "the same process"
    assert mine.target.places == (("127.0.0.1", mine.running.port),)


async def test_its_owner_joins_and_closes_it(tables: OwnTables, tmp_path: Path) -> None:
    mine = await tables.open(OPTIONS)
    signer: Ed25519Signer = load_or_create(tmp_path)
    player = Player(mine.target, signer, "Anna", patience=5)
    await player.join()
    changed = asyncio.Event()
    player.subscribe(lambda _: changed.set())
    async with asyncio.timeout(60):
        while player.snapshot.owner < 0:
            changed.clear()
            await changed.wait()
    assert player.snapshot.owner == player.snapshot.me
    player.close_table()
    async with asyncio.timeout(60):
        await player.run()
    await gone(mine)
    assert tables.all() == []


OPENER = """
import asyncio, sys
from pathlib import Path
from uno_lan.lobby.hosting import OwnTables

async def main():
    mine = await OwnTables(Path(sys.argv[1])).open(sys.argv[2:])
    print(mine.id, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
async def test_the_table_outlives_the_program_that_opened_it(tables: OwnTables, tmp_path: Path) -> None:
    """Killed with all that its terminal runs, as when that is closed: the next start finds the table."""
    opener = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OPENER, str(tmp_path), *OPTIONS, stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    assert opener.stdout is not None
    async with asyncio.timeout(60):
        table = (await opener.stdout.readline()).decode().strip()
    os.killpg(opener.pid, signal.SIGKILL)
    await opener.wait()
    (mine,) = tables.all()
    assert mine.id == table and mine.running is not None
    player = Player(mine.target, load_or_create(tmp_path), "Anna", patience=5)
    await player.join()
    player.close_table()
    async with asyncio.timeout(60):
        await player.run()
        while tables.all():
            await asyncio.sleep(0.01)


async def test_my_own_table_is_known_though_somebody_elses_had_its_name(
    tables: OwnTables, tmp_path: Path
) -> None:
    other = bytes(32)
    known = KnownHosts(tmp_path)
    known.remember(other, bytes(8), "kitchen", "127.0.0.1:40444", 1)
    mine = await tables.open(OPTIONS)
    player = Player(mine.target, load_or_create(tmp_path), "Anna", patience=5, known=known)
    await player.join()
    met = known.get(player.host)
    assert met is not None and met.name == "kitchen", "pinned without a question"
    assert known.get(other) is not None, "the other one is still known too"
    player.step_away()
    async with asyncio.timeout(60):
        await player.run()


@pytest.mark.parametrize(("number", "fell"), [(signal.SIGTERM, False), (signal.SIGKILL, True)])
async def test_a_crash_is_told_from_a_stop(tables: OwnTables, number: int, fell: bool) -> None:
    mine = await tables.open(OPTIONS)
    assert mine.running is not None and not tables.fell(mine.id), "it runs"
    os.kill(mine.running.pid, number)
    await gone(mine)
    assert tables.fell(mine.id) is fell


async def test_a_table_whose_process_is_gone_can_be_taken_up_or_given_up(tables: OwnTables) -> None:
    mine = await tables.open(OPTIONS)
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGKILL)
    await gone(mine)
    (left,) = tables.all()
    assert left.running is None
    with pytest.raises(ValueError, match="does not run"):
        _ = left.target
    back = await tables.open([], mine.id)
    assert back.running is not None
    assert (back.id, back.name) == (mine.id, "kitchen")
    assert back.running.pid != mine.running.pid
    with pytest.raises(CommandError):
        tables.forget(mine.id)
    os.kill(back.running.pid, signal.SIGKILL)
    await gone(back)
    tables.forget(mine.id)
    assert tables.all() == []


async def test_what_cannot_be_opened_says_why(tables: OwnTables) -> None:
    with pytest.raises(CommandError, match=r"could not be opened: .*bots leave no seat"):
        await tables.open(["--local", "--open", "--seats", "2", "--bots", "5"])


async def test_a_table_for_this_computer_stays_one_whoever_opens_it_again(tables: OwnTables) -> None:
    mine = await tables.open(OPTIONS)
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGKILL)
    await gone(mine)
    again = await tables.open([], mine.id)
    assert again.running is not None
    assert again.running.local


async def test_a_damaged_settings_file_takes_no_table_away(tables: OwnTables, tmp_path: Path) -> None:
    mine = await tables.open(OPTIONS)
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGKILL)
    await gone(mine)
    (tmp_path / "tables" / mine.id / "table.json").write_bytes(bytes(100))
    (found,) = tables.all()
    assert (found.id, found.name) == (mine.id, "kitchen")
    assert tables.fell(mine.id)
    again = await tables.open([], mine.id)
    assert again.running is not None
    assert (again.name, again.running.server, again.running.local) == ("kitchen", mine.running.server, True)


async def test_a_game_that_cannot_be_read_can_be_left_aside(tables: OwnTables, tmp_path: Path) -> None:
    mine = await tables.open(OPTIONS)
    assert mine.running is not None
    os.kill(mine.running.pid, signal.SIGKILL)
    await gone(mine)
    folder = tmp_path / "tables" / mine.id
    (folder / "old.unolog").write_bytes(b"not one of ours")
    with pytest.raises(CannotTakeUp) as trouble:
        await tables.open([], mine.id)
    assert "--new" not in trouble.value.text
    again = await tables.open(["--new"], mine.id)
    assert again.running is not None
    assert (again.name, (folder / "old.unolog.left").read_bytes()) == ("kitchen", b"not one of ours")
