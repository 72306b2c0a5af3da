"""Hosts that were met before."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from uno_lan.client.known_hosts import FILE, MOST, KnownHosts

ANNA, EVE = b"a" * 32, b"e" * 32
SERVER, OTHER = b"server-1", b"server-2"


def test_a_host_is_remembered_over_a_restart(tmp_path: Path) -> None:
    KnownHosts(tmp_path).remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    known = KnownHosts(tmp_path).get(ANNA)
    assert known is not None
    assert (known.name, known.address, known.first_seen, known.last_seen) == (
        "Anna's table",
        "10.0.0.1:40444",
        5,
        5,
    )
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_meeting_again_keeps_name_and_first_time(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    hosts.remember(ANNA, SERVER, "", "10.0.0.2:40444", 9)
    known = hosts.get(ANNA)
    assert known is not None and (known.name, known.first_seen, known.last_seen) == ("Anna's table", 5, 9)


def test_a_stranger_is_no_conflict(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    assert hosts.conflict(ANNA, SERVER, "Anna's table") is None
    assert hosts.conflict(EVE, OTHER, "Eve's table") is None
    assert hosts.conflict(EVE, OTHER, "") is None


def test_a_known_name_or_server_with_another_key_is_one(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    assert hosts.conflict(EVE, OTHER, "anna's TABLE") == hosts.get(ANNA)
    assert hosts.conflict(EVE, SERVER, "Eve's table") == hosts.get(ANNA)


def test_the_code_of_the_table_joined_last_is_kept(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    hosts.keep_code(ANNA, b"table--1", "7KQM-2XPA")
    hosts.remember(ANNA, SERVER, "", "10.0.0.1:40444", 9)
    again = KnownHosts(tmp_path)
    assert again.code(SERVER, b"table--1") == "7KQM-2XPA"
    assert again.code(SERVER, b"table--2") == again.code(OTHER, b"table--1") == ""
    assert again.code(None, b"table--1") == again.code(SERVER, None) == ""
    again.forget_code(SERVER)
    assert KnownHosts(tmp_path).code(SERVER, b"table--1") == ""


def test_a_code_is_not_given_to_a_new_key(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    hosts.keep_code(ANNA, b"table--1", "7KQM-2XPA")
    before = hosts.get(ANNA)
    assert before is not None
    hosts.accept(EVE, before)
    assert hosts.code(SERVER, b"table--1") == ""


def test_an_accepted_key_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    before = hosts.get(ANNA)
    assert before is not None
    hosts.accept(EVE, before)
    again = KnownHosts(tmp_path)
    assert again.get(ANNA) is None and again.get(EVE) == before
    assert again.conflict(EVE, SERVER, "Anna's table") is None


@pytest.mark.parametrize("content", ["", "{", "[]", '{"hosts": {"aa": {"name": 1}}}', '{"hosts": 7}'])
def test_a_broken_file_is_set_aside_and_play_goes_on(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    hosts = KnownHosts(tmp_path)
    assert "cannot be read" in hosts.trouble
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    assert KnownHosts(tmp_path).get(ANNA) is not None
    assert (tmp_path / FILE).with_suffix(".damaged").read_text() == content


def test_a_folder_that_is_gone_is_no_reason_not_to_play(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path / "gone")
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    assert hosts.trouble and hosts.get(ANNA) is not None


def test_without_a_folder_nothing_is_written() -> None:
    hosts = KnownHosts(None)
    hosts.remember(ANNA, SERVER, "Anna's table", "10.0.0.1:40444", 5)
    assert hosts.get(ANNA) is not None and not hosts.trouble


def test_the_list_is_bounded() -> None:
    hosts = KnownHosts(None)
    for number in range(MOST + 10):
        hosts.remember(number.to_bytes(32, "big"), SERVER, f"T{number}", "x", number)
    assert hosts.get((9).to_bytes(32, "big")) is None
    assert hosts.get((10).to_bytes(32, "big")) is not None
