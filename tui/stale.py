"""When a refusal at a table is no longer true: as soon as who sits there, is ready or decides has changed."""

from __future__ import annotations

from uno_lan.client.model import Snapshot

Ground = tuple[object, ...]
"""What a refusal was based on."""


def ground(snapshot: Snapshot) -> Ground:
    """What refusals outside a round are based on.

    My own being ready is not part of it: who starts is ready first, so it may change right after a refusal
    that stays true.
    """
    seats = tuple(
        (seat.seat, seat.name, seat.online, seat.gone, seat.ready or seat.seat == snapshot.me)
        for seat in snapshot.seats
    )
    return snapshot.stage, snapshot.me, snapshot.owner, seats, snapshot.proposals, snapshot.ruleset
