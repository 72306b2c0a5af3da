"""Effects: what a played card does, chosen by name from one registry.

An effect is asked after the card lies on the discard pile, its color is set and, unless the effect is `late`,
the UNO duty of the player is settled. What can be done at once is done; what may have to wait, for a choice
or for a shuffle, goes on the agenda as steps (the next one last).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from .changes import aim, lose_turn, pay_penalty, start_turn, turn_around
from .commands import Play
from .events import Event
from .faces import Face
from .oracle import Oracle
from .written.layout import lay_out, lay_out_last

if TYPE_CHECKING:
    from .state import State

Follow: TypeAlias = "Callable[[State, Play, int, Oracle, list[Event]], bool]"
"""Called with the round, the play, the color that was active before it, the oracle and the events so far.
Says whether the round waits now; when it does not, the agenda goes on."""


class Effect(Struct, frozen=True):
    """What follows a card."""

    played: Follow
    """What happens up to the next turn."""
    last: Follow
    """What still happens when it was the last card of the hand."""
    late: bool = False
    """It changes hands itself, so the UNO duty is one of its own steps (`duty`)."""
    names_color: bool = True
    """A wild with it names its color with the play."""
    names_target: bool = False
    """Another player is named with the play."""
    written: bool = False
    """What it does, and which choices it needs, is written on the card."""
    resolves: bool = False
    """As the last card too, all of it happens before anybody has won."""

    @property
    def passes_on(self) -> bool:
        """Does nothing follow but the next turn?"""
        return self.played is _pass_on


class Action(Struct, frozen=True):
    """A face with its effect, under the rules of the table."""

    face: Face
    effect: Effect
    symbol: int
    """Symbol code of the face."""
    answer: bool = False
    """A draw card: the victim is asked before taking the cards."""
    challenge: bool = False
    """A draw card: it may be challenged."""
    why: str = ""
    """What the draw of a draw card is called in events."""


def _nothing(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    """Nothing is left to be done."""
    return False


def _pass_on(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    """The turn passes on."""
    start_turn(state, state.ring[play.seat], out)
    return True


def _skip(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    lose_turn(state, state.ring[play.seat], out)
    return True


def _reverse(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    """With two players left it is a Skip: the same player again."""
    turn_around(state, out)
    ring = state.ring
    other = ring[play.seat]
    if ring[other] == play.seat:
        lose_turn(state, other, out)
    else:
        start_turn(state, other, out)
    return True


def _draw(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    seat = play.seat
    action = state.effects[state.symbol_of[play.card]]
    victim = state.ring[seat]
    if not action.answer:
        return pay_penalty(state, victim, action.face.draws, action.why, oracle, out)
    if action.challenge:
        oracle.mark(seat)
        state.before = before
    aim(state, seat, victim, action.face.draws, action.challenge, action.symbol, out)
    return True


def _draw_last(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    action = state.effects[state.symbol_of[play.card]]
    state.agenda.append(("draw", state.ring[play.seat], action.face.draws, action.why))
    return False


def _force(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    seat = play.seat
    state.agenda += (("next", seat), ("emptied", seat), ("search", seat, play.target, state.color))
    return False


def _item_box(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    state.agenda.append(("box", play.seat, play.uno))
    return False


def _shuffle_hands(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    """All hands are shuffled together and dealt anew."""
    seat = play.seat
    state.agenda += (("next", seat), ("emptied", seat), ("duty", seat, play.uno), ("hands", seat))
    return False


def _swap(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    """Two hands change owners."""
    seat = play.seat
    state.agenda += (("next", seat), ("duty", seat, play.uno), ("swap", seat, play.target))
    return False


def _rotate(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    """Every hand moves on by one seat."""
    seat = play.seat
    state.agenda += (("next", seat), ("duty", seat, play.uno), ("rotate", state.dir))
    return False


def _customizable(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    lay_out(state, play, state.rules.written_on(play.card))
    return False


def _customizable_last(state: State, play: Play, before: int, oracle: Oracle, out: list[Event]) -> bool:
    lay_out_last(state, play, state.rules.written_on(play.card))
    return False


EFFECTS: Final = {
    "none": Effect(_pass_on, _nothing),
    "skip": Effect(_skip, _nothing),
    "reverse": Effect(_reverse, _nothing),
    "draw": Effect(_draw, _draw_last),
    # Sends a draw card back (`replies.py`); on the own turn it is a plain wild.
    "star": Effect(_pass_on, _nothing),
    "force": Effect(_force, _nothing, names_target=True),
    "item_box": Effect(_item_box, _nothing, late=True, names_color=False),
    "customizable": Effect(_customizable, _customizable_last, late=True, written=True),
    "shuffle_hands": Effect(_shuffle_hands, _nothing, late=True),
    "swap": Effect(_swap, _nothing, late=True, names_target=True),
    "rotate": Effect(_rotate, _nothing, late=True),
}
"""The registry; editions name its keys."""
