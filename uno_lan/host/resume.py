"""Reading back the game file of a table that was stopped in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from protocol import codec
from protocol.errors import ProofFault, ProtocolFault
from protocol.messages import Level
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame
from uno_lan.fairness.host_game import HostGame, Nack


class CannotResume(Exception):
    """The file holds no game that this host can go on with; the text says why."""


@dataclass(frozen=True, slots=True)
class BotKey:
    """What a bot's key is made of."""

    secret: bytes = field(repr=False)
    level: Level


@dataclass(slots=True)
class Resumed:
    """A game as it was when the process stopped."""

    game: HostGame
    log: list[tuple[bytes, bytes]]
    bots: dict[int, BotKey] = field(default_factory=dict)
    owner: bytes = b""
    banned: dict[bytes, str] = field(default_factory=dict)
    going: set[tuple[int, bytes]] = field(default_factory=set)
    """(seat, key): put out in a round, and the seat is theirs until it is over."""
    paused: bool | None = None
    """Do the clocks stand? None: the file says nothing beside the log."""
    notice: str = ""
    """What the screens said about that."""
    standins: list[bytes] = field(default_factory=list, repr=False)
    """What the keys of stand-ins are made of."""


def read_game(signer: Signer, verifier: Verifier, frames: Iterable[Frame]) -> Resumed:
    """The game in these frames.

    Raises:
        CannotResume: nobody has sat down in it, or it is not this host's own work.
    """
    frames = list(frames)
    try:
        game = HostGame.resume(signer, verifier, frames)
    except (ProofFault, ProtocolFault, Nack, KeyError, ValueError, AssertionError) as error:
        raise CannotResume(f"the game file is not what this host has written ({error})") from error
    replica = game.replica
    if not replica.roster:
        raise CannotResume("the game had not begun")
    found = Resumed(game, [(f.data, f.sig) for f in frames if f.kind == "ent"])
    for frame in frames:
        if frame.kind == "sec":
            _secret(found, codec.unpack(frame.data))
    found.owner = next((who.pk for who in replica.roster.values() if who.owner), found.owner)
    return found


def _secret(found: Resumed, secret: object) -> None:
    match secret:
        case {"bot": bytes(key), "seat": int(seat), "level": str(level)}:
            found.bots[seat] = BotKey(
                key, "easy" if level == "easy" else "hard" if level == "hard" else "normal"
            )
        case {"standin": bytes(key)}:
            found.standins.append(key)
        case {"owner": bytes(owner), "banned": tuple(banned)}:
            found.owner = owner
            found.banned = {bytes(pk): str(name) for pk, name in banned}
        case {"goes": bytes(pk), "seat": int(seat)}:
            found.going.add((seat, pk))
        case {"paused": bool(paused), "notice": str(notice)}:
            found.paused, found.notice = paused, notice
        case _:
            pass
