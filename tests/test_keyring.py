"""The keys of an installation."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from protocol.signing import Ed25519Verifier
from uno_lan.errors import DAMAGED, UNAVAILABLE, CommandError
from uno_lan.keyring import IDENTITY_FILE, SERVER_FILE, ephemeral, load_or_create, server_id


def test_the_identity_is_made_once_and_then_kept(tmp_path: Path) -> None:
    first = load_or_create(tmp_path / "new" / "state")
    again = load_or_create(tmp_path / "new" / "state")
    assert first.pk == again.pk
    assert Ed25519Verifier().verify(first.pk, "act", b"x", again.sign("act", b"x"))


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    load_or_create(tmp_path / "state")
    assert stat.S_IMODE((tmp_path / "state" / IDENTITY_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert [path.name for path in (tmp_path / "state").iterdir()] == [IDENTITY_FILE]


def test_a_mode_that_is_too_open_is_mended(tmp_path: Path) -> None:
    load_or_create(tmp_path)
    (tmp_path / IDENTITY_FILE).chmod(0o644)
    load_or_create(tmp_path)
    assert stat.S_IMODE((tmp_path / IDENTITY_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"rubbish", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
)
def test_a_broken_file_is_one_line_and_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    (tmp_path / IDENTITY_FILE).write_bytes(content)
    with pytest.raises(CommandError) as caught:
        load_or_create(tmp_path)
    assert caught.value.exit_code == DAMAGED and "\n" not in caught.value.text
    assert (tmp_path / IDENTITY_FILE).read_bytes() == content


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read and write everything")
def test_a_folder_that_may_not_be_written_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(CommandError) as caught:
        load_or_create(tmp_path)
    assert caught.value.exit_code == UNAVAILABLE and "\n" not in caught.value.text


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / IDENTITY_FILE).mkdir()
    with pytest.raises(CommandError) as caught:
        load_or_create(tmp_path)
    assert caught.value.exit_code == UNAVAILABLE and "\n" not in caught.value.text


def test_programs_that_start_at_once_agree(tmp_path: Path) -> None:
    found: list[bytes] = []
    start = threading.Barrier(8)

    def load() -> None:
        start.wait()
        found.append(load_or_create(tmp_path).pk)

    threads = [threading.Thread(target=load) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_a_key_for_once_is_another_each_time() -> None:
    assert ephemeral().pk != ephemeral().pk


def test_the_server_keeps_its_id(tmp_path: Path) -> None:
    first = server_id(tmp_path)
    assert len(first) == 8 and server_id(tmp_path) == first
    assert server_id(tmp_path / "other") != first


def test_a_broken_id_is_one_line(tmp_path: Path) -> None:
    (tmp_path / SERVER_FILE).write_text("not hex")
    with pytest.raises(CommandError) as caught:
        server_id(tmp_path)
    assert caught.value.exit_code == DAMAGED and "\n" not in caught.value.text
