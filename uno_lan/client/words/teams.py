"""How teams stand, and who is out of the game: what the totals alone do not say."""

from __future__ import annotations

from uno_lan.client.model import Snapshot
from uno_lan.languages import _

from .small import capital, count, listed


def team_lines(now: Snapshot) -> list[str]:
    """A line per team, and one about those who are out."""
    totals = now.result.totals if now.result is not None else {}
    lines = []
    for team in dict.fromkeys(now.teams.values()):
        seats = [seat for seat, other in now.teams.items() if other == team]
        seats.sort(key=lambda seat: (seat != now.me, seat))
        total = sum(totals.get(seat, 0) for seat in seats)
        said = _("{names}: {points} together.")
        lines.append(said.format(names=capital(listed(_names(now, seats))), points=count(total, "point")))
    if now.out:
        lines.append(_("Out of the game: {names}.").format(names=listed(_names(now, now.out))))
    return lines


def _names(now: Snapshot, seats: tuple[int, ...] | list[int]) -> list[str]:
    return [_("you") if seat == now.me else now.name(seat) for seat in seats]
