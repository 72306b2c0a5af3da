"""Effects: what a played card does, chosen by name from one registry.

An effect only says which steps follow (in the order in which they are taken); the agenda takes them. It is
asked after the card lies on the discard pile, its color is set and the UNO duty of the player is settled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from .edition import SYMBOLS, Edition, Face

if TYPE_CHECKING:
    from .state import State, Step


class Effect(NamedTuple):
    """What follows a card.

    Both are called with the round, the player, the face and the color that was active before the play.
    """

    played: Callable[[State, int, Face, int], tuple[Step, ...]]
    """Steps up to the next turn."""
    last: Callable[[State, int, Face, int], tuple[Step, ...]]
    """What still happens when it was the last card of the hand."""


class Action(NamedTuple):
    """A face with its effect."""

    face: Face
    effect: Effect


def _nothing(state: State, seat: int, face: Face, before: int) -> tuple[Step, ...]:
    return ()


def _pass_on(state: State, seat: int, face: Face, before: int) -> tuple[Step, ...]:
    return (("next", seat),)


def _skip(state: State, seat: int, face: Face, before: int) -> tuple[Step, ...]:
    victim = state.ring[state.dir][seat]
    return ("skip", victim), ("next", victim)


def _reverse(state: State, seat: int, face: Face, before: int) -> tuple[Step, ...]:
    """With two players left it is a Skip: the same player again."""
    other = state.ring[state.dir][seat]
    if state.ring[state.dir][other] == seat:
        return ("reverse",), ("skip", other), ("turn", seat)
    return ("reverse",), ("next", seat)


def _draw(state: State, seat: int, face: Face, before: int) -> tuple[Step, ...]:
    victim = state.ring[state.dir][seat]
    if face.answer:
        remember = (("mark", seat, before),) if face.challenge else ()
        return *remember, ("aim", seat, victim, face.draws, face.challenge)
    return ("draw", victim, face.draws, _why(face)), ("skip", victim), ("next", victim)


def _draw_last(state: State, seat: int, face: Face, before: int) -> tuple[Step, ...]:
    return (("draw", state.ring[state.dir][seat], face.draws, _why(face)),)


def _why(face: Face) -> str:
    return "two" if face.kind == "draw_two" else "four"


EFFECTS: Final = {
    "none": Effect(_pass_on, _nothing),
    "skip": Effect(_skip, _nothing),
    "reverse": Effect(_reverse, _nothing),
    "draw": Effect(_draw, _draw_last),
}
"""The registry; editions name its keys."""


@functools.cache
def effect_table(edition: Edition) -> tuple[Action, ...]:
    """Face and effect by symbol; that of the first face where the edition has no such card."""
    faces = (edition.face_of.get(symbol, edition.data.faces[0]) for symbol in range(len(SYMBOLS)))
    return tuple(Action(face, EFFECTS[face.effect]) for face in faces)
