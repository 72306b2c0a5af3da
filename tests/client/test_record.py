"""The record of a game while its disk is full, and after there is room again."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from protocol.unolog import LogHeader
from uno_lan.client.record import Record
from uno_lan.journal import Journal

HEAD = LogHeader(1, bytes(16), bytes(8), bytes(8), bytes(32), "client", bytes(32), 0, "test")


def test_a_full_disk_is_said_with_what_to_do_and_its_end_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record(tmp_path)
    record.begin(HEAD)
    assert record.trouble == ""

    def full(_journal: Journal, *, sync: bool = True) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "commit", full)
        record.commit()
    assert record.trouble.startswith("The disk is full") and "make room" in record.trouble
    record.commit()
    assert record.trouble == "", "there is room again"
    record.close()


def test_a_folder_that_cannot_be_written_is_said_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no folder")
    record = Record(tmp_path)
    record.begin(HEAD)
    assert record.trouble.startswith("The record of this game cannot be written: ")
