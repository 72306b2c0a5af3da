"""The card ledger: who holds which card *reference*, as anyone at the table can know it.

A reference is (epoch, leaf): the n-th sealed card of one shuffle. Draws move references in the public order
of the shuffle; plays name a card but not its reference (a reference would tell when the card was drawn). So a
holder's *bag* is a list of references that came in and a multiset of cards that went out, and the hand is
"what the references open to, minus what went out". When whole hands change owner, whole bags do: the new
owner gets the references with what already went out of them. The ledger is a fold of the round's events and
is the same on the host, in every client and in an audit. It knows no hidden card.

While a command still runs, a `copy` can follow what the rules tell their oracle, so that a question in the
middle of a command meets the bag of that very moment.

Source: docs/protocol.md 2.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from protocol import shuffle
from uno_lan.engine import events as ev

Ref: TypeAlias = tuple[int, int]
"""(epoch number, leaf index)."""

Opening: TypeAlias = tuple[int, int, bytes]
"""(leaf index, card, nonce): what proves that a leaf is a card."""


_MOVING: Final = frozenset((
    ev.Drew, ev.Played, ev.Dropped, ev.HandsMoved, ev.Dealt, ev.Flipped, ev.DealerCard, ev.Shown,
    ev.ShuffleDone, ev.ShuffleWanted, ev.SeatLeft,
))  # fmt: skip
"""Events that the ledger follows: less than half of all."""


@dataclass(slots=True)
class Epoch:
    """One finished shuffle as the public sees it: sealed leaves and the order in which they are drawn."""

    number: int
    eid: bytes
    kind: str
    leaves: Sequence[bytes]
    order: tuple[int, ...]
    """order[position] = leaf."""
    drawn: int = 0
    """Positions already taken from it."""
    key: bytes = b""
    seeds: tuple[bytes, ...] = ()
    """The list of sealed seeds and the players' seeds that made it: what public coins follow from."""

    def copy(self) -> Epoch:
        """The same shuffle, to be drawn from independently."""
        return Epoch(
            self.number, self.eid, self.kind, self.leaves, self.order, self.drawn, self.key, self.seeds
        )

    def coin(self, name: str, n: int) -> int:
        """The public number below `n` that this shuffle gives for `name`."""
        return shuffle.public_coin(self.key, self.seeds, name, n)

    def opens(self, opening: Opening) -> bool:
        """Does this opening fit its leaf?"""
        leaf, card, nonce = opening
        return (
            0 <= leaf < len(self.leaves)
            and 0 <= card <= 0xFFFF
            and shuffle.leaf(self.eid, leaf, card, nonce) == self.leaves[leaf]
        )


@dataclass(slots=True)
class Bag:
    """What one holder took in (references, in order) and gave away (cards)."""

    refs: list[Ref] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)

    def copy(self) -> Bag:
        """An independent copy."""
        return Bag(self.refs.copy(), self.gone.copy())

    def __len__(self) -> int:
        return len(self.refs) - len(self.gone)

    def is_open(self, opened: Mapping[Ref, int]) -> bool:
        """Is every reference opened?"""
        return all(ref in opened for ref in self.refs)

    def known(self, opened: Mapping[Ref, int]) -> list[int]:
        """The cards in hand, in order of arrival, as far as references are opened."""
        gone, hand = self.gone.copy(), []
        for ref in self.refs:
            card = opened.get(ref)
            if card is None:
                continue
            if card in gone:
                gone.remove(card)
            else:
                hand.append(card)
        return hand

    def hand(self, opened: Mapping[Ref, int]) -> list[int] | None:
        """The cards in hand, in order of arrival, when every reference is opened.

        Returns:
            None when a card went out that never came in: the bag cannot be true.
        """
        hand = self.known(opened)
        return hand if len(hand) == len(self) else None


@dataclass(frozen=True, slots=True)
class Mark:
    """A bag as it was when a Draw Four was played: what a challenge is judged on."""

    seq: int
    """Entry of the play."""
    bag: Bag


class Ledger:
    """All bags of one round."""

    def __init__(self) -> None:
        self.epochs: dict[int, Epoch] = {}
        self.pile: Epoch | None = None
        self.bags: dict[int, Bag] = {}
        self.marks: dict[int, Mark] = {}
        self.shown: dict[int, Bag] = {}
        """Bags as they were when The Force had them shown in the entry folded last, by seat."""
        self.moved: tuple[int, ...] = ()
        """Seats that got somebody else's bag in the entry folded last: all of it is to be opened to them."""
        self._borrowed: set[int] = set()
        """Seats whose bag still is the original's: it is copied before it is changed."""
        self._incoming: Epoch | None = None
        self._hands: Epoch | None = None

    def copy(self) -> Ledger:
        """A copy that follows one command on its own, while nothing happens here."""
        new = Ledger()
        new.epochs = self.epochs
        new.pile = self.pile.copy() if self.pile else None
        new.bags = self.bags.copy()
        new._borrowed = set(self.bags)
        new.marks = self.marks
        new._incoming = self._incoming.copy() if self._incoming else None
        return new

    def expect(self, epoch: Epoch) -> None:
        """Name the shuffle that the next `ShuffleDone` puts in force."""
        self.epochs[epoch.number] = epoch
        self._incoming = epoch

    def bag(self, seat: int) -> Bag:
        """The bag of a seat, to be looked at; empty when it holds nothing."""
        return self.bags.get(seat, Bag())

    def _bag(self, seat: int) -> Bag:
        """The bag of a seat, to be changed."""
        bag = self.bags.get(seat)
        if bag is None or seat in self._borrowed:
            self._borrowed.discard(seat)
            bag = self.bags[seat] = Bag() if bag is None else bag.copy()
        return bag

    # What happens to cards.

    def mark(self, seat: int, seq: int) -> None:
        """Remember a bag as of now."""
        self.marks[seat] = Mark(seq, self.bag(seat).copy())

    def open_next(self) -> Ref | None:
        """The next card of the pile is turned up. Returns None when there is none."""
        pile = self.pile
        return self._take(pile) if pile is not None and pile.drawn < len(pile.order) else None

    def draw(self, seat: int, count: int) -> list[tuple[int, Ref]]:
        """Cards of the pile go to a seat. Returns (position, reference) of each."""
        return [self._give(self._pile(), seat) for _ in range(count)]

    def deal(self, seats: Sequence[int], count: int) -> list[tuple[int, int, Ref]]:
        """Cards of the pile, or the hands just shuffled, go round.

        Returns:
            (seat, position, reference) of each.
        """
        source, self._hands = self._hands or self._pile(), None
        places = [seats[i % len(seats)] for i in range(count)]
        return [(seat, *self._give(source, seat)) for seat in places]

    def put(self, seat: int, cards: Iterable[int]) -> None:
        """Cards of a hand go onto or into the discard pile."""
        self._bag(seat).gone.extend(cards)

    def move(self, moves: Sequence[tuple[int, int]]) -> None:
        """Whole bags change owner at once: (from, to) for each."""
        taken = [(to, self._bag(source)) for source, to in moves]
        self.bags.update(taken)

    def leave(self, seat: int) -> None:
        """A hand goes under the discard pile."""
        self.bags.pop(seat, None)

    def install(self, kind: str) -> None:
        """The announced shuffle is in force."""
        epoch, self._incoming = self._incoming, None
        assert epoch is not None, "a shuffle was announced before it was done"
        if kind in ("dealer", "deal", "hands"):
            self.bags.clear()
        if kind == "hands":
            self._hands = epoch
        else:
            self.pile = epoch

    def _take(self, epoch: Epoch) -> Ref:
        leaf = epoch.order[epoch.drawn]
        epoch.drawn += 1
        return (epoch.number, leaf)

    def _give(self, epoch: Epoch, seat: int) -> tuple[int, Ref]:
        position = epoch.drawn
        ref = self._take(epoch)
        self._bag(seat).refs.append(ref)
        return position, ref

    def _pile(self) -> Epoch:
        assert self.pile is not None, "cards are only drawn after a shuffle"
        return self.pile

    # The events of an entry.

    def fold(self, events: Iterable[ev.Event]) -> dict[int, list[tuple[int, Ref]]]:
        """Move references as the events of one entry say.

        Returns:
            What each seat took in: (position in its epoch, reference), in order. These are the cards that the
            host must now open to their drawer. Who got a whole bag instead is in `moved`.
        """
        taken: dict[int, list[tuple[int, Ref]]] = {}
        moved: dict[int, None] = {}
        self.shown = {}
        for event in events:
            if type(event) not in _MOVING:
                continue
            match event:
                case ev.Drew(seat, count):
                    taken.setdefault(seat, []).extend(self.draw(seat, count))
                case ev.Played(seat, card):
                    self.put(seat, (card,))
                case ev.Dropped(seat, cards):
                    self.put(seat, cards)
                case ev.HandsMoved(moves):
                    self.move(moves)
                    moved |= dict.fromkeys(to for _, to in moves)
                case ev.Dealt(seats, count):
                    for seat, position, ref in self.deal(seats, count):
                        taken.setdefault(seat, []).append((position, ref))
                case ev.Flipped() | ev.DealerCard():
                    self.open_next()
                case ev.Shown(target, _, False):
                    self.shown[target] = self.bag(target).copy()
                case ev.ShuffleDone(kind):
                    self.install(kind)
                case ev.ShuffleWanted("dealer" | "deal"):
                    # All cards go back, also those of a deal that came to nothing.
                    self.bags.clear()
                    taken.clear()
                case ev.SeatLeft(seat):
                    self.leave(seat)
                    moved.pop(seat, None)
                case _:
                    pass
        self.moved = tuple(moved)
        for seat in moved:
            taken.pop(seat, None)
        return taken
