"""What moves whole hands, and what follows when hands have changed.

("swap", seat, other)   two hands change owners
("rotate", dir)         each hand goes to the next player in this direction
("hands", seat)         all hands are shuffled and dealt anew, from the left of seat
("duty", seat, uno)     who holds one card now and has not called owes a call
("emptied", seat)       who holds no card now has won
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from . import events as ev
from .changes import end_round, lose_call, settle_duties, want_shuffle
from .events import Event
from .faces import MAX_SEATS
from .oracle import Oracle
from .state import State, Step


def swap(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Two hands change owners."""
    _, seat, other = step
    _move(state, ((seat, other), (other, seat)), oracle, out)
    return False


def rotate(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Every hand moves on by one seat."""
    ring = state.rings[step[1]]
    _move(state, tuple((seat, ring[seat]) for seat in state.playing), oracle, out)
    return False


def _move(state: State, moves: tuple[tuple[int, int], ...], oracle: Oracle, out: list[Event]) -> None:
    oracle.move(moves)
    sizes = [(to, state.sizes[source]) for source, to in moves]
    for seat, size in sizes:
        state.sizes[seat] = size
    out.append(ev.HandsMoved(moves))
    _renew(state, [to for _, to in moves], out)


def _renew(state: State, seats: Sequence[int], out: list[Event]) -> None:
    """These hands are other ones now: no call holds any more, and who has one card owes a new one."""
    for seat in seats:
        lose_call(state, seat, out)
        state.changed_bits |= 1 << seat


def hands(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The table collects and shuffles all hands."""
    want_shuffle(state, "hands", collected(state), out, step[1])
    return True


def collected(state: State) -> int:
    """Cards in all hands."""
    return sum(state.sizes)


def deal_anew(state: State, seat: int, count: int, oracle: Oracle, out: list[Event]) -> None:
    """Deal the collected cards one by one, always clockwise, from the left of who played the card."""
    place = state.seats.index(seat) + 1
    circle = [*state.seats[place:], *state.seats[:place]]
    order = tuple(other for other in circle if state.is_playing(other))
    oracle.deal(order, count)
    for number, other in enumerate(order):
        state.sizes[other] = (count - number + len(order) - 1) // len(order)
    out.append(ev.Dealt(order, count, True))
    _renew(state, order, out)


def duty(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Hands that came to one card bring the duty to call."""
    settle_duties(state, step[1], step[2], out)
    return False


def emptied(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """An empty hand wins, whoever emptied it; of several the first in the order of play."""
    seat = step[1]
    if state.sizes.count(0) == MAX_SEATS - state.present.bit_count():
        # No hand is empty but of those who do not play.
        return False
    for other in (*state.others(seat), seat):
        if state.is_playing(other) and not state.sizes[other]:
            end_round(state, other, "out", out)
            return True
    return False


STEPS: Final[dict[str, Callable[[State, Step, Oracle, list[Event]], bool]]] = {
    "swap": swap,
    "rotate": rotate,
    "hands": hands,
    "duty": duty,
    "emptied": emptied,
}
"""Step functions by name. Each says whether the round waits now."""
