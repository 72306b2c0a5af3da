"""What a waiting room waits for, and who does it: in a room full of ready people somebody must act."""

from __future__ import annotations

from typing import Final, NamedTuple

from uno_lan.client.model import Snapshot
from uno_lan.languages import N_, _

from .small import listed


class Ways(NamedTuple):
    """How a face is told to do the next step."""

    bot: str
    ready: str
    start: str


KEYS: Final = Ways(
    N_("Wait for the others to sit down, or press b to add a bot."),
    N_("Press r when you are ready."),
    N_("All are ready: press s to start."),
)
TYPED: Final = Ways(
    # Translators: bot, ready and start are words of the command language; they stay as they are.
    N_("Wait for the others to sit down, or say bot to add a bot."),
    N_("Say ready when you are ready."),
    N_("All are ready: say start to start."),
)


def next_step(snapshot: Snapshot, ways: Ways) -> str:
    """The next step in this room; empty when it is for others to say."""
    taken = [seat for seat in snapshot.seats if not seat.gone]
    me = snapshot.seat(snapshot.me)
    owner = snapshot.owner == snapshot.me >= 0
    if me is None:
        return ""
    if len(taken) < 2:
        return _(ways.bot) if owner else ""
    if not me.ready:
        return _(ways.ready)
    late = [seat.name for seat in taken if seat.kind == "person" and seat.online and not seat.ready]
    if late:
        return _("Not ready yet: {names}.").format(names=listed(late))
    if owner:
        return _(ways.start)
    starter = snapshot.seat(snapshot.owner)
    if starter is None:
        return _("All are ready.")
    return _("All are ready: {who} starts the game.").format(who=starter.name)
