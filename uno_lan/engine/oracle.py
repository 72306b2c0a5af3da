"""The oracle: the only door from the public round to hidden cards.

The round never looks into a hand. Where an outcome depends on hidden cards it asks this port. On the host
the answers are the truth, in a client they are the host's claims, in an audit they come from the opened
deck; the rules are the same in all three. The *tellings* let an oracle that knows the cards move them along.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Oracle(Protocol):
    """Questions (each answer but `holds` and `drew` is a claim in the log) and tellings."""

    # Questions.

    def holds(self, seat: int, card: int) -> bool:
        """Does `seat` hold this card?"""

    def drew(self, seat: int, card: int) -> bool:
        """Has `card`, held by `seat`, the face of the card it has just drawn?"""

    def open_next(self) -> int:
        """Take the next card of the pile, face up."""

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool) -> bool:
        """Does `seat` hold a card of `color`, or a wild whose symbol bit is set in `wilds`?

        Args:
            at_mark: judge the hand as `mark` remembered it, not as it is now.
        """

    # Tellings.

    def deal(self, seats: Sequence[int], count: int) -> None:
        """`count` cards leave the pile one by one, to the seats in turn."""

    def draw(self, seat: int, count: int) -> None:
        """`count` cards of the pile go into the hand of `seat`."""

    def play(self, seat: int, card: int) -> None:
        """`card` leaves the hand of `seat` for the discard pile."""

    def mark(self, seat: int) -> None:
        """Remember the hand of `seat` as it is now."""

    def leave(self, seat: int) -> None:
        """The hand of `seat` goes face down under the discard pile."""
