"""Who comes and goes at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_lan.client.model import SeatInfo
from uno_lan.languages import _

from .heard import heard
from .telling import Said

HANDED: Final = "{heir} has the seat of {name} now."
"""What the table says when the players have given a seat to somebody new."""


def people(
    before: Sequence[SeatInfo], after: Sequence[SeatInfo], me: int, notice: str = ""
) -> list[tuple[str, Said]]:
    """What changed among the people at the table, each with its kind of log line. Nothing about myself.

    Args:
        notice: what the table says by itself, which need not be said twice.
    """
    was = {seat.seat: seat for seat in before if seat.seat != me and not seat.gone}
    now = {seat.seat: seat for seat in after if seat.seat != me and not seat.gone}
    for number in was.keys() & now.keys():
        if handed(was[number], now[number], notice):
            del was[number], now[number]
    known, there = ({seat.pk for seat in seats.values() if seat.pk} for seats in (was, now))
    out: list[tuple[str, Said]] = []
    for number, seat in now.items():
        old = was.get(number)
        if old is None or is_another(old, seat):
            if seat.pk not in known:
                out.append(("table", Said(_("{who} sat down.").format(who=seat.name), number)))
        elif old.name != seat.name:
            said = _("{old} is called {who} now.").format(old=old.name, who=seat.name)
            out.append(("table", Said(said, number)))
        elif old.online and not seat.online:
            out.append(("link", Said(_("{who} is away; the seat is kept.").format(who=seat.name), number)))
        elif seat.online and not old.online and not old.standin:
            # Of somebody for whom a bot plays `standins` says it, together with that.
            out.append(("table", Said(_("{who} is back.").format(who=seat.name), number)))
    gone = [old for number, old in was.items() if number not in now or is_another(old, now[number])]
    return out + [
        ("table", Said(_("{who} left the table.").format(who=old.name), old.seat))
        for old in gone
        if old.pk not in there
    ]


def new_owner(before: Sequence[SeatInfo], after: Sequence[SeatInfo], me: int) -> Said | None:
    """Whose the table is, when it is somebody else's than before."""
    was = next((seat for seat in before if seat.owner), None)
    now = next((seat for seat in after if seat.owner), None)
    if was is None or now is None or not is_another(was, now):
        return None
    mine = now.seat == me
    said = _("The table is yours now.") if mine else _("{who} is the owner of the table now.")
    return Said(said.format(who=now.name), now.seat)


def is_another(old: SeatInfo, new: SeatInfo) -> bool:
    """Has somebody else the seat now? The same person may have another name."""
    return old.pk != new.pk if old.pk and new.pk else old.name != new.name


def handed(old: SeatInfo, new: SeatInfo, notice: str) -> bool:
    """Has somebody new the seat by a vote, as the table says itself?"""
    return is_another(old, new) and heard(HANDED.format(heir=new.name, name=old.name)) == heard(notice)


def standins(before: Sequence[SeatInfo], after: Sequence[SeatInfo], me: int) -> list[str]:
    """For whom a bot plays now, or plays no longer. Who gets the seat of another is not back: they come."""
    was = {seat.seat: seat for seat in before}
    out = []
    for seat in after:
        old = was.get(seat.seat, seat)
        if seat.gone or old.standin == seat.standin or (old.standin and is_another(old, seat)):
            continue
        mine = seat.seat == me
        if seat.standin:
            out.append(
                _("A bot plays for you; it stops when you do something.")
                if mine
                else _("A bot plays for {who}.").format(who=seat.name)
            )
        else:
            out.append(
                _("You play your seat again, not the bot.")
                if mine
                else _("{who} is back and plays the seat again.").format(who=seat.name)
            )
    return out
