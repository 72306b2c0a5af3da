"""Cards played by the victim of a draw card: a Super Star, one more draw card, a Reverse or a Skip.

None of them closes a UNO window, for an answer is no turn. Who may play what is in the `Playbook`.
"""

from __future__ import annotations

from . import changes as do
from . import refused as no
from .agenda import run
from .commands import NOBODY, Play
from .events import Event
from .faces import NO_COLOR
from .oracle import Oracle
from .refused import Answer
from .state import State


def reply(state: State, command: Play, oracle: Oracle, now: int) -> Answer:
    """The victim answers with a card; the round waits for it in phase `answer`."""
    seat, card = command.seat, command.card
    replies = state.book.replies[state.stake]
    if replies.none:
        return no.WRONG_PHASE
    if not 0 <= card < state.deck_size or not oracle.holds(seat, card):
        return no.NOT_IN_HAND
    symbol, color = state.symbol_of[card], state.color_of[card]
    if command.more or not replies.allow(symbol, color, state.color):
        return no.DOES_NOT_MATCH
    left = state.sizes[seat] - 1
    if color == NO_COLOR:
        color = command.color if left else state.color
        if color == NOBODY:
            return no.COLOR_NEEDED
        if not 0 <= color < NO_COLOR:
            return no.BAD_COLOR
    if not left and state.book.barred >> symbol & 1:
        return no.SPECIAL_FINISH

    # From here on nothing is refused any more.
    state.now = now
    out: list[Event] = []
    do.play_card(state, seat, card, color, left, oracle, out)
    state.owed_bits = state.owes_bits if state.house.false_catch else 0
    if left == 1:
        do.one_card_left(state, seat, command.uno, out)
    elif not left:
        # Who has won owes nothing, also while the cards for the draw are still shuffled.
        state.called_bits &= ~(1 << seat)
        state.owes_bits &= ~(1 << seat)
    if not _answer(state, seat, symbol, left, out):
        run(state, oracle, out, now)
    return tuple(out)


def _answer(state: State, seat: int, symbol: int, left: int, out: list[Event]) -> bool:
    """What the card does to the penalty; its own effect does not run besides.

    Returns:
        Whether the round waits now (for the next victim).
    """
    face, effect = state.effects[symbol].face, state.effects[symbol].face.effect
    if effect == "star":
        # Who played the newest draw card, or passed it on, draws instead.
        attacker, count = state.attacker, state.pending
        do.end_penalty(state, out)
        state.agenda += (("next", seat) if left else ("out", seat), ("draw", attacker, count, "star"))
        return False
    stake, total = state.stake, state.pending
    if effect == "draw":
        stake, total = symbol, total + face.draws
    elif effect == "reverse":
        do.turn_around(state, out)
    victim = state.next(seat)
    if left:
        do.aim(state, seat, victim, total, False, stake, out)
        return True
    # It was the last card: nobody answers any more.
    do.end_penalty(state, out)
    state.agenda += (("out", seat), ("draw", victim, total, state.effects[stake].why))
    return False
