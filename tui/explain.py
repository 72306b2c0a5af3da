"""What `?` says about this very moment: the selected card, why it can or cannot be played, the others' marks.

Pure: a snapshot in, lines out.
"""

from __future__ import annotations

from uno_lan.client import words
from uno_lan.client.model import Snapshot
from uno_lan.engine.commands import NOBODY
from uno_lan.engine.views import View
from uno_lan.languages import _, n_

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
    points = law.edition.points(selected)
    worth = n_("{count} point", "{count} points", points).format(count=points)
    does = words.does(law, selected) or _("a number card.")
    said = _("{name}: {does} Left in a hand it is worth {points}.")
    lines = [said.format(name=name, does=does, points=worth)]
    if selected in view.legal.jumps:
        lines.append(_("It can be played now, out of turn: j."))
    elif view.to_act != view.seat:
        lines.append(_("It is not your turn."))
    else:
        lines.append(words.why(view, law, selected) or _("It can be played now: Enter."))
        if selected in view.legal.plays and (warning := words.bluffs(law, view, selected)):
            lines.append(warning)
    return lines


def _players(snapshot: Snapshot, view: View) -> list[str]:
    lines = []
    for seat, size in zip(view.seats, view.sizes, strict=True):
        if seat == view.seat:
            continue
        info = snapshot.seat(seat)
        # Translators: these follow a player's name: "Anna has left the game and is away, the seat is kept."
        marks = []
        if seat in view.left:
            marks.append(_("has left the game"))
        if seat == view.to_act:
            marks.append(_("is to act"))
        if seat in snapshot.partners(snapshot.me):
            marks.append(_("is your partner"))
        if seat in view.owes:
            marks.append(_("has one card and did not call: x catches"))
        elif seat in view.called:
            marks.append(_("has called UNO with {cards}").format(cards=words.count(size)))
        if info is not None and not info.online and seat not in view.left:
            marks.append(_("is away, the seat is kept"))
        if marks:
            lines.append(
                _("{name} {does}.").format(name=plain(snapshot.name(seat)), does=words.listed(marks))
            )
    return lines
