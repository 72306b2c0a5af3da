"""What a waiting room waits for, and who does it: in a room full of ready people somebody must act."""

from __future__ import annotations

from typing import Final, NamedTuple

from uno_lan.client.model import Snapshot

from .small import listed


class Ways(NamedTuple):
    """How a face is told to do the next step."""

    bot: str
    ready: str
    start: str


KEYS: Final = Ways("press b to add a bot", "Press r when you are ready.", "press s to start")
TYPED: Final = Ways("say bot to add a bot", "Say ready when you are ready.", "say start to start")


def next_step(snapshot: Snapshot, ways: Ways) -> str:
    """The next step in this room; empty when it is for others to say."""
    taken = [seat for seat in snapshot.seats if not seat.gone]
    me = snapshot.seat(snapshot.me)
    owner = snapshot.owner == snapshot.me >= 0
    if me is None:
        return ""
    if len(taken) < 2:
        return f"Wait for the others to sit down, or {ways.bot}." if owner else ""
    if not me.ready:
        return ways.ready
    late = [seat.name for seat in taken if seat.kind == "person" and seat.online and not seat.ready]
    if late:
        return f"Not ready yet: {listed(late)}."
    if owner:
        return f"All are ready: {ways.start}."
    starter = snapshot.seat(snapshot.owner)
    return f"All are ready: {starter.name} starts the game." if starter else "All are ready."
