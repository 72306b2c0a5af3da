"""What my own file of a game tells about my part in it. Read, not verified: a lobby only says it."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import bodies, codec
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from protocol.messages import Act, Action
from protocol.unolog import Frame, Sent
from uno_lan.engine import NOBODY

LEAVE = "leave"
"""The word of a move, or of the host for somebody who is gone, by which a seat is given up."""


def took_part(frames: Iterable[Frame]) -> bool:
    """Did I play, and not only watch? Who plays has secrets, or has sent something."""
    return any(frame.kind in ("act", "sec") for frame in frames)


def keeps_seat(frames: Iterable[Frame], me: bytes) -> bool:
    """Do I have a seat in this game at the end of the file?

    Args:
        me: my key.
    """
    seat = NOBODY
    for frame in frames:
        try:
            if frame.kind == "act":
                sent = codec.decode_text(frame.data, Sent)
                seat = NOBODY if sent.t == Act.t and _gives_up(sent.p) else seat
            elif frame.kind == "ent":
                seat = _after(frame.data, seat, me)
        except ProtocolFault:
            continue  # of another version, or none of these texts
    return seat != NOBODY


def _after(raw: bytes, seat: int, me: bytes) -> int:
    """My seat after an entry."""
    entry = decode_entry(raw)
    match entry.b:
        case bodies.Roster(seats=seats):
            return next((who.seat for who in seats if who.pk == me), NOBODY)
        case bodies.Auto(k=kind, a=left) if kind == LEAVE and left == seat:
            return NOBODY
        case bodies.Act() if entry.c is not None and entry.c.seat == seat and _gives_up(entry.c.p):
            return NOBODY
    return seat


def _gives_up(payload: bytes) -> bool:
    """Is this signed text the move of giving the seat up?"""
    return codec.decode_text(payload, Action).kind == LEAVE


__all__ = ["keeps_seat", "took_part"]
