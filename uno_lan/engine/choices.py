"""Choices: those that travel with a play, and those that the round asks for afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from . import changes as do
from . import events as ev
from . import refused as no
from .agenda import run
from .commands import NOBODY, Color, Discard, Play, Target
from .events import Event
from .faces import NO_COLOR
from .oracle import Oracle
from .phases import Phase
from .refused import Answer, Refused
from .state import State

ITEM_DRAWS = 1
"""Cards that a Green Shell makes somebody draw."""


# With the play.


def choose_with_play(state: State, command: Play, left: int, oracle: Oracle) -> int | Refused:
    """Check the color and the player that a card needs, and whether the house rules let it be played.

    Args:
        left: cards that will be left in the hand.

    Returns:
        The active color from now on; NOBODY when the card has one of its own.
    """
    card = command.card
    symbol = state.symbol_of[card]
    effect = state.effects[symbol].effect
    rule = state.rules.written_on(card) if effect.written else None
    chooses = left > 0 or effect.resolves
    color = NOBODY
    if state.color_of[card] == NO_COLOR:
        # The color of a last card means nothing and is not asked for.
        color = command.color if chooses and effect.names_color else state.color
        if color == NOBODY:
            return no.COLOR_NEEDED
        if not 0 <= color < NO_COLOR:
            return no.BAD_COLOR
    if rule is not None and rule.names_second_color:
        second = command.color if command.color2 == NOBODY else command.color2
        if second == NOBODY and not left:
            return no.COLOR_NEEDED
        if not NOBODY <= second < NO_COLOR:
            return no.BAD_COLOR
    if chooses and (effect.names_target or (rule is not None and rule.needs_target)):
        refusal = check_target(state, command.seat, command.target)
        if refusal:
            return refusal
    if left and state.house.no_bluff and state.book.honest >> symbol & 1 and _bluffs(state, command, oracle):
        return no.BLUFF
    if not left and state.book.barred >> symbol & 1:
        return no.SPECIAL_FINISH
    return color


def _bluffs(state: State, command: Play, oracle: Oracle) -> bool:
    """Would the rest of the hand have matched?"""
    return oracle.has_match(command.seat, state.color, state.wilds_match, False, command.card)


def check_target(state: State, seat: int, target: int) -> Refused | None:
    """Another player who still plays must be named."""
    if target == NOBODY:
        return no.TARGET_NEEDED
    return None if target != seat and state.is_playing(target) else no.BAD_TARGET


# When the round asks.


def asked(state: State, seat: int, *phases: Phase) -> Refused | None:
    """The refusal unless the round waits for this seat in one of these phases."""
    if seat != state.to_act:
        return no.NOT_YOUR_TURN
    return None if state.phase in phases else no.WRONG_PHASE


def color(state: State, command: Color, oracle: Oracle, now: int) -> Answer:
    """Name the color of a first wild, which begins a normal turn, or of one that a box turned over."""
    if refusal := asked(state, command.seat, Phase.FIRST_COLOR, Phase.PICK_COLOR):
        return refusal
    if not 0 <= command.color < len(state.edition.colors):
        return no.BAD_COLOR
    do.set_color(state, command.color)
    out: list[Event] = [ev.ColorSet(command.color)]
    if state.phase is Phase.FIRST_COLOR:
        do.start_turn(state, command.seat, out)
    else:
        run(state, oracle, out, now)
    return tuple(out)


def target(state: State, command: Target, oracle: Oracle, now: int) -> Answer:
    """Choose who draws for a Green Shell."""
    if refusal := asked(state, command.seat, Phase.PICK_TARGET):
        return refusal
    if refusal := check_target(state, command.seat, command.target):
        return refusal
    out: list[Event] = []
    state.agenda.append(("draw", command.target, ITEM_DRAWS, "item"))
    run(state, oracle, out, now)
    return tuple(out)


def discard(state: State, command: Discard, oracle: Oracle, now: int) -> Answer:
    """Choose the cards that a written rule makes one discard."""
    seat, cards = command.seat, command.cards
    if refusal := asked(state, seat, Phase.PICK_DISCARDS):
        return refusal
    if len(cards) != state.discards or len(set(cards)) != len(cards):
        return no.BAD_DISCARD
    if not all(0 <= card < state.deck_size and oracle.holds(seat, card) for card in cards):
        return no.BAD_DISCARD
    return discard_cards(state, seat, cards, oracle, now)


def discard_cards(
    state: State, seat: int, cards: Sequence[int], oracle: Oracle, now: int
) -> tuple[Event, ...]:
    """These cards go under the top card, and what was interrupted goes on."""
    out: list[Event] = []
    state.discards = 0
    do.drop(state, seat, cards, oracle, out)
    run(state, oracle, out, now)
    return tuple(out)
