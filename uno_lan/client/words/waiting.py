"""What a waiting room waits for, and who does it: in a room full of ready people somebody must act."""

from __future__ import annotations

from typing import Final, NamedTuple

from uno_lan.client.model import SeatInfo, Snapshot
from uno_lan.languages import N_, _

from .small import listed
from .typed import typed


class Ways(NamedTuple):
    """How a face is told to do the next step."""

    bot: str
    ready: str
    start: str
    begin: str
    """Where nobody but the owner, who starts, has to be ready yet."""


KEYS: Final = Ways(
    N_("Wait for the others to sit down, or press b to add a bot."),
    N_("Press r when you are ready."),
    N_("All are ready: press s to start."),
    N_("Press s to start."),
)
TYPED: Final = Ways(
    # Translators: {bot}, {ready} and {start} are words as they are typed in your language.
    N_("Wait for the others to sit down, or say {bot} to add a bot."),
    N_("Say {ready} when you are ready."),
    N_("All are ready: say {start} to start."),
    N_("Say {start} to start."),
)


def waiting_for(snapshot: Snapshot) -> str:
    """Who has not said yet that it may go on; empty when nobody is waited for."""
    late = _late(snapshot)
    names = [_("you") if seat.seat == snapshot.me else seat.name for seat in late]
    if len(late) == 1 and late[0].seat == snapshot.me:
        return _("Waiting for you.")
    return _("Waiting for {names}.").format(names=listed(names)) if names else ""


def _late(snapshot: Snapshot) -> list[SeatInfo]:
    """People at the table who are there and not ready; bots always are, and nobody waits for the absent."""
    return [
        seat
        for seat in snapshot.seats
        if seat.kind == "person" and seat.online and not seat.gone and not seat.ready
    ]


def next_step(snapshot: Snapshot, ways: Ways) -> str:
    """The next step in this room; empty when it is for others to say."""
    taken = [seat for seat in snapshot.seats if not seat.gone]
    me = snapshot.seat(snapshot.me)
    owner = snapshot.owner == snapshot.me >= 0
    if me is None:
        return ""
    if len(taken) < 2:
        return _(ways.bot).format(bot=typed("bot")) if owner else ""
    late = [seat for seat in _late(snapshot) if seat is not me]
    if not me.ready and (late or not owner):
        return _(ways.ready).format(ready=typed("ready"))
    if late:
        return _("Not ready yet: {names}.").format(names=listed([seat.name for seat in late]))
    if owner:
        return _(ways.start if me.ready else ways.begin).format(start=typed("start"))
    starter = snapshot.seat(snapshot.owner)
    if starter is None:
        return _("All are ready.")
    return _("All are ready: {who} starts the game.").format(who=starter.name)
