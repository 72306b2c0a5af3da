"""A table of which no file tells what was kept of it, rebuilt from its game files.

The log says which table it belongs to, its name, its rules, who sits where and whose table it is. It does not
hold the table code: that may be left in `ready.json`, else the table gets a new one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

from protocol import bodies
from protocol.codes import table_code
from protocol.entries import decode_entry
from protocol.errors import FileFault, ProtocolFault
from protocol.unolog import Frame, LogHeader, header, scan
from uno_lan.journal import SUFFIX

from .kept import MOST_SEATS, Kept, read_ready


def rebuilt(folder: Path) -> Kept | None:
    """What was kept of the table in this folder, as far as its games tell it.

    Returns:
        None: no game file of it tells whose game it is.
    """
    games = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    told = next((found for path in games if (found := _told(path, folder.name)) is not None), None)
    if told is None:
        return None
    head, start, owner = told
    ready = read_ready(folder)
    return Kept(
        table=head.table,
        server=head.server,
        name=start.table_name,
        # Who has lost the code keeps nobody out who sits here, but an open door would let anybody in.
        code=(ready.code or None) if ready is not None else table_code(secrets.token_bytes(5)),
        terms=start.terms,
        max_seats=MOST_SEATS,
        bots=(),  # those of a game are in its log
        owner=owner,
        port=ready.port if ready is not None else 0,
        local=ready is not None and ready.local,
    )


def _told(game: Path, table: str) -> tuple[LogHeader, bodies.GameStart, bytes] | None:
    """What a game file tells of its table, and who owned it; None: nothing, or it is of another table."""
    start, owner = None, b""
    try:
        frames = scan(game.read_bytes()).frames
        head = header(frames)
        if head.role != "host" or head.table.hex() != table:
            return None
        for body in _bodies(frames):
            if isinstance(body, bodies.GameStart):
                start = body
            elif isinstance(body, bodies.Roster):
                owner = next((who.pk for who in body.seats if who.owner), owner)
    except (OSError, FileFault, ProtocolFault):
        return None
    return (head, start, owner) if start is not None else None


def _bodies(frames: tuple[Frame, ...]) -> Iterator[bodies.Body]:
    for frame in frames:
        if frame.kind == "ent":
            yield decode_entry(frame.data).b
