"""Finding tables where multicast does not pass: by broadcast, by having been there, and what doctor says."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lan.net import DEADLINE, Lan, Peer

from .test_serve import LOBBY, one_game, opened, serve

pytestmark = pytest.mark.lan


def doctor(lan: Lan, host: int) -> dict[str, Any]:
    """What `uno-lan doctor` says on a host."""
    done = lan.run(host, sys.executable, "-m", "uno_lan", "doctor", "--json")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def grades(found: dict[str, Any]) -> dict[str, str]:
    return {one["what"]: one["grade"] for one in found["findings"]}


def test_without_multicast_a_table_is_found_by_broadcast(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    for host in (1, 2):
        lan.block_multicast(host)
    opened(serve(lan, 1, tmp_path))
    lobby = lan.python(2, *LOBBY)
    found = one_game(lobby, "the table", name="Anna's table", alive=True)
    assert found["games"][0]["addresses"][0] == "10.77.0.1"


def test_without_broadcast_a_host_met_before_is_found(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    host = serve(lan, 1, tmp_path / "host", "--open")
    opened(host)
    state = tmp_path / "guest"
    guest = lan.python(
        2, "-m", "uno_lan", "play", "--plain", "--connect", "10.77.0.1", "--state-dir", str(state)
    )
    said(guest, "Anna's table")
    guest.stop()
    for number in (1, 2):
        lan.block_multicast(number)
        lan.block_broadcast(number)
    again = lan.python(2, "-m", "uno_lan", "play", "--plain", "--state-dir", str(state))
    said(again, "1. Anna's table")
    again.stop()


def said(peer: Peer, text: str) -> None:
    """Wait for a line with this in it."""
    while (line := peer.next_line(DEADLINE)) is not None:
        if text in line:
            return
    raise AssertionError(f"{text!r} was not said:\n{peer.said()}")


def test_doctor_on_a_sound_network_names_the_table(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    opened(serve(lan, 1, tmp_path))
    found = doctor(lan, 2)
    wanted = ("network", "multicast", "announcement", "port", "firewall", "neighbors", "tables", "ipv6")
    assert grades(found) == dict.fromkeys(wanted, "good")
    assert "Anna's table answers at 10.77.0.1" in json.dumps(found)


def test_doctor_sees_signs_of_a_network_that_keeps_devices_apart(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    for host in (1, 2):
        lan.isolate(host)
    opened(serve(lan, 1, tmp_path))
    found = {one["what"]: one for one in doctor(lan, 2)["findings"]}
    assert found["neighbors"]["grade"] == "note" and "isolation" in found["neighbors"]["do"]
    assert found["tables"]["grade"] == "note"


def test_doctor_names_a_table_whose_firewall_lets_nobody_in(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    opened(serve(lan, 1, tmp_path))
    if not lan.shut_out(1, 40444):
        pytest.skip("this system has no routing by port")
    (found,) = [one for one in doctor(lan, 2)["findings"] if one["what"] == "tables"]
    assert found["grade"] == "bad" and "allow TCP port 40444" in found["do"]
    assert "Anna's table is announced at 10.77.0.1:40444, but does not answer" in found["found"]


def test_a_server_of_many_tables_is_announced_once_and_has_a_row_for_each(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    opened(serve(lan, 1, tmp_path, "--tables", "3"))
    lobby = lan.python(2, *LOBBY)
    found = one_game(lobby, "the server", alive=True, seats=30)
    lobby.expect(
        lambda event: event["event"] == "games" and len(event["games"][0]["tables"]) == 3,
        about="its signed tables",
    )
    assert found["games"][0]["port"] == 40444
    rows = lan.run(2, sys.executable, "-m", "uno_lan", "games").stdout.splitlines()
    assert [row.split("  ")[0] for row in rows] == [f"Anna's table {n}" for n in (1, 2, 3)]
