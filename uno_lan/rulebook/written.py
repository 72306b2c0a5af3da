"""A written rule in plain words, as it was understood: what players agree to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.written.rule import Clause, WrittenRule
from uno_lan.engine.written.vocabulary import COLORS

SUBJECT: Final = {
    "me": "you",
    "next": "the next player",
    "previous": "the player before you",
    "chosen": "the player you choose",
    "others": "everybody else",
    "all": "everybody",
}
HANDS: Final = {1: "to the left", -1: "to the right", 0: "on in the direction of play"}


def describe(rule: WrittenRule, colors: Sequence[str] = COLORS) -> str:
    """One sentence about the player of the card ("you").

    Args:
        colors: the edition's names of the colors.
    """
    if rule.free_text:
        return f"You name the color. The players see to this themselves: {rule.free_text}"
    if not rule.clauses:
        return "You name the color, and nothing else happens."
    said = [_clause(clause, colors) for clause in rule.clauses]
    return f"You name the color; {'; then '.join(said)}."


def _clause(clause: Clause, colors: Sequence[str]) -> str:
    who, number = SUBJECT[clause.who], clause.number
    s = "" if clause.who == "me" else "s"
    match clause.what:
        case "draw":
            return f"{who} draw{s} {_cards(number)}"
        case "until":
            color = "of a color you choose" if clause.color == NOBODY else f"that is {colors[clause.color]}"
            return f"{who} draw{s} until a card {color} comes"
        case "wilds":
            return f"{who} discard{s} all wilds"
        case "discard":
            return f"{who} discard{s} {_cards(number)} of {'your' if not s else 'their'} own choice"
        case "level":
            return f"{who} draw{s} or discard{s} to {_cards(number)}"
        case "swap":
            return f"you swap hands with {who}"
        case "pass":
            return f"all hands move one seat {HANDS[number]}"
        case "shuffle":
            return "all hands are shuffled and dealt anew"
        case "reverse":
            return "the direction turns around"
        case "skip":
            return "the next player is skipped" if number == 1 else f"the next {number} players are skipped"
        case "again":
            return "you take another turn"
        case _:
            return f"if {who} cannot play at once, that player draws {_cards(number)} and loses the turn"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"
