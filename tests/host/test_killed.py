"""The host is killed at every single frame of its file: before it, inside it, after it. The game goes on.

Each life of the process writes one frame more than the life before. What the file holds when a process dies
is bytes; a frame that was being written is torn.
"""

from __future__ import annotations

from typing import Literal

import pytest

from protocol import bodies
from protocol.entries import decode_entry
from protocol.unolog import encode_frame, scan
from tests.host.pair import ED25519, HASHES, Keys, Pair
from uno_lan.engine import Ruleset
from uno_lan.fairness.audit import audit
from uno_lan.host.effects import Effect, NewFile, Store

Moment = Literal["before", "inside", "after"]
MAGIC = b"UNOLOG1\n"


class Killed(BaseException):
    """The process is no more: nothing of it runs any further."""


class Mortal(Pair):
    """A table whose process dies at each frame, once.

    Args:
        moment: when, seen from the frame.
    """

    def __init__(self, names: list[str], moment: Moment, *, bots: int, keys: Keys, seed: str) -> None:
        self._moment = moment
        self.disk = bytearray()
        self._frames = 0
        self._dies_at = 0
        self.lives = 1
        self.torn = 0
        rules = Ruleset.make("classic", "single_hand", uno_grace_ms=0)
        super().__init__(names, bots=bots, keys=keys, seed=seed, rules=rules, standin="bot")

    def _do(self, effect: Effect) -> None:
        """The disk gets what it gets before the process dies."""
        if isinstance(effect, NewFile):
            self.disk = bytearray(MAGIC + encode_frame("hdr", b"x"))
            self._frames = 0
        if not isinstance(effect, Store):
            return
        frame = encode_frame(effect.kind, effect.raw, effect.sig)
        if self._frames + 1 == self._dies_at:
            self._dies_at += 1
            if self._moment == "inside":
                self.disk += frame[: 1 + len(frame) * (self.lives % 7) // 7]
            if self._moment == "after":
                self.disk += frame
            raise Killed
        self.disk += frame
        self._frames += 1
        if not self._dies_at and effect.kind == "ent" and decode_entry(effect.raw).t == "ROSTER":
            self._dies_at = self._frames + 1  # a table whose game has not begun opens as it was

    def _carry(self, effect: Effect) -> None:
        """As a shell does it, but for the deaths."""
        self._do(effect)
        super()._carry(effect)

    def rise(self) -> None:
        """New processes, until one lives long enough for everybody to come back."""
        while True:
            self.lives += 1
            found = scan(bytes(self.disk))
            assert not found.damaged
            self.torn += found.torn
            self.disk = self.disk[: found.good]
            frames = [frame for frame in found.frames if frame.kind != "hdr"]
            self._frames = len(frames)
            self.files[-1] = frames
            try:
                self.restart()
                for name in self.clients:
                    self.connect(name)
            except Killed:
                continue
            return

    def step(self) -> None:
        """One thing happens, and be it death."""
        try:
            super().step()
        except Killed:
            self.rise()


def mortal(moment: Moment, people: int, bots: int, keys: Keys = HASHES) -> Mortal:
    """A game played to its end through all its deaths."""
    names = [f"P{number}" for number in range(people)]
    pair = Mortal(names, moment, bots=bots, keys=keys, seed=f"{moment} {people}")
    try:
        pair.start()
    except Killed:
        pair.rise()
    pair.play(lambda: pair.stage == "game_over")
    return pair


def passed(pair: Mortal) -> None:
    """All know one history, nothing was written twice, and whoever reads the file finds it right."""
    pair.check()
    frames = scan(bytes(pair.disk)).frames[1:]
    report = audit([pair.header, *frames], pair.keys.verifier())
    assert report.verdict == "PASS", report.faults
    numbers = [decode_entry(frame.data).q for frame in frames if frame.kind == "ent"]
    assert numbers == list(range(len(numbers)))
    for client in pair.clients.values():
        mine = [frame for frame in client.file if frame.kind == "ent"]
        assert [frame.data for frame in mine] == [f.data for f in frames if f.kind == "ent"]


@pytest.mark.parametrize("moment", ["before", "inside", "after"])
@pytest.mark.parametrize(("people", "bots"), [(2, 1), (3, 0), (2, 3)])
def test_at_every_frame_of_a_game(moment: Moment, people: int, bots: int) -> None:
    pair = mortal(moment, people, bots)
    frames = len(scan(bytes(pair.disk)).frames) - 1
    assert pair.lives >= frames - 5, "it died at every frame"
    assert (pair.torn > 50) == (moment == "inside")
    steps = [type(decode_entry(f.data).b) for f in pair.file if f.kind == "ent"]
    assert {bodies.EpochOpen, bodies.EpochCommits, bodies.EpochSeeds, bodies.RoundEnd} <= set(steps)
    passed(pair)


def test_with_real_signatures() -> None:
    passed(mortal("inside", 2, 0, ED25519))
