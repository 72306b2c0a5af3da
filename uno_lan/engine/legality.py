"""What a seat may do, worked out from its view alone.

The same answer as the round would give (tests hold the two together), so screens can mark cards and bots can
choose without asking the host.
"""

from __future__ import annotations

from .calls import BEFORE_A_PLAY, CLOSED
from .commands import (
    NOBODY,
    Accept,
    Catch,
    Challenge,
    Color,
    Command,
    Draw,
    Keep,
    Pass,
    Play,
    Uno,
)
from .edition import NO_COLOR, Edition
from .phases import Phase
from .rules import Ruleset
from .state import KINDS
from .views import Legal, View

COLORS = range(NO_COLOR)


def legal(view: View) -> Legal:
    """What the seat of this view may do now."""
    return view.legal


def find_legal(view: View, rules: Ruleset) -> Legal:
    """Work out what the seat of `view` may do; `view.legal` is not looked at."""
    seat, phase = view.seat, view.phase
    if seat not in view.seats or seat in view.left or phase in CLOSED:
        return Legal()
    mine = seat == view.to_act
    two_cards = mine and phase in BEFORE_A_PLAY and view.sizes[view.seats.index(seat)] == 2
    can_draw = view.pile_size + max(view.discard_size - 1, 0) > 0
    plays = _plays(view, rules.edition) if mine else ()
    in_turn = mine and phase is Phase.TURN
    in_answer = mine and phase is Phase.ANSWER
    color_of = rules.edition.color_of
    return Legal(
        plays=plays,
        draw=in_turn and can_draw,
        keep=mine and phase is Phase.DRAWN,
        may_pass=in_turn and not can_draw,
        accept=in_answer,
        challenge=in_answer and view.can_challenge,
        color=mine and phase is Phase.FIRST_COLOR,
        uno=seat in view.owes or (two_cards and seat not in view.called),
        catch=tuple(other for other in view.owes if other != seat),
        color_needed=tuple(card for card in plays if color_of[card] == NO_COLOR and len(view.hand) > 1),
    )


def _plays(view: View, edition: Edition) -> tuple[int, ...]:
    """Cards of the hand that may be played by whose turn it is."""
    if view.phase is Phase.TURN:
        candidates = view.hand
    elif view.phase is Phase.DRAWN and view.drawn != NOBODY:
        candidates = tuple(card for card in view.hand if _same_face(edition, card, view.drawn))
    else:
        return ()
    fits = edition.match[view.color * KINDS + edition.symbol_of[view.top]]
    return tuple(card for card in candidates if fits[card])


def _same_face(edition: Edition, card: int, other: int) -> bool:
    return (
        edition.symbol_of[card] == edition.symbol_of[other]
        and edition.color_of[card] == edition.color_of[other]
    )


def why_not(view: View, rules: Ruleset, card: int) -> str | None:
    """Reason code why the seat of this view may not play `card` now; None when it may."""
    if view.seat != view.to_act:
        return "not_your_turn"
    if view.phase not in (Phase.TURN, Phase.DRAWN):
        return "wrong_phase"
    if card not in view.hand:
        return "not_in_hand"
    edition = rules.edition
    if view.phase is Phase.DRAWN and (view.drawn == NOBODY or not _same_face(edition, card, view.drawn)):
        return "only_drawn_card"
    return None if card in _plays(view, edition) else "does_not_match"


def enumerate_commands(view: View) -> list[Command]:
    """All that the seat of this view may do, save leaving: plays with each color, with and without a call."""
    seat, may = view.seat, view.legal
    commands: list[Command] = []
    for card in may.plays:
        calls = (False, True) if len(view.hand) == 2 and seat not in view.called else (False,)
        for color in COLORS if card in may.color_needed else (NOBODY,):
            commands += (Play(seat, card, color, uno=call) for call in calls)
    alone = (
        (may.draw, Draw),
        (may.keep, Keep),
        (may.may_pass, Pass),
        (may.accept, Accept),
        (may.challenge, Challenge),
        (may.uno, Uno),
    )
    commands += (kind(seat) for allowed, kind in alone if allowed)
    if may.color:
        commands += (Color(seat, color) for color in COLORS)
    commands += (Catch(seat, target) for target in may.catch)
    return commands
