"""A written rule in plain words, as it was understood: what players agree to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.written.rule import Clause, WrittenRule
from uno_lan.engine.written.vocabulary import COLORS
from uno_lan.languages import N_, _, n_

from .facts import cards

SUBJECT: Final = {
    "next": N_("the next player"),
    "previous": N_("the player before you"),
    "chosen": N_("the player you choose"),
    "others": N_("everybody else"),
    "all": N_("everybody"),
}
"""Whom a clause is about, but for the player of the card ("you"). Each goes with a verb in the singular."""
HANDS: Final = {
    1: N_("all hands move one seat to the left"),
    -1: N_("all hands move one seat to the right"),
    0: N_("all hands move one seat on in the direction of play"),
}


def describe(rule: WrittenRule, colors: Sequence[str] = COLORS) -> str:
    """One sentence about the player of the card ("you").

    Args:
        colors: the edition's names of the colors.
    """
    if rule.free_text:
        return _("You name the color. The players see to this themselves: {text}").format(text=rule.free_text)
    if not rule.clauses:
        return _("You name the color, and nothing else happens.")
    said, *more = [_clause(clause, colors) for clause in rule.clauses]
    for following in more:
        said = _("{first}; then {following}").format(first=said, following=following)
    return _("You name the color; {clauses}.").format(clauses=said)


def _clause(clause: Clause, colors: Sequence[str]) -> str:
    number = clause.number
    match clause.what:
        case "swap":
            return _("you swap hands with {who}").format(who=_(SUBJECT[clause.who]))
        case "pass":
            return _(HANDS[number])
        case "shuffle":
            return _("all hands are shuffled and dealt anew")
        case "reverse":
            return _("the direction turns around")
        case "skip":
            return n_("the next player is skipped", "the next {count} players are skipped", number).format(
                count=number
            )
        case "again":
            return _("you take another turn")
        case "unable":
            return _("if {who} cannot play at once, that player draws {cards} and loses the turn").format(
                who=_(SUBJECT[clause.who]), cards=cards(number)
            )
        case _:
            return _of_me(clause, colors) if clause.who == "me" else _of_others(clause, colors)


def _of_me(clause: Clause, colors: Sequence[str]) -> str:
    """What the player of the card does."""
    match clause.what:
        case "draw":
            said = _("you draw {cards}")
        case "until" if clause.color == NOBODY:
            said = _("you draw until a card of a color you choose comes")
        case "until":
            said = _("you draw until a card that is {color} comes")
        case "wilds":
            said = _("you discard all wilds")
        case "discard":
            said = _("you discard {cards} of your own choice")
        case _:
            said = _("you draw or discard to {cards}")
    return said.format(cards=cards(clause.number), color=_color(clause, colors))


def _of_others(clause: Clause, colors: Sequence[str]) -> str:
    """What somebody else does, or everybody."""
    match clause.what:
        case "draw":
            said = _("{who} draws {cards}")
        case "until" if clause.color == NOBODY:
            said = _("{who} draws until a card of a color you choose comes")
        case "until":
            said = _("{who} draws until a card that is {color} comes")
        case "wilds":
            said = _("{who} discards all wilds")
        case "discard":
            said = _("{who} discards {cards} of their own choice")
        case _:
            said = _("{who} draws or discards to {cards}")
    return said.format(who=_(SUBJECT[clause.who]), cards=cards(clause.number), color=_color(clause, colors))


def _color(clause: Clause, colors: Sequence[str]) -> str:
    return "" if clause.color == NOBODY else _(colors[clause.color])
