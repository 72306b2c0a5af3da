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
    games: dict[tuple[bytes, bytes], tuple[int, PastGame]] = {}
    for path in files[:MOST_LISTED]:
        if (found := _look(path)) is not None:
            key, frames, game = found
            if key not in games or frames > games[key][0]:
                games[key] = frames, game
    return sorted((game for _frames, game in games.values()), key=lambda game: -game.made)


def _look(path: Path) -> tuple[tuple[bytes, bytes], int, PastGame] | None:
    """What a file says about itself; nothing is verified for the list.

    Returns:
        What two files of one game have in common (its id, and the head it ends with), the number of frames,
        which is greater where the private ones are there, and the line of the list.
    """
    try:
        frames = unolog.scan(path.read_bytes()).frames
        head = unolog.header(frames)
        raw = [frame.data for frame in frames if frame.kind == "ent"]
        entries = [decode_entry(data) for data in raw]
    except (OSError, FileFault, ProtocolFault):
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
    return (head.game, entry_head(raw[-1])), len(frames), game


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
            _("The file cannot be read: {why}.").format(why=error.strerror or error), there=False
        ) from None
    return read(data, path.name, verifier)
