"""Claims at their barest: an oracle's answers written down, and a round that has nothing else to go by.

The oracles of a game (`uno_lan/fairness/oracles.py`) do the same with proofs and checks. Here it is the rules
alone that must ask the same questions in the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from uno_lan.engine import NOBODY, ClaimError, Fit, Oracle

T = TypeVar("T")


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
        self.put_down = inner.put_down
        self.drop = inner.drop
        self.move = inner.move
        self.mark = inner.mark
        self.leave = inner.leave

    def take(self) -> list[Any]:
        """The claims since the last time; after a refused command they are to be thrown away."""
        taken, self.claims = self.claims, []
        return taken

    def open_next(self) -> int:
        """Ask, and write the card down."""
        card = self.inner.open_next()
        self.claims.append(self._write_card(card))
        return card

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """Ask, and write the answer down."""
        return self._note(self.inner.has_match(seat, color, wilds, at_mark, without))

    def has_playable(self, seat: int, fit: Fit) -> bool:
        """Ask, and write the answer down."""
        return self._note(self.inner.has_playable(seat, fit))

    def drawn_fits(self, seat: int, fit: Fit) -> bool:
        """Ask, and write the answer down."""
        return self._note(self.inner.drawn_fits(seat, fit))

    def wilds_of(self, seat: int) -> Sequence[int]:
        """Ask, and write the cards down."""
        return self._note(tuple(self.inner.wilds_of(seat)))

    def default_discards(self, seat: int, count: int) -> Sequence[int]:
        """Ask, and write the cards down."""
        return self._note(tuple(self.inner.default_discards(seat, count)))

    def coin(self, name: str, n: int) -> int:
        """Ask, and write the number down."""
        return self._note(self.inner.coin(name, n))

    def _note(self, answer: T) -> T:
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

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """The claimed answer."""
        return self._yes_or_no()

    def has_playable(self, seat: int, fit: Fit) -> bool:
        """The claimed answer."""
        return self._yes_or_no()

    def drawn_fits(self, seat: int, fit: Fit) -> bool:
        """The claimed answer."""
        return self._yes_or_no()

    def wilds_of(self, seat: int) -> Sequence[int]:
        """The claimed cards."""
        return self._cards()

    def default_discards(self, seat: int, count: int) -> Sequence[int]:
        """The claimed cards."""
        return self._cards()

    def coin(self, name: str, n: int) -> int:
        """The claimed number."""
        claim = self._next()
        if type(claim) is not int or not 0 <= claim < n:
            raise ClaimError(f"the next claim is no number below {n}")
        return claim

    def _yes_or_no(self) -> bool:
        claim = self._next()
        if type(claim) is not bool:
            raise ClaimError("the next claim is no yes or no")
        return claim

    def _cards(self) -> Sequence[int]:
        claim = self._next()
        if not isinstance(claim, (tuple, list)) or not all(type(card) is int for card in claim):
            raise ClaimError("the next claim is no list of cards")
        return tuple(claim)

    # Tellings: a reader has no cards to move.

    def deal(self, seats: Sequence[int], count: int) -> None:
        """See `Oracle`."""

    def draw(self, seat: int, count: int) -> None:
        """See `Oracle`."""

    def play(self, seat: int, card: int) -> None:
        """See `Oracle`."""

    def put_down(self, seat: int, card: int) -> bool:
        """Does the callback say that `seat` holds it?"""
        return self._holds(seat, card)

    def drop(self, seat: int, cards: Sequence[int]) -> None:
        """See `Oracle`."""

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """See `Oracle`."""

    def mark(self, seat: int) -> None:
        """See `Oracle`."""

    def leave(self, seat: int) -> None:
        """See `Oracle`."""
