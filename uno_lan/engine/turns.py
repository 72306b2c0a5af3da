"""Commands of the player to act: play, draw, keep, pass."""

from __future__ import annotations

from typing import Final, TypeAlias

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .commands import NOBODY, Draw, Keep, Pass, Play
from .edition import NO_COLOR
from .events import Event
from .oracle import Oracle
from .phases import Phase
from .refused import Refused
from .state import KINDS, MAX_SEATS, State

Answer: TypeAlias = tuple[Event, ...] | Refused

# Looked up once: these are on the way of every turn.
TURN = Phase.TURN
DRAWN = Phase.DRAWN
WAITS_DRAWN: Final = tuple(ev.PhaseSet(DRAWN, seat) for seat in range(MAX_SEATS))
DRAWS_ONE: Final = tuple((ev.Drew(seat, 1, "turn"), WAITS_DRAWN[seat]) for seat in range(MAX_SEATS))


def held(state: State, now: int) -> Refused | None:
    """The refusal of an action that would close a window before its grace time is over."""
    if state.owes_bits and now < state.since + state.grace:
        return Refused("grace", state.since + state.grace)
    return None


def play(state: State, command: Play, oracle: Oracle, now: int) -> Answer:
    """A card goes from the hand onto the discard pile, and its effect follows."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    phase = state.phase
    if phase is not TURN and phase is not DRAWN:
        return no.WRONG_PHASE
    card = command.card
    if not 0 <= card < state.deck_size or not oracle.holds(seat, card):
        return no.NOT_IN_HAND
    if phase is DRAWN and not oracle.drew(seat, card):
        return no.ONLY_DRAWN_CARD
    if not state.fits[card] or command.more:
        return no.DOES_NOT_MATCH
    left = state.sizes[seat] - 1
    color = state.color_of[card]
    if color == NO_COLOR:
        # The color of a last card means nothing and is not asked for.
        color = command.color if left else state.color
        if color == NOBODY:
            return no.COLOR_NEEDED
        if not 0 <= color < NO_COLOR:
            return no.BAD_COLOR
    out: list[Event] = []
    if state.owes_bits:
        if refusal := held(state, now):
            return refusal
        do.close_window(state, out)

    # From here on nothing is refused any more.
    oracle.play(seat, card)
    before = state.color
    state.passed_bits = 0
    state.sizes[seat] = left
    out.append(ev.Played(seat, card))
    if color != before:
        state.color = color
        out.append(ev.ColorSet(color))
    state.discard.append(card)
    state.top = card
    symbol = state.symbol_of[card]
    state.fits = state.match[color * KINDS + symbol]
    if left == 1:
        do.one_card_left(state, seat, command.uno, now, out)
    action = state.effects[symbol]
    if left and action is None:
        do.start_turn(state, state.ring[state.dir][seat], out)
        return tuple(out)
    if not left:
        state.called_bits &= ~(1 << seat)
        state.agenda.append(("out", seat))
        if action is not None:
            state.agenda += action.effect.last(state, seat, action.face, before)[::-1]
    elif action is not None:
        state.agenda += action.effect.played(state, seat, action.face, before)[::-1]
    run(state, oracle, out)
    return tuple(out)


def draw(state: State, command: Draw, oracle: Oracle, now: int) -> Answer:
    """One card from the pile; then it is played or kept."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    if state.phase is not TURN:
        return no.WRONG_PHASE
    bit = 1 << seat
    if state.pile_size and not state.owes_bits and not state.called_bits & bit and state.early == NOBODY:
        oracle.draw(seat, 1)
        state.pile_size -= 1
        state.sizes[seat] += 1
        state.passed_bits = 0
        state.phase = DRAWN
        return DRAWS_ONE[seat]
    if not state.drawable:
        return no.NOTHING_TO_DRAW
    if refusal := held(state, now):
        return refusal
    out: list[Event] = []
    begin_action(state, out)
    state.agenda += (("drawn", seat), ("draw", seat, 1, "turn"))
    run(state, oracle, out)
    return tuple(out)


def begin_action(state: State, out: list[Event]) -> None:
    """The first action of a turn closes the window of those before it."""
    if state.owes_bits:
        do.close_window(state, out)


def keep(state: State, command: Keep, oracle: Oracle, now: int) -> Answer:
    """The drawn card stays in hand and the turn ends."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    if state.phase is not DRAWN:
        return no.WRONG_PHASE
    out: list[Event] = [ev.Kept(seat)]
    end_turn(state, seat, out)
    return tuple(out)


def end_turn(state: State, seat: int, out: list[Event]) -> None:
    """The turn of `seat` ends without a card; an early call is void even when the next turn is its own."""
    if state.early == seat:
        do.lose_call(state, seat, out)
    do.start_turn(state, state.ring[state.dir][seat], out)


def pass_turn(state: State, command: Pass, oracle: Oracle, now: int) -> Answer:
    """The turn ends because nothing at all can be drawn; when all have passed in a row, so does the round."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    if state.phase is not TURN:
        return no.WRONG_PHASE
    if state.drawable:
        return no.CAN_DRAW
    if refusal := held(state, now):
        return refusal
    out: list[Event] = []
    begin_action(state, out)
    out.append(ev.Passed(seat))
    state.passed_bits |= 1 << seat
    if state.passed_bits & state.present == state.present:
        do.end_round(state, NOBODY, "blocked", out)
    else:
        end_turn(state, seat, out)
    return tuple(out)
