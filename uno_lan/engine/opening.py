"""The beginning of a round: draw for dealer, deal, first card.

("dealer", todo, best, tied)    these seats still draw a card for dealer; the best so far and who has it
("coin",)                       a public coin says who deals
("collect",)                    all cards go back and are shuffled for the deal
("deal",)                       deal to everybody
("flip",)                       turn over the first card (again, when one was ignored or went back)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from . import events as ev
from .changes import lay, own_color, start_turn, wait_for, want_shuffle
from .commands import NOBODY
from .events import Event
from .faces import NUMBERS, Face
from .oracle import Oracle
from .phases import Phase
from .state import State, Step


def draw_for_dealer(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """One open card each; the highest number deals, who ties for it draws again."""
    _, todo, best, tied = step
    while True:
        for place, seat in enumerate(todo):
            if not state.is_playing(seat):
                continue
            if not state.pile_size:
                state.agenda.append(("dealer", todo[place:], best, tied))
                collect_cards(state, "dealer", out)
                return True
            card = oracle.open_next()
            state.pile_size -= 1
            out.append(ev.DealerCard(seat, card))
            symbol = state.symbol_of[card]
            value = symbol if symbol < NUMBERS else 0
            if value > best:
                best, tied = value, (seat,)
            elif value == best:
                tied = (*tied, seat)
        todo, best, tied = tuple(seat for seat in tied if state.is_playing(seat)) or state.playing, -1, ()
        if len(todo) == 1:
            state.dealer = todo[0]
            out.append(ev.DealerChosen(state.dealer))
            return False


def collect_cards(state: State, kind: str, out: list[Event]) -> None:
    """All cards go back into the pile, which is then shuffled."""
    state.sizes = [0] * len(state.sizes)
    state.discard.clear()
    state.aside = 0
    state.top = state.top_by = state.color = state.returned = NOBODY
    state.pile_size = state.deck_size
    state.turned = 0
    want_shuffle(state, kind, state.deck_size, out)


def collect(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """All cards go back for the deal."""
    state.agenda.append(("deal",))
    if state.dealer == NOBODY:
        state.agenda.append(("coin",))
    collect_cards(state, "deal", out)
    return True


def toss_coin(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """One of the players deals, by chance."""
    seats = state.playing
    state.dealer = seats[oracle.coin("dealer", len(seats))]
    out.append(ev.DealerChosen(state.dealer))
    return False


def deal(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """One card at a time, clockwise from the dealer's left."""
    seats = state.playing
    place = seats.index(state.rings[1][state.dealer])
    circle = seats[place:] + seats[:place]
    size = state.rules.house.hand_size_n
    count = size * len(circle)
    oracle.deal(circle, count)
    for seat in circle:
        state.sizes[seat] = size
    state.pile_size -= count
    out.append(ev.Dealt(circle, count))
    return flip(state, step, oracle, out)


def flip(state: State, step: Step, oracle: Oracle, out: list[Event]) -> bool:
    """Turn over the first card; a deal without one is void and done again."""
    if not state.pile_size:
        return collect(state, step, oracle, out)
    card = oracle.open_next()
    state.pile_size -= 1
    out.append(ev.Flipped(card))
    lay(state, card, own_color(state, card), out)
    face = state.edition.face_of[state.symbol_of[card]]
    return FIRST[face.first](state, face, state.rings[1][state.dealer], out)


# What the first card does; `first` is the player left of the dealer.


def _start(state: State, face: Face, first: int, out: list[Event]) -> bool:
    start_turn(state, first, out)
    return True


def _draw(state: State, face: Face, first: int, out: list[Event]) -> bool:
    """Nobody played it, so nobody can answer it."""
    state.agenda += (("skip", first), ("draw", first, face.draws, "first"))
    return False


def _reverse(state: State, face: Face, first: int, out: list[Event]) -> bool:
    """The dealer begins, in the other direction."""
    state.agenda += (("turn", state.dealer), ("reverse",))
    return False


def _skip(state: State, face: Face, first: int, out: list[Event]) -> bool:
    state.agenda.append(("skip", first))
    return False


def _color(state: State, face: Face, first: int, out: list[Event]) -> bool:
    wait_for(state, Phase.FIRST_COLOR, first, out)
    return True


def _back(state: State, face: Face, first: int, out: list[Event]) -> bool:
    """It goes back into the pile. So few cards left that all may be of this kind: the deal is void."""
    card = state.discard.pop()
    state.top = NOBODY
    state.pile_size += 1
    out.append(ev.PutBack(card))
    if state.pile_size <= state.edition.back_count:
        state.agenda.append(("collect",))
        return False
    state.returned = card
    state.agenda.append(("flip",))
    want_shuffle(state, "restart", state.pile_size, out)
    return True


def _ignore(state: State, face: Face, first: int, out: list[Event]) -> bool:
    state.agenda.append(("flip",))
    return False


FIRST: Final[dict[str, Callable[[State, Face, int, list[Event]], bool]]] = {
    "start": _start,
    "draw": _draw,
    "reverse": _reverse,
    "skip": _skip,
    "color": _color,
    "back": _back,
    "ignore": _ignore,
}
"""The first-card table; editions name its keys. Each says whether the round waits now."""

STEPS: Final[dict[str, Callable[[State, Step, Oracle, list[Event]], bool]]] = {
    "dealer": draw_for_dealer,
    "coin": toss_coin,
    "collect": collect,
    "deal": deal,
    "flip": flip,
}
