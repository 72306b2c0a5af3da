"""Playing out of turn (house rule `jump_in`): the very card on top, by somebody who is not to act."""

from __future__ import annotations

from . import refused as no
from .calls import not_open
from .choices import check_target
from .commands import Jump, Play
from .faces import NO_COLOR
from .oracle import Oracle
from .phases import Phase
from .refused import Answer
from .state import State
from .turns import carry_out, held


def jump(state: State, command: Jump, oracle: Oracle, now: int) -> Answer:
    """A play in every respect, from the seat of who jumps in."""
    seat, card = command.seat, command.card
    if refusal := not_open(state, seat):
        return refusal
    if state.phase is not Phase.TURN:
        return no.WRONG_PHASE
    if not 0 <= card < state.deck_size or not oracle.holds(seat, card):
        return no.NOT_IN_HAND
    color, symbol = state.color_of[card], state.symbol_of[card]
    equal = color != NO_COLOR and state.edition.same_face(card, state.top)
    if not state.house.jump_in or not equal or seat in (state.to_act, state.top_by):
        return no.CANNOT_JUMP
    left = state.sizes[seat] - 1
    effect = state.effects[symbol].effect
    if effect.names_target and (left or effect.resolves):
        refusal = check_target(state, seat, command.target)
        if refusal:
            return refusal
    if not left and state.book.barred >> symbol & 1:
        return no.SPECIAL_FINISH
    if refusal := held(state, now):
        return refusal
    play = Play(seat, card, target=command.target, uno=command.uno)
    return carry_out(state, play, color, left, oracle, now)
