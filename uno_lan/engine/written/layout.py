"""How a written rule is put on the agenda, and whom its clauses are about. The steps are in `steps.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..commands import NOBODY, Play
from .rule import WrittenRule

if TYPE_CHECKING:
    from ..state import State

DRAWS = ("draw", "until")
"""What still happens when the card was the last one: others draw."""
OTHERS = ("next", "previous", "others", "all")


def lay_out(state: State, play: Play, rule: WrittenRule) -> None:
    """Everything that the card sets off, up to the next turn."""
    seat = play.seat
    # Choices that mean nothing leave no trace.
    named = rule.names_second_color and play.color2 != NOBODY
    color = play.color2 if named else state.color
    target = play.target if rule.needs_target else NOBODY
    uno = play.uno and not state.house.auto_uno and _may_be_called(state, seat, rule)
    state.agenda += (("close", seat, play.card), ("emptied", seat), ("duty", seat, uno))
    if rule.clauses:
        state.agenda.append(("written", seat, play.card, 0, target, color, uno))


def _may_be_called(state: State, seat: int, rule: WrittenRule) -> bool:
    """Can a call that comes with the play of this card hold in the end?"""
    left = state.sizes[seat]
    if left == 1 and state.early != seat:
        return True
    return rule.may_leave_one(left, [state.sizes[other] for other in state.others(seat)])


def lay_out_last(state: State, play: Play, rule: WrittenRule) -> None:
    """What still happens when it was the last card: only that others draw."""
    named = play.color if play.color2 == NOBODY else play.color2
    for clause in reversed(rule.clauses):
        if clause.what not in DRAWS or clause.who not in OTHERS:
            continue
        for other in reversed(seats_of(state, play.seat, clause.who, NOBODY)):
            if other == play.seat:
                continue
            if clause.what == "draw":
                state.agenda.append(("draw", other, clause.number, "rule"))
            else:
                state.agenda.append(("until", other, named if clause.color == NOBODY else clause.color))


def seats_of(state: State, seat: int, who: str, target: int) -> tuple[int, ...]:
    """The players that a clause on the card of `seat` is about, in the order in which it reaches them."""
    match who:
        case "me":
            return (seat,)
        case "next":
            return (state.next(seat),)
        case "previous":
            return (state.previous(seat),)
        case "chosen":
            return (target,) if state.is_playing(target) else ()
        case "others":
            return state.others(seat)
        case _:
            return (*state.others(seat), seat)
