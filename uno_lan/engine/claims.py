"""Claims: the answers of an oracle, written down by one who knows and read by one who does not.

Every answer but those to `holds` and `drew` is a claim, in the order in which the round asks. Both classes
have a hook for how an opened card is written, so that a proof can travel in the place of a bare card.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .oracle import Oracle


class ClaimError(ValueError):
    """Claims that do not fit the questions: one is missing, left over or of the wrong kind."""


def _bare(card: int) -> Any:
    return card


def _read_bare(claim: Any) -> int:
    if type(claim) is not int:
        raise ClaimError("the next claim is no card")
    return claim


def _yes(seat: int, card: int) -> bool:
    return True


class ClaimWriter:
    """Asks another oracle and writes down what it answers."""

    def __init__(self, inner: Oracle, write_card: Callable[[int], Any] = _bare) -> None:
        """`write_card` makes the claim for a card that was opened."""
        self.inner = inner
        self.claims: list[Any] = []
        self._write_card = write_card
        # Tellings and questions that are no claims go straight through.
        self.holds = inner.holds
        self.drew = inner.drew
        self.deal = inner.deal
        self.draw = inner.draw
        self.play = inner.play
        self.mark = inner.mark
        self.leave = inner.leave

    def take(self) -> list[Any]:
        """The claims since the last time."""
        taken, self.claims = self.claims, []
        return taken

    def open_next(self) -> int:
        """Ask, and write the card down."""
        card = self.inner.open_next()
        self.claims.append(self._write_card(card))
        return card

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool) -> bool:
        """Ask, and write the answer down."""
        answer = self.inner.has_match(seat, color, wilds, at_mark)
        self.claims.append(answer)
        return answer


class ClaimReader:
    """Answers with claims. Whoever knows some cards overrides a question and compares."""

    def __init__(
        self,
        claims: Iterable[Any],
        holds: Callable[[int, int], bool] = _yes,
        read_card: Callable[[Any], int] = _read_bare,
    ) -> None:
        """`holds` answers that question; `read_card` makes a card of its claim."""
        self._claims = deque(claims)
        self._holds = holds
        self._read_card = read_card

    def finish(self) -> None:
        """The command is done.

        Raises:
            ClaimError: there is a claim nobody asked for.
        """
        if self._claims:
            raise ClaimError("a claim is left over")

    def _next(self) -> Any:
        if not self._claims:
            raise ClaimError("a claim is missing")
        return self._claims.popleft()

    # Questions.

    def holds(self, seat: int, card: int) -> bool:
        """Never a claim: as the callback says."""
        return self._holds(seat, card)

    def drew(self, seat: int, card: int) -> bool:
        """Never a claim: taken on trust."""
        return True

    def open_next(self) -> int:
        """The claimed card."""
        return self._read_card(self._next())

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool) -> bool:
        """The claimed answer."""
        claim = self._next()
        if type(claim) is not bool:
            raise ClaimError("the next claim is no yes or no")
        return claim

    # Tellings: a reader has no cards to move.

    def deal(self, seats: Sequence[int], count: int) -> None:
        """See `Oracle`."""

    def draw(self, seat: int, count: int) -> None:
        """See `Oracle`."""

    def play(self, seat: int, card: int) -> None:
        """See `Oracle`."""

    def mark(self, seat: int) -> None:
        """See `Oracle`."""

    def leave(self, seat: int) -> None:
        """See `Oracle`."""
