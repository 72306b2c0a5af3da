"""A player's own game files: entries, private cards, own seeds; proof, replay and the way back after a crash.

A file that cannot be written never stops a game: the player is told once, and plays on without a record.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from protocol.unolog import Frame, LogHeader
from uno_lan.errors import CommandError
from uno_lan.journal import SUFFIX, Journal
from uno_lan.languages import _
from uno_lan.reasons import reason

FOLDER = "games"


class Record:
    """The files of one person.

    Args:
        folder: the state folder; None: nothing is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder / FOLDER if folder else None
        self._journal: Journal | None = None
        self.trouble = ""
        """Why nothing is kept, as a sentence; empty while all is well."""

    @property
    def path(self) -> Path | None:
        """The file of the running game."""
        return self._journal.path if self._journal else None

    def resume(self, game: bytes) -> tuple[Frame, ...]:
        """Go on with the file of this game, if there is one; its frames."""
        if self._folder is None or self._journal is not None:
            return ()
        found = sorted(self._folder.glob(f"*-{game.hex()}{SUFFIX}"))
        if not found:
            return ()
        try:
            opened = Journal.open(found[-1])
        except CommandError as error:
            self.trouble = error.text
            return ()
        self._journal = opened.journal
        return opened.frames

    def begin(self, head: LogHeader) -> None:
        """A new game: a new file."""
        self.close()
        if self._folder is None:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._journal = Journal.create(self._folder, head)
        except OSError as error:
            self.trouble = self._not_kept(error)

    def add(self, frame: Frame) -> None:
        """Take a frame in."""
        if self._journal is not None:
            self._journal.add(frame.kind, frame.data, frame.sig)

    def commit(self) -> None:
        """Bring what was taken in to the file; secrets to the disk."""
        if self._journal is None:
            return
        try:
            self._journal.commit(sync=False)
        except OSError as error:
            self.trouble = self._not_kept(error)
        else:
            self.trouble = ""

    def _not_kept(self, error: OSError) -> str:
        if error.errno == errno.ENOSPC:
            return _("The disk is full: this game is not recorded. The game goes on; make room on the disk.")
        form = _("The record of this game cannot be written: {why}.")
        return form.format(why=_(reason(error)))

    def keep_evidence(self, name: str, data: bytes) -> str:
        """Write an evidence file; where it lies, or empty when it could not be written."""
        if self._folder is None:
            return ""
        path = self._folder / name
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(fd, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            return ""
        return str(path)

    def close(self) -> None:
        """Close the file."""
        if self._journal is not None:
            self.commit()
            self._journal.close()
            self._journal = None
