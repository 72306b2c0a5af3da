"""A bot that keeps its wilds and answers for everything it may be asked. See docs/bots.md.

uno-lan bot docs/examples/careful_bot.py --games 200            against the built-in bots, without a table
uno-lan bot docs/examples/careful_bot.py --connect 127.0.0.1    at a table
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uno_lan.engine import (
    NOBODY,
    Accept,
    Challenge,
    Color,
    Command,
    Discard,
    Draw,
    Edition,
    Keep,
    Pass,
    Play,
    Ruleset,
    Target,
    View,
)

WILD = 4
"""Color of a wild."""


def choose(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """The move of my seat, which the round waits for."""
    me, may, edition = view.seat, view.legal, rules.edition
    if may.color:
        return Color(me, favorite(view.hand, edition))
    if may.target:
        return Target(me, weakest(view, may.target))
    if may.discards:
        return Discard(me, tuple(view.hand[: may.discards]))
    if may.accept and not may.plays:
        suspicious = may.challenge and size(view, view.attacker) > 6
        return Challenge(me) if suspicious else Accept(me)
    if may.plays:
        return play(view, min(may.plays, key=lambda card: price(card, edition)), edition)
    if may.accept:
        return Accept(me)
    if may.draw:
        return Draw(me)
    return Keep(me) if may.keep else Pass(me)


def play(view: View, card: int, edition: Edition) -> Play:
    """Play a card with everything that has to be said along with it."""
    may, rest = view.legal, [other for other in view.hand if other != card]
    return Play(
        view.seat,
        card,
        color=favorite(rest, edition) if card in may.color_needed else NOBODY,
        target=weakest(view, may.targets) if card in may.target_needed else NOBODY,
        uno=len(rest) == 1,
        color2=favorite(rest, edition) if card in may.second_color else NOBODY,
    )


def price(card: int, edition: Edition) -> tuple[bool, int]:
    """What it costs me to give a card away: wilds last, high points first."""
    return edition.color_of[card] == WILD, -edition.points(card)


def favorite(cards: Iterable[int], edition: Edition) -> int:
    """The color I hold most of."""
    held = [edition.color_of[card] for card in cards]
    return max(range(len(edition.colors)), key=held.count)


def weakest(view: View, seats: Iterable[int]) -> int:
    """Who holds the fewest cards: whoever is nearly out."""
    return min(seats, key=lambda seat: size(view, seat))


def size(view: View, seat: int) -> int:
    """Cards in somebody's hand."""
    return view.sizes[view.seats.index(seat)]
