"""Commands that anybody may give at any time: call UNO and catch a missed call."""

from __future__ import annotations

from typing import Final

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .commands import NOBODY, Catch, Jump, Uno
from .events import Event
from .oracle import Oracle
from .phases import Phase
from .refused import Refused
from .state import State
from .turns import Answer

CAUGHT_DRAWS: Final = 2
CLOSED: Final = (Phase.WAITING, Phase.SHUFFLE, Phase.ROUND_OVER)
"""Phases in which nobody may do anything but leave."""
BEFORE_A_PLAY: Final = (Phase.TURN, Phase.DRAWN, Phase.ANSWER)
"""Phases in which who is to act may call ahead of a play."""


def uno(state: State, command: Uno, oracle: Oracle, now: int) -> Answer:
    """Call UNO: with one card while it is owed, or with two before the own play."""
    seat = command.seat
    if refusal := _not_open(state, seat):
        return refusal
    bit = 1 << seat
    if state.owes_bits & bit:
        state.owes_bits &= ~bit
        state.called_bits |= bit
    elif (
        state.sizes[seat] == 2
        and seat == state.to_act
        and state.phase in BEFORE_A_PLAY
        and state.early == NOBODY
    ):
        state.early = seat
    else:
        return no.NOTHING_TO_CALL
    return (ev.Called(seat),)


def catch(state: State, command: Catch, oracle: Oracle, now: int) -> Answer:
    """Point at a player who owes a call: two cards at once; whose turn it is does not change."""
    seat, target = command.seat, command.target
    if refusal := _not_open(state, seat):
        return refusal
    if target not in state.seats:
        return no.BAD_TARGET
    if target == seat or not state.owes_bits >> target & 1:
        return no.NOTHING_TO_CATCH
    state.owes_bits &= ~(1 << target)
    out: list[Event] = [ev.Caught(seat, target)]
    missing = do.give(state, target, CAUGHT_DRAWS, "caught", oracle, out)
    if missing and state.drawable:
        # The pile ran out: the phase is taken up again when the rest is drawn.
        state.agenda += (("wait", int(state.phase), state.to_act), ("draw", target, missing, "caught"))
        run(state, oracle, out)
    return tuple(out)


def jump(state: State, command: Jump, oracle: Oracle, now: int) -> Answer:
    """A play out of turn: no rule allows it."""
    if refusal := _not_open(state, command.seat):
        return refusal
    if state.phase is not Phase.TURN:
        return no.WRONG_PHASE
    if not 0 <= command.card < state.deck_size or not oracle.holds(command.seat, command.card):
        return no.NOT_IN_HAND
    return no.CANNOT_JUMP


def _not_open(state: State, seat: int) -> Refused | None:
    """The refusal unless this seat plays in a round that goes on."""
    if not state.is_playing(seat):
        return no.NOT_YOUR_TURN
    return no.WRONG_PHASE if state.phase in CLOSED else None
