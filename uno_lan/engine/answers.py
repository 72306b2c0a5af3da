"""The victim of a draw card accepts or challenges; what may be played instead is in `replies.py`."""

from __future__ import annotations

from typing import Final

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .choices import asked
from .commands import Accept, Challenge
from .events import Event
from .oracle import Oracle
from .phases import ANSWER
from .refused import Answer
from .state import State

CHALLENGE_LOST: Final = 2
"""Cards on top of the penalty for who challenges a legal Draw Four."""


def accept(state: State, command: Accept, oracle: Oracle, now: int) -> Answer:
    """The victim takes the cards and loses the turn."""
    if refusal := asked(state, command.seat, ANSWER):
        return refusal
    return _pay(
        state, state.pending, state.effects[state.stake].why, oracle, [ev.Accepted(command.seat)], now
    )


def challenge(state: State, command: Challenge, oracle: Oracle, now: int) -> Answer:
    """Judge a Draw Four by the hand as it was when it was played and the color active before it."""
    seat = command.seat
    if refusal := asked(state, seat, ANSWER):
        return refusal
    if not state.can_challenge:
        return no.NO_CHALLENGE
    attacker, count = state.attacker, state.pending
    guilty = oracle.has_match(attacker, state.before, state.wilds_match, True)
    out: list[Event] = [ev.Challenged(seat, attacker, guilty), ev.Shown(attacker, seat, True)]
    if not guilty:
        return _pay(state, count + CHALLENGE_LOST, "challenge", oracle, out, now)
    do.end_penalty(state, out)
    state.agenda += (("turn", seat), ("draw", attacker, count, "challenge"))
    run(state, oracle, out, now)
    return tuple(out)


def _pay(state: State, count: int, why: str, oracle: Oracle, out: list[Event], now: int) -> tuple[Event, ...]:
    """The victim takes so many cards and loses the turn."""
    do.end_penalty(state, out)
    if not do.pay_penalty(state, state.to_act, count, why, oracle, out):
        run(state, oracle, out, now)
    return tuple(out)
