"""A bot that plays sensibly: legal, not stupid, and no mind reader.

It gets rid of points, keeps its wilds, steers to the color it has most of, calls UNO with the play that
leaves one card, and challenges a Draw Four the more often the more cards its player holds. Pure: chance comes
in.
"""

from __future__ import annotations

from collections.abc import Callable

from uno_lan.engine import (
    NOBODY,
    Accept,
    Catch,
    Challenge,
    Color,
    Command,
    Draw,
    Edition,
    Keep,
    Pass,
    Phase,
    Play,
    Ruleset,
    Uno,
    View,
)

WILD = 4
"""Color code of wilds."""
WD4 = 14
"""Symbol of the Draw Four."""
BLUFF = 0.1
"""How often it plays a Draw Four that could be challenged although another card fits."""
SUSPICION = 0.07
"""How much each card in the attacker's hand adds to the wish to challenge."""
MOST_SUSPICION = 0.7

Random = Callable[[], float]


def choose(view: View, rules: Ruleset, random: Random) -> Command:
    """The move of the seat that the round waits for.

    Args:
        random: gives numbers from 0 up to 1.
    """
    seat, may = view.seat, view.legal
    if may.color:
        return Color(seat, _best_color(view.hand, rules.edition, random))
    if may.accept:
        wants = may.challenge and random() < _suspicion(view)
        return Challenge(seat) if wants else Accept(seat)
    card = _best_card(view, rules.edition, random)
    if card != NOBODY:
        return _play(view, card, rules.edition, random)
    if may.draw:
        return Draw(seat)
    return Pass(seat) if may.may_pass else Keep(seat)


def react(view: View) -> Command | None:
    """A call or a catch that is possible now, out of turn; None when there is none."""
    if view.seat in view.owes:
        return Uno(view.seat)
    return Catch(view.seat, view.legal.catch[0]) if view.legal.catch else None


def _play(view: View, card: int, edition: Edition, random: Random) -> Play:
    rest = tuple(other for other in view.hand if other != card)
    color = _best_color(rest, edition, random) if card in view.legal.color_needed else NOBODY
    return Play(view.seat, card, color, uno=len(rest) == 1)


def _best_card(view: View, edition: Edition, random: Random) -> int:
    """The card to play, or NOBODY when drawing is better or the only way."""
    plays = view.legal.plays
    if not plays:
        return NOBODY
    color_of, symbol_of = edition.color_of, edition.symbol_of
    held = [color_of[card] for card in view.hand]
    fits_color = view.color in held
    honest = [c for c in plays if symbol_of[c] != WD4 or not fits_color]
    if not honest and view.phase is Phase.TURN and random() >= BLUFF:
        return NOBODY
    colored = [c for c in honest if color_of[c] != WILD]
    if colored:
        danger = min(size for s, size in zip(view.seats, view.sizes, strict=True) if _counts(view, s)) <= 2

        def worth(card: int) -> tuple[int, float]:
            points = edition.points(card) + 3 * held.count(color_of[card])
            action = symbol_of[card] > 9
            return (points + (30 if danger and action else 0), random())

        return max(colored, key=worth)
    # Only wilds are left to play: the cheaper one first, unless few cards are left anyway.
    return min(honest or plays, key=lambda card: (symbol_of[card], card))


def _counts(view: View, seat: int) -> bool:
    return seat != view.seat and seat not in view.left


def _best_color(cards: tuple[int, ...], edition: Edition, random: Random) -> int:
    """The color of which these cards hold most; of several any one."""
    held = [edition.color_of[card] for card in cards]
    return max(range(len(edition.colors)), key=lambda color: (held.count(color), random()))


def _suspicion(view: View) -> float:
    size = view.sizes[view.seats.index(view.attacker)]
    return min(MOST_SUSPICION, SUSPICION * (size + 1))
