"""Commands that anybody may give at any time: call UNO and catch a missed call."""

from __future__ import annotations

from typing import Final

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .commands import NOBODY, Catch, Uno
from .events import Event
from .oracle import Oracle
from .phases import Phase
from .refused import Answer, Refused
from .state import State

FALSE_CATCH_DRAWS: Final = 2
CLOSED: Final = (Phase.WAITING, Phase.SHUFFLE, Phase.ROUND_OVER)
"""Phases in which nobody may do anything but leave."""
BEFORE_A_PLAY: Final = (Phase.TURN, Phase.DRAWN, Phase.ANSWER)
"""Phases in which who is to act may call ahead of a play."""


def uno(state: State, command: Uno, oracle: Oracle, now: int) -> Answer:
    """Call UNO: with one card while it is owed, or with two before the own play."""
    seat = command.seat
    if refusal := not_open(state, seat):
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
        and not state.house.auto_uno
    ):
        state.early = seat
    else:
        return no.NOTHING_TO_CALL
    return (ev.Called(seat),)


def catch(state: State, command: Catch, oracle: Oracle, now: int) -> Answer:
    """Point at a player who owes a call: cards at once; whose turn it is does not change."""
    seat, target = command.seat, command.target
    if refusal := not_open(state, seat):
        return refusal
    if target not in state.seats:
        return no.BAD_TARGET
    if target == seat or not state.owes_bits >> target & 1:
        return _wrong_catch(state, seat, target, oracle, now)
    state.owes_bits &= ~(1 << target)
    out: list[Event] = [ev.Caught(seat, target)]
    _fine(state, target, state.house.uno_penalty_n, "caught", oracle, out, now)
    return tuple(out)


def _wrong_catch(state: State, seat: int, target: int, oracle: Oracle, now: int) -> Answer:
    """It has no effect; as a house rule it costs cards, but not whoever was only too late."""
    if target == seat or not state.house.false_catch or not state.is_playing(target):
        return no.NOTHING_TO_CATCH
    if state.owed_bits >> target & 1:
        return no.NOTHING_TO_CATCH
    out: list[Event] = [ev.FalseCatch(seat, target)]
    _fine(state, seat, FALSE_CATCH_DRAWS, "fined", oracle, out, now)
    return tuple(out)


def _fine(state: State, seat: int, count: int, why: str, oracle: Oracle, out: list[Event], now: int) -> None:
    missing = do.give(state, seat, count, why, oracle, out)
    if missing and state.drawable:
        # The pile ran out: the phase is taken up again when the rest is drawn.
        state.agenda += (("wait", int(state.phase), state.to_act), ("draw", seat, missing, why))
        run(state, oracle, out, now)


def not_open(state: State, seat: int) -> Refused | None:
    """The refusal unless this seat plays in a round that goes on."""
    if not state.is_playing(seat):
        return no.NOT_YOUR_TURN
    return no.WRONG_PHASE if state.phase in CLOSED else None
