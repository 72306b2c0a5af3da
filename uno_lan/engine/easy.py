"""Cards after which nothing follows but the next turn, and whose that is: the short way for most plays.

While nobody owes a call or has called early, and two cards or more are left in the hand, such a card needs no
agenda. What happens is the same as by the steps of its effect (`effects.py`), which all other plays take.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .changes import DIRECTION_SET, SKIPPED, TURN_BEGINS
from .effects import REVERSES, SKIPS
from .events import Event
from .state import State


def _skip(state: State, seat: int) -> tuple[Event, ...]:
    ring = state.ring[state.dir]
    victim = ring[seat]
    state.to_act = after = ring[victim]
    return SKIPPED[victim], TURN_BEGINS[after]


def _reverse(state: State, seat: int) -> tuple[Event, ...]:
    """With two players left it is a Skip."""
    state.dir = direction = -state.dir
    ring = state.ring[direction]
    other = ring[seat]
    if ring[other] == seat:
        state.to_act = seat
        return DIRECTION_SET[direction], SKIPPED[other], TURN_BEGINS[seat]
    state.to_act = other
    return DIRECTION_SET[direction], TURN_BEGINS[other]


EASY: Final[Mapping[int, Callable[[State, int], tuple[Event, ...]]]] = {
    SKIPS: _skip,
    REVERSES: _reverse,
}
"""Sets whose turn it is after a card of a seat that does more than pass on, and says so in events."""
