"""What the attack tests share: hosts and players that are honest but for one step, and a court.

A *hostile host* is a real `HostGame` with one method overridden, or one whose messages are changed on their
way to one player or to all (`Rig.tamper`). A *hostile player* is a real client that says one thing more.
Every signature is a real one. What somebody finds goes to court: the file is written, and judged by
`uno-lan audit --evidence` alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from protocol import bodies, codec, messages
from protocol.entries import decode_entry
from protocol.evidence import EvidenceKind, decode_evidence, encode_evidence
from protocol.fields import SeatSigned
from tests.fairness.rig import Rig, once, once_private
from tests.host.pair import Client, Pair
from uno_lan.cli import main
from uno_lan.engine import NOBODY, Ruleset
from uno_lan.fairness.evidence import Proven
from uno_lan.fairness.host_game import HostGame

__all__ = ["Court", "HostileHost", "Player", "attack", "everybody", "once", "once_private", "signed"]


class HostileHost(HostGame):
    """The host's side of a game, to be overridden in one step."""


class Court:
    """Judges evidence files as anybody could."""

    def __init__(self, folder: Path, output: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._output = output
        self._count = 0

    def judge(self, data: bytes) -> tuple[int, dict[str, object] | None]:
        """(exit code, what is proven) of `uno-lan audit --evidence FILE`."""
        self._count += 1
        path = self._folder / f"{self._count}.unoevidence"
        path.write_bytes(data)
        self._output.readouterr()
        code = main(["audit", "--json", "--evidence", str(path)])
        document = json.loads(self._output.readouterr().out)
        return code, document["files"][0]["proven"]

    def convicts(self, found: Proven | None, kind: EvidenceKind, code: str, accused: bytes) -> None:
        """The file proves this of this key, and with another key in it proves nothing."""
        assert found is not None, "nothing could be collected"
        answer, proven = self.judge(found.data)
        assert answer == 0
        assert proven is not None
        assert (proven["kind"], proven["code"], proven["accused"]) == (kind, code, accused.hex())
        evidence = decode_evidence(found.data)
        assert (evidence.kind, evidence.accused) == (kind, accused)
        roster = decode_entry(evidence.roster.p).b
        assert isinstance(roster, bodies.Roster)
        innocent = next(who.pk for who in roster.seats if who.pk != accused)
        other = encode_evidence(msgspec.structs.replace(evidence, accused=innocent))
        assert self.judge(other) == (1, None), "the same pieces convict somebody else as well"

    def convicts_host(self, rig: Rig, kind: EvidenceKind, code: str, *seats: int) -> None:
        """What each of these has found proves it of the host."""
        assert seats
        for seat in seats:
            self.convicts(rig.evidence(seat), kind, code, rig.signer.pk)


@pytest.fixture
def court(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Court:
    """Where evidence is judged."""
    return Court(tmp_path, capsys)


def attack(
    people: int = 3, seed: str = "", host: type[HostGame] = HostileHost, rules: Ruleset | None = None
) -> Rig:
    """A game with real signatures."""
    return Rig(people, seed, host=host, rules=rules, real=True)


def everybody(rig: Rig) -> list[int]:
    """All players and a watcher."""
    return [*range(len(rig.signers)), NOBODY]


def signed(rig: Rig, seat: int, text: messages.Text | messages.CommitText | messages.SeedText) -> SeatSigned:
    """A text with the real signature of a player."""
    payload = codec.encode_text(text)
    return SeatSigned(seat, payload, rig.signers[seat].sign(text.SIG, payload))


class Player:
    """A hostile player at a real table: its own program's keys and knowledge, but it says what it likes.

    Args:
        pair: the table.
        name: whose program this is.
    """

    def __init__(self, pair: Pair, name: str) -> None:
        self.pair = pair
        self.client: Client = pair[name]

    def say(self, message: messages.Message) -> list[str]:
        """Send something. Returns the codes of refusals it brought."""
        client = self.client
        before = len(client.nacks), len(client.errors)
        client.say(message)
        self.pair.pump()
        return client.nacks[before[0] :] + [error.code for error in client.errors[before[1] :]]

    def sign(
        self,
        kind: Callable[[bytes, bytes], messages.Message],
        text: messages.Text | messages.CommitText | messages.SeedText,
    ) -> messages.Message:
        """A message of a text with the real signature."""
        payload = codec.encode_text(text)
        return kind(payload, self.client.signer.sign(text.SIG, payload))

    def action(self, kind: str, **changes: object) -> messages.Action:
        """A move on the newest head, with some fields changed."""
        replica = self.client.sure.replica
        fields: dict[str, object] = {
            "game": replica.game_id,
            "round": replica.round_no,
            "counter": self.pair.now + 1,
            "seen": replica.seq - 1,
            "head": replica.head,
            "kind": kind,
            "args": {},
        }
        return messages.Action(**(fields | changes))  # type: ignore[arg-type]
