"""The real host on one machine of a network, found from another one."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.lan.net import Lan, Peer, allowed

pytestmark = pytest.mark.lan

LOBBY = ("-m", "tests.lan.peer", "browse", "--status")


def serve(lan: Lan, host: int, state: Path, *options: str) -> Peer:
    return lan.python(
        host,
        "-m",
        "uno_lan",
        "serve",
        "--name",
        "Anna's table",
        "--log",
        "json",
        "--state-dir",
        str(state),
        *options,
    )


def opened(host: Peer) -> dict[str, Any]:
    return host.expect(lambda event: event["event"] == "table.open", about="the open table")


def one_game(lobby: Peer, about: str, **wanted: object) -> dict[str, Any]:
    def fits(event: dict[str, Any]) -> bool:
        if event["event"] != "games" or len(event["games"]) != 1:
            return False
        return all(event["games"][0][name] == value for name, value in wanted.items())

    return lobby.expect(fits, about=about)


def test_a_new_table_is_found_within_two_seconds(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    lobby = lan.python(2, *LOBBY)
    lobby.expect(lambda event: event["event"] == "started")
    host = serve(lan, 1, tmp_path)
    opened(host)
    open_at = time.monotonic()
    found = one_game(lobby, "the new table", name="Anna's table")
    assert found["t"] - open_at <= allowed(2.0)
    assert found["t"] - host.began <= allowed(3.0), "with the start of the process, on a busy machine"
    signed = one_game(lobby, "its signed status", state="open", alive=True)
    (game,) = signed["games"]
    assert (game["addresses"], game["port"], game["lock"]) == ([lan.address(1)], 40444, True)
    assert len(game["key"]) == 26, "the whole identity, its signature checked"
    assert len(game["tables"]) == 1


def test_a_table_that_is_up_is_listed_by_the_command(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    serve(lan, 1, tmp_path, "--open", "--seats", "4")
    lobby = lan.python(2, *LOBBY)
    one_game(lobby, "the table, asked itself", state="open")
    done = lan.run(2, sys.executable, "-m", "uno_lan", "games", "--json", "--wait", "5")
    assert done.returncode == 0, done.stderr
    (game,) = json.loads(done.stdout)["games"]
    assert (game["name"], game["seats"], game["lock"], game["state"]) == ("Anna's table", 4, False, "open")
    assert game["rtt_ms"] is not None
    done = lan.run(2, sys.executable, "-m", "uno_lan", "games")
    assert done.stdout.startswith("Anna's table  classic  0/4 seats  open  10.77.0.1:40444  ")
    assert done.stderr == ""


def test_a_stop_takes_it_from_the_lobby_at_once(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    host = serve(lan, 1, tmp_path)
    lobby = lan.python(2, *LOBBY)
    one_game(lobby, "the table", state="open")
    assert host.stop() == 0
    lobby.expect(lambda event: event["event"] == "games" and not event["games"], 3, about="the empty list")


def test_a_killed_host_goes_with_the_usual_intervals(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    host = serve(lan, 1, tmp_path)
    lobby = lan.python(2, *LOBBY)
    one_game(lobby, "the table", state="open")
    host.kill()
    one_game(lobby, "the gray table", alive=False)
    lobby.expect(lambda event: event["event"] == "games" and not event["games"], about="the empty list")


def test_it_comes_back_as_the_same_table_on_another_port(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    host = serve(lan, 1, tmp_path)
    lobby = lan.python(2, *LOBBY)
    before = one_game(lobby, "the table", state="open")["games"][0]
    host.kill()
    host = serve(lan, 1, tmp_path, "--port", "40450")
    assert opened(host)["again"] is True
    after = one_game(lobby, "the table on its new port", port=40450, alive=True, state="open")["games"][0]
    assert (after["id"], after["key"]) == (before["id"], before["key"])


def test_without_a_network_there_is_a_warning_and_a_table(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(1)
    assert lan.run(1, "ip", "addr", "flush", "dev", "eth0").returncode == 0
    host = serve(lan, 1, tmp_path)
    warning = host.expect(lambda event: event["level"] == "warning", about="a warning")
    assert "in no network" in warning["why"]
    done = lan.run(1, sys.executable, "-m", "uno_lan", "games", "--wait", "1.5")
    assert "127.0.0.1:40444" in done.stdout


def test_an_interface_that_is_not_there_is_a_usage_error(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(1)
    done = lan.run(
        1, sys.executable, "-m", "uno_lan", "serve", "--interface", "wlan9", "--state-dir", str(tmp_path)
    )
    assert done.returncode == 64
    assert done.stderr.startswith("uno-lan: there is no interface wlan9 (there: eth0 10.77.0.1")
