"""The three oracles of the round: the host's truth with claims written down, and a client's with claims read.

Both count how many cards left the pile within one command, because a card that is opened face up must be the
next one in the public order of its shuffle.

The audit's oracle is the host's over the opened deck: it writes the claims an honest host would have made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from protocol.errors import ProofFault
from uno_lan.engine import NOBODY, Edition, Fit, Oracle

from .layer import HostLayer
from .ledger import Epoch

T = TypeVar("T")


class PileCursor:
    """The next position of the pile's epoch while one command runs."""

    def __init__(self, pile: Epoch | None, *, hands: bool = False) -> None:
        """`hands`: the first deal of this command comes from re-dealt hands, not from the pile."""
        self.epoch = pile
        self.position = pile.drawn if pile else 0
        self._hands = hands

    def take(self, count: int) -> None:
        """Cards leave the pile unseen."""
        self.position += count

    def deal(self, count: int) -> None:
        """Cards are dealt from what the last shuffle was about."""
        if self._hands:
            self._hands = False
        else:
            self.position += count

    def leaf(self) -> int:
        """The leaf that must be opened now; moves on."""
        if self.epoch is None or self.position >= len(self.epoch.order):
            raise ProofFault("E_ORDER", detail="a card was opened although the pile is empty")
        leaf = self.epoch.order[self.position]
        self.position += 1
        return leaf


class HostOracle:
    """Answers from hands and pile, and writes every answer down as a claim."""

    def __init__(self, truth: Oracle, cursor: PileCursor, layer: HostLayer | None) -> None:
        self._truth = truth
        self._cursor = cursor
        self._layer = layer
        self.claims: list[Any] = []
        self.marked: list[int] = []
        """Seats whose hand a Draw Four told us to remember."""

    def holds(self, seat: int, card: int) -> bool:
        """See `Oracle`; never a claim."""
        return self._truth.holds(seat, card)

    def drew(self, seat: int, card: int) -> bool:
        """See `Oracle`; never a claim."""
        return self._truth.drew(seat, card)

    def open_next(self) -> int:
        """The next card, claimed with its opening."""
        card = self._truth.open_next()
        leaf = self._cursor.leaf()
        assert self._layer is not None, "a pile is always sealed"
        opening = self._layer.opening(leaf)
        assert opening[1] == card, "the pile lies in the order of its shuffle"
        self._claim(opening)
        return card

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """A yes or no, claimed."""
        return self._claim(self._truth.has_match(seat, color, wilds, at_mark, without))

    def has_playable(self, seat: int, fit: Fit) -> bool:
        """A yes or no, claimed."""
        return self._claim(self._truth.has_playable(seat, fit))

    def drawn_fits(self, seat: int, fit: Fit) -> bool:
        """A yes or no, claimed."""
        return self._claim(self._truth.drawn_fits(seat, fit))

    def wilds_of(self, seat: int) -> Sequence[int]:
        """Cards, claimed."""
        return self._claim(tuple(self._truth.wilds_of(seat)))

    def default_discards(self, seat: int, count: int) -> Sequence[int]:
        """Cards, claimed."""
        return self._claim(tuple(self._truth.default_discards(seat, count)))

    def coin(self, name: str, n: int) -> int:
        """A public number, claimed."""
        return self._claim(self._truth.coin(name, n))

    def _claim(self, answer: T) -> T:
        """Write an answer down. Returns the one that the round goes on with."""
        self.claims.append(answer)
        return answer

    def deal(self, seats: Sequence[int], count: int) -> None:
        """See `Oracle`."""
        self._cursor.deal(count)
        self._truth.deal(seats, count)

    def draw(self, seat: int, count: int) -> None:
        """See `Oracle`."""
        self._cursor.take(count)
        self._truth.draw(seat, count)

    def play(self, seat: int, card: int) -> None:
        """See `Oracle`."""
        self._truth.play(seat, card)

    def drop(self, seat: int, cards: Sequence[int]) -> None:
        """See `Oracle`."""
        self._truth.drop(seat, cards)

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """See `Oracle`."""
        self._truth.move(moves)

    def mark(self, seat: int) -> None:
        """See `Oracle`."""
        self.marked.append(seat)
        self._truth.mark(seat)

    def leave(self, seat: int) -> None:
        """See `Oracle`."""
        self._truth.leave(seat)


def _raise(code: str, detail: str) -> None:
    raise ProofFault(code, detail=detail)


class ClientOracle:
    """Answers with the host's claims, checking each as far as the reader can.

    Args:
        claims: the answers of one entry, in the order asked.
        cursor: position in the pile.
        holds: the reader's own check of a played card; raises a `ProofFault` when it knows better.
        judge: the reader's own check of an answer about a hand; raises when it knows better.
        opened: the reader's own check of a card that is turned up; raises when it knows better.
        wrong: takes (code, detail) of a card that is not the sealed or not the next one; it is raised if not
            given.
    """

    def __init__(
        self,
        claims: Iterable[Any],
        cursor: PileCursor,
        holds: Callable[[int, int], None],
        judge: Callable[[int, int, int, bool, bool], None],
        opened: Callable[[int], None],
        wrong: Callable[[str, str], None] | None = None,
    ) -> None:
        self._claims = list(claims)
        self._next = 0
        self._cursor = cursor
        self._holds = holds
        self._judge = judge
        self._opened = opened
        self._wrong = wrong or _raise
        self.marked: list[int] = []
        """Seats whose hand a Draw Four told us to remember."""

    def _claim(self) -> Any:
        if self._next >= len(self._claims):
            raise ProofFault("E_RULE", detail="an answer is missing in the entry")
        self._next += 1
        return self._claims[self._next - 1]

    def finish(self) -> None:
        """All claims must have been asked for."""
        if self._next != len(self._claims):
            raise ProofFault("E_RULE", detail="the entry holds an answer that nobody asked for")

    def holds(self, seat: int, card: int) -> bool:
        """Taken on trust unless the reader knows better."""
        self._holds(seat, card)
        return True

    def drew(self, seat: int, card: int) -> bool:
        """Taken on trust: proven at the end of the round."""
        return True

    def open_next(self) -> int:
        """The claimed card, checked against the sealed leaf and the public order."""
        match self._claim():
            case (int(place), int(card), bytes(nonce)):
                pass
            case _:
                raise ProofFault("E_RULE", detail="an opened card is missing in the entry")
        if place != self._cursor.leaf():
            self._wrong("E_ORDER", "the opened card is not the next one of the shuffle")
        assert self._cursor.epoch is not None
        if not self._cursor.epoch.opens((place, card, nonce)):
            self._wrong("E_LEAF", "the opened card is not the one that was sealed")
        self._opened(card)
        return card

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """The claimed answer, compared with what the reader knows of that hand."""
        claim = self._yes_or_no()
        self._judge(seat, color, wilds, at_mark, claim)
        return claim

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
        match self._claim():
            case bool():
                pass
            case int(number) if 0 <= number < n:
                return number
        raise ProofFault("E_RULE", detail="a public number is missing in the entry")

    def _yes_or_no(self) -> bool:
        claim = self._claim()
        if not isinstance(claim, bool):
            raise ProofFault("E_RULE", detail="a yes or no is missing in the entry")
        return claim

    def _cards(self) -> Sequence[int]:
        claim = self._claim()
        if not isinstance(claim, tuple) or not all(type(card) is int for card in claim):
            raise ProofFault("E_RULE", detail="a list of cards is missing in the entry")
        return claim

    def deal(self, seats: Sequence[int], count: int) -> None:
        """See `Oracle`."""
        self._cursor.deal(count)

    def draw(self, seat: int, count: int) -> None:
        """See `Oracle`."""
        self._cursor.take(count)

    def play(self, seat: int, card: int) -> None:
        """See `Oracle`; the ledger follows the events."""

    def drop(self, seat: int, cards: Sequence[int]) -> None:
        """See `Oracle`; the ledger follows the events."""

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """See `Oracle`; the ledger follows the events."""

    def mark(self, seat: int) -> None:
        """A Draw Four was played: its hand is what a challenge is judged on."""
        self.marked.append(seat)

    def leave(self, seat: int) -> None:
        """See `Oracle`; the ledger follows the events."""


def matches(edition: Edition, hand: Iterable[int], color: int, wilds: int) -> bool:
    """Does a hand hold a card of `color`, or a wild whose symbol bit is set in `wilds`?"""
    return any(
        edition.color_of[card] == color
        or (edition.color_of[card] == 4 and wilds >> edition.symbol_of[card] & 1)
        for card in hand
    )
