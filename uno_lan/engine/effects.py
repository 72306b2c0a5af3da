"""Effects: what a played card does, chosen by name from one registry.

An effect only puts steps on the agenda. It is asked after the card lies on the discard pile, its color is set
and the UNO duty of the player is settled.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from .edition import SYMBOLS, Edition, Face

if TYPE_CHECKING:
    from .state import State


class Effect(NamedTuple):
    """What follows a card.

    Both put steps on the agenda (next one last). They are called with the round, the player, the face and the
    color that was active before the play.
    """

    played: Callable[[State, int, Face, int], None]
    """Steps up to the next turn."""
    last: Callable[[State, int, Face, int], None]
    """What still happens when it was the last card of the hand."""


class Action(NamedTuple):
    """A face with its effect."""

    face: Face
    effect: Effect


def _nothing(state: State, seat: int, face: Face, before: int) -> None:
    pass


def _pass_on(state: State, seat: int, face: Face, before: int) -> None:
    state.agenda.append(("next", seat))


def _skip(state: State, seat: int, face: Face, before: int) -> None:
    state.agenda.append(("skip", state.ring[state.dir][seat]))


def _reverse(state: State, seat: int, face: Face, before: int) -> None:
    """With two players left it is a Skip: the same player again."""
    other = state.ring[state.dir][seat]
    if state.ring[state.dir][other] == seat:
        state.agenda += (("skip", other), ("reverse",))
    else:
        state.agenda += (("next", seat), ("reverse",))


def _draw(state: State, seat: int, face: Face, before: int) -> None:
    victim = state.ring[state.dir][seat]
    if not face.answer:
        state.agenda += (("skip", victim), ("draw", victim, face.draws, _why(face)))
    else:
        state.agenda.append(("aim", seat, victim, face.draws, face.challenge))
        if face.challenge:
            state.agenda.append(("mark", seat, before))


def _draw_last(state: State, seat: int, face: Face, before: int) -> None:
    state.agenda.append(("draw", state.ring[state.dir][seat], face.draws, _why(face)))


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
def effect_table(edition: Edition) -> tuple[tuple[Action, ...], bytes]:
    """By symbol: face and effect (the first face's where there is no such card); does play simply pass on?"""
    faces = [edition.face_of.get(symbol, edition.data.faces[0]) for symbol in range(len(SYMBOLS))]
    return (
        tuple(Action(face, EFFECTS[face.effect]) for face in faces),
        bytes(face.effect == "none" for face in faces),
    )
