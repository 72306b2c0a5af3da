"""What is asked: what the round waits for, said to one person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.deck import Edition
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import View
from uno_lan.languages import _

from .cards import item_on
from .small import Naming, a, capital, card_name, card_names, count, listed, symbol_name


def prompt(view: View, name: Naming, edition: Edition) -> str:
    """What the round waits for, said to the person at `view.seat`."""
    if view.phase is Phase.SHUFFLE:
        return _("Everybody shuffles together…")
    mine = view.to_act == view.seat != NOBODY
    ask = (MINE if mine else THEIRS).get(view.phase)
    return ask(view, name, edition) if ask else ""


def prompt_in_brief(view: View, name: Naming) -> str:
    """The same where it has no room: without what else the screen shows, as the names of cards.

    Empty when there is nothing shorter.
    """
    mine = view.to_act == view.seat != NOBODY
    who, cards = name(view.to_act), count(view.pending)
    if view.phase is Phase.ANSWER and mine:
        options = [_("accept"), *([_("challenge")] if view.legal.challenge else [])]
        # Translators: short for "answer with a Skip", listed like "accept" and "challenge".
        options += [_("answer")] if view.legal.plays else []
        # Translators: {cards} is how many they are: 4 cards.
        return _("{cards} for you: {options}.").format(cards=cards, options=listed(options, "or"))
    if view.phase is Phase.ANSWER:
        return _("{who} answers: {cards}.").format(who=who, cards=cards)
    if view.phase is Phase.DRAWN and mine:
        return drawn(view)
    if view.phase is Phase.TURN and mine and view.legal.together:
        return _("Your turn: play a card or draw.") if view.legal.draw else _("Your turn: play a card.")
    if view.phase is Phase.TURN and not mine:
        return _("{who} is to play.").format(who=who)
    return ""


# To whom the round waits for.

FEW: Final = 2
"""Kinds of cards that are named in a question; more are told one by one besides."""


def _turn(view: View, name: Naming, edition: Edition) -> str:
    legal = view.legal
    if legal.may_pass:
        return _("Your turn. No card can be drawn: play or pass.")
    if not legal.plays:
        return _("Your turn: no card fits, so draw.") if legal.draw else _("Your turn.")
    if legal.together:
        if legal.draw:
            return _("Your turn: play a card, several of one number, or draw.")
        return _("Your turn: play a card, several of one number.")
    return _("Your turn: play a card or draw.") if legal.draw else _("Your turn: play a card.")


def _drawn(view: View, name: Naming, edition: Edition) -> str:
    drawn = card_name(edition, view.drawn)
    if view.legal.plays and view.legal.keep:
        return _("You drew {card}: play it or keep it.").format(card=drawn)
    if view.legal.plays:
        return _("You drew {card}, which must be played.").format(card=drawn)
    return _("You drew {card}. It does not fit and stays in your hand.").format(card=drawn)


def drawn(view: View) -> str:
    """The same after the card has been named already."""
    if view.legal.plays:
        return _("It fits: play it or keep it.") if view.legal.keep else _("It fits and must be played.")
    return _("It does not fit and stays in your hand.")


def _answer(view: View, name: Naming, edition: Edition) -> str:
    legal, attacker = view.legal, name(view.attacker)
    # Translators: what the player may do, listed after a colon: accept, challenge or answer with a Skip.
    options = [_("accept")]
    if legal.challenge:
        options.append(_("challenge"))
    if legal.plays:
        symbols = dict.fromkeys(edition.symbol_of[card] for card in legal.plays)
        named = [a(symbol_name(edition, symbol)) for symbol in symbols]
        few = len(named) <= FEW
        options.append(
            _("answer with {cards}").format(cards=listed(named, "or")) if few else _("answer with a card")
        )
    choice = listed(options, "or")
    if view.can_challenge:
        said = _("{who} played a Draw Four on you: {options}.")
    else:
        # Translators: {cards} is how many they are: 4 cards.
        said = _("{cards} for you from {who}: {options}.")
    return said.format(who=attacker, cards=count(view.pending), options=choice)


def _name_color(view: View, name: Naming, edition: Edition) -> str:
    if view.phase is Phase.FIRST_COLOR:
        return _("Turned up: {card}; name the first color.").format(card=card_name(edition, view.top))
    item = item_on(edition, view.top)
    return _("{item}: name the color.").format(item=item) if item else _("Name a color.")


def _pick_target(view: View, name: Naming, edition: Edition) -> str:
    item = item_on(edition, view.top)
    if len(view.legal.target) == 1:
        who = name(view.legal.target[0])
        return _("{item}: {who} draws a card.").format(item=item or card_name(edition, view.top), who=who)
    return _("{item}: choose who draws a card.").format(item=item) if item else _("Choose a player.")


def _discards(view: View, name: Naming, edition: Edition) -> str:
    # Translators: {cards} is how many: 2 cards.
    return _("Choose {cards} to discard.").format(cards=count(view.legal.discards))


# To everybody else.


def _their_turn(view: View, name: Naming, edition: Edition) -> str:
    who = name(view.to_act)
    if not view.legal.jumps:
        return _("{who} is to play.").format(who=who)
    card = card_names(edition, view.legal.jumps[:1])
    return _("{who} is to play. You may jump in with {card}.").format(who=who, card=card)


def _their_answer(view: View, name: Naming, edition: Edition) -> str:
    if view.attacker == view.seat:
        said = _("{who} answers your draw card: {cards}.")
    else:
        said = _("{who} answers {other}'s draw card: {cards}.")
    return said.format(who=name(view.to_act), other=name(view.attacker), cards=count(view.pending))


def _their_color(view: View, name: Naming, edition: Edition) -> str:
    item = item_on(edition, view.top) if view.phase is Phase.PICK_COLOR else ""
    said = _("{item}: {who} names a color.") if item else _("{who} names a color.")
    return said.format(item=item, who=name(view.to_act))


def _their_target(view: View, name: Naming, edition: Edition) -> str:
    item = item_on(edition, view.top)
    said = _("{item}: {who} chooses a player.") if item else _("{who} chooses a player.")
    return capital(said.format(item=item, who=name(view.to_act)))


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
    Phase.DRAWN: lambda view, name, edition: _("{who} has drawn and may play that card.").format(
        who=name(view.to_act)
    ),
    Phase.ANSWER: _their_answer,
    Phase.FIRST_COLOR: _their_color,
    Phase.PICK_COLOR: _their_color,
    Phase.PICK_TARGET: _their_target,
    Phase.PICK_DISCARDS: lambda view, name, edition: _("{who} chooses discards.").format(
        who=name(view.to_act)
    ),
}
