"""What fits: the one place that says which cards of a hand could be played.

Pure: a hand and a question in, cards out. The round asks such questions through the oracle, views answer them
for the own hand, and whoever judges an answer about a hand uses the same function.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from .commands import NOBODY
from .deck import KINDS, Edition
from .faces import NO_COLOR


class Fit(NamedTuple):
    """What a card must be like."""

    color: int
    """The active color, or the color looked for."""
    symbol: int = NOBODY
    """Symbol of the top card; NOBODY: only the color counts, and no wild fits."""
    honest: int = 0
    """Bit set of symbols that fit only when the rest of the hand has no match (a Draw Four without bluff)."""
    wilds: int = 0
    """Wilds that count as such a match."""
    barred: int = 0
    """Bit set of symbols that do not fit as the only card of the hand."""


def fitting(edition: Edition, hand: Sequence[int], fit: Fit) -> list[int]:
    """The cards of `hand` that fit, in its order."""
    if fit.symbol != NOBODY:
        match = edition.match[fit.color * KINDS + fit.symbol]
        found = [card for card in hand if match[card]]
        if not fit.honest and not fit.barred:
            return found
        # What matches may still be kept from being played by the rest of the hand.
        return [card for card in found if card_fits(edition, hand, card, fit)]
    return [card for card in hand if card_fits(edition, hand, card, fit)]


def card_fits(edition: Edition, hand: Collection[int], card: int, fit: Fit) -> bool:
    """Does this card of `hand` fit?"""
    if fit.symbol == NOBODY:
        return edition.color_of[card] == fit.color
    if not edition.match[fit.color * KINDS + fit.symbol][card]:
        return False
    symbol = edition.symbol_of[card]
    if fit.barred >> symbol & 1 and len(hand) == 1:
        return False
    return not fit.honest >> symbol & 1 or not has_match(edition, hand, fit.color, fit.wilds, card)


def has_match(edition: Edition, hand: Iterable[int], color: int, wilds: int, without: int = NOBODY) -> bool:
    """Does `hand`, one card left out, hold a card of `color`, or a wild whose symbol bit is in `wilds`?"""
    color_of, symbol_of = edition.color_of, edition.symbol_of
    for card in hand:
        counts = color_of[card] == color or (color_of[card] == NO_COLOR and wilds >> symbol_of[card] & 1)
        if counts and card != without:
            return True
    return False


def wilds_in(edition: Edition, hand: Iterable[int]) -> tuple[int, ...]:
    """The wilds of a hand in edition order."""
    return tuple(sorted(card for card in hand if edition.color_of[card] == NO_COLOR))
