"""Whether a call of UNO can be of use, and why not: asked before one is offered or taken."""

from __future__ import annotations

from collections.abc import Sequence

from uno_lan.engine import Ruleset, View
from uno_lan.languages import N_, _

CALLED_FOR_YOU = N_("At this table UNO is called for you.")
TOO_EARLY = N_("A call counts only with the last card but one.")


def no_call(law: Ruleset, view: View | None) -> str:
    """Why no call of mine can be of use now, neither at once nor with my next play; empty when one can."""
    if law.house.auto_uno:
        return _(CALLED_FOR_YOU)
    if view is None or view.seat < 0:
        return _(TOO_EARLY)
    legal, size = view.legal, len(view.hand)
    several = any(len(group) >= size - 1 for group in legal.together)
    return "" if legal.uno or legal.calls or size == 2 or several else _(TOO_EARLY)


def call_goes_with(view: View | None, cards: Sequence[int]) -> bool:
    """May playing these cards leave me with one, so that a call with them counts?"""
    if view is None:
        return False
    return len(view.hand) - len(cards) == 1 or any(card in view.legal.calls for card in cards)
