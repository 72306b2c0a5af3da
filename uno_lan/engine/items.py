"""What looks at cards: the Item Box with its items, and The Force.

("box", seat, uno)                  flip a card; its color says which item it is
("shell", seat)                     who played the box chooses who draws
("paint", seat)                     who played the box names the color
("search", seat, target, color)     The Force
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import events as ev
from .changes import lay, wait_for, want_shuffle
from .events import Event
from .faces import NO_COLOR
from .oracle import Oracle
from .phases import Phase
from .state import State, Step

FORCE_DRAWS: Final = 2
BANANA_DRAWS: Final = 2
BOMB_DRAWS: Final = 2


def box(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Turn over the next card; only its color counts, whatever it would do when played."""
    _, seat, uno = step
    if not state.is_playing(seat):
        state.agenda.append(("next", seat))
        return False
    if not state.pile_size:
        if not state.refill:
            # Only in a round without end (`MOST_DRAWN`); else at least the old top lies under the box.
            state.agenda += (("next", seat), ("emptied", seat), ("duty", seat, uno))
            return False
        state.agenda.append(step)
        want_shuffle(state, "refill", state.refill, out)
        return True
    card = oracle.open_next()
    state.pile_size -= 1
    out.append(ev.Flipped(card))
    color = state.color_of[card]
    lay(state, card, state.color if color == NO_COLOR else color, out)
    item = state.edition.data.items[color]
    out.append(ev.Item(seat, item))
    ITEMS[item](state, seat, uno)
    return False


def _mushroom(state: State, seat: int, uno: bool) -> None:
    """The same player again."""
    state.agenda += (("turn", seat), ("emptied", seat), ("duty", seat, uno))


def _banana_peel(state: State, seat: int, uno: bool) -> None:
    """The player before draws."""
    draw = ("draw", state.previous(seat), BANANA_DRAWS, "item")
    state.agenda += (("next", seat), ("emptied", seat), draw, ("duty", seat, uno))


def _green_shell(state: State, seat: int, uno: bool) -> None:
    """Another player, chosen now, draws."""
    state.agenda += (("next", seat), ("emptied", seat), ("shell", seat), ("duty", seat, uno))


def _lightning(state: State, seat: int, uno: bool) -> None:
    """All others draw, then the same player again."""
    state.agenda += (("turn", seat), ("emptied", seat))
    state.agenda += (("draw", other, 1, "item") for other in reversed(state.others(seat)))
    state.agenda.append(("duty", seat, uno))


def _bob_omb(state: State, seat: int, uno: bool) -> None:
    """The player draws, and then names the color that the flipped wild does not have."""
    draw = ("draw", seat, BOMB_DRAWS, "item")
    state.agenda += (("next", seat), ("emptied", seat), ("paint", seat), ("duty", seat, uno), draw)


ITEMS: Final[dict[str, Callable[[State, int, bool], None]]] = {
    "mushroom": _mushroom,
    "banana_peel": _banana_peel,
    "green_shell": _green_shell,
    "lightning": _lightning,
    "bob_omb": _bob_omb,
}
"""The registry of items; editions name its keys."""


def shell(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Somebody is chosen; nobody when the player has left."""
    return _ask(state, Phase.PICK_TARGET, step[1], out)


def paint(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """The color is named; it stays as it was when the player has left."""
    return _ask(state, Phase.PICK_COLOR, step[1], out)


def _ask(state: State, phase: Phase, seat: int, out: list[Event]) -> bool:
    if not state.is_playing(seat):
        return False
    wait_for(state, phase, seat, out)
    return True


def search(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """A hand is shown to who played The Force; who holds a card of the color draws."""
    _, seat, target, color = step
    found = oracle.has_match(target, color, 0, False)
    out.append(ev.Searched(seat, target, color, found))
    out.append(ev.Shown(target, seat, False))
    if found:
        state.agenda.append(("draw", target, FORCE_DRAWS, "force"))
    return False


STEPS: Final[dict[str, Callable[[State, Step, Oracle, list[Event]], bool]]] = {
    "box": box,
    "shell": shell,
    "paint": paint,
    "search": search,
}
"""Step functions by name. Each says whether the round waits now."""
