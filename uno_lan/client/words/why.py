"""Why a card can or cannot be played now, with the names of the cards."""

from __future__ import annotations

from uno_lan.engine.legality import why_not
from uno_lan.engine.phases import Phase
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import View
from uno_lan.languages import N_, _

from .asking import prompt
from .refusals import refusal
from .small import WILD, capital, card_name, color_name, symbol_name, takes_an


def why(view: View, rules: Ruleset, card: int) -> str:
    """Why this card of my hand cannot be played now; empty when it can."""
    if card in view.legal.jumps:
        return ""
    code = why_not(view, rules, card)
    if code is None:
        return ""
    if view.phase is Phase.ANSWER and view.seat == view.to_act:
        named = capital(card_name(rules.edition, card))
        return _("{card} is no answer to this draw card.").format(card=named)
    if code == "wrong_phase" and view.seat == view.to_act:
        # No card can be played because something else is asked first: a color, a player, discards.
        asked = prompt(view, str, rules.edition)
        return f"{refusal(code)} {asked}".rstrip()
    return mismatch(view, rules, card) if code == "does_not_match" else refusal(code)


def mismatch(view: View, rules: Ruleset, card: int) -> str:
    """Why a card does not fit the pile, with the names of both."""
    edition, top = rules.edition, view.top
    name, color = capital(card_name(edition, card)), color_name(view.color, edition.colors)
    if not 0 <= top < edition.size or edition.color_of[top] == WILD:
        return _("{card} does not fit: {color} was named.").format(card=name, color=color)
    # Two whole sentences: who says "no" for "neither" has no "a" behind it.
    form = (
        N_("{card} does not fit: neither {color} nor an {thing}.")
        if takes_an(thing := symbol_name(edition, edition.symbol_of[top]))
        else N_("{card} does not fit: neither {color} nor a {thing}.")
    )
    return _(form).format(card=name, color=color, thing=thing)
