"""A table whose `table.json` is damaged: its game goes on, or at least nothing opens in its place unsaid."""

from __future__ import annotations

import json
import secrets
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from protocol.unolog import LogHeader
from uno_lan.errors import DAMAGED
from uno_lan.host.folder import DAMAGED_FILE, TABLES, TableFolder, mend, read_kept, survey
from uno_lan.host.kept import COPY_FILE, TABLE_FILE, Kept, read_table
from uno_lan.host.table import make_terms
from uno_lan.journal import Journal

from .process import Serve, audited, games, run, serve
from .robots import Robot
from .test_games import rules_to
from .test_serve import QUICK_GAME, held, seated, to_the_end

TABLE = b"\x01" * 8
KEPT = Kept(TABLE, b"server-1", "Küche", "K7QM-2XPA", make_terms(rules_to(60)), 4, (), b"\x02" * 32, 40444)
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "zeros": lambda whole: bytes(len(whole)),
    "cut": lambda whole: whole[: len(whole) // 2],
    "a wrong type": lambda whole: json.dumps(json.loads(whole) | {"max_seats": "4"}).encode(),
    "a field missing": lambda whole: json.dumps({**json.loads(whole), "nmae": "x", "name": None}).encode(),
    "rules that cannot be read": lambda whole: json.dumps(json.loads(whole) | {"terms": "AAAA"}).encode(),
    "deep": lambda whole: b"[" * 100_000,
}


async def goes_on(here: Serve, again: Serve, robots: Sequence[Robot]) -> None:
    """It is the same table, its people come back, and the game gets to its end."""
    assert replace(again.ready, pid=0) == replace(here.ready, pid=0)
    await to_the_end(robots)
    assert await again.stop() == 0


async def test_stopped_in_good_order_the_game_goes_on_by_the_copy(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--name", "Küche", *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        assert await here.stop() == 0
        path = here.folder / TABLE_FILE
        path.write_bytes(bytes(100))
        async with serve(state, again=True) as again:
            assert (here.folder / DAMAGED_FILE).read_bytes() == bytes(100)
            await goes_on(here, again, robots)
    assert len(list((state / TABLES).iterdir())) == 1, "no other table was opened"
    assert {audited(game).verdict for game in games(tmp_path)} == {"PASS"}


async def test_after_a_crash_the_log_and_the_last_address_are_enough(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, "--name", "Küche", *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        await here.stop(signal.SIGKILL)
        kept = read_table(here.folder)
        for name in (TABLE_FILE, COPY_FILE):
            (here.folder / name).write_bytes(b"")
        told = read_kept(here.folder)
        assert kept is not None and told is not None
        assert len(told.owner) == 32, "whose table it is the log says, as people came to it"
        assert replace(told, owner=kept.owner) == replace(kept, max_seats=10)
        assert survey(state)[0].may_go_on
        async with serve(state, again=True) as again:
            await goes_on(here, again, robots)
    assert len(list((state / TABLES).iterdir())) == 1
    assert {audited(game).verdict for game in games(tmp_path)} == {"PASS"}


async def test_where_the_game_file_is_damaged_too_no_other_table_opens_in_silence(tmp_path: Path) -> None:
    state = tmp_path / "host"
    async with serve(state, *QUICK_GAME) as here:
        robots = await seated(here, tmp_path)
        await held(robots)
        assert await here.stop() == 0
        for robot in robots:
            await robot.leave()
    (game,) = here.folder.glob("*.unolog")
    # Of the log alone the table gets a new code: it is not open because its own one is lost.
    for name in (TABLE_FILE, COPY_FILE):
        (here.folder / name).write_bytes(b"{")
    told = read_kept(here.folder)
    assert told is not None and told.code not in (None, here.ready.code)
    game.write_bytes(b"rubbish")
    before = sorted(path.name for path in here.folder.iterdir())
    for options in ((), ("--table", here.ready.table)):
        code, said = await run(state, *options)
        assert code == DAMAGED
        line = said.splitlines()[-1]
        assert str(here.folder) in line and "move that folder away" in line and "--new" in line
        assert sorted(path.name for path in here.folder.iterdir()) == before
    assert [path.name for path in (state / TABLES).iterdir()] == [here.ready.table]
    async with serve(state, "--new") as other:
        assert other.ready.table != here.ready.table
        assert await other.stop() == 0
    assert game.read_bytes() == b"rubbish"


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_copy_tells_what_the_file_does_not(tmp_path: Path, damage: str) -> None:
    folder = TableFolder(tmp_path, TABLE)
    folder.save(replace(KEPT, closed=True))
    path = folder.path / TABLE_FILE
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert read_table(folder.path) is None
    assert folder.load() == replace(KEPT, closed=True), "and one that was closed stays closed"
    folder.save(KEPT)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert mend(folder.path)
    assert read_table(folder.path) == KEPT


def test_a_game_file_of_another_table_or_of_a_player_tells_nothing(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    kinds: tuple[tuple[Literal["host", "client"], bytes], ...] = (
        ("host", b"\x02" * 8),
        ("client", TABLE),
        ("host", TABLE),
    )
    for kind, table in kinds:
        head = LogHeader(1, secrets.token_bytes(16), table, bytes(8), bytes(32), kind, bytes(32), 1, "test")
        Journal.create(folder.path, head).close()
    (folder.path / TABLE_FILE).write_text("{")
    assert read_kept(folder.path) is None, "the one that is of this table has not begun"
    assert not mend(folder.path)
    assert (folder.path / TABLE_FILE).read_text() == "{"
