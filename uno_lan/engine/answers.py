"""Commands that answer a question of the round: accept, challenge, name a color."""

from __future__ import annotations

from typing import Final

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .commands import Accept, Challenge, Color, Discard, Target
from .events import Event
from .oracle import Oracle
from .phases import Phase
from .refused import Refused
from .state import State
from .turns import Answer

ANSWER, FIRST_COLOR = Phase.ANSWER, Phase.FIRST_COLOR
CHALLENGE_LOST: Final = 2
"""Cards on top of the penalty for who challenges a legal Draw Four."""


def accept(state: State, command: Accept, oracle: Oracle, now: int) -> Answer:
    """The victim takes the cards and loses the turn."""
    if refusal := _not_in(state, command.seat, ANSWER):
        return refusal
    out: list[Event] = [ev.Accepted(command.seat)]
    _pay(state, command.seat, state.pending, "four" if state.can_challenge else "two", oracle, out)
    return tuple(out)


def challenge(state: State, command: Challenge, oracle: Oracle, now: int) -> Answer:
    """Judge a Draw Four by the hand as it was when it was played and the color active before it."""
    seat = command.seat
    if refusal := _not_in(state, seat, ANSWER):
        return refusal
    if not state.can_challenge:
        return no.NO_CHALLENGE
    attacker, count = state.attacker, state.pending
    guilty = oracle.has_match(attacker, state.before, state.wilds_match, True)
    out: list[Event] = [ev.Challenged(seat, attacker, guilty), ev.Shown(attacker, seat, True)]
    if not guilty:
        _pay(state, seat, count + CHALLENGE_LOST, "challenge", oracle, out)
        return tuple(out)
    do.end_penalty(state, out)
    state.agenda += (("turn", seat), ("draw", attacker, count, "challenge"))
    run(state, oracle, out)
    return tuple(out)


def _pay(state: State, seat: int, count: int, why: str, oracle: Oracle, out: list[Event]) -> None:
    do.end_penalty(state, out)
    state.agenda += (("skip", seat), ("draw", seat, count, why))
    run(state, oracle, out)


def color(state: State, command: Color, oracle: Oracle, now: int) -> Answer:
    """The first player names the color of a first wild and then has a normal turn."""
    if refusal := _not_in(state, command.seat, FIRST_COLOR):
        return refusal
    if not 0 <= command.color < len(state.edition.colors):
        return no.BAD_COLOR
    do.set_color(state, command.color)
    out: list[Event] = [ev.ColorSet(command.color)]
    do.start_turn(state, command.seat, out)
    return tuple(out)


def unasked(state: State, command: Target | Discard, oracle: Oracle, now: int) -> Answer:
    """A choice that no card of this edition asks for."""
    return no.NOT_YOUR_TURN if command.seat != state.to_act else no.WRONG_PHASE


def _not_in(state: State, seat: int, phase: Phase) -> Refused | None:
    """The refusal unless the round waits for this seat in this phase."""
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    return None if state.phase is phase else no.WRONG_PHASE
