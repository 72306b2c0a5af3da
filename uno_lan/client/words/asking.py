"""What is asked: what the round waits for, said to one person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.deck import Edition
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import View

from .cards import item_on
from .small import Naming, a, capital, card_name, card_names, count, listed, symbol_name


def prompt(view: View, name: Naming, edition: Edition) -> str:
    """What the round waits for, said to the person at `view.seat`."""
    if view.phase is Phase.SHUFFLE:
        return "Everybody shuffles together…"
    mine = view.to_act == view.seat != NOBODY
    ask = (MINE if mine else THEIRS).get(view.phase)
    return ask(view, name, edition) if ask else ""


# To whom the round waits for.

FEW: Final = 2
"""Kinds of cards that are named in a question; more are told one by one besides."""


def _turn(view: View, name: Naming, edition: Edition) -> str:
    legal = view.legal
    if legal.may_pass:
        return "Your turn. No card can be drawn: play or pass."
    if not legal.plays:
        return "Your turn: no card fits, so draw." if legal.draw else "Your turn."
    if legal.together:
        return f"Your turn: play a card, several of one number{', or draw' if legal.draw else ''}."
    return "Your turn: play a card or draw." if legal.draw else "Your turn: play a card."


def _drawn(view: View, name: Naming, edition: Edition) -> str:
    drawn = card_name(edition, view.drawn)
    if view.legal.plays and view.legal.keep:
        return f"You drew {drawn}: play it or keep it."
    if view.legal.plays:
        return f"You drew {drawn}, which must be played."
    return f"You drew {drawn}. It does not fit and stays in your hand."


def drawn(view: View) -> str:
    """The same after the card has been named already."""
    if view.legal.plays:
        return "It fits: play it or keep it." if view.legal.keep else "It fits and must be played."
    return "It does not fit and stays in your hand."


def _answer(view: View, name: Naming, edition: Edition) -> str:
    legal, attacker = view.legal, name(view.attacker)
    options = ["accept"]
    if legal.challenge:
        options.append("challenge")
    if legal.plays:
        symbols = dict.fromkeys(edition.symbol_of[card] for card in legal.plays)
        named = [a(symbol_name(edition, symbol)) for symbol in symbols]
        options.append(f"answer with {listed(named, 'or') if len(named) <= FEW else 'a card'}")
    if view.can_challenge:
        return f"{attacker} played a Draw Four on you: {listed(options, 'or')}."
    return f"{count(view.pending)} for you from {attacker}: {listed(options, 'or')}."


def _name_color(view: View, name: Naming, edition: Edition) -> str:
    if view.phase is Phase.FIRST_COLOR:
        return "A wild was turned up: name the first color."
    item = item_on(edition, view.top)
    return f"{item}: name the color." if item else "Name a color."


def _pick_target(view: View, name: Naming, edition: Edition) -> str:
    item = item_on(edition, view.top)
    return f"{item}: choose who draws a card." if item else "Choose a player."


def _discards(view: View, name: Naming, edition: Edition) -> str:
    return f"Choose {count(view.legal.discards)} to discard."


# To everybody else.


def _their_turn(view: View, name: Naming, edition: Edition) -> str:
    waits = f"{name(view.to_act)} is to play."
    if not view.legal.jumps:
        return waits
    return f"{waits} You may jump in with {card_names(edition, view.legal.jumps[:1])}."


def _their_answer(view: View, name: Naming, edition: Edition) -> str:
    whose = "your" if view.attacker == view.seat else f"{name(view.attacker)}'s"
    return f"{name(view.to_act)} answers {whose} draw card: {count(view.pending)}."


def _their_color(view: View, name: Naming, edition: Edition) -> str:
    item = item_on(edition, view.top) if view.phase is Phase.PICK_COLOR else ""
    return f"{item}: {name(view.to_act)} names a color." if item else f"{name(view.to_act)} names a color."


def _their_target(view: View, name: Naming, edition: Edition) -> str:
    item = item_on(edition, view.top)
    return capital(f"{item + ': ' if item else ''}{name(view.to_act)} chooses a player.")


Ask = Callable[[View, Naming, Edition], str]

MINE: Final[dict[Phase, Ask]] = {
    Phase.TURN: _turn,
    Phase.DRAWN: _drawn,
    Phase.ANSWER: _answer,
    Phase.FIRST_COLOR: _name_color,
    Phase.PICK_COLOR: _name_color,
    Phase.PICK_TARGET: _pick_target,
    Phase.PICK_DISCARDS: _discards,
}
THEIRS: Final[dict[Phase, Ask]] = {
    Phase.TURN: _their_turn,
    Phase.DRAWN: lambda view, name, _: f"{name(view.to_act)} has drawn and may play that card.",
    Phase.ANSWER: _their_answer,
    Phase.FIRST_COLOR: _their_color,
    Phase.PICK_COLOR: _their_color,
    Phase.PICK_TARGET: _their_target,
    Phase.PICK_DISCARDS: lambda view, name, _: f"{name(view.to_act)} chooses discards.",
}
