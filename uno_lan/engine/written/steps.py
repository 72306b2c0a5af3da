"""How a written rule is carried out: its clauses as steps of the agenda, one after the other.

    ("written", seat, card, n, target, color, uno)  clause n of the card of seat, then the next one
    ("wilds", seat)                                 discard all wilds
    ("level", seat, number, player, uno)            draw or discard to a hand of this size
    ("toss", seat, number, player, uno)             discard so many of the own choice
    ("choose", seat, number)                        the choice of them
    ("until", seat, color)                          draw until this color comes
    ("close", seat, card)                           what the card of seat did is done: whose turn is it?

A clause is looked at when its time has come, so after "reverse" the next player is the one in the new
direction. Who leaves takes along what the own card would still have done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..changes import SKIPPED, draw_until, drop, may_play, named, start_turn, wait_for
from ..commands import NOBODY
from ..events import Event
from ..fitting import Fit
from ..oracle import Oracle
from ..phases import Phase
from ..state import State, Step
from .layout import seats_of
from .rule import Clause


def written(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """One clause; hands that it emptied end the round before the next one."""
    _, seat, card, place, target, color, uno = step
    clauses = state.rules.written_on(card).clauses
    if not state.is_playing(seat) or place == len(clauses):
        return False
    state.agenda += (("written", seat, card, place + 1, target, color, uno), ("emptied", seat))
    clause = clauses[place]
    make = CLAUSES.get(clause.what)
    if make is not None:
        for other in reversed(seats_of(state, seat, clause.who, target)):
            state.agenda.append(make(state, clause, seat, other, color, uno))
    return False


def _until(state: State, clause: Clause, seat: int, other: int, color: int, uno: bool) -> Step:
    return ("until", other, color if clause.color == NOBODY else clause.color)


CLAUSES: Final[dict[str, Callable[[State, Clause, int, int, int, bool], Step]]] = {
    "draw": lambda state, clause, seat, other, color, uno: ("draw", other, clause.number, "rule"),
    "until": _until,
    "wilds": lambda state, clause, seat, other, color, uno: ("wilds", other),
    "discard": lambda state, clause, seat, other, color, uno: ("toss", other, clause.number, seat, uno),
    "level": lambda state, clause, seat, other, color, uno: ("level", other, clause.number, seat, uno),
    "swap": lambda state, clause, seat, other, color, uno: ("swap", seat, other),
    "pass": lambda state, clause, seat, other, color, uno: ("rotate", clause.number or state.dir),
    "shuffle": lambda state, clause, seat, other, color, uno: ("hands", seat),
    "reverse": lambda state, clause, seat, other, color, uno: ("reverse",),
}
"""The step of each kind of clause, for one player; those left out only say how the turn ends (`close`)."""


def wilds(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """All wilds of a hand go under the top card."""
    seat = step[1]
    cards = named(state, seat, oracle.wilds_of(seat), state.sizes[seat], wilds=True)
    drop(state, seat, cards, oracle, out)
    return False


def level(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """A hand is brought to a size, by drawing or by discarding."""
    _, seat, number, player, uno = step
    missing = number - state.sizes[seat]
    if missing > 0:
        state.agenda.append(("draw", seat, missing, "rule"))
    elif missing < 0:
        state.agenda.append(("toss", seat, -missing, player, uno))
    return False


def toss(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Cards of the own choice go under the top card; who has no more than that need not choose."""
    _, seat, number, player, uno = step
    if not state.is_playing(seat):
        return False
    size = state.sizes[seat]
    if size > number:
        state.agenda += (("choose", seat, number), ("duty", player, uno))
    else:
        drop(state, seat, named(state, seat, oracle.default_discards(seat, size), size), oracle, out)
    return False


def choose(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The cards are chosen by their holder."""
    state.discards = step[2]
    wait_for(state, Phase.PICK_DISCARDS, step[1], out)
    return True


def until(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Cards from the pile, one by one, until one of a color comes or none is left."""
    return draw_until(state, step, Fit(step[2]), "rule", oracle, out)


def close(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The turn passes on, as the rule says."""
    _, seat, card = step
    rule = state.rules.written_on(card)
    after = state.next(seat)
    if rule.has("again"):
        start_turn(state, seat if state.is_playing(seat) else after, out)
        return True
    unable = next((clause for clause in rule.clauses if clause.what == "unable"), None)
    if unable is not None and not oracle.has_playable(after, may_play(state)):
        state.agenda += (("skip", after), ("draw", after, unable.number, "rule"))
        return False
    skips = sum(clause.number for clause in rule.clauses if clause.what == "skip")
    if rule.has("reverse") and state.next(after) == seat:
        # With two players left to turn around is to skip.
        skips += 1
    for _ in range(skips):
        out.append(SKIPPED[after])
        after = state.next(after)
    start_turn(state, after, out)
    return True


STEPS: Final[dict[str, Callable[[State, Step, Oracle, list[Event]], bool]]] = {
    "written": written,
    "wilds": wilds,
    "level": level,
    "toss": toss,
    "choose": choose,
    "until": until,
    "close": close,
}
"""Step functions by name. Each says whether the round waits now."""
