"""The truth: an oracle that knows every card.

Used by whoever may know it: the host, scenarios, simulations, and an audit once the deck is open.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from .commands import NOBODY
from .deck import Edition
from .events import ShuffleWanted
from .faces import MAX_SEATS
from .fitting import Fit, card_fits, fitting, has_match, wilds_in
from .phases import Phase
from .state import State

WHOLE: Final = ("dealer", "deal")
"""Shuffles of the whole deck."""


def _first(name: str, n: int) -> int:
    return 0


class Truth:
    """All hidden cards of a round. It follows what the round tells it; shuffles are put in from outside."""

    __slots__ = ("aside", "edition", "flip", "hands", "last_drawn", "marks", "pile")

    def __init__(
        self,
        edition: Edition,
        hands: Mapping[int, Iterable[int]] | None = None,
        pile: Iterable[int] = (),
        flip: Callable[[str, int], int] = _first,
    ) -> None:
        """Nothing dealt, or the hands and pile of a position.

        Args:
            pile: next card last.
            flip: the public coin: (what for, n) -> a number below n.
        """
        self.edition = edition
        self.flip = flip
        self.hands: dict[int, list[int]] = {seat: [] for seat in range(MAX_SEATS)}
        """Cards by seat, in the order they came; empty for a seat without any."""
        for seat, cards in (hands or {}).items():
            self.hands[seat] = list(cards)
        self.pile = list(pile)
        """The draw pile, next card last."""
        self.aside: list[int] = []
        """Hands of players who left, under the discard pile, bottom first."""
        self.marks: dict[int, list[int]] = {}
        """Hands as they were when a Draw Four was played."""
        self.last_drawn: dict[int, int] = {}
        """The card each seat drew last."""

    def copy(self) -> Truth:
        """An independent copy."""
        new = object.__new__(Truth)
        new.edition = self.edition
        new.flip = self.flip
        new.hands = {seat: hand.copy() for seat, hand in self.hands.items()}
        new.pile = self.pile.copy()
        new.aside = self.aside.copy()
        new.marks = self.marks.copy()
        new.last_drawn = self.last_drawn.copy()
        return new

    # Questions.

    def holds(self, seat: int, card: int) -> bool:
        """Does `seat` hold this card?"""
        return card in self.hands[seat]

    def drew(self, seat: int, card: int) -> bool:
        """Has `card`, held by `seat`, the face of the card it has just drawn?"""
        drawn = self.last_drawn[seat]
        return card == drawn or self.edition.same_face(card, drawn)

    def open_next(self) -> int:
        """Take the next card of the pile, face up."""
        return self.pile.pop()

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """Does `seat` hold a card of `color`, or a wild whose symbol bit is set in `wilds`?"""
        hand = self.marks[seat] if at_mark else self.hands[seat]
        return has_match(self.edition, hand, color, wilds, without)

    def has_playable(self, seat: int, fit: Fit) -> bool:
        """Does `seat` hold a card that fits?"""
        return bool(fitting(self.edition, self.hands[seat], fit))

    def drawn_fits(self, seat: int, fit: Fit) -> bool:
        """Does the card fit that `seat` has just drawn?"""
        return card_fits(self.edition, self.hands[seat], self.last_drawn[seat], fit)

    def wilds_of(self, seat: int) -> Sequence[int]:
        """All wilds that `seat` holds, in edition order."""
        return wilds_in(self.edition, self.hands[seat])

    def default_discards(self, seat: int, count: int) -> Sequence[int]:
        """The first `count` cards that `seat` holds, in edition order."""
        return tuple(sorted(self.hands[seat])[:count])

    def coin(self, name: str, n: int) -> int:
        """The public coin that was given."""
        return self.flip(name, n)

    # Tellings.

    def deal(self, seats: Sequence[int], count: int) -> None:
        """`count` cards leave the pile one by one, to the seats in turn."""
        dealt = self.pile[: -count - 1 : -1]
        del self.pile[-count:]
        for place, seat in enumerate(seats):
            self.hands[seat] += dealt[place :: len(seats)]

    def draw(self, seat: int, count: int) -> None:
        """`count` cards of the pile go into the hand of `seat`."""
        hand, pile = self.hands[seat], self.pile
        if count > 1:
            hand.extend(pile[:-count:-1])
            del pile[1 - count :]
        card = pile.pop()
        hand.append(card)
        self.last_drawn[seat] = card

    def play(self, seat: int, card: int) -> None:
        """`card` leaves the hand of `seat` for the discard pile."""
        self.hands[seat].remove(card)

    def put_down(self, seat: int, card: int) -> bool:
        """`card` leaves the hand of `seat` for the discard pile, if it is there."""
        try:
            self.hands[seat].remove(card)
        except ValueError:
            return False
        return True

    def drop(self, seat: int, cards: Sequence[int]) -> None:
        """`cards` leave the hand of `seat` for the discard pile."""
        for card in cards:
            self.hands[seat].remove(card)

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """Whole hands change owner at once."""
        taken = [(to, self.hands[source]) for source, to in moves]
        self.hands.update(taken)

    def mark(self, seat: int) -> None:
        """Remember the hand of `seat` as it is now."""
        self.marks[seat] = self.hands[seat].copy()

    def leave(self, seat: int) -> None:
        """The hand of `seat` goes face down under the discard pile."""
        self.aside += self.hands[seat]
        self.hands[seat] = []

    # Shuffles.

    def shuffle_input(self, state: State) -> list[int]:
        """The cards that go into the shuffle a round waits for, in the order of their places.

        `dealer`, `deal`: the whole deck. `restart`: the rest of the pile, next card first, then the card that
        goes back. `refill`: what lies under the top, bottom first. `hands`: all hands, in edition order.

        Raises:
            ValueError: no shuffle is wanted.
        """
        wanted = _wanted(state)
        if wanted.kind in WHOLE:
            return list(range(state.deck_size))
        if wanted.kind == "restart":
            return [*reversed(self.pile), state.returned]
        if wanted.kind == "hands":
            return sorted(card for seat in state.playing for card in self.hands[seat])
        under = state.discard[:-1]
        return [*self.aside[: wanted.count - len(under)], *under]

    def install(self, state: State, order: Sequence[int]) -> None:
        """Put the new order in place, next card first; the `Shuffled` command follows.

        Raises:
            ValueError: no shuffle is wanted, or these are not its cards.
        """
        kind = _wanted(state).kind
        going_in = whole_deck(state.deck_size) if kind in WHOLE else frozenset(self.shuffle_input(state))
        if len(order) != len(going_in) or going_in != set(order):
            raise ValueError("a shuffle keeps its cards")
        if kind == "hands":
            # They lie on the pile until they are dealt, which is what the round does next.
            for hand in self.hands.values():
                hand.clear()
            self.pile += reversed(order)
            return
        if kind == "refill":
            del self.aside[: len(going_in) - (len(state.discard) - 1)]
        elif kind in WHOLE:
            for hand in self.hands.values():
                hand.clear()
            self.aside.clear()
        self.pile = list(reversed(order))


def _wanted(state: State) -> ShuffleWanted:
    if state.wanted is None:
        raise ValueError("the round waits for no shuffle")
    return state.wanted


@functools.cache
def whole_deck(size: int) -> frozenset[int]:
    """All cards of a deck."""
    return frozenset(range(size))


def drawn_card(state: State, truth: Truth) -> int:
    """The card that the player in phase `drawn` has just drawn; NOBODY in other phases."""
    return truth.last_drawn[state.to_act] if state.phase is Phase.DRAWN else NOBODY
