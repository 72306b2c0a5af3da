"""A game file while it is being written: append only, and what was committed is on the disk.

A `Journal` is one `.unolog` (docs/protocol.md 3.5). It takes frames into memory, and `commit` brings them all
to the file with one write and one sync, so several waiting moves share the cost. A write that fails leaves
the file as it was and the frames in memory: once there is room again, `commit` simply goes on.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from protocol.errors import FileFault
from protocol.unolog import Frame, FrameKind, LogHeader, encode_frame, encode_header, header, scan
from uno_lan.errors import DAMAGED, UNAVAILABLE, CommandError, one_line
from uno_lan.reasons import reason

from .locks import Locked, lock_file

SUFFIX: Final = ".unolog"
_APPEND: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class Found:
    """A game file from before, opened to go on with."""

    journal: Journal
    head: LogHeader
    frames: tuple[Frame, ...]
    """All whole frames, the header first."""
    cut: int
    """Bytes of an unfinished last frame that were cut off."""


class Journal:
    """One game file, locked for this process.

    Args:
        fd: the open file; it belongs to the journal from now on.
        size: its length: everything in it is whole.
        sync: brings the content of a file to the disk.
    """

    def __init__(self, path: Path, fd: int, size: int, sync: Callable[[int], None] | None = None) -> None:
        self.path = path
        self._fd = fd
        self._size = size
        self._sync = sync or sync_data
        self._waiting: list[bytes] = []
        self._must_sync = False
        self._dirty = False

    @classmethod
    def create(cls, folder: Path, head: LogHeader, sync: Callable[[int], None] | None = None) -> Journal:
        """Begin a new file; on the disk, its name included, when this returns.

        Raises:
            OSError: it cannot be made or written.
        """
        day = time.strftime("%Y-%m-%d", time.localtime(head.made / 1000))
        path = folder / f"{day}-{head.game.hex()}{SUFFIX}"
        fd = os.open(path, _APPEND | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            lock_file(fd)
            journal = cls(path, fd, 0, sync)
            journal._waiting.append(encode_header(head))
            journal._must_sync = True
            journal.commit()
            sync_folder(folder)
        except BaseException:
            os.close(fd)
            path.unlink(missing_ok=True)
            raise
        return journal

    @classmethod
    def open(cls, path: Path, sync: Callable[[int], None] | None = None) -> Found:
        """Go on with a file from before; an unfinished last frame is cut off.

        Raises:
            CommandError: another process writes it, it cannot be read, or it is damaged in the middle; a
                damaged file stays as it is.
        """
        shown = one_line(str(path))
        try:
            fd = os.open(path, _APPEND)
        except OSError as error:
            raise CommandError(f"cannot open the game file {shown}: {reason(error)}", UNAVAILABLE) from error
        try:
            lock_file(fd)
            data = _read_all(fd)
            found = scan(data)
            if found.damaged:
                raise FileFault("It is damaged in the middle.")
            head = header(found.frames)
            if found.torn:
                os.ftruncate(fd, found.good)
                sync_data(fd)
        except Locked:
            os.close(fd)
            raise CommandError(
                f"another process writes the game file {shown}; stop that one first", UNAVAILABLE
            ) from None
        except FileFault as fault:
            os.close(fd)
            raise CommandError(
                f"cannot go on with the game file {shown}: {fault} It was left as it is; "
                "move it away to go on without it",
                DAMAGED,
            ) from None
        except OSError as error:
            os.close(fd)
            raise CommandError(f"cannot read the game file {shown}: {reason(error)}", UNAVAILABLE) from error
        return Found(cls(path, fd, found.good, sync), head, found.frames, len(data) - found.good)

    @property
    def is_behind(self) -> bool:
        """Are frames taken in that are not in the file yet?"""
        return bool(self._waiting)

    @property
    def is_dirty(self) -> bool:
        """Is something written that the disk may not have yet?"""
        return self._dirty

    def add(self, kind: FrameKind, data: bytes, sig: bytes = b"") -> None:
        """Take a frame in; it is in the file after `commit`."""
        self._waiting.append(encode_frame(kind, data, sig))
        self._must_sync = self._must_sync or kind == "sec"

    @property
    def must_sync(self) -> bool:
        """Is a secret among what the disk may not have yet?"""
        return self._must_sync

    def commit(self, *, sync: bool = True) -> None:
        """Write all frames taken in, and bring them to the disk.

        Args:
            sync: with False the disk may get them a little later (`sync_now`); secrets are synced anyway.

        Raises:
            OSError: the disk is full or broken. Nothing is lost: call again later.
        """
        self.write()
        if self._dirty and (sync or self._must_sync):
            self.sync_now()

    def write(self) -> None:
        """Write all frames taken in: a crash of this process does not lose them any more.

        Raises:
            OSError: the disk is full or broken. Nothing is lost: call again later.
        """
        if self._waiting:
            data = b"".join(self._waiting)
            try:
                _write_all(self._fd, data)
            except OSError:
                os.ftruncate(self._fd, self._size)
                raise
            self._size += len(data)
            self._waiting.clear()
            self._dirty = True

    def sync_now(self) -> None:
        """Bring everything written to the disk. Another thread may write meanwhile.

        Raises:
            OSError: it did not get there.
        """
        # Cleared before, so that what is written meanwhile counts as dirty again.
        secret, self._must_sync, self._dirty = self._must_sync, False, False
        try:
            self._sync(self._fd)
        except OSError:
            self._must_sync, self._dirty = self._must_sync or secret, True
            raise

    def close(self) -> None:
        """Close the file and let others have it. What was not committed is not in it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def sync_data(fd: int) -> None:
    """Bring the content of a file to the disk itself."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)  # fsync there stops at the drive's own memory
    elif sys.platform == "win32":
        os.fsync(fd)
    else:
        os.fdatasync(fd)


def sync_folder(folder: Path) -> None:
    """Bring a new name in a folder to the disk, where the system has that."""
    if os.name != "posix":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _write_all(fd: int, data: bytes) -> None:
    done = os.write(fd, data)
    while done < len(data):
        done += os.write(fd, memoryview(data)[done:])


def _read_all(fd: int) -> bytes:
    parts = []
    os.lseek(fd, 0, os.SEEK_SET)
    while part := os.read(fd, 1 << 20):
        parts.append(part)
    return b"".join(parts)
