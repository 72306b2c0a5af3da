"""What a bot makes of the table it sees: who is dangerous, which color helps, what a card would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uno_lan.engine import NOBODY, Edition, Ruleset, View, has_match

Random = Callable[[], float]

WILD = 4
"""Color code of wilds."""
NUMBERS = 10
"""Symbols below this are numbers."""
DANGER = 2
"""Who holds no more cards than this is nearly out."""
MOVES_HANDS = ("swap", "rotate", "shuffle_hands", "customizable")
"""Effects after which the own hand may be another one."""


def rivals(view: View, rules: Ruleset) -> tuple[int, ...]:
    """The other players, in the order of their seats; the partner is none of them."""
    partner = NOBODY
    if rules.house.team and view.seat in view.seats:
        count = len(view.seats)
        partner = view.seats[(view.seats.index(view.seat) + count // 2) % count]
    return tuple(seat for seat in view.seats if seat not in (view.seat, partner, *view.left))


def size_of(view: View, seat: int) -> int:
    """Cards in somebody's hand."""
    return view.sizes[view.seats.index(seat)]


def is_danger(view: View, rules: Ruleset) -> bool:
    """Is a rival nearly out?"""
    return any(size_of(view, seat) <= DANGER for seat in rivals(view, rules))


def effect_of(card: int, rules: Ruleset) -> str:
    """What a card does, house rules included; a name in the registry of effects."""
    edition = rules.edition
    symbol = edition.symbol_of[card]
    effect = edition.face_of[symbol].effect
    if rules.house.seven_zero and effect == "none" and symbol in (0, 7):
        return "swap" if symbol else "rotate"
    return effect


def best_color(cards: Iterable[int], edition: Edition, random: Random) -> int:
    """The color of which these cards hold most; of several any one."""
    held = [edition.color_of[card] for card in cards]
    return max(range(len(edition.colors)), key=lambda color: (held.count(color), random()))


def best_target(view: View, seats: tuple[int, ...], rules: Ruleset, random: Random) -> int:
    """Whom to hurt: a rival, and of them who has the fewest cards."""
    foes = rivals(view, rules)
    return min(seats, key=lambda seat: (seat not in foes, size_of(view, seat), random()))


def best_discards(view: View, count: int, edition: Edition, random: Random) -> tuple[int, ...]:
    """The cards to get rid of: colors of which there are few, and high points; wilds last."""
    held = [edition.color_of[card] for card in view.hand]

    def use(card: int) -> tuple[bool, int, int, float]:
        color = edition.color_of[card]
        return color == WILD, held.count(color), -edition.points(card), random()

    return tuple(sorted(view.hand, key=use)[:count])


def is_bluff(view: View, card: int, rules: Ruleset) -> bool:
    """Could a challenge of this card succeed?"""
    edition = rules.edition
    if not edition.face_of[edition.symbol_of[card]].challenge or rules.house.no_challenge:
        return False
    return has_match(edition, view.hand, view.color, rules.wilds_match, card)


def gain(view: View, card: int, rules: Ruleset) -> int:
    """How many cards fewer the own hand has after a card that moves hands, beside the card itself."""
    left = len(view.hand) - 1
    others = [size_of(view, seat) for seat in view.seats if seat != view.seat and seat not in view.left]
    match effect_of(card, rules):
        case "swap":
            return left - min(others)
        case "rotate":
            return left - size_of(view, _giver(view))
        case "shuffle_hands":
            return left - (left + sum(others)) // (len(others) + 1)
    return 0


def _giver(view: View) -> int:
    """Whose hand comes when all hands move on by one seat."""
    playing = [seat for seat in view.seats if seat not in view.left]
    return playing[(playing.index(view.seat) - view.direction) % len(playing)]
