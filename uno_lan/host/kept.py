"""What is kept of a table beside its games, and what a running one says of itself: two JSON files.

Both hold the table code, so they are readable for their owner only. Others may write more into them than this
version knows. After an accident there may be less in them, or rubbish (see `rebuild`).
"""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import os
import secrets
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from protocol.errors import ProtocolFault
from protocol.messages import decode_terms
from uno_lan.errors import UNAVAILABLE, CommandError, one_line
from uno_lan.reasons import reason

TABLE_FILE: Final = "table.json"
COPY_FILE: Final = "table.json.copy"
"""The same once more, for when the first is damaged."""
READY_FILE: Final = "ready.json"
MOST_SEATS: Final = 10


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


def read_table(folder: Path, name: str = TABLE_FILE) -> Kept | None:
    """What the file of a table says; None: there is none, or it is damaged."""
    try:
        plain = _known(Kept, json.loads((folder / name).read_text(encoding="utf-8")))
        kept = Kept(
            **plain
            | {
                "table": bytes.fromhex(plain["table"]),
                "server": bytes.fromhex(plain["server"]),
                "terms": base64.b64decode(plain["terms"]),
                "owner": bytes.fromhex(plain["owner"]),
                "bots": tuple(plain["bots"]),
            }
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return kept if all(_fits(name, value) for name, value in plain.items()) and _has_rules(kept) else None


def _has_rules(kept: Kept) -> bool:
    """Are its rules rules, if only of another version?"""
    try:
        decode_terms(kept.terms)
    except ProtocolFault:
        return False
    return True


def _fits(name: str, value: object) -> bool:
    """May a field of the file have this value? Those of bytes are looked at where they are read."""
    match name:
        case "name":
            return isinstance(value, str) and bool(value)
        case "code":
            return value is None or (isinstance(value, str) and bool(value))
        case "max_seats":
            return type(value) is int and 2 <= value <= MOST_SEATS
        case "port":
            return type(value) is int and 0 <= value <= 65_535
        case "closed" | "again" | "visitors" | "local":
            return isinstance(value, bool)
        case _:
            return True


def write_table(folder: Path, kept: Kept) -> None:
    """Keep this of a table, and a copy of it: without the code and the rules nobody would get in again.

    Raises:
        CommandError: it cannot be written.
    """
    plain = asdict(kept) | {
        "table": kept.table.hex(),
        "server": kept.server.hex(),
        "terms": base64.b64encode(kept.terms).decode("ascii"),
        "owner": kept.owner.hex(),
    }
    write_json(folder / TABLE_FILE, plain)
    with contextlib.suppress(CommandError):
        write_json(folder / COPY_FILE, plain, sync=False)


def read_ready(folder: Path) -> Ready | None:
    """What the process in a folder says of itself; None: nothing, or nothing that can be read."""
    try:
        plain = _known(Ready, json.loads((folder / READY_FILE).read_text(encoding="utf-8")))
        return Ready(**plain | {"addresses": tuple(plain["addresses"])})
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _known(kind: type[Kept] | type[Ready], plain: Any) -> dict[str, Any]:
    """The fields that this version knows; others may write more."""
    if not isinstance(plain, dict):
        raise TypeError
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in plain.items() if name in names}


def write_json(path: Path, plain: dict[str, Any], *, sync: bool = True) -> None:
    """Replace a file whole, so that nobody ever reads half of it."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            json.dump(plain, file, ensure_ascii=False, indent=1)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise CommandError(
            f"cannot write {one_line(str(path))}: {reason(error)}; {_what_to_do(error)}",
            UNAVAILABLE,
        ) from error


def _what_to_do(error: OSError) -> str:
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "make room and start again"
    return "choose another folder with --state-dir"
