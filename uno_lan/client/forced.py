"""Decisions with a single answer: nobody is asked, and the program gives it."""

from __future__ import annotations

from uno_lan.engine import Command, Keep, Phase, Target, View
from uno_lan.engine.views import Legal


def forced(view: View) -> Command | None:
    """The one thing `view.seat` can do where the round waits for it; None: there is a choice, or nothing."""
    if view.to_act != view.seat:
        return None
    if view.phase is Phase.DRAWN and not view.legal.plays:
        return Keep(view.seat)
    if view.phase is Phase.PICK_TARGET and len(view.legal.target) == 1:
        return Target(view.seat, view.legal.target[0])
    return None


def only_target(legal: Legal, card: int) -> int | None:
    """The one player that can be chosen with a card; None: the card needs none, or there are several."""
    return legal.targets[0] if card in legal.target_needed and len(legal.targets) == 1 else None
