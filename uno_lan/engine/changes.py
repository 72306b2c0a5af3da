"""The small changes that everything in a round is made of, each with its event.

They check nothing: whoever calls them has. `out` collects the events of the command that runs.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from . import events as ev
from .commands import NOBODY
from .deck import KINDS
from .events import Drew, Event, PenaltySet, PhaseSet
from .faces import MAX_SEATS, NO_COLOR
from .fitting import Fit
from .oracle import ClaimError, Oracle
from .phases import ANSWER, PICK_DISCARDS, TURN, Phase

if TYPE_CHECKING:
    from .state import State, Step

# Events made once.
TURN_BEGINS: Final = tuple(PhaseSet(TURN, seat, True) for seat in range(MAX_SEATS))
SKIPPED: Final = tuple(ev.Skipped(seat) for seat in range(MAX_SEATS))
COLORS_SET: Final = tuple(ev.ColorSet(color) for color in range(NO_COLOR))
DIRECTION_SET: Final = {direction: ev.DirectionSet(direction) for direction in (1, -1)}
WAITS: Final = tuple(tuple(PhaseSet(phase, seat) for seat in (*range(MAX_SEATS), NOBODY)) for phase in Phase)
"""By phase and seat; the last one of each is NOBODY's."""
CALLED: Final = tuple(ev.Called(seat) for seat in range(MAX_SEATS))
CALL_VOID: Final = tuple(ev.CallVoid(seat) for seat in range(MAX_SEATS))
WINDOW_CLOSED: Final = ev.WindowClosed()
NO_PENALTY: Final = PenaltySet(0, NOBODY, NOBODY)


# Phases.


def start_turn(state: State, seat: int, out: list[Event]) -> None:
    """A turn of `seat` begins; an early call of somebody else came to nothing."""
    if state.early != NOBODY and state.early != seat:
        out.append(CALL_VOID[state.early])
        state.early = NOBODY
    state.phase = TURN
    state.to_act = seat
    out.append(TURN_BEGINS[seat])


def lose_turn(state: State, seat: int, out: list[Event]) -> None:
    """A seat loses its turn; the one after it has the next."""
    out.append(SKIPPED[seat])
    start_turn(state, state.ring[seat], out)


def turn_around(state: State, out: list[Event]) -> None:
    """The direction of play turns around."""
    set_direction(state, -state.dir)
    out.append(DIRECTION_SET[state.dir])


def set_direction(state: State, direction: int) -> None:
    """The direction of play, and with it who comes after whom."""
    state.dir = direction
    state.ring = state.rings[direction]


def wait_for(state: State, phase: Phase, seat: int, out: list[Event]) -> None:
    """The round waits for `seat` in a phase that begins no turn."""
    state.phase = phase
    state.to_act = seat
    if phase is PICK_DISCARDS:
        out.append(PhaseSet(phase, seat, count=state.discards))
    else:
        out.append(WAITS[phase][seat])


def want_shuffle(state: State, kind: str, count: int, out: list[Event], seat: int = NOBODY) -> None:
    """Stop until the table has shuffled; the agenda goes on afterwards."""
    state.wanted = ev.ShuffleWanted(kind, count, seat)
    out.append(state.wanted)
    wait_for(state, Phase.SHUFFLE, NOBODY, out)


def end_round(state: State, winner: int, why: str, out: list[Event]) -> None:
    """Nothing more happens in this round."""
    state.agenda.clear()
    state.wanted = None
    state.owes_bits = state.owed_bits = state.changed_bits = 0
    state.since = 0
    state.pending = state.discards = 0
    state.attacker = state.victim = state.before = state.stake = NOBODY
    state.can_challenge = False
    state.winner = winner
    state.why = why
    out.append(ev.RoundOver(winner, why))
    wait_for(state, Phase.ROUND_OVER, NOBODY, out)


# Cards.


def play_card(
    state: State, seat: int, card: int, color: int, left: int, oracle: Oracle, out: list[Event]
) -> None:
    """A card of a hand becomes the top, and nothing follows from it yet.

    Args:
        color: the active color from now on.
        left: cards that are left in the hand.
    """
    oracle.play(seat, card)
    state.discard.append(card)
    out.append(state.played[seat][card])
    state.passed_bits = 0
    state.sizes[seat] = left
    state.top = card
    state.top_by = seat
    state.fits = state.match[color * KINDS + state.symbol_of[card]]
    if color != state.color:
        state.color = color
        out.append(COLORS_SET[color])


def lay(state: State, card: int, color: int, out: list[Event]) -> None:
    """A card that was turned over becomes the top, `color` the active color (an event when it changes)."""
    state.discard.append(card)
    state.top = card
    state.top_by = NOBODY
    if color != state.color:
        out.append(ev.ColorSet(color))
    set_color(state, color)


def set_color(state: State, color: int) -> None:
    """The active color, and with it what may be played."""
    state.color = color
    if color != NOBODY:
        state.fits = state.match[color * KINDS + state.symbol_of[state.top]]


def own_color(state: State, card: int) -> int:
    """Color of a card; NOBODY for a wild."""
    color = state.color_of[card]
    return NOBODY if color == NO_COLOR else color


def give(state: State, seat: int, count: int, why: str, oracle: Oracle, out: list[Event]) -> int:
    """Cards of the pile go to a hand, as many as there are.

    Returns:
        How many are still missing because the pile ran out.
    """
    taken = count if count < state.pile_size else state.pile_size
    if taken:
        oracle.draw(seat, taken)
        state.pile_size -= taken
        state.sizes[seat] += taken
        state.passed_bits = 0
        out.append(Drew(seat, taken, why))
        if state.called_bits or state.owes_bits or state.early != NOBODY:
            lose_call(state, seat, out)
    return count - taken


def pay_penalty(state: State, seat: int, count: int, why: str, oracle: Oracle, out: list[Event]) -> bool:
    """A seat draws cards and loses its turn: at once, or by the agenda where the pile is too small for it.

    Returns:
        Whether the round waits now (for the next turn).
    """
    if count > state.pile_size:
        state.agenda += (("skip", seat), ("draw", seat, count, why))
        return False
    give(state, seat, count, why, oracle, out)
    lose_turn(state, seat, out)
    return True


def draw_until(state: State, step: Step, fit: Fit, why: str, oracle: Oracle, out: list[Event]) -> bool:
    """A step: its seat draws one by one until a card fits or none is left, with refills in between.

    Returns:
        Whether the round waits now (for a refill).
    """
    seat = step[1]
    if not state.present >> seat & 1:
        return False
    drawn, fits = 0, False
    while state.pile_size and not fits:
        oracle.draw(seat, 1)
        state.pile_size -= 1
        state.sizes[seat] += 1
        drawn += 1
        fits = oracle.drawn_fits(seat, fit)
    if drawn:
        state.passed_bits = 0
        out.append(Drew(seat, drawn, why))
        lose_call(state, seat, out)
    if fits or not state.drawable:
        return False
    state.agenda.append(step)
    want_shuffle(state, "refill", state.refill, out)
    return True


def drop(state: State, seat: int, cards: Sequence[int], oracle: Oracle, out: list[Event]) -> None:
    """Cards of a hand go under the top card."""
    if not cards:
        return
    oracle.drop(seat, cards)
    state.discard[-1:-1] = cards
    state.sizes[seat] -= len(cards)
    state.passed_bits = 0
    state.changed_bits |= 1 << seat
    out.append(ev.Dropped(seat, tuple(cards)))
    lose_call(state, seat, out)


def named(state: State, seat: int, cards: Sequence[int], count: int, *, wilds: bool = False) -> Sequence[int]:
    """Cards of a hand that the oracle named; they must be possible as far as anybody can see.

    Args:
        count: how many there must be; with `wilds`: at most.
        wilds: all must be wilds.

    Raises:
        ClaimError: they cannot be what was asked for.
    """
    fits = len(cards) <= min(count, state.sizes[seat]) if wilds else len(cards) == count
    known = all(0 <= card < state.deck_size for card in cards)
    if not fits or not known or any(a >= b for a, b in itertools.pairwise(cards)):
        raise ClaimError("cards are named that nobody can have asked for")
    if wilds and any(state.color_of[card] != NO_COLOR for card in cards):
        raise ClaimError("a card is named as a wild that is none")
    return cards


def may_play(state: State, honest: bool = False) -> Fit:
    """What a card must be like to be playable now, under all house rules.

    Args:
        honest: leave out a Draw Four that would be a bluff, also where bluffs are allowed.
    """
    book = state.book
    return Fit(
        state.color,
        state.symbol_of[state.top],
        book.honest if honest or state.house.no_bluff else 0,
        state.wilds_match,
        book.barred,
    )


# UNO.


def lose_call(state: State, seat: int, out: list[Event]) -> None:
    """The size of a hand changed: its call is void, and it owes none."""
    bit = 1 << seat
    if state.called_bits & bit or state.early == seat:
        state.called_bits &= ~bit
        state.early = NOBODY if state.early == seat else state.early
        out.append(CALL_VOID[seat])
    state.owes_bits &= ~bit


def one_card_left(state: State, seat: int, uno: bool, out: list[Event]) -> None:
    """A hand went down to one card by a play: it was called, is called now, or can be caught."""
    bit = 1 << seat
    if state.early == seat:
        state.early = NOBODY
        state.called_bits |= bit
    elif uno or state.house.auto_uno:
        state.called_bits |= bit
        out.append(CALLED[seat])
    else:
        _owe(state, (seat,), out)


def settle_duties(state: State, seat: int, uno: bool, out: list[Event]) -> None:
    """All hands that the play of `seat` has changed and that hold one card now: called, or owing a call."""
    changed, state.changed_bits = state.changed_bits, 0
    if 1 not in state.sizes:
        return
    owing = []
    for other in state.playing:
        if not changed >> other & 1 or state.sizes[other] != 1:
            continue
        if other == seat and (uno or state.early == seat):
            one_card_left(state, seat, uno, out)
        elif state.house.auto_uno:
            one_card_left(state, other, False, out)
        else:
            owing.append(other)
    if owing:
        _owe(state, tuple(owing), out)


def _owe(state: State, seats: tuple[int, ...], out: list[Event]) -> None:
    for seat in seats:
        state.owes_bits |= 1 << seat
    if state.house.false_catch:
        state.owed_bits |= state.owes_bits
    state.since = state.now if state.grace else 0
    out.append(ev.UnoOwed(seats))


def close_window(state: State, out: list[Event]) -> None:
    """A next turn has really started: nobody can be caught any more."""
    state.owes_bits = 0
    state.since = 0
    out.append(WINDOW_CLOSED)


def aim(
    state: State, attacker: int, victim: int, count: int, may: bool, symbol: int, out: list[Event]
) -> None:
    """The victim of a draw card answers for so many cards.

    Args:
        may: it may be challenged.
        symbol: of the newest draw card.
    """
    state.pending = count
    state.attacker = attacker
    state.victim = victim
    state.can_challenge = may
    state.stake = symbol
    out.append(PenaltySet(count, attacker, victim, may, symbol, state.before if may else NOBODY))
    wait_for(state, ANSWER, victim, out)


def end_penalty(state: State, out: list[Event]) -> None:
    """The draw penalty is answered or has vanished."""
    state.pending = 0
    state.attacker = state.victim = state.before = state.stake = NOBODY
    state.can_challenge = False
    out.append(NO_PENALTY)
