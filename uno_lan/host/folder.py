"""A table on the disk: its folder, what must survive a restart, and how others find the running process.

`<state>/tables/<table id>` holds `table.json` (name, code, rules: to open the table again), the game files,
`lock`, and while the table is open `ready.json` (where it listens, whose process it is). Both JSON files hold
the table code, so they are readable for their owner only.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from protocol.entries import decode_entry
from protocol.errors import FileFault, ProtocolFault
from protocol.unolog import Frame, header, scan
from uno_lan.errors import UNAVAILABLE, CommandError, one_line
from uno_lan.journal import SUFFIX, sync_folder
from uno_lan.locks import FolderLock, Locked, is_locked
from uno_lan.paths import make_private
from uno_lan.reasons import reason

TABLES: Final = "tables"
TABLE_FILE: Final = "table.json"
READY_FILE: Final = "ready.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a table beside its games."""

    table: bytes
    server: bytes
    """Id of the server it lives on: the same wherever it is opened again, so that its players find it."""
    name: str
    code: str | None
    """Table code or password; None: open."""
    terms: bytes
    """Rules it was opened with."""
    max_seats: int
    bots: tuple[str, ...]
    """Levels of the bots it was opened with."""
    owner: bytes = b""
    """Key of the person who opened it; empty: whoever comes first."""
    port: int = 0
    """Where it listened last."""
    closed: bool = False
    """Its owner closed it: it is not opened again."""
    again: bool = False
    """Its server was stopped in good order and opens it again, whatever state it is in."""
    visitors: bool = False
    """Opened for whoever comes, and closed when they have left."""
    local: bool = False
    """Opened for this computer only: so it is again, whoever opens it."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A running table: what `ready.json` says."""

    pid: int
    port: int
    table: str
    server: str
    """Both as 16 hex digits."""
    name: str
    code: str
    """Empty: open."""
    address: str
    """The best address, `HOST:PORT`."""
    addresses: tuple[str, ...]
    uno: str
    """The `uno://` address, with identity and code."""
    local: bool
    """On this computer only."""
    version: str


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
        plain = asdict(kept) | {
            "table": kept.table.hex(),
            "server": kept.server.hex(),
            "terms": base64.b64encode(kept.terms).decode("ascii"),
            "owner": kept.owner.hex(),
        }
        is_new = not (self.path / TABLE_FILE).exists()
        write_json(self.path / TABLE_FILE, plain)
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


def unreadable(state: Path) -> list[Path]:
    """Folders of tables that hold a game, and of which nobody can read any more what table it was."""
    try:
        folders = sorted(path for path in (state / TABLES).iterdir() if path.is_dir())
        return [path for path in folders if read_kept(path) is None and any(path.glob(f"*{SUFFIX}"))]
    except OSError:
        return []


def _known(kind: type[Kept] | type[Ready], plain: Any) -> dict[str, Any]:
    """The fields that this version knows; others may write more."""
    if not isinstance(plain, dict):
        raise TypeError
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in plain.items() if name in names}


def read_ready(folder: Path) -> Ready | None:
    """What the process in a folder says of itself; None: nothing, or nothing that can be read."""
    try:
        plain = _known(Ready, json.loads((folder / READY_FILE).read_text(encoding="utf-8")))
        return Ready(**plain | {"addresses": tuple(plain["addresses"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def read_kept(folder: Path) -> Kept | None:
    try:
        plain = _known(Kept, json.loads((folder / TABLE_FILE).read_text(encoding="utf-8")))
        return Kept(
            **plain
            | {
                "table": bytes.fromhex(plain["table"]),
                "server": bytes.fromhex(plain["server"]),
                "terms": base64.b64decode(plain["terms"]),
                "owner": bytes.fromhex(plain["owner"]),
                "bots": tuple(plain["bots"]),
            }
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None


def write_json(path: Path, plain: dict[str, Any]) -> None:
    """Replace a file whole, so that nobody ever reads half of it."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            json.dump(plain, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise CommandError(
            f"cannot write {one_line(str(path))}: {reason(error)}; {_what_to_do(error)}",
            UNAVAILABLE,
        ) from error


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk; some file systems have nothing like that, and need nothing."""
    with contextlib.suppress(OSError):
        sync_folder(folder)


def _what_to_do(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "make room and start again"
    return "choose another folder with --state-dir"
