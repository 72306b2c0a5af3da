"""Commands of the host: begin, shuffled, time-outs, and seats that are given up."""

from __future__ import annotations

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .answers import accept
from .choices import color, discard_cards, target
from .commands import NOBODY, Accept, Begin, Color, Leave, Shuffled, Target, Timeout
from .events import Event
from .hands import collected, deal_anew
from .opening import collect_cards
from .oracle import Oracle
from .phases import Phase
from .refused import Answer
from .state import State, rings
from .turns import drawing, held, keep_drawn, pass_on


def begin(state: State, command: Begin, oracle: Oracle, now: int) -> Answer:
    """Start the round: draw for dealer if nobody deals yet, then the deal."""
    if command.seat != NOBODY:
        return no.NOT_YOUR_TURN
    if state.phase is not Phase.WAITING:
        return no.WRONG_PHASE
    out: list[Event] = []
    state.agenda.append(("collect",))
    if state.dealer == NOBODY and state.edition.data.dealer == "draw":
        state.agenda.append(("dealer", state.playing, -1, ()))
        collect_cards(state, "dealer", out)
    else:
        run(state, oracle, out, now)
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
        state.turned += wanted.count
    out: list[Event] = [ev.ShuffleDone(wanted.kind, wanted.count)]
    if wanted.kind == "hands":
        deal_anew(state, wanted.seat, wanted.count, oracle, out)
    run(state, oracle, out, now)
    return tuple(out)


def timeout(state: State, command: Timeout, oracle: Oracle, now: int) -> Answer:
    """Who is waited for does not answer: the default of each phase."""
    seat = command.seat
    if seat != state.to_act or seat == NOBODY:
        return no.NOT_YOUR_TURN
    match state.phase:
        case Phase.FIRST_COLOR:
            return color(state, Color(seat, 0), oracle, now)
        case Phase.ANSWER:
            return accept(state, Accept(seat), oracle, now)
        case Phase.DRAWN:
            return keep_drawn(state, seat)
        case Phase.PICK_TARGET:
            return target(state, Target(seat, state.next(seat)), oracle, now)
        case Phase.PICK_COLOR:
            return color(state, Color(seat, state.color), oracle, now)
        case Phase.PICK_DISCARDS:
            cards = do.named(state, seat, oracle.default_discards(seat, state.discards), state.discards)
            return discard_cards(state, seat, cards, oracle, now)
        case _:
            return _turn_over(state, seat, oracle, now)


def _turn_over(state: State, seat: int, oracle: Oracle, now: int) -> Answer:
    """Draw and keep, or pass; house rules that would make the player play do not count."""
    if refusal := held(state, now):
        return refusal
    if not state.drawable:
        return pass_on(state, seat)
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    state.agenda += (("next", seat), ("keep", seat), drawing(state, seat))
    run(state, oracle, out, now)
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
    state.rings = rings(state.seats, state.present)
    do.set_direction(state, state.dir)
    if state.sizes[seat]:
        state.aside += state.sizes[seat]
        state.sizes[seat] = 0
        state.passed_bits = 0
    state.called_bits &= ~bit
    state.owes_bits &= ~bit
    if state.early == seat:
        state.early = NOBODY
    state.changed_bits &= ~bit
    out: list[Event] = [ev.SeatLeft(seat)]
    if _decided(state):
        do.end_round(state, state.playing[0], "last", out)
    elif state.wanted is not None and state.wanted.kind == "hands":
        # Other cards go into the shuffle now: it begins anew.
        do.want_shuffle(state, "hands", collected(state), out, state.wanted.seat)
    elif seat == state.to_act:
        state.agenda.append(("wait", int(state.phase), seat))
        run(state, oracle, out, now)
    return tuple(out)


def _decided(state: State) -> bool:
    """Is only one player left, or one team?"""
    if not state.teams:
        return len(state.playing) == 1
    return len({state.teams[seat] for seat in state.playing}) == 1
