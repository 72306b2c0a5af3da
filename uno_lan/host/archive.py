"""Where a table's frames go: the file of the running game, then the next one, with nothing lost between.

`begin` and `keep` take what the table wants stored, in order; `write` and `sync`, or `save`, bring it to the
disk and may be called again after a failure: they go on where they stopped. While one thread is in `sync`,
another may `keep` and `write`; `sync`, `save` and `close` wait for each other; else one thread at a time.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from protocol.unolog import FrameKind, LogHeader
from uno_lan.journal import Journal


class _Frame(Struct, frozen=True):
    """One frame of a file that does not exist yet."""

    kind: FrameKind
    data: bytes
    sig: bytes


class Archive:
    """The game files of one table.

    Args:
        folder: where they lie.
        journal: the file of an unfinished game, to go on with.
        each: what is written must be synced before it is told; else only secrets must.
    """

    def __init__(
        self,
        folder: Path,
        journal: Journal | None = None,
        *,
        each: bool = True,
        sync: Callable[[int], None] | None = None,
    ) -> None:
        self._folder = folder
        self._journal = journal
        self._each = each
        self._sync = sync
        self._todo: deque[LogHeader | _Frame] = deque()
        """From the next file on: its header comes first."""
        self._at_disk = threading.Lock()

    @property
    def path(self) -> Path | None:
        """The file of the running game."""
        return self._journal.path if self._journal else None

    @property
    def is_dirty(self) -> bool:
        """Is something written that the disk may not have yet?"""
        return self._journal is not None and self._journal.is_dirty

    @property
    def is_behind(self) -> bool:
        """Is something kept that is not even written?"""
        return bool(self._todo) or (self._journal is not None and self._journal.is_behind)

    def begin(self, head: LogHeader) -> None:
        """A new game begins: what is kept from now on belongs into its file."""
        self._todo.append(head)

    def keep(self, kind: FrameKind, data: bytes, sig: bytes) -> None:
        """Take in one frame."""
        if self._todo:
            self._todo.append(_Frame(kind, data, sig))
        else:
            assert self._journal is not None, "a game begins with its file"
            self._journal.add(kind, data, sig)

    @property
    def begins(self) -> bool:
        """Is a new file to be made? That takes a while: see `save`."""
        return bool(self._todo)

    @property
    def must_sync(self) -> bool:
        """May what was written not be told before `sync`?"""
        journal = self._journal
        return journal is not None and (journal.must_sync or (self._each and journal.is_dirty))

    def write(self) -> None:
        """Write all that was kept, if no file begins: quick, and safe against a crash of this process.

        Raises:
            OSError: the disk is full or broken. Nothing is lost: call again later.
        """
        if self._todo:
            self._take_in()
        if self._journal is not None:
            self._journal.write()

    def sync(self) -> None:
        """Bring to the disk what is written; may take long.

        Raises:
            OSError: it did not get there. Nothing is lost: call again later.
        """
        with self._at_disk:
            if self._journal is not None and self._journal.is_dirty:
                self._journal.sync_now()

    def save(self) -> None:
        """Write all that was kept and bring it to the disk, new files included; may take long.

        Raises:
            OSError: the disk is full or broken. Nothing is lost: call again later.
        """
        with self._at_disk:
            self._take_in()
            if self._journal is not None:
                self._journal.commit()

    def _take_in(self) -> None:
        while self._todo:
            item = self._todo[0]
            if isinstance(item, LogHeader):
                if self._journal is not None:
                    self._journal.commit()
                journal = Journal.create(self._folder, item, self._sync)
                if self._journal is not None:
                    self._journal.close()
                self._journal = journal
            else:
                assert self._journal is not None, "a game begins with its file"
                self._journal.add(item.kind, item.data, item.sig)
            self._todo.popleft()

    def keep_evidence(self, name: str, data: bytes) -> None:
        """Write an evidence file beside the game's, as far as the disk allows."""
        with contextlib.suppress(OSError):
            fd = os.open(self._folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(fd, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())

    def close(self) -> None:
        """Let the file go."""
        with self._at_disk:
            if self._journal is not None:
                self._journal.close()
                self._journal = None
