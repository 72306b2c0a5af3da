"""Game files while they are written, and after whatever can happen to them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from protocol.unolog import LogHeader, scan
from uno_lan.errors import DAMAGED, UNAVAILABLE, CommandError
from uno_lan.journal import Journal
from uno_lan.locks import FolderLock, Locked, is_locked

HEAD = LogHeader(1, bytes(16), bytes(8), bytes(8), bytes(32), "host", bytes(32), 1_700_000_000_000, "test")


class Disk:
    """Counts syncs, and fails when told to."""

    def __init__(self) -> None:
        self.calls = 0
        self.full = False

    def __call__(self, fd: int) -> None:
        """Sync."""
        self.calls += 1
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")


def begun(folder: Path, sync: Callable[[int], None] | None = None) -> Journal:
    """A new file."""
    return Journal.create(folder, HEAD, sync)


def contents(path: Path) -> list[bytes]:
    """What was stored, without the header."""
    return [frame.data for frame in scan(path.read_bytes()).frames[1:]]


def test_frames_are_in_the_file_after_a_commit(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.add("ent", b"one", bytes(64))
    assert journal.is_behind and contents(journal.path) == []
    journal.commit()
    assert not journal.is_behind and contents(journal.path) == [b"one"]


def test_a_new_file_is_private_and_named_by_day_and_game(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    assert stat.S_IMODE(journal.path.stat().st_mode) == 0o600
    assert journal.path.name.startswith("2023-11-1") and journal.path.name.endswith("0" * 32 + ".unolog")


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such thing")
def test_the_name_of_a_new_file_is_on_the_disk_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_ino))
    begun(tmp_path)
    assert tmp_path.stat().st_ino in synced


def test_many_frames_cost_one_sync(tmp_path: Path) -> None:
    disk = Disk()
    journal = begun(tmp_path, disk)
    before = disk.calls
    for number in range(50):
        journal.add("ent", bytes([number]))
    journal.commit()
    assert disk.calls == before + 1
    journal.commit()
    assert disk.calls == before + 1


def test_secrets_are_synced_even_where_moves_are_not(tmp_path: Path) -> None:
    disk = Disk()
    journal = begun(tmp_path, disk)
    before = disk.calls
    journal.add("ent", b"move")
    journal.commit(sync=False)
    assert disk.calls == before and journal.is_dirty
    journal.add("sec", b"seed")
    journal.commit(sync=False)
    assert disk.calls == before + 1 and not journal.is_dirty
    journal.add("ent", b"move")
    journal.commit(sync=False)
    assert disk.calls == before + 1
    journal.sync_now()
    assert disk.calls == before + 2


def test_a_file_is_taken_up_where_it_ended(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    journal.add("ent", b"one")
    journal.commit()
    journal.close()
    found = Journal.open(journal.path)
    assert found.head == HEAD and found.cut == 0
    assert [frame.kind for frame in found.frames] == ["hdr", "ent"]
    found.journal.add("ent", b"two")
    found.journal.commit()
    assert contents(journal.path) == [b"one", b"two"]


@pytest.mark.parametrize("missing", range(1, 20))
def test_an_unfinished_last_frame_is_cut_off(tmp_path: Path, missing: int) -> None:
    journal = begun(tmp_path)
    for text in (b"one", b"two"):
        journal.add("ent", text)
    journal.commit()
    journal.close()
    data = journal.path.read_bytes()
    journal.path.write_bytes(data[:-missing])
    found = Journal.open(journal.path)
    assert found.cut > 0
    found.journal.add("ent", b"three")
    found.journal.commit()
    assert contents(journal.path) == [b"one", b"three"]


def test_damage_in_the_middle_is_refused_and_kept(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    for text in (b"one" * 20, b"two" * 20, b"three" * 20):
        journal.add("ent", text)
    journal.commit()
    journal.close()
    data = bytearray(journal.path.read_bytes())
    data[data.index(b"twotwo")] ^= 1
    journal.path.write_bytes(data)
    with pytest.raises(CommandError) as caught:
        Journal.open(journal.path)
    assert caught.value.exit_code == DAMAGED and "\n" not in caught.value.text
    assert journal.path.read_bytes() == data
    with pytest.raises(CommandError):
        Journal.open(journal.path)  # and the lock was let go


@pytest.mark.parametrize("data", [b"", b"something else entirely", b"UNOLOG1\n"])
def test_no_game_file_at_all_is_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.unolog"
    path.write_bytes(data)
    with pytest.raises(CommandError) as caught:
        Journal.open(path)
    assert caught.value.exit_code == DAMAGED
    assert path.read_bytes() == data


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        Journal.open(tmp_path / "none.unolog")
    assert caught.value.exit_code == UNAVAILABLE


def test_a_file_has_one_writer(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    with pytest.raises(CommandError) as caught:
        Journal.open(journal.path)
    assert caught.value.exit_code == UNAVAILABLE and "another process" in caught.value.text
    journal.close()
    Journal.open(journal.path).journal.close()


def test_the_same_game_is_not_begun_twice(tmp_path: Path) -> None:
    begun(tmp_path)
    with pytest.raises(FileExistsError):
        begun(tmp_path)


def test_a_write_that_fails_half_way_leaves_no_half_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = begun(tmp_path)
    journal.add("ent", b"one")
    journal.commit()
    whole = journal.path.read_bytes()
    real = os.write
    room = 5

    def full(fd: int, data: bytes) -> int:
        nonlocal room
        if room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = real(fd, bytes(data)[:room])
        room -= written
        return written

    journal.add("ent", b"two" * 100)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            journal.commit()
    assert journal.path.read_bytes() == whole
    journal.add("ent", b"three")
    journal.commit()
    assert contents(journal.path) == [b"one", b"two" * 100, b"three"]


def test_a_sync_that_fails_is_made_up_for(tmp_path: Path) -> None:
    disk = Disk()
    journal = begun(tmp_path, disk)
    disk.full = True
    journal.add("ent", b"one")
    with pytest.raises(OSError, match="No space"):
        journal.commit()
    assert journal.is_dirty and not journal.is_behind
    disk.full = False
    before = disk.calls
    journal.commit()
    assert disk.calls == before + 1 and contents(journal.path) == [b"one"]


def test_a_file_that_cannot_be_begun_leaves_nothing(tmp_path: Path) -> None:
    disk = Disk()
    disk.full = True
    with pytest.raises(OSError, match="No space"):
        begun(tmp_path, disk)
    assert list(tmp_path.iterdir()) == []
    disk.full = False
    begun(tmp_path, disk)


def test_a_folder_has_one_holder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    assert is_locked(tmp_path)
    with pytest.raises(Locked):
        FolderLock(tmp_path)
    lock.release()
    assert not is_locked(tmp_path)
    FolderLock(tmp_path).release()


def test_a_folder_that_is_not_there_is_not_locked(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / "none")
