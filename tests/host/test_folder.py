"""What is kept of a table on the disk, and what another process makes of it."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from protocol.unolog import LogHeader
from uno_lan.errors import UNAVAILABLE, CommandError
from uno_lan.host.folder import TableFolder, damaged, hold, survey
from uno_lan.host.kept import READY_FILE, TABLE_FILE, Kept, Ready, read_ready
from uno_lan.host.table import make_terms
from uno_lan.journal import Journal

from .test_games import rules_to

TABLE = b"\x01" * 8
TERMS = make_terms(rules_to(60))
KEPT = Kept(TABLE, b"server-1", "Küche", "K7QM-2XPA", TERMS, 4, ("normal",), b"\x02" * 32, 40444)
READY = Ready(
    os.getpid(),
    40444,
    TABLE.hex(),
    "00" * 8,
    "Küche",
    "K7QM-2XPA",
    "1.2.3.4:40444",
    ("1.2.3.4",),
    "uno://",
    False,
    "1",
)


def begin(folder: TableFolder) -> Path:
    """The file of a game in which nothing has happened yet."""
    head = LogHeader(1, bytes(16), TABLE, bytes(8), bytes(32), "host", bytes(32), 1, "test")
    journal = Journal.create(folder.path, head)
    journal.close()
    return journal.path


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    assert folder.load() is None
    folder.save(KEPT)
    folder.announce(READY)
    assert folder.load() == KEPT
    assert read_ready(folder.path) == READY
    for name in (TABLE_FILE, READY_FILE):
        assert stat.S_IMODE((folder.path / name).stat().st_mode) == 0o600


def test_one_process_holds_a_folder(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    folder.announce(READY)
    with pytest.raises(CommandError) as caught:
        TableFolder(tmp_path, TABLE)
    assert caught.value.exit_code == UNAVAILABLE
    assert "40444" in caught.value.text and "\n" not in caught.value.text


def test_the_holder_of_the_state_names_the_table_that_runs(tmp_path: Path) -> None:
    lock = hold(tmp_path)
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    folder.announce(READY)
    with pytest.raises(CommandError) as caught:
        hold(tmp_path)
    assert f"process {os.getpid()}, port 40444" in caught.value.text
    lock.release()


def test_a_running_table_is_seen_as_such(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    assert survey(tmp_path) == [], "not before it listens"
    folder.announce(READY)
    (seen,) = survey(tmp_path)
    assert seen.running == READY and not seen.crashed and not seen.may_go_on


def test_a_table_whose_process_died_may_go_on(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    folder.announce(READY)
    folder._lock.release()  # as the system does it for a process that was killed
    (seen,) = survey(tmp_path)
    assert seen.running is None and seen.crashed and seen.may_go_on
    TableFolder(tmp_path, TABLE)
    assert read_ready(folder.path) is None, "nobody is told of the dead process any more"


def test_a_closed_table_is_no_longer_seen(tmp_path: Path) -> None:
    from dataclasses import replace

    folder = TableFolder(tmp_path, TABLE)
    begin(folder)
    folder.save(replace(KEPT, closed=True))
    folder.close()
    assert survey(tmp_path) == []


def test_a_game_in_which_nobody_sat_down_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    begin(folder)
    folder.close()
    (seen,) = survey(tmp_path)
    assert seen.unfinished is None and not seen.may_go_on


def test_a_folder_without_a_game_is_removed_but_for_what_is_not_ours(tmp_path: Path) -> None:
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    folder.announce(READY)
    folder.close()
    assert not folder.path.exists()
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    (folder.path / "serve.log").write_text("x")
    folder.close()
    assert [path.name for path in folder.path.iterdir()] == ["serve.log"]


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"table": "zz"}', json.dumps({"table": "00", "more": 1})]
)
def test_what_cannot_be_read_counts_as_not_there(tmp_path: Path, content: str) -> None:
    folder = TableFolder(tmp_path, TABLE)
    (folder.path / TABLE_FILE).write_text(content)
    (folder.path / READY_FILE).write_text(content)
    assert folder.load() is None
    assert read_ready(folder.path) is None
    assert survey(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such thing")
def test_a_power_cut_takes_no_name_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    folder = TableFolder(tmp_path, TABLE)
    assert {path.stat().st_ino for path in (tmp_path, folder.path.parent)} <= set(synced)
    synced.clear()
    folder.save(KEPT)
    file, place = ((path.stat().st_ino) for path in (folder.path / TABLE_FILE, folder.path))
    assert synced == [file, place], "the folder once the new file has its name"
    synced.clear()
    folder.save(KEPT)
    assert synced == [(folder.path / TABLE_FILE).stat().st_ino], "it had its name before"


def test_what_another_version_wrote_is_read_as_far_as_it_is_known(tmp_path: Path) -> None:
    """A game must not be out of sight after a step back to the version before."""
    folder = TableFolder(tmp_path, TABLE)
    folder.save(KEPT)
    path = folder.path / TABLE_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"stopped": 1, "of_the_future": [1]}))
    assert folder.load() == KEPT
    folder.announce(READY)
    path = folder.path / READY_FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"of_the_future": {"a": 1}}))
    assert read_ready(folder.path) == READY


def test_tables_whose_file_cannot_be_read_are_named(tmp_path: Path) -> None:
    for number, content in enumerate(("{", "[]", None)):
        folder = TableFolder(tmp_path, bytes([number]) * 8)
        folder.save(replace(KEPT, table=bytes([number]) * 8))
        if content is not None:
            (folder.path / TABLE_FILE).write_text(content)
        if number != 1:
            (folder.path / "2026-01-01-00.unolog").touch()
    assert [path.name for path in damaged(tmp_path)] == ["00" * 8, "01" * 8]
    assert damaged(tmp_path / "none") == []


def test_no_tables_at_all(tmp_path: Path) -> None:
    assert survey(tmp_path / "none") == []
