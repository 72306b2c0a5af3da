"""The host's sealed layer of one shuffle attempt: which card lies behind which leaf.

Everything follows from one seed, so a host that crashed seals the very same cards again, and anyone can
recompute the layer when the seed is opened at the end of the round. Source: docs/protocol.md 2.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from protocol import shuffle

from .ledger import Epoch, Opening


@dataclass(frozen=True, slots=True)
class HostLayer:
    """Cards, nonces and leaves of one attempt, by leaf."""

    seed: bytes
    cards: tuple[int, ...]
    nonces: Sequence[bytes]
    leaves: Sequence[bytes]

    @classmethod
    def make(cls, eid: bytes, seed: bytes, cards: Sequence[int]) -> HostLayer:
        """Seal `cards` (in any order) with `seed`."""
        deck, nonces, leaves = shuffle.host_layer(eid, seed, cards)
        packed = [shuffle.Rows(b"".join(found)) for found in (nonces, leaves)]
        return cls(seed, tuple(deck), *packed)

    def opening(self, leaf: int) -> Opening:
        """The proof of what one leaf is."""
        return (leaf, self.cards[leaf], self.nonces[leaf])

    def drawn(self, epoch: Epoch) -> list[int]:
        """The cards in the order in which they are drawn, next card first."""
        return [self.cards[leaf] for leaf in epoch.order]
