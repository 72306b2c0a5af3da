"""Commands of the host: begin, shuffled, time-outs, and seats that are given up."""

from __future__ import annotations

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .answers import accept, color
from .commands import NOBODY, Accept, Begin, Color, Keep, Leave, Pass, Shuffled, Timeout
from .events import Event
from .opening import collect_cards
from .oracle import Oracle
from .phases import Phase
from .state import State, rings
from .turns import Answer, held, keep, pass_turn


def begin(state: State, command: Begin, oracle: Oracle, now: int) -> Answer:
    """Start the round: draw for dealer if nobody deals yet, then the deal."""
    if command.seat != NOBODY:
        return no.NOT_YOUR_TURN
    if state.phase is not Phase.WAITING:
        return no.WRONG_PHASE
    out: list[Event] = []
    state.agenda.append(("collect",))
    if state.dealer == NOBODY:
        state.agenda.append(("dealer", state.playing, -1, ()))
        collect_cards(state, "dealer", out)
    else:
        run(state, oracle, out)
    return tuple(out)


def shuffled(state: State, command: Shuffled, oracle: Oracle, now: int) -> Answer:
    """The shuffle is done: its cards are the pile now, and what was interrupted goes on."""
    if command.seat != NOBODY:
        return no.NOT_YOUR_TURN
    wanted = state.wanted
    if wanted is None:
        return no.WRONG_PHASE
    state.wanted = None
    state.returned = NOBODY
    if wanted.kind == "refill":
        # Hands of players who left during this very shuffle stay where they are.
        state.aside -= wanted.count - (len(state.discard) - 1)
        del state.discard[:-1]
        state.pile_size += wanted.count
    out: list[Event] = [ev.ShuffleDone(wanted.kind, wanted.count)]
    run(state, oracle, out)
    return tuple(out)


def timeout(state: State, command: Timeout, oracle: Oracle, now: int) -> Answer:
    """Who is waited for does not answer: the default of each phase."""
    seat = command.seat
    if seat != state.to_act or seat == NOBODY:
        return no.NOT_YOUR_TURN
    if state.phase is Phase.FIRST_COLOR:
        return color(state, Color(seat, 0), oracle, now)
    if state.phase is Phase.ANSWER:
        return accept(state, Accept(seat), oracle, now)
    if state.phase is Phase.DRAWN:
        return keep(state, Keep(seat), oracle, now)
    if not state.drawable:
        return pass_turn(state, Pass(seat), oracle, now)
    if refusal := held(state, now):
        return refusal
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    state.agenda += (("next", seat), ("keep", seat), ("draw", seat, 1, "turn"))
    run(state, oracle, out)
    return tuple(out)


def leave(state: State, command: Leave, oracle: Oracle, now: int) -> Answer:
    """A seat is given up: its hand goes face down under the discard pile, and nothing aimed at it counts."""
    seat = command.seat
    if not state.is_playing(seat):
        return no.NOT_YOUR_TURN
    if state.phase is Phase.ROUND_OVER:
        return no.WRONG_PHASE
    oracle.leave(seat)
    bit = 1 << seat
    state.present &= ~bit
    state.ring = rings(state.seats, state.present)
    if state.sizes[seat]:
        state.aside += state.sizes[seat]
        state.sizes[seat] = 0
        state.passed_bits = 0
    state.called_bits &= ~bit
    state.owes_bits &= ~bit
    if state.early == seat:
        state.early = NOBODY
    out: list[Event] = [ev.SeatLeft(seat)]
    if len(state.playing) == 1:
        do.end_round(state, state.playing[0], "last", out)
    elif seat == state.to_act:
        state.agenda.append(("wait", int(state.phase), seat))
        run(state, oracle, out)
    return tuple(out)
