"""The files of games that I took part in: a list to choose from, and one of them read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from protocol import bodies, unolog
from protocol.entries import decode_entry
from protocol.entries import head as entry_head
from protocol.errors import FileFault, ProtocolFault
from protocol.signing import Verifier
from uno_lan.client.record import FOLDER
from uno_lan.journal import SUFFIX
from uno_lan.languages import _
from uno_lan.reasons import reason

from .reading import NoReplay, read
from .reel import Reel

MOST_LISTED = 200
"""Newest files that are looked into for a list."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """One file in the list."""

    path: str
    made: int
    """When it began, Unix ms."""
    table: str
    edition: str
    players: tuple[str, ...]
    rounds: int
    ended: bool
    winners: tuple[str, ...] = ()


def past_games(state: Path) -> list[PastGame]:
    """My games, the newest first. Files that cannot be read are left out, and so are copies without what is
    private, as `uno-lan export --public` writes them: a game is listed once."""
    folder = state / FOLDER
    try:
        files = sorted(folder.glob(f"*{SUFFIX}"), reverse=True)
    except OSError:
        return []
    games: dict[bytes, list[_Look]] = {}
    for path in files[:MOST_LISTED]:
        if (found := _look(path)) is not None:
            games.setdefault(found.id, []).append(found)
    kept = [found.game for files_of_it in games.values() for found in _apart(files_of_it)]
    return sorted(kept, key=lambda game: -game.made)


@dataclass(frozen=True, slots=True)
class _Look:
    """What a file says about itself; nothing is verified for the list."""

    id: bytes
    """Of the game: the same in every copy."""
    frames: int
    """More of them where the private ones are there."""
    entries: int
    head: bytes
    """What the log of this file ends with."""
    game: PastGame


def _apart(files: list[_Look]) -> list[_Look]:
    """The files of one game that tell different histories; of those that agree the one that holds most.

    A copy made while the game ran is the beginning of the log that it was made of.
    """
    kept: list[_Look] = []
    for one in sorted(files, key=lambda one: (one.frames, one.entries), reverse=True):
        if not any(_agree(one, other) for other in kept):
            kept.append(one)
    return kept


def _agree(one: _Look, other: _Look) -> bool:
    """Is the log of one of them the beginning of the other's?"""
    shorter, longer = sorted((one, other), key=lambda look: look.entries)
    if shorter.entries == longer.entries:
        return shorter.head == longer.head
    there = _entries(Path(longer.game.path))
    place = shorter.entries - 1
    return there is not None and [entry_head(raw) for raw in there[1][place : place + 1]] == [shorter.head]


def _entries(path: Path) -> tuple[tuple[unolog.Frame, ...], list[bytes]] | None:
    """The frames of a file, and its log entries; None where it cannot be read."""
    try:
        frames = unolog.scan(path.read_bytes()).frames
    except (OSError, FileFault):
        return None
    return frames, [frame.data for frame in frames if frame.kind == "ent"]


def _look(path: Path) -> _Look | None:
    if (told := _entries(path)) is None:
        return None
    frames, raw = told
    try:
        head = unolog.header(frames)
        entries = [decode_entry(data) for data in raw]
    except (FileFault, ProtocolFault):
        return None
    if not entries or not isinstance(entries[0].b, bodies.GameStart):
        return None
    names: dict[int, str] = {}
    winners: tuple[int, ...] = ()
    ended = False
    for entry in entries:
        if isinstance(entry.b, bodies.Roster):
            names = {who.seat: who.name for who in entry.b.seats}
        elif isinstance(entry.b, bodies.GameEnd):
            ended, winners = True, entry.b.winners
    game = PastGame(
        path=str(path),
        made=head.made,
        table=entries[0].b.table_name,
        edition=_edition(entries[0].b.terms),
        players=tuple(name for _seat, name in sorted(names.items())),
        rounds=max(entry.r for entry in entries),
        ended=ended,
        winners=tuple(names[seat] for seat in winners if seat in names),
    )
    return _Look(head.game, len(frames), len(raw), entry_head(raw[-1]), game)


def _edition(terms: bytes) -> str:
    from protocol.messages import decode_terms

    try:
        edition = decode_terms(terms).ruleset.get("edition")
    except ProtocolFault:
        return ""
    name = edition.get("name") if isinstance(edition, dict) else None
    return name if isinstance(name, str) else ""


def read_file(path: Path, verifier: Verifier) -> Reel:
    """Read one file.

    Raises:
        NoReplay: it cannot be read (`there` is false then), or holds no game.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NoReplay(
            _("The file cannot be read: {why}.").format(why=_(reason(error))), there=False
        ) from None
    return read(data, path.name, verifier)
