"""A whole evening: a headless host and two players on three machines, played to the last point."""

from __future__ import annotations

import json
import queue
import sys
import time
from pathlib import Path

import pytest

from tests.lan.net import Lan, Peer
from tests.plain.scripted import Scripted

pytestmark = [pytest.mark.lan, pytest.mark.timeout(900)]

EVENING_S = 800.0


class Player:
    """A plain client on one machine with a scripted person before it."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.person = Scripted(peer.tell)

    def read_until(self, what: str, within: float = 20.0) -> str:
        """Read lines, answering nothing, until one holds a text."""
        until = time.monotonic() + within
        while time.monotonic() < until:
            try:
                line = self.peer.next_line(until - time.monotonic())
            except queue.Empty:
                break
            if line is None:
                break
            if what in line:
                return line
        raise AssertionError(f"{what!r} was not said by {self.peer.name}:\n{self.peer.said()}")

    def pump(self) -> bool:
        """Answer all lines that are there; was there any?"""
        heard = False
        while True:
            try:
                line = self.peer.next_line(0.0)
            except queue.Empty:
                return heard
            assert line is not None, self.peer.said()
            heard = True
            self.person.hear(line)


def audit(lan: Lan, files: list[Path]) -> dict[str, object]:
    """What the audit says of these files."""
    done = lan.run(1, sys.executable, "-m", "uno_lan", "audit", "--json", *map(str, files), timeout=300)
    assert done.stdout, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_a_race_to_500_between_three_machines(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(3)
    folders = [tmp_path / name for name in ("host", "anna", "bora")]
    rules = ["--rule", "uno_grace_ms=0"]
    host = lan.python(
        1, "-m", "uno_lan", "serve", "--name", "The evening", "--open", *rules, "--log", "json",
        "--state-dir", str(folders[0]),
    )  # fmt: skip
    host.expect(lambda event: event["event"] == "table.open", about="the open table")

    players = []
    for number, name in ((2, "Anna"), (3, "Bora")):
        state = str(folders[number - 1])
        play = ("-m", "uno_lan", "play", "--plain", "--name", name, "--state-dir", state)
        peer = lan.python(number, *play, env={"UNO_LAN_PAUSE_MS": "0-0"})
        player = Player(peer)
        assert player.read_until("The evening").startswith("1. The evening")
        peer.tell("1")
        player.read_until("Joined The evening")
        players.append(player)
    for player in players:
        player.peer.tell("ready")
    players[0].read_until("Bora is ready")
    players[0].peer.tell("start")

    until = time.monotonic() + EVENING_S
    while not all(player.person.over for player in players):
        assert time.monotonic() < until, players[0].peer.said()
        assert not any(player.person.stopped for player in players), players[0].peer.said()
        heard = [player.pump() for player in players]
        if not any(heard):
            time.sleep(0.002)  # nothing to read yet

    verdicts = [verdict for player in players for verdict in player.person.verdicts]
    assert True in verdicts, "no challenge succeeded in this game"
    assert False in verdicts, "no challenge failed in this game"
    assert players[0].person.over.replace("you", "Anna") == players[1].person.over.replace("you", "Bora")

    for player in players:
        player.peer.tell("quit")
        assert player.peer.process.wait(15) == 0, player.peer.said()
    assert host.stop() == 0, host.said()

    files = [sorted(folder.rglob("*.unolog")) for folder in folders]
    assert [len(found) for found in files] == [1, 1, 1]
    report = audit(lan, [found[0] for found in files])
    checked = report["files"]
    assert isinstance(checked, list)
    assert [one["verdict"] for one in checked] == ["PASS"] * 3, report
    compared = report["compared"]
    assert isinstance(compared, list)
    assert [one["fork"] for one in compared] == [-1]
    assert report["exit"] == 0
    assert all(one["ended"] for one in checked)
    assert len({one["head"] for one in checked}) == 1, "all three files end at one head"
