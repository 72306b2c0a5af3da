"""What `?` says about this very moment: the selected card, why it can or cannot be played, the others' marks.

Pure: a snapshot in, lines out.
"""

from __future__ import annotations

from uno_lan.client import words
from uno_lan.client.model import Snapshot
from uno_lan.engine.commands import NOBODY
from uno_lan.engine.views import View

from .text import plain


def about(snapshot: Snapshot, selected: int) -> list[str]:
    """Sentences about the selected card and about each player who is marked."""
    view = snapshot.view
    if view is None:
        return []
    return _card(snapshot, view, selected) + _players(snapshot, view)


def _card(snapshot: Snapshot, view: View, selected: int) -> list[str]:
    if selected == NOBODY or selected not in view.hand:
        return []
    law = snapshot.law
    name = words.capital(words.card_name(law.edition, selected))
    points = words.count(law.edition.points(selected), "point")
    lines = [f"{name}: {words.does(law, selected) or 'a number card.'} Left in a hand it is worth {points}."]
    if selected in view.legal.jumps:
        lines.append("It can be played now, out of turn: j.")
    elif view.to_act != view.seat:
        lines.append("It is not your turn.")
    else:
        lines.append(words.why(view, law, selected) or "It can be played now: Enter.")
        if selected in view.legal.plays and (warning := words.bluffs(law, view, selected)):
            lines.append(warning)
    return lines


def _players(snapshot: Snapshot, view: View) -> list[str]:
    lines = []
    for seat, size in zip(view.seats, view.sizes, strict=True):
        if seat == view.seat:
            continue
        info = snapshot.seat(seat)
        marks = []
        if seat in view.left:
            marks.append("has left the game")
        if seat == view.to_act:
            marks.append("is to act")
        if seat in snapshot.partners(snapshot.me):
            marks.append("is your partner")
        if seat in view.owes:
            marks.append("has one card and did not call: x catches")
        elif seat in view.called:
            marks.append(f"has called UNO with {words.count(size)}")
        if info is not None and not info.online and seat not in view.left:
            marks.append("is away, the seat is kept")
        if marks:
            lines.append(f"{plain(snapshot.name(seat))} {words.listed(marks)}.")
    return lines
