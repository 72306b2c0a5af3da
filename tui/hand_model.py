"""The own hand as the player sees it: an order that does not jump, and one selected card. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from uno_lan.languages import N_

from .cards import Face

ORDERS = (N_("as drawn"), N_("by color"), N_("by symbol"))
"""`s` steps through these."""

Faces = Callable[[int], Face]


class HandModel:
    """Cards in display order. What others do never changes the order or the selected card."""

    def __init__(self, order: int = 1) -> None:
        self.order = order
        """Index in `ORDERS`."""
        self.cards: tuple[int, ...] = ()
        self.selected = -1
        """Selected uid, or -1 with an empty hand."""

    @property
    def index(self) -> int:
        """Place of the selected card."""
        return self.cards.index(self.selected) if self.selected in self.cards else -1

    def update(self, hand: Iterable[int], face: Faces, drawn: int = -1) -> None:
        """Take in the hand as it is now.

        Args:
            hand: uids in the order they came.
            drawn: card just drawn that may be played; it is selected.
        """
        before = self.index
        self.cards = self._sorted(tuple(hand), face)
        if drawn in self.cards:
            self.selected = drawn
        elif self.selected not in self.cards:
            place = min(max(before, 0), len(self.cards) - 1)
            self.selected = self.cards[place] if self.cards else -1

    def prefer(self, cards: Iterable[int]) -> None:
        """Select the first of these that is shown, unless one of them is selected already."""
        wanted = set(cards)
        if self.selected not in wanted:
            self.selected = next((card for card in self.cards if card in wanted), self.selected)

    def _sorted(self, hand: tuple[int, ...], face: Faces) -> tuple[int, ...]:
        if self.order == 1:
            return tuple(sorted(hand, key=lambda uid: (*face(uid), uid)))
        if self.order == 2:
            return tuple(sorted(hand, key=lambda uid: (face(uid)[1], face(uid)[0], uid)))
        return hand

    def sort(self, face: Faces, hand: Iterable[int]) -> str:
        """Step to the next order; gives its name."""
        self.order = (self.order + 1) % len(ORDERS)
        self.cards = self._sorted(tuple(hand), face)
        return ORDERS[self.order]

    def move(self, step: int) -> None:
        """Select the card `step` places away, round and round."""
        if self.cards:
            self.selected = self.cards[(self.index + step) % len(self.cards)]

    def select(self, index: int) -> bool:
        """Select the card at a place, if there is one."""
        if 0 <= index < len(self.cards):
            self.selected = self.cards[index]
            return True
        return False
