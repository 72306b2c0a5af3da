"""Heads told past the host, between machines: two histories are found by a datagram."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.lan.net import Lan
from tests.lan.test_evening import Player

pytestmark = [pytest.mark.lan, pytest.mark.timeout(120)]


def test_35_a_second_history_told_by_multicast_stops_both_players(lan: Lan, tmp_path: Path) -> None:
    """Whoever was told it is on a fourth machine; what it tells bears the host's own signature."""
    lan.hosts(4)
    folders = [tmp_path / name for name in ("host", "anna", "bora")]
    host = lan.python(
        1, "-m", "uno_lan", "serve", "--name", "Crook", "--open", "--log", "json",
        "--state-dir", str(folders[0]),
    )  # fmt: skip
    host.expect(lambda event: event["event"] == "table.open", about="the open table")
    players = []
    for number, name in ((2, "Anna"), (3, "Bora")):
        play = ("-m", "uno_lan", "play", "--plain", "--name", name, "--state-dir", str(folders[number - 1]))
        player = Player(lan.python(number, *play))
        player.read_until("Crook")
        player.peer.tell("1")
        player.read_until("Joined Crook")
        players.append(player)
    for player in players:
        player.peer.tell("ready")
    players[0].read_until("Bora is ready")
    players[0].peer.tell("start")
    for player in players:
        player.read_until("Round 1 begins")

    (file,) = folders[1].rglob("*.unolog")
    game = file.stem.rpartition("-")[2]
    told = lan.run(
        4, sys.executable, "-m", "tests.lan.tell_head", lan.address(4), str(folders[0]), game, timeout=30
    )
    assert told.stdout.startswith("heard "), told.stderr
    for player, folder in zip(players, folders[1:], strict=True):
        assert "E_FORK" in player.read_until("STOP.")
        player.read_until("the host did it")
        player.read_until("Evidence: ")
        (evidence,) = folder.rglob("*.unoevidence")
        judged = lan.run(1, sys.executable, "-m", "uno_lan", "audit", "--evidence", str(evidence))
        assert judged.returncode == 0, judged.stdout
        assert "PROVEN FORK E_FORK at entry 3" in judged.stdout
