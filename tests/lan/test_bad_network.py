"""A table on a bad network: lost and late packets, a pulled cable, another address, a killed host."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lan.net import Lan, Peer
from tests.lan.test_evening import Player

pytestmark = [pytest.mark.lan, pytest.mark.timeout(300)]

LONG_S = 120.0
GRACE_S = 5


def shape(lan: Lan, host: int, *rules: str) -> None:
    """Lose and delay packets on the way to a host; skips where the kernel cannot."""
    switch = f"uno-{lan.tag}-sw"
    command = ["ip", "netns", "exec", switch, "tc", "qdisc", "replace", "dev", f"port{host}", "root", "netem"]
    try:
        done = subprocess.run([*command, *rules], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("needs ip and tc")
    if done.returncode:
        pytest.skip(f"no netem here: {done.stderr.strip()}")


class Party:
    """A host and two scripted players, each on a machine of its own."""

    def __init__(self, lan: Lan, folder: Path, *options: str) -> None:
        self.lan = lan
        self.folder = folder
        self.options = options
        lan.hosts(3)
        self.host = self.serve("--new")
        self.anna = self.play(2, "Anna")
        self.bora = self.play(3, "Bora")
        for player in self.players:
            player.peer.tell("ready")
        self.anna.read_until("Bora is ready")
        self.anna.peer.tell("start")

    def serve(self, how: str) -> Peer:
        """The host's process."""
        host = self.lan.python(
            1, "-m", "uno_lan", "serve", "--name", "Bad", "--open", "--port", "40444", how, "--log", "json",
            "--rule", "uno_grace_ms=0", "--mode", "single_hand", "--grace", str(GRACE_S), *self.options,
            "--state-dir", str(self.folder / "host"),
        )  # fmt: skip
        host.expect(lambda event: event["event"] == "table.open", about="the open table")
        return host

    def play(self, number: int, name: str) -> Player:
        """A player's process."""
        peer = self.lan.python(
            number, "-m", "uno_lan", "play", "--plain", "--name", name, "--connect",
            f"{self.lan.address(1)}:40444", "--state-dir", str(self.folder / name),
            env={"UNO_LAN_PAUSE_MS": "0-0"},
        )  # fmt: skip
        player = Player(peer)
        player.read_until("Joined Bad")
        return player

    @property
    def players(self) -> tuple[Player, Player]:
        """Both."""
        return self.anna, self.bora

    def go_on(self, until: Callable[[], bool]) -> None:
        """Let the players play until something is the case."""
        ends = time.monotonic() + LONG_S
        while not until():
            assert time.monotonic() < ends, f"{self.anna.peer.said()}\n\n{self.bora.peer.said()}"
            assert not any(player.person.stopped for player in self.players), self.anna.peer.said()
            if not any(player.pump() for player in self.players):
                time.sleep(0.002)  # nothing to read yet

    def heard(self, player: Player, text: str) -> bool:
        """Was this said to a player?"""
        return any(text in line for line in player.peer.lines)

    def finish(self) -> None:
        """Play to the end; all three files are found right and tell one history."""
        self.go_on(lambda: all(player.person.over for player in self.players))
        for player in self.players:
            player.peer.tell("quit")
            assert player.peer.process.wait(15) == 0, player.peer.said()
        assert self.host.stop() == 0, self.host.said()
        files = [sorted((self.folder / name).rglob("*.unolog")) for name in ("host", "Anna", "Bora")]
        assert [len(found) for found in files] == [1, 1, 1]
        names = [str(found[0]) for found in files]
        done = self.lan.run(1, sys.executable, "-m", "uno_lan", "audit", "--json", *names, timeout=120)
        report = json.loads(done.stdout)
        assert [one["verdict"] for one in report["files"]] == ["PASS"] * 3, report


def test_a_game_with_lost_and_late_packets(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(3)
    for host in (1, 2, 3):
        shape(lan, host, "delay", "30ms", "10ms", "loss", "4%")
    Party(lan, tmp_path).finish()


def test_a_pulled_cable_brings_a_bot_and_putting_it_back_the_player(lan: Lan, tmp_path: Path) -> None:
    party = Party(lan, tmp_path)
    party.go_on(lambda: party.heard(party.bora, "Your turn"))
    lan.unplug(3)
    party.go_on(lambda: party.heard(party.anna, "A bot plays for Bora."))
    lan.unplug(3, out=False)
    party.go_on(
        lambda: (
            party.heard(party.anna, "Bora is back and plays the seat again.") or bool(party.anna.person.over)
        )
    )
    assert party.heard(party.bora, "Link lost. Trying again; your seat is kept.")
    party.finish()


def test_a_killed_host_comes_back_and_everybody_with_it(lan: Lan, tmp_path: Path) -> None:
    party = Party(lan, tmp_path)
    party.go_on(lambda: party.heard(party.bora, "Your turn"))
    party.host.kill()
    party.go_on(lambda: all(party.heard(player, "Link lost.") for player in party.players))
    party.host = party.serve("--resume")
    party.go_on(lambda: all(party.heard(player, "Link is back.") for player in party.players))
    party.finish()


def test_a_host_gets_another_address_in_the_middle_and_is_found_there(lan: Lan, tmp_path: Path) -> None:
    party = Party(lan, tmp_path)
    party.go_on(lambda: party.heard(party.bora, "Your turn"))
    before = party.host.expect(lambda event: event["event"] == "server.open", about="the open server")
    lan.change_address(1, "10.77.0.91")
    party.go_on(lambda: all(party.heard(player, "Link lost.") for player in party.players))
    party.go_on(lambda: all(party.heard(player, "Link is back.") for player in party.players))
    moved = party.host.expect(lambda event: event["event"] == "server.moved", about="its new address")
    assert (before["address"], moved["address"]) == ("10.77.0.1:40444", "10.77.0.91:40444")
    party.finish()


def test_everybody_moves_to_another_network_and_finds_the_table_there(lan: Lan, tmp_path: Path) -> None:
    # Only this adapter is served: what comes later must be listened on as well.
    party = Party(lan, tmp_path, "--interface", "eth0")
    party.go_on(lambda: party.heard(party.bora, "Your turn"))
    for number in (1, 2, 3):
        lan.change_address(number, f"10.88.0.{number}")
    party.go_on(lambda: all(party.heard(player, "Link lost.") for player in party.players))
    party.go_on(lambda: all(party.heard(player, "Link is back.") for player in party.players))
    moved = party.host.expect(lambda event: event["event"] == "server.moved", about="its new address")
    assert moved["address"] == "10.88.0.1:40444"
    party.finish()


def test_a_player_gets_another_address_in_the_middle(lan: Lan, tmp_path: Path) -> None:
    party = Party(lan, tmp_path)
    party.go_on(lambda: party.heard(party.anna, "Your turn"))
    lan.change_address(2, "10.77.0.99")
    party.go_on(lambda: party.heard(party.anna, "Link is back.") or bool(party.anna.person.over))
    party.finish()
