"""The agenda: what is still to be done, as plain tuples, the next step last.

A command checks, changes the table, does at once what cannot have to wait, and puts the rest here in steps;
`run` takes them until none is left, until somebody has to choose, or until the table has to shuffle. A step
that cannot be finished puts itself back. Steps name seats, and a seat may leave while its step waits: such a
step does nothing, or passes the turn on.

    ("draw", seat, count, why)      cards from the pile, with a refill in the middle when it runs out
    ("skip", seat)                  the seat loses its turn; the one after it has the next
    ("next", seat)                  turn of the seat after this one
    ("turn", seat)                  turn of this seat, or of the one after it when it left
    ("reverse",)                    the direction of play turns around
    ("match", seat)                 cards from the pile until one can be played
    ("drawn", seat)                 the seat has drawn and plays that card or keeps it
    ("keep", seat)                  the seat keeps it
    ("wait", phase, seat)           back to a phase that was interrupted, or what follows when its seat left
    ("out", seat)                   the seat has played its last card

The steps of a round's beginning are in `opening.py`, those of cards that look at cards in `items.py`, those
that move hands in `hands.py`, and those of written rules in `written/steps.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import events as ev
from . import hands, items, opening
from .changes import (
    draw_until,
    end_penalty,
    end_round,
    give,
    lose_turn,
    may_play,
    start_turn,
    turn_around,
    wait_for,
    want_shuffle,
)
from .events import Event
from .oracle import Oracle
from .phases import Phase
from .state import State, Step
from .written import steps as written

PICKS: Final = (Phase.PICK_TARGET, Phase.PICK_COLOR, Phase.PICK_DISCARDS)


def run(state: State, oracle: Oracle, out: list[Event], now: int) -> None:
    """Take steps until the round waits for somebody; the last of them always does."""
    state.now = now
    agenda = state.agenda
    waits = False
    while not waits:
        step = agenda.pop()
        waits = STEPS[step[0]](state, step, oracle, out)


def draw(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Cards from the pile; when it runs out, a refill first; when nothing is left, the rest is forgotten."""
    _, seat, count, why = step
    if not state.present >> seat & 1:
        return False
    missing = give(state, seat, count, why, oracle, out)
    if not missing or not state.drawable:
        return False
    state.agenda.append(("draw", seat, missing, why))
    want_shuffle(state, "refill", state.refill, out)
    return True


def skip(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """A seat loses its turn; the one after it has the next."""
    seat = step[1]
    if state.present >> seat & 1:
        lose_turn(state, seat, out)
    else:
        start_turn(state, state.ring[seat], out)
    return True


def next_turn(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The turn passes on."""
    start_turn(state, state.ring[step[1]], out)
    return True


def turn(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The turn of a seat."""
    seat = step[1]
    start_turn(state, seat if state.is_playing(seat) else state.next(seat), out)
    return True


def reverse(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The direction turns around."""
    turn_around(state, out)
    return False


def match(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Cards from the pile, one by one, until one can be played or none is left."""
    return draw_until(state, step, may_play(state), "turn", oracle, out)


def drawn(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The card just drawn is played or kept."""
    return wait(state, ("wait", Phase.DRAWN, step[1]), oracle, out)


def keep(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The card just drawn stays in hand."""
    if state.is_playing(step[1]):
        out.append(ev.Kept(step[1]))
    return False


def wait(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """A phase goes on; when its seat has left, what `docs/rules.md` says about leaving in that phase."""
    _, phase, seat = step
    if state.is_playing(seat):
        wait_for(state, Phase(phase), seat, out)
    elif phase == Phase.FIRST_COLOR:
        wait_for(state, Phase.FIRST_COLOR, state.next(seat), out)
    elif phase in PICKS:
        # The choice is not made; what comes after it passes the turn on.
        state.discards = 0
        return False
    else:
        if phase == Phase.ANSWER:
            end_penalty(state, out)
        start_turn(state, state.next(seat), out)
    return True


def out_of_cards(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """A seat has played its last card, and what that card still did is done."""
    end_round(state, step[1], "out", out)
    return True


STEPS: Final[dict[str, Callable[[State, Step, Oracle, list[Event]], bool]]] = {
    "draw": draw,
    "skip": skip,
    "next": next_turn,
    "turn": turn,
    "reverse": reverse,
    "match": match,
    "drawn": drawn,
    "keep": keep,
    "wait": wait,
    "out": out_of_cards,
    **opening.STEPS,
    **items.STEPS,
    **hands.STEPS,
    **written.STEPS,
}
"""Step functions by name. Each says whether the round waits now."""
