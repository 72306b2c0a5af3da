"""The three oracles of the round: the host's truth with claims written down, and a client's with claims read.

Both let a copy of the ledger follow the command: a card that is opened face up must be the next one in the
public order of its shuffle, and a question about a hand is about the bag of that moment.

The audit's oracle is the host's over the opened deck: it writes the claims an honest host would have made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from protocol.errors import ProofFault
from uno_lan.engine import NOBODY, Fit, Oracle

from .layer import HostLayer
from .ledger import Ledger
from .questions import Question, What

T = TypeVar("T")


class HostOracle:
    """Answers from hands and pile, and writes every answer down as a claim.

    Args:
        truth: knows the cards.
        ledger: gives a copy of its own, as the command finds it. Most commands draw nothing and need none.
        layer: gives the sealed cards of the pile with this number.
    """

    def __init__(
        self, truth: Oracle, ledger: Callable[[], Ledger], layer: Callable[[int], HostLayer]
    ) -> None:
        self._truth = truth
        self._copy = ledger
        self._layer = layer
        self._own: Ledger | None = None
        self.claims: list[Any] = []
        self.marked: list[int] = []
        """Seats whose hand a Draw Four told us to remember."""

    @property
    def _ledger(self) -> Ledger:
        if self._own is None:
            self._own = self._copy()
        return self._own

    def holds(self, seat: int, card: int) -> bool:
        """See `Oracle`; never a claim."""
        return self._truth.holds(seat, card)

    def drew(self, seat: int, card: int) -> bool:
        """See `Oracle`; never a claim."""
        return self._truth.drew(seat, card)

    def open_next(self) -> int:
        """The next card, claimed with its opening."""
        card = self._truth.open_next()
        ref = self._ledger.open_next()
        assert ref is not None, "a pile is always sealed"
        opening = self._layer(ref[0]).opening(ref[1])
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
        """A public number, claimed. It follows from the shuffle alone."""
        assert self._ledger.pile is not None, "a coin comes with a shuffle"
        return self._claim(self._ledger.pile.coin(name, n))

    def _claim(self, answer: T) -> T:
        """Write an answer down. Returns the one that the round goes on with."""
        self.claims.append(answer)
        return answer

    def deal(self, seats: Sequence[int], count: int) -> None:
        """See `Oracle`."""
        self._ledger.deal(seats, count)
        self._truth.deal(seats, count)

    def draw(self, seat: int, count: int) -> None:
        """See `Oracle`."""
        self._ledger.draw(seat, count)
        self._truth.draw(seat, count)

    def play(self, seat: int, card: int) -> None:
        """See `Oracle`."""
        self._truth.play(seat, card)

    def put_down(self, seat: int, card: int) -> bool:
        """See `Oracle`."""
        return self._truth.put_down(seat, card)

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
        ledger: a copy of its own, as the command finds it; it follows what the rules tell.
        holds: the reader's own check of a card that leaves a hand; raises when it knows better.
        judge: the reader's own check of an answer about a hand; raises when it knows better.
        opened: the reader's own check of a card that is turned up; raises when it knows better.
        wrong: takes (code, detail) of what is publicly wrong; it is raised if not given.
    """

    def __init__(
        self,
        claims: Iterable[Any],
        ledger: Ledger,
        holds: Callable[[int, int], None],
        judge: Callable[[Question], None],
        opened: Callable[[int], None],
        wrong: Callable[[str, str], None] | None = None,
    ) -> None:
        self._claims = list(claims)
        self._next = 0
        self._ledger = ledger
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

    # Questions.

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
        ref = self._ledger.open_next()
        if ref is None:
            raise ProofFault("E_ORDER", detail="a card was opened although the pile is empty")
        if place != ref[1]:
            self._wrong("E_ORDER", "the opened card is not the next one of the shuffle")
        pile = self._ledger.pile
        if pile is None or not pile.opens((place, card, nonce)):
            self._wrong("E_LEAF", "the opened card is not the one that was sealed")
        self._opened(card)
        return card

    def has_match(self, seat: int, color: int, wilds: int, at_mark: bool, without: int = NOBODY) -> bool:
        """The claimed answer, compared with what the reader knows of that hand."""
        claim = self._yes_or_no()
        bag = self._ledger.marks[seat].bag if at_mark else self._ledger.bag(seat).copy()
        self._judge(Question("match", seat, bag, (color, wilds, without), claim, at_mark))
        return claim

    def has_playable(self, seat: int, fit: Fit) -> bool:
        """The claimed answer, compared likewise."""
        claim = self._yes_or_no()
        self._judge(Question("playable", seat, self._ledger.bag(seat).copy(), (fit,), claim))
        return claim

    def drawn_fits(self, seat: int, fit: Fit) -> bool:
        """The claimed answer, compared likewise: as soon as the reader has the card."""
        claim = self._yes_or_no()
        self._judge(Question("fits", seat, self._ledger.bag(seat).copy(), (fit,), claim))
        return claim

    def wilds_of(self, seat: int) -> Sequence[int]:
        """The claimed cards: they are the holder's, and none of its wilds is missing."""
        return self._named("wilds", seat, ())

    def default_discards(self, seat: int, count: int) -> Sequence[int]:
        """The claimed cards: they are the holder's first ones."""
        return self._named("discards", seat, (count,))

    def coin(self, name: str, n: int) -> int:
        """The claimed number, which everybody can work out."""
        claim = self._claim()
        if type(claim) is not int or not 0 <= claim < n:
            raise ProofFault("E_RULE", detail="a public number is missing in the entry")
        pile = self._ledger.pile
        if pile is None or claim != pile.coin(name, n):
            self._wrong("E_RULE", "a public number is not the one that the shuffle gives")
        return claim

    def _named(self, what: What, seat: int, arguments: tuple[Any, ...]) -> Sequence[int]:
        cards = self._claim()
        if not isinstance(cards, tuple) or not all(type(card) is int for card in cards):
            raise ProofFault("E_RULE", detail="a list of cards is missing in the entry")
        for card in cards:
            self._holds(seat, card)
        self._judge(Question(what, seat, self._ledger.bag(seat).copy(), arguments, cards))
        return cards

    def _yes_or_no(self) -> bool:
        claim = self._claim()
        if not isinstance(claim, bool):
            raise ProofFault("E_RULE", detail="a yes or no is missing in the entry")
        return claim

    # Tellings.

    def deal(self, seats: Sequence[int], count: int) -> None:
        """See `Oracle`."""
        self._ledger.deal(seats, count)

    def draw(self, seat: int, count: int) -> None:
        """See `Oracle`."""
        self._ledger.draw(seat, count)

    def play(self, seat: int, card: int) -> None:
        """See `Oracle`."""
        self._ledger.put(seat, (card,))

    def put_down(self, seat: int, card: int) -> bool:
        """Taken on trust unless the reader knows better."""
        self._holds(seat, card)
        self._ledger.put(seat, (card,))
        return True

    def drop(self, seat: int, cards: Sequence[int]) -> None:
        """See `Oracle`."""
        self._ledger.put(seat, cards)

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """See `Oracle`."""
        self._ledger.move(moves)

    def mark(self, seat: int) -> None:
        """A Draw Four was played: its hand is what a challenge is judged on."""
        self.marked.append(seat)

    def leave(self, seat: int) -> None:
        """See `Oracle`."""
        self._ledger.leave(seat)
