"""Locks on files: one process per folder, one writer per game file; gone with the process that has them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

LOCK_FILE: Final = "lock"


class Locked(Exception):
    """Another process has it."""


def lock_file(fd: int) -> None:
    """Lock an open file for this process, without waiting.

    Raises:
        Locked: another process has it.
    """
    try:
        if os.name == "nt":
            import msvcrt

            # Windows locks ranges of bytes: one far behind any content keeps the file readable.
            os.lseek(fd, 1 << 40, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Locked from error


class FolderLock:
    """Holds a folder for this process until `release`.

    Raises:
        Locked: another process has it.
        OSError: the folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK_FILE
        self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock_file(self._fd)
        except Locked:
            os.close(self._fd)
            raise

    def remove(self) -> None:
        """Remove the file, of a folder that nobody will ask for again; it is held until `release`."""
        with contextlib.suppress(OSError):  # Windows keeps files that are open
            self._path.unlink()

    def release(self) -> None:
        """Let others have the folder. The file stays: removing it would let two processes hold one name."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def is_locked(folder: Path) -> bool:
    """Does a living process hold this folder?"""
    try:
        FolderLock(folder).release()
    except Locked:
        return True
    except OSError:
        return False
    return False
