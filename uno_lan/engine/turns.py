"""Commands of the player to act: play, draw, keep, pass."""

from __future__ import annotations

from typing import Final

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .changes import COLORS_SET, TURN_BEGINS
from .choices import choose_with_play
from .commands import NOBODY, Draw, Keep, Pass, Play
from .deck import KINDS
from .events import Event
from .faces import MAX_SEATS, NO_COLOR, NUMBERS
from .oracle import Oracle
from .phases import ANSWER, DRAWN, TURN
from .refused import Answer, Refused
from .replies import reply
from .state import State

# Made once: these are on the way of every turn.
DREW_ONE: Final = tuple((ev.Drew(seat, 1, "turn"), ev.PhaseSet(DRAWN, seat)) for seat in range(MAX_SEATS))
KEPT: Final = tuple(ev.Kept(seat) for seat in range(MAX_SEATS))


def held(state: State, now: int) -> Refused | None:
    """The refusal of an action that would close a window before its grace time is over."""
    if state.owes_bits and now < state.since + state.grace:
        return Refused("grace", state.since + state.grace)
    return None


def play(state: State, command: Play, oracle: Oracle, now: int) -> Answer:
    """A card goes from the hand onto the discard pile, and its effect follows."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    phase = state.phase
    if phase is not TURN and phase is not DRAWN:
        return reply(state, command, oracle, now) if phase is ANSWER else no.WRONG_PHASE
    card = command.card
    if not 0 <= card < state.deck_size:
        return no.NOT_IN_HAND
    left = state.sizes[seat] - 1
    color = state.color_of[card]
    if color == NO_COLOR:
        color = command.color
        if not 0 <= color < NO_COLOR:
            return _play_with_care(state, command, oracle, now)
        fits = state.match[color * KINDS + state.symbol_of[card]]
    else:
        fits = state.over[card]
    if (
        not state.easy[card]
        or not state.fits[card]
        or not left
        or state.owes_bits
        or state.early != NOBODY
        or command.more
        or (phase is DRAWN and not oracle.drew(seat, card))
    ):
        return _play_with_care(state, command, oracle, now)
    if not oracle.put_down(seat, card):
        return no.NOT_IN_HAND

    # Most plays: nobody owes a call, and all that is to be chosen is a color.
    before = state.color
    state.passed_bits = 0
    state.sizes[seat] = left
    state.discard.append(card)
    state.top = card
    state.top_by = seat
    state.color = color
    state.fits = fits
    follow = state.follows[card]
    if follow is None and left > 1:
        state.phase = TURN
        state.to_act = after = state.ring[seat]
        if color == before:
            return state.played[seat][card], TURN_BEGINS[after]
        return state.played[seat][card], COLORS_SET[color], TURN_BEGINS[after]
    out: list[Event] = [state.played[seat][card]]
    if color != before:
        out.append(COLORS_SET[color])
    if left == 1:
        state.now = now
        do.one_card_left(state, seat, command.uno, out)
    if follow is None:
        do.start_turn(state, state.ring[seat], out)
    elif not follow(state, command, before, oracle, out):
        run(state, oracle, out, now)
    return tuple(out)


def _play_with_care(state: State, command: Play, oracle: Oracle, now: int) -> Answer:
    """A play that is refused, or that a choice, a house rule or somebody's call has to do with."""
    seat, card = command.seat, command.card
    if not oracle.holds(seat, card):
        return no.NOT_IN_HAND
    if command.more:
        return _play_several(state, command, oracle, now)
    if state.phase is DRAWN and not oracle.drew(seat, card):
        return no.ONLY_DRAWN_CARD
    if not state.fits[card]:
        return no.DOES_NOT_MATCH
    left = state.sizes[seat] - 1
    color = state.color_of[card]
    if state.book.care[card]:
        choice = choose_with_play(state, command, left, oracle)
        if isinstance(choice, Refused):
            return choice
        color = choice if choice != NOBODY else color
    elif color == NO_COLOR:
        # The color of a last card means nothing and is not asked for.
        color = command.color if left else state.color
        if color == NOBODY:
            return no.COLOR_NEEDED
        if not 0 <= color < NO_COLOR:
            return no.BAD_COLOR
    if state.owes_bits and (refusal := held(state, now)):
        return refusal
    return carry_out(state, command, color, left, oracle, now)


def _play_several(state: State, command: Play, oracle: Oracle, now: int) -> Answer:
    """Several number cards at once (house rule `multi_play`): the first one fits, the last one is on top."""
    seat, card, more = command.seat, command.card, command.more
    if not state.house.multi_play:
        return no.DOES_NOT_MATCH
    if len({card, *more}) <= len(more) or not all(0 <= other < state.deck_size for other in more):
        return no.NOT_IN_HAND
    if not all(oracle.holds(seat, other) for other in more):
        return no.NOT_IN_HAND
    if state.phase is DRAWN:
        return no.ONLY_DRAWN_CARD
    symbol = state.symbol_of[card]
    if not state.fits[card] or symbol >= NUMBERS or any(state.symbol_of[other] != symbol for other in more):
        return no.DOES_NOT_MATCH
    left = state.sizes[seat] - 1 - len(more)
    if state.book.care[card]:
        choice = choose_with_play(state, command, left, oracle)
        if isinstance(choice, Refused):
            return choice
    if refusal := held(state, now):
        return refusal
    last = Play(seat, more[-1], target=command.target, uno=command.uno)
    return carry_out(state, last, state.color_of[more[-1]], left, oracle, now, (card, *more[:-1]))


def carry_out(
    state: State,
    command: Play,
    color: int,
    left: int,
    oracle: Oracle,
    now: int,
    earlier: tuple[int, ...] = (),
) -> Answer:
    """The card of a play that is allowed goes down, and all that follows happens.

    Args:
        color: the active color from now on.
        left: cards that are left in the hand.
        earlier: cards that go down before it, without an effect of their own.
    """
    seat, card, before = command.seat, command.card, state.color
    state.now = now
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    if state.early != NOBODY and state.early != seat:
        # Somebody jumped in: the turn for which this call was made is over.
        do.lose_call(state, state.early, out)
    for other in earlier:
        oracle.play(seat, other)
        state.discard.append(other)
        out.append(state.played[seat][other])
    do.play_card(state, seat, card, color, left, oracle, out)
    state.owed_bits = 0
    effect = state.effects[state.symbol_of[card]].effect
    if effect.late and (left or effect.resolves):
        state.changed_bits |= 1 << seat
    elif left == 1:
        do.one_card_left(state, seat, command.uno, out)
    if not left:
        state.called_bits &= ~(1 << seat)
        if state.early == seat:
            # Called with two cards, and both went down at once.
            state.early = NOBODY
    if left or effect.resolves:
        waits = effect.played(state, command, before, oracle, out)
    else:
        state.agenda.append(("out", seat))
        waits = effect.last(state, command, before, oracle, out)
    if not waits:
        run(state, oracle, out, now)
    return tuple(out)


def draw(state: State, command: Draw, oracle: Oracle, now: int) -> Answer:
    """One card from the pile; then it is played or kept."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    if state.phase is not TURN:
        return no.WRONG_PHASE
    if state.slow_draw or not state.pile_size:
        return _draw_with_care(state, seat, oracle, now)
    if state.owes_bits and (refusal := held(state, now)):
        return refusal

    # Most draws: a card from the pile, and the round waits for what becomes of it.
    oracle.draw(seat, 1)
    state.pile_size -= 1
    state.sizes[seat] += 1
    state.passed_bits = 0
    state.phase = DRAWN
    if not state.owes_bits and not state.called_bits and state.early == NOBODY:
        return DREW_ONE[seat]
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    drew, waits = DREW_ONE[seat]
    out.append(drew)
    do.lose_call(state, seat, out)
    out.append(waits)
    return tuple(out)


def _draw_with_care(state: State, seat: int, oracle: Oracle, now: int) -> Answer:
    """A draw that is refused, that a house rule has to do with, or that the table shuffles for."""
    if not state.drawable:
        return no.NOTHING_TO_DRAW
    if _must_play(state, seat, oracle):
        return no.MUST_PLAY
    if refusal := held(state, now):
        return refusal
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    state.agenda += (("drawn", seat), drawing(state, seat))
    run(state, oracle, out, now)
    return tuple(out)


def drawing(state: State, seat: int) -> tuple[object, ...]:
    """The step of a draw of the own will."""
    return ("match", seat) if state.house.draw_to_match else ("draw", seat, 1, "turn")


def _must_play(state: State, seat: int, oracle: Oracle) -> bool:
    return state.house.must_play and oracle.has_playable(seat, do.may_play(state, honest=True))


def keep(state: State, command: Keep, oracle: Oracle, now: int) -> Answer:
    """The drawn card stays in hand and the turn ends."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    if state.phase is not DRAWN:
        return no.WRONG_PHASE
    if state.special and state.house.must_play_drawn and _drawn_fits(state, seat, oracle):
        return no.MUST_PLAY
    return keep_drawn(state, seat)


def _drawn_fits(state: State, seat: int, oracle: Oracle) -> bool:
    return oracle.drawn_fits(seat, do.may_play(state, honest=True))


def keep_drawn(state: State, seat: int) -> tuple[Event, ...]:
    """The drawn card is kept, whatever it is."""
    if state.early == NOBODY:
        state.phase = TURN
        state.to_act = after = state.ring[seat]
        return KEPT[seat], TURN_BEGINS[after]
    out: list[Event] = [KEPT[seat]]
    end_turn(state, seat, out)
    return tuple(out)


def end_turn(state: State, seat: int, out: list[Event]) -> None:
    """The turn of `seat` ends without a card; an early call is void even when the next turn is its own."""
    if state.early == seat:
        do.lose_call(state, seat, out)
    do.start_turn(state, state.ring[seat], out)


def pass_turn(state: State, command: Pass, oracle: Oracle, now: int) -> Answer:
    """The turn ends because nothing at all can be drawn; when all have passed in a row, so does the round."""
    seat = command.seat
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    if state.phase is not TURN:
        return no.WRONG_PHASE
    if state.drawable:
        return no.CAN_DRAW
    if _must_play(state, seat, oracle):
        return no.MUST_PLAY
    if refusal := held(state, now):
        return refusal
    return pass_on(state, seat)


def pass_on(state: State, seat: int) -> tuple[Event, ...]:
    """The turn is passed, whatever is in hand."""
    out: list[Event] = []
    if state.owes_bits:
        do.close_window(state, out)
    out.append(ev.Passed(seat))
    state.passed_bits |= 1 << seat
    if state.passed_bits & state.present == state.present:
        do.end_round(state, NOBODY, "blocked", out)
    else:
        end_turn(state, seat, out)
    return tuple(out)
