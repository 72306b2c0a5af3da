"""The disk is full at every single write, or sync, of a game: nothing is told that it does not hold, nothing
is lost, and the game goes on, in the same process or in a new one.

Each write fails once, in the middle of its bytes; the next attempt finds room.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Literal

import pytest

from protocol.entries import decode_entry
from protocol.unolog import scan
from tests.host.pair import Pair
from uno_lan import journal
from uno_lan.engine import Ruleset
from uno_lan.fairness.audit import audit
from uno_lan.host.archive import Archive
from uno_lan.host.effects import NewFile, Store
from uno_lan.journal import Journal

What = Literal["write", "sync"]


class Stopped(Exception):
    """The process was ended while its disk was full."""


class FullDisk:
    """A disk that takes each write, or each sync, only at the second attempt."""

    def __init__(self, what: What) -> None:
        self._what = what
        self.failures = 0
        self.is_tight = False
        self._refused = False

    def _take(self, what: What) -> bool:
        """Is there room for this one?"""
        if not self.is_tight or what != self._what or self._refused:
            self._refused = self._refused and what != self._what
            return True
        self._refused = True
        self.failures += 1
        return False

    def write(self, fd: int, data: bytes) -> None:
        """Write all of it, or a part and fail."""
        room = len(data) if self._take("write") else len(data) * (self.failures % 7) // 7
        os.write(fd, data[:room])
        if room < len(data):
            raise OSError(errno.ENOSPC, "No space left on device")

    def sync(self, _fd: int) -> None:
        """Sync, or fail."""
        if not self._take("sync"):
            raise OSError(errno.ENOSPC, "No space left on device")


class Tight(Pair):
    """A table that stores with a real archive, as its keeper does it: store first, then tell.

    Args:
        restarts: at each failure the process is ended, and a new one takes up the file.
    """

    def __init__(self, folder: Path, disk: FullDisk, *, restarts: bool) -> None:
        self._disk = disk
        self._restarts = restarts
        self.archive = Archive(folder, sync=disk.sync)
        rules = Ruleset.make("classic", "single_hand", uno_grace_ms=0)
        super().__init__(["Ann", "Ben"], bots=1, rules=rules, standin="bot")

    def _carry_out(self) -> None:
        effects = self.table.take()
        for effect in effects:
            if isinstance(effect, NewFile):
                self.archive.begin(effect.header)
            elif isinstance(effect, Store):
                self.archive.keep(effect.kind, effect.raw, effect.sig)
        self._save()
        for effect in effects:
            self._carry(effect)

    def _save(self) -> None:
        while self.archive.is_behind or self.archive.is_dirty:
            try:
                self.archive.save()
            except OSError:
                if self._restarts:
                    raise Stopped from None

    def rise(self) -> None:
        """New processes, until one lives long enough for everybody to come back."""
        while True:
            path = self.archive.path
            assert path is not None
            self.archive.close()
            found = Journal.open(path, self._disk.sync)
            assert not found.cut, "a write that failed leaves no half frame"
            self.archive = Archive(path.parent, found.journal, sync=self._disk.sync)
            self.files[-1] = [frame for frame in found.frames if frame.kind != "hdr"]
            self._stored |= {frame.data for frame in self.files[-1]}
            try:
                self.restart()
                for name in self.clients:
                    self.connect(name)
            except Stopped:
                continue
            return

    def step(self) -> None:
        """One thing happens, and be it the end of the process."""
        try:
            super().step()
        except Stopped:
            self.rise()


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("what", ["write", "sync"])
def test_at_every_write_of_a_game(
    what: What, restarts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FullDisk(what)
    monkeypatch.setattr(journal, "_write_all", disk.write)
    pair = Tight(tmp_path, disk, restarts=restarts)
    pair.start()
    disk.is_tight = True
    pair.play(lambda: pair.stage == "game_over")
    pair.check()
    (path,) = tmp_path.glob("*.unolog")
    found = scan(path.read_bytes())
    assert not found.torn and not found.damaged
    assert audit(found.frames, pair.keys.verifier()).verdict == "PASS"
    entries = [decode_entry(frame.data).q for frame in found.frames if frame.kind == "ent"]
    assert entries == list(range(len(entries)))
    assert disk.failures > len(entries) // 3, "it failed all the way through"
    pair.archive.close()
