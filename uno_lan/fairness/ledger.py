"""The card ledger: who holds which card *reference*, as anyone at the table can know it.

A reference is (epoch, leaf): the n-th sealed card of one shuffle. Draws move references in the public order
of the shuffle; plays name a card but not its reference (a reference would tell when the card was drawn). So a
holder's *bag* is a list of references that came in and a multiset of cards that went out, and the hand is
"what the references open to, minus what went out". The ledger is a fold of the round's events and is the
same on the host, in every client and in an audit. It knows no hidden card.

Source: docs/protocol.md 2.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from protocol import shuffle
from uno_lan.engine import events as ev

Ref: TypeAlias = tuple[int, int]
"""(epoch number, leaf index)."""

Opening: TypeAlias = tuple[int, int, bytes]
"""(leaf index, card, nonce): what proves that a leaf is a card."""


@dataclass(slots=True)
class Epoch:
    """One finished shuffle as the public sees it: sealed leaves and the order in which they are drawn."""

    number: int
    eid: bytes
    kind: str
    leaves: tuple[bytes, ...]
    order: tuple[int, ...]
    """order[position] = leaf."""
    drawn: int = 0
    """Positions already taken from it."""

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

    def hand(self, opened: Mapping[Ref, int]) -> list[int] | None:
        """The cards in hand, in order of arrival, when every reference is opened.

        Returns:
            None when a card went out that never came in: the bag cannot be true.
        """
        out = Counter(self.gone)
        hand = []
        for ref in self.refs:
            card = opened[ref]
            if out[card] > 0:
                out[card] -= 1
            else:
                hand.append(card)
        return None if any(n > 0 for n in out.values()) else hand


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
        self._incoming: Epoch | None = None
        self._hands: Epoch | None = None

    def expect(self, epoch: Epoch) -> None:
        """Name the shuffle that the next `ShuffleDone` puts in force."""
        self.epochs[epoch.number] = epoch
        self._incoming = epoch

    def bag(self, seat: int) -> Bag:
        """The bag of a seat, empty when it holds nothing."""
        return self.bags.setdefault(seat, Bag())

    def mark(self, seat: int, seq: int) -> None:
        """Remember a bag as of now."""
        self.marks[seat] = Mark(seq, self.bag(seat).copy())

    def _take(self, epoch: Epoch) -> Ref:
        leaf = epoch.order[epoch.drawn]
        epoch.drawn += 1
        return (epoch.number, leaf)

    def fold(self, events: Iterable[ev.Event]) -> dict[int, list[tuple[int, Ref]]]:
        """Move references as the events say.

        Returns:
            What each seat took in: (position in its epoch, reference), in order. These are the cards that the
            host must now open to their drawer.
        """
        taken: dict[int, list[tuple[int, Ref]]] = {}
        for event in events:
            match event:
                case ev.Drew(seat, count):
                    for _ in range(count):
                        self._give(self._pile(), seat, taken)
                case ev.Played(seat, card):
                    self.bag(seat).gone.append(card)
                case ev.Dealt(seats, count):
                    source, self._hands = self._hands or self._pile(), None
                    for i in range(count):
                        self._give(source, seats[i % len(seats)], taken)
                case ev.Flipped() | ev.DealerCard():
                    self._take(self._pile())
                case ev.ShuffleDone(kind):
                    self._install(kind)
                case ev.SeatLeft(seat):
                    self.bags.pop(seat, None)
                case _:
                    pass
        return taken

    def _give(self, epoch: Epoch, seat: int, taken: dict[int, list[tuple[int, Ref]]]) -> None:
        position = epoch.drawn
        ref = self._take(epoch)
        self.bag(seat).refs.append(ref)
        taken.setdefault(seat, []).append((position, ref))

    def _pile(self) -> Epoch:
        assert self.pile is not None, "cards are only drawn after a shuffle"
        return self.pile

    def _install(self, kind: str) -> None:
        epoch, self._incoming = self._incoming, None
        assert epoch is not None, "a shuffle was announced before it was done"
        if kind == "hands":
            self.bags.clear()
            self._hands = epoch
            return
        if kind in ("dealer", "deal"):
            self.bags.clear()
        self.pile = epoch
