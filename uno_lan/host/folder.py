"""A table on the disk: its folder, what must survive a restart, and how others find the running process.

`<state>/tables/<table id>` holds `table.json` (name, code, rules: to open the table again), the game files,
`lock`, and while the table is open `ready.json` (where it listens, whose process it is).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from protocol.entries import decode_entry
from protocol.errors import FileFault, ProtocolFault
from protocol.unolog import Frame, header, scan
from uno_lan.errors import UNAVAILABLE, CommandError, one_line
from uno_lan.journal import SUFFIX, sync_folder
from uno_lan.locks import FolderLock, Locked, is_locked
from uno_lan.paths import make_private
from uno_lan.reasons import reason

from .kept import (
    COPY_FILE,
    READY_FILE,
    TABLE_FILE,
    Kept,
    Ready,
    read_ready,
    read_table,
    write_json,
    write_table,
)
from .rebuild import rebuilt

TABLES: Final = "tables"
DAMAGED_FILE: Final = "table.json.damaged"
"""What was found instead of the file of a table; looked at by people only."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table folder as another process sees it."""

    path: Path
    kept: Kept
    running: Ready | None
    unfinished: Path | None
    """Game file of a game that is not over."""
    crashed: bool
    """Its process ended without closing it."""

    @property
    def may_go_on(self) -> bool:
        """Nobody runs it, and it was left in the middle of something."""
        return self.running is None and (self.crashed or self.kept.again or self.unfinished is not None)


class TableFolder:
    """The folder of one table, held by this process until `close`.

    Raises:
        CommandError: another process has it, or it cannot be used.
    """

    def __init__(self, state: Path, table: bytes) -> None:
        tables = state / TABLES
        new = [path.parent for path in (tables, tables / table.hex()) if not path.exists()]
        self.path = make_private(make_private(state / TABLES) / table.hex())
        self._lock = hold(self.path)
        for parent in new:
            _sync(parent)  # a power cut must not take the folder away around files that are on the disk
        self._closed = False
        mend(self.path)  # before `ready.json` goes: it may be all that is left of the code
        ready = self.path / READY_FILE
        self.after_crash = ready.exists()
        """The process that had it before did not let it go: to remove a file needs no room on the disk."""
        self.left_open = False
        """The table is to be found as after a crash."""
        ready.unlink(missing_ok=True)

    def load(self) -> Kept | None:
        """What was kept; None: the table is new, or what was kept cannot be read."""
        return read_kept(self.path)

    def save(self, kept: Kept) -> None:
        """Keep this.

        Raises:
            CommandError: it cannot be written.
        """
        is_new = not (self.path / TABLE_FILE).exists()
        write_table(self.path, kept)
        if is_new:  # else a power cut leaves what was there before, and that is whole
            _sync(self.path)

    def announce(self, ready: Ready) -> None:
        """Tell other programs of this person where the table is.

        Raises:
            CommandError: it cannot be written.
        """
        write_json(self.path / READY_FILE, asdict(ready))

    def close(self) -> None:
        """Let the folder go, once. One that holds no game is removed, as far as it is ours."""
        if self._closed:
            return
        self._closed = True
        if self.left_open:
            self._lock.release()
            return
        (self.path / READY_FILE).unlink(missing_ok=True)
        kept = self.load()
        if not (kept and kept.again) and not any(self.path.glob(f"*{SUFFIX}")):
            (self.path / TABLE_FILE).unlink(missing_ok=True)
            for name in (COPY_FILE, DAMAGED_FILE):
                (self.path / name).unlink(missing_ok=True)
            self._lock.remove()
            with contextlib.suppress(OSError):
                self.path.rmdir()  # it may hold what others have put there: a log
        self._lock.release()


def hold(folder: Path) -> FolderLock:
    """Hold a folder, of a table or of the whole state, for this process.

    Raises:
        CommandError: another process has it, or it cannot be used.
    """
    try:
        return FolderLock(folder)
    except Locked:
        running = (seen.running for seen in survey(folder))
        ready = read_ready(folder) or next(filter(None, running), None)
        who = f" (process {ready.pid}, port {ready.port})" if ready else ""
        raise CommandError(
            f"a table of the folder {one_line(str(folder))} is running already{who}; "
            "stop it first, or use another --state-dir",
            UNAVAILABLE,
        ) from None
    except OSError as error:
        raise CommandError(
            f"cannot use the folder {one_line(str(folder))}: {reason(error)}; "
            "choose another one with --state-dir",
            UNAVAILABLE,
        ) from error


def survey(state: Path) -> list[Seen]:
    """All tables of a state folder that can still be gone back to, the newest first."""
    return sorted(_survey(state), key=lambda seen: seen.path.stat().st_mtime, reverse=True)


def _survey(state: Path) -> Iterator[Seen]:
    try:
        folders = [path for path in (state / TABLES).iterdir() if path.is_dir()]
    except OSError:
        return
    for path in folders:
        kept = read_kept(path)
        if kept is None or kept.closed:
            continue
        locked, ready = is_locked(path), read_ready(path)
        if locked and ready is None:
            continue  # just being opened, or just being closed
        crashed = ready is not None and not locked
        yield Seen(path, kept, ready if locked else None, unfinished(path), crashed)


def unfinished(folder: Path) -> Path | None:
    """The newest game file of a table, unless its game is over. A damaged one counts as not over."""
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    if not files:
        return None
    try:
        found = scan(files[-1].read_bytes())
        head = header(found.frames)
    except (OSError, FileFault):
        return files[-1]
    if head.role != "host" or (not found.damaged and _is_over(found.frames)):
        return None
    return files[-1]


def set_aside(game: Path) -> None:
    """Nobody shall take up this game again; its file stays under another name.

    Raises:
        CommandError: it cannot be renamed.
    """
    try:
        game.rename(game.with_suffix(f"{SUFFIX}.left"))
    except OSError as error:
        raise CommandError(f"cannot rename {one_line(str(game))}: {reason(error)}", UNAVAILABLE) from None


def _is_over(frames: tuple[Frame, ...]) -> bool:
    """It has ended, or never begun: nobody sat down in it."""
    try:
        types = [decode_entry(frame.data).t for frame in frames if frame.kind == "ent"]
    except ProtocolFault:
        return False
    return "ROSTER" not in types or types[-1] == "GAME_END"


def read_kept(folder: Path) -> Kept | None:
    """What was kept of a table; where its file is damaged, as its copy or its games tell it. None: lost."""
    return read_table(folder) or _told_elsewhere(folder)


def _told_elsewhere(folder: Path) -> Kept | None:
    return read_table(folder, COPY_FILE) or rebuilt(folder)


def _is_damaged(folder: Path) -> bool:
    """Is this a table's folder whose file does not tell any more what table it is?"""
    holds_a_table = (folder / TABLE_FILE).exists() or any(folder.glob(f"*{SUFFIX}"))
    return holds_a_table and read_table(folder) is None


def damaged(state: Path) -> list[Path]:
    """Folders of tables whose file is damaged."""
    try:
        return sorted(path for path in (state / TABLES).iterdir() if path.is_dir() and _is_damaged(path))
    except OSError:
        return []


def mend(folder: Path) -> bool:
    """Write the file of a table anew if it is damaged and can be rebuilt; what was there stays beside it.

    Returns:
        True: the file is whole now, or there was nothing to mend.
    """
    if not _is_damaged(folder):
        return True
    kept = _told_elsewhere(folder)
    if kept is None:
        return False
    with contextlib.suppress(OSError):
        (folder / TABLE_FILE).replace(folder / DAMAGED_FILE)
    with contextlib.suppress(CommandError):  # whoever opens it tells why nothing can be written
        write_table(folder, kept)
    return True


def is_lost(folder: Path) -> bool:
    """Was this a table with a game nobody can go on with, because nothing tells what table it was?"""
    was_a_table = (folder / TABLE_FILE).exists()
    return was_a_table and read_kept(folder) is None and unfinished(folder) is not None


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk; some file systems have nothing like that, and need nothing."""
    with contextlib.suppress(OSError):
        sync_folder(folder)
