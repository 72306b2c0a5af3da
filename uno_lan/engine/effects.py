"""Effects: what a played card does, chosen by name from one registry.

An effect only puts steps on the agenda (the next one last). It is asked after the card lies on the discard
pile, its color is set and, unless the effect is `late`, the UNO duty of the player is settled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .commands import Play
from .faces import Face
from .written.layout import lay_out, lay_out_last

if TYPE_CHECKING:
    from .state import State

PASSES_ON: Final = 1
SKIPS: Final = 2
REVERSES: Final = 3

Follow: TypeAlias = "Callable[[State, Play, Action, int], None]"
"""Called with the round, the play, the card's action and the color that was active before."""


class Effect(NamedTuple):
    """What follows a card."""

    played: Follow
    """Steps up to the next turn."""
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
    easy: int = 0
    """Does nothing follow but the next turn, and whose is it? See `easy.py`; 0 when more follows."""


class Action(NamedTuple):
    """A face with its effect, under the rules of the table."""

    face: Face
    effect: Effect
    answer: bool = False
    """A draw card: the victim is asked before taking the cards."""
    challenge: bool = False
    """A draw card: it may be challenged."""

    @property
    def why(self) -> str:
        """What the draw of a draw card is called in events."""
        return "two" if self.face.kind == "draw_two" else "four"


def _nothing(state: State, play: Play, action: Action, before: int) -> None:
    pass


def _pass_on(state: State, play: Play, action: Action, before: int) -> None:
    state.agenda.append(("next", play.seat))


def _skip(state: State, play: Play, action: Action, before: int) -> None:
    state.agenda.append(("skip", state.ring[state.dir][play.seat]))


def _reverse(state: State, play: Play, action: Action, before: int) -> None:
    """With two players left it is a Skip: the same player again."""
    seat = play.seat
    other = state.ring[state.dir][seat]
    if state.ring[state.dir][other] == seat:
        state.agenda += (("skip", other), ("reverse",))
    else:
        state.agenda += (("next", seat), ("reverse",))


def _draw(state: State, play: Play, action: Action, before: int) -> None:
    seat, face = play.seat, action.face
    victim = state.ring[state.dir][seat]
    if not action.answer:
        state.agenda += (("skip", victim), ("draw", victim, face.draws, action.why))
    else:
        state.agenda.append(("aim", seat, victim, face.draws, action.challenge, face.symbol))
        if action.challenge:
            state.agenda.append(("mark", seat, before))


def _draw_last(state: State, play: Play, action: Action, before: int) -> None:
    state.agenda.append(("draw", state.ring[state.dir][play.seat], action.face.draws, action.why))


def _force(state: State, play: Play, action: Action, before: int) -> None:
    seat = play.seat
    state.agenda += (("next", seat), ("emptied", seat), ("search", seat, play.target, state.color))


def _item_box(state: State, play: Play, action: Action, before: int) -> None:
    state.agenda.append(("box", play.seat, play.uno))


def _shuffle_hands(state: State, play: Play, action: Action, before: int) -> None:
    seat = play.seat
    state.agenda += (("next", seat), ("emptied", seat), ("duty", seat, play.uno), ("hands", seat))


def _swap(state: State, play: Play, action: Action, before: int) -> None:
    seat = play.seat
    state.agenda += (("next", seat), ("duty", seat, play.uno), ("swap", seat, play.target))


def _rotate(state: State, play: Play, action: Action, before: int) -> None:
    seat = play.seat
    state.agenda += (("next", seat), ("duty", seat, play.uno), ("rotate", state.dir))


def _customizable(state: State, play: Play, action: Action, before: int) -> None:
    lay_out(state, play, state.rules.written_on(play.card))


def _customizable_last(state: State, play: Play, action: Action, before: int) -> None:
    lay_out_last(state, play, state.rules.written_on(play.card))


EFFECTS: Final = {
    "none": Effect(_pass_on, _nothing, easy=PASSES_ON),
    "skip": Effect(_skip, _nothing, easy=SKIPS),
    "reverse": Effect(_reverse, _nothing, easy=REVERSES),
    "draw": Effect(_draw, _draw_last),
    # Sends a draw card back (`replies.py`); on the own turn it is a plain wild.
    "star": Effect(_pass_on, _nothing, easy=PASSES_ON),
    "force": Effect(_force, _nothing, names_target=True),
    "item_box": Effect(_item_box, _nothing, late=True, names_color=False),
    "customizable": Effect(_customizable, _customizable_last, late=True, written=True),
    "shuffle_hands": Effect(_shuffle_hands, _nothing, late=True),
    "swap": Effect(_swap, _nothing, late=True, names_target=True),
    "rotate": Effect(_rotate, _nothing, late=True),
}
"""The registry; editions name its keys."""
