"""Commands of the player to act: play, draw, keep, pass."""

from __future__ import annotations

from typing import Final, TypeAlias

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .changes import COLORS_SET, TURN_BEGINS
from .commands import NOBODY, Draw, Keep, Pass, Play
from .edition import MAX_SEATS, NO_COLOR
from .events import Event, Played
from .oracle import Oracle
from .phases import Phase
from .refused import Refused
from .state import KINDS, State

Answer: TypeAlias = tuple[Event, ...] | Refused

# Looked up or made once: these are on the way of every turn.
TURN, DRAWN = Phase.TURN, Phase.DRAWN
DREW_ONE: Final = tuple((ev.Drew(seat, 1, "turn"), ev.PhaseSet(DRAWN, seat)) for seat in range(MAX_SEATS))


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
    if refusal := held(state, now) if state.owes_bits else None:
        return refusal

    # From here on nothing is refused any more.
    oracle.play(seat, card)
    before = state.color
    symbol = state.symbol_of[card]
    state.passed_bits = 0
    state.sizes[seat] = left
    state.discard.append(card)
    state.top = card
    state.color = color
    state.fits = state.match[color * KINDS + symbol]
    if state.plain[symbol] and left > 1 and not state.owes_bits and state.early == NOBODY:
        # Most plays: nothing follows but the next turn.
        state.phase = TURN
        state.to_act = after = state.ring[state.dir][seat]
        if color == before:
            return Played(seat, card), TURN_BEGINS[after]
        return Played(seat, card), COLORS_SET[color], TURN_BEGINS[after]
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    out.append(Played(seat, card))
    if color != before:
        out.append(COLORS_SET[color])
    face, effect = state.effects[symbol]
    if left:
        if left == 1:
            do.one_card_left(state, seat, command.uno, now, out)
        effect.played(state, seat, face, before)
    else:
        state.called_bits &= ~(1 << seat)
        state.agenda.append(("out", seat))
        effect.last(state, seat, face, before)
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
        return DREW_ONE[seat]
    if not state.drawable:
        return no.NOTHING_TO_DRAW
    if refusal := held(state, now):
        return refusal
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    state.agenda += (("drawn", seat), ("draw", seat, 1, "turn"))
    run(state, oracle, out)
    return tuple(out)


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
    if state.owes_bits:
        do.close_window(state, out)
    out.append(ev.Passed(seat))
    state.passed_bits |= 1 << seat
    if state.passed_bits & state.present == state.present:
        do.end_round(state, NOBODY, "blocked", out)
    else:
        end_turn(state, seat, out)
    return tuple(out)
