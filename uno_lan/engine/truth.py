"""The truth: an oracle that knows every card.

Used by whoever may know it: the host, scenarios, simulations, and an audit once the deck is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .commands import NOBODY
from .edition import MAX_SEATS, NO_COLOR, Edition
from .phases import Phase
from .state import State


class Truth:
    """All hidden cards of a round. It follows what the round tells it; shuffles are put in from outside."""

    __slots__ = ("aside", "edition", "hands", "last_drawn", "marks", "pile")

    def __init__(
        self, edition: Edition, hands: Mapping[int, Iterable[int]] | None = None, pile: Iterable[int] = ()
    ) -> None:
        """Nothing dealt, or the hands and pile of a position.

        Args:
            pile: next card last.
        """
        self.edition = edition
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
        edition = self.edition
        return card == drawn or (
            edition.symbol_of[card] == edition.symbol_of[drawn]
            and edition.color_of[card] == edition.color_of[drawn]
        )

    def open_next(self) -> int:
        """Take the next card of the pile, face up."""
        return self.pile.pop()

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool) -> bool:
        """Does `seat` hold a card of `color`, or a wild whose symbol bit is set in `wilds`?"""
        color_of, symbol_of = self.edition.color_of, self.edition.symbol_of
        return any(
            color_of[card] == color or (color_of[card] == NO_COLOR and wilds >> symbol_of[card] & 1)
            for card in (self.marks[seat] if at_mark else self.hands[seat])
        )

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
        goes back. `refill`: what lies under the top, bottom first.

        Raises:
            ValueError: no shuffle is wanted.
        """
        wanted = state.wanted
        if wanted is None:
            raise ValueError("the round waits for no shuffle")
        if wanted.kind in ("dealer", "deal"):
            return list(range(state.deck_size))
        if wanted.kind == "restart":
            return [*reversed(self.pile), state.returned]
        under = state.discard[:-1]
        return [*self.aside[: wanted.count - len(under)], *under]

    def install(self, state: State, order: Sequence[int]) -> None:
        """Put the new order in place, next card first; the `Shuffled` command follows.

        Raises:
            ValueError: no shuffle is wanted, or these are not its cards.
        """
        going_in = self.shuffle_input(state)
        if len(order) != len(going_in) or set(order) != set(going_in):
            raise ValueError("a shuffle keeps its cards")
        assert state.wanted is not None
        if state.wanted.kind == "refill":
            del self.aside[: len(going_in) - (len(state.discard) - 1)]
        elif state.wanted.kind != "restart":
            for hand in self.hands.values():
                hand.clear()
            self.aside.clear()
        self.pile = list(reversed(order))


def drawn_card(state: State, truth: Truth) -> int:
    """The card that the player in phase `drawn` has just drawn; NOBODY in other phases."""
    return truth.last_drawn[state.to_act] if state.phase is Phase.DRAWN else NOBODY
