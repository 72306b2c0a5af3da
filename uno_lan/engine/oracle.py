"""The oracle: the only door from the public round to hidden cards.

The round never looks into a hand. Where an outcome depends on hidden cards it asks this port. On the host
the answers are the truth, in a client they are the host's claims, in an audit they come from the opened
deck; the rules are the same in all three. The *tellings* let an oracle that knows the cards move them along.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .commands import NOBODY
from .fitting import Fit


class ClaimError(ValueError):
    """Claims that do not fit the questions: one is missing, left over, of the wrong kind or impossible."""


class Oracle(Protocol):
    """Questions (each answer but `holds`, `drew` and `put_down` is a claim in the log) and tellings.

    A command that is refused may have asked something before; such answers mean nothing and are not logged.
    """

    # Questions.

    def holds(self, seat: int, card: int) -> bool:
        """Does `seat` hold this card?"""

    def drew(self, seat: int, card: int) -> bool:
        """Has `card`, held by `seat`, the face of the card it has just drawn?"""

    def open_next(self) -> int:
        """Take the next card of the pile, face up."""

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """Does `seat` hold a card of `color`, or a wild whose symbol bit is set in `wilds`?

        Args:
            at_mark: judge the hand as `mark` remembered it, not as it is now.
            without: leave this card of the hand out.
        """

    def has_playable(self, seat: int, fit: Fit) -> bool:
        """Does `seat` hold a card that fits?"""

    def drawn_fits(self, seat: int, fit: Fit) -> bool:
        """Does the card fit that `seat` has just drawn?"""

    def wilds_of(self, seat: int) -> Sequence[int]:
        """All wilds that `seat` holds, in edition order."""

    def default_discards(self, seat: int, count: int) -> Sequence[int]:
        """The first `count` cards that `seat` holds, in edition order."""

    def coin(self, name: str, n: int) -> int:
        """A public random number from 0 up to (not including) `n`; `name` says what for."""

    # Tellings.

    def deal(self, seats: Sequence[int], count: int) -> None:
        """`count` cards leave the pile (or the collected hands) one by one, to the seats in turn."""

    def draw(self, seat: int, count: int) -> None:
        """`count` cards of the pile go into the hand of `seat`."""

    def play(self, seat: int, card: int) -> None:
        """`card` leaves the hand of `seat` for the discard pile."""

    def put_down(self, seat: int, card: int) -> bool:
        """`holds` and, if so, `play`: a question and a telling at once, for the most frequent command."""

    def drop(self, seat: int, cards: Sequence[int]) -> None:
        """`cards` leave the hand of `seat` and go under the top of the discard pile, the first one lowest."""

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """Whole hands change owner at once: (from, to) for each."""

    def mark(self, seat: int) -> None:
        """Remember the hand of `seat` as it is now."""

    def leave(self, seat: int) -> None:
        """The hand of `seat` goes face down under the discard pile."""
