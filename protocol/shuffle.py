"""The two layers of a shuffle: the host's secret order of cards and the players' public order of places.

The host seals its own order leaf by leaf before any player's seed is known; the players' seeds then fix which
leaf is drawn first, second, and so on. Either layer alone, if honest, makes the result uniform. Only
arithmetic is here: who may send what and when is the business of a ceremony. Source: docs/protocol.md 2.3.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from .hashes import HM, LP, X32, H, H_begun, HM_under, u16, u64

ALGORITHM = "two-layer/1"
_BLOCK: Final = struct.Struct(">8I")
_SEAL: Final = struct.Struct(">IHIHI")
"""What a leaf says behind its epoch: index, card, nonce, each with its length; the nonce itself follows."""


def words(key: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words that belongs to a key: HMAC in counter mode."""
    block, counter = HM_under(key), 0
    while True:
        yield from _BLOCK.unpack(block(u64(counter)))
        counter += 1


def below(stream: Iterator[int], n: int) -> int:
    """An unbiased number 0 .. n-1: words from the incomplete last run of n are thrown away."""
    limit = 2**32 - 2**32 % n
    while (word := next(stream)) >= limit:
        pass
    return word % n


def fisher_yates(key: bytes, items: Iterable[int]) -> list[int]:
    """The items in the order a key gives them (FY). No or one item uses no word."""
    order = list(items)
    stream = words(key)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def epoch_id(game: bytes, round: int, epoch: int, attempt: int) -> bytes:
    """Name of one attempt at one shuffle of one round; every value of it is bound to this."""
    return H("epoch-id", game, u16(round), u16(epoch), u16(attempt))


def leaf(eid: bytes, index: int, uid: int, nonce: bytes) -> bytes:
    """The seal of one card at one place of the host's order."""
    return H("leaf", eid, u16(index), u16(uid), nonce)


def leaves_root(eid: bytes, leaves: Iterable[bytes]) -> bytes:
    """One hash for all leaves, for display and small evidence."""
    return H("leaves", eid, *leaves)


class Rows(Sequence[bytes]):
    """Many hashes in one piece of bytes: a third of the memory that as many objects take.

    Args:
        data: 32 bytes of each, one after the other.
    """

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[bytes, ...]: ...
    def __getitem__(self, index: int | slice) -> bytes | tuple[bytes, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.data[32 * index : 32 * index + 32]

    def __len__(self) -> int:
        return len(self.data) // 32

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rows):
            return self.data == other.data
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self.data)


def join_leaves(leaves: Sequence[bytes]) -> bytes:
    """All leaves, one after the other: what an EPOCH_OPEN holds."""
    return leaves.data if isinstance(leaves, Rows) else b"".join(leaves)


def split_leaves(data: bytes) -> Rows:
    """The 32-byte leaves of an EPOCH_OPEN."""
    return Rows(data)


def host_layer(eid: bytes, seed: bytes, uids: Iterable[int]) -> tuple[list[int], list[bytes], list[bytes]]:
    """The host's order of the cards, the nonce of each place, and the leaves; all follow from the seed."""
    root = HM(b"uno-lan/1/host-layer", seed)
    deck = fisher_yates(X32(root, b"shuffle" + eid), sorted(uids))
    nonce = HM_under(X32(root, b"nonce" + eid))
    nonces = [nonce(u16(index)) for index in range(len(deck))]
    return deck, nonces, _seal(eid, deck, nonces)


def _seal(eid: bytes, deck: Sequence[int], nonces: Sequence[bytes]) -> list[bytes]:
    """The `leaf` of every place. A deal has a hundred of them, so what they share is hashed once."""
    begun, leaves = H_begun("leaf", eid), []
    for index, uid in enumerate(deck):
        one = begun.copy()
        one.update(_SEAL.pack(2, index, 2, uid, 32) + nonces[index])
        leaves.append(one.digest())
    return leaves


def host_commit(eid: bytes, seed: bytes) -> bytes:
    """The host's promise of its seed."""
    return H("host-seed", eid, seed)


def seed_commit(ctx: bytes, pk: bytes, seed: bytes) -> bytes:
    """A player's promise of a seed. It holds the key, so that a copied promise cannot be kept."""
    return H("seed-commit", ctx, pk, seed)


def player_layer(k: bytes, seeds: Sequence[bytes], m: int) -> list[int]:
    """The public order: draw position p is leaf `order[p]`. Seeds in contributor order."""
    return fisher_yates(X32(_mix(k, seeds), b"uno-lan/1/public-shuffle"), range(m))


def public_coin(k: bytes, seeds: Sequence[bytes], name: str, n: int) -> int:
    """A number 0 .. n-1 that nobody chose, for any public lot; each name is a lot of its own."""
    return below(words(X32(_mix(k, seeds), b"coin/" + name.encode("ascii"))), n)


def _mix(k: bytes, seeds: Sequence[bytes]) -> bytes:
    return HM(H("mix-salt", k), b"".join(map(LP, seeds)))
