"""Kinds of evidence that a few pieces prove by themselves, without the rules of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from protocol import bodies, entries, shuffle
from protocol.entries import Entry
from protocol.errors import ProofFault
from protocol.evidence import EvidenceKind
from protocol.messages import CommitText, DealText, Item, SeedText

from .case import Case, decode_delivery, embedded_view, read


def fork(case: Case) -> ProofFault | None:
    """Two pieces that cannot stand in one history."""
    for seq, heads in sorted(case.heads.items()):
        if len(heads) > 1:
            return ProofFault("E_FORK", seq, "two entries were signed for one number")
    for entry, _ in case.entries:
        before = case.heads.get(entry.q - 1)
        if before is not None and entry.p not in before:
            return ProofFault("E_FORK", entry.q, "the entry does not follow the one before it")
        seen = embedded_view(entry)
        if seen is not None and seen[0] in case.heads and seen[1] not in case.heads[seen[0]]:
            return ProofFault("E_FORK", entry.q, "a player saw another history")
    return _two_lists(case) or _foreign_list(case)


def _two_lists(case: Case) -> ProofFault | None:
    """A second list of sealed seeds for one shuffle: sent to get a second seed out of somebody."""
    known: dict[bytes, bytes] = {}
    for entry, item in case.bodies(bodies.EpochCommits):
        assert isinstance(entry.b, bodies.EpochCommits)
        for signed in entry.b.commits:
            ctx = read(Item(CommitText.SIG, signed.p, signed.s), CommitText).ctx
            if known.setdefault(ctx, item.data) != item.data:
                return ProofFault("E_FORK", entry.q, "a second list of sealed seeds for one shuffle")
    return None


def _foreign_list(case: Case) -> ProofFault | None:
    """Seeds that name another list of sealed seeds than the one that was logged, or several."""
    for entry, _ in case.bodies(bodies.EpochSeeds):
        keys = {key for key, _ in _seeds(entry)}
        if len(keys) > 1:
            return ProofFault("E_FORK", entry.q, "the players saw several lists of sealed seeds")
    lists, seeds = case.bodies(bodies.EpochCommits), case.bodies(bodies.EpochSeeds)
    if len(lists) == len(seeds) == 1 and case.is_chain() and lists[0][0].q < seeds[0][0].q:
        key = entries.head(lists[0][1].data)
        if any(named != key for named, _ in _seeds(seeds[0][0])):
            return ProofFault("E_FORK", seeds[0][0].q, "a player saw another list of sealed seeds")
    return None


def _seeds(entry: Entry) -> list[tuple[bytes, bytes]]:
    """(list named, seed) of each contributor."""
    assert isinstance(entry.b, bodies.EpochSeeds)
    texts = [read(Item(SeedText.SIG, signed.p, signed.s), SeedText) for signed in entry.b.seeds]
    return [(text.k, text.seed) for text in texts]


@dataclass(frozen=True, slots=True)
class _Shuffle:
    """One finished shuffle in a file, whole."""

    opening: bodies.EpochOpen
    round: int
    leaves: Sequence[bytes]
    key: bytes
    seeds: tuple[bytes, ...]

    def opens(self, leaf: int, card: int, nonce: bytes) -> bool:
        """Is this what was sealed?"""
        return (
            leaf < len(self.leaves) and shuffle.leaf(self.opening.eid, leaf, card, nonce) == self.leaves[leaf]
        )


def _shuffle(case: Case) -> _Shuffle | None:
    """The shuffle in the file: from its opening to its seeds without a gap, and nothing of another one.

    The gap matters: behind it the attempt could have been given up, and what was dealt came from the next.
    """
    kinds = [type(entry.b) for entry, _ in case.entries]
    parts = (bodies.EpochOpen, bodies.EpochCommits, bodies.EpochSeeds)
    if not case.is_chain() or bodies.EpochAbort in kinds or any(kinds.count(part) != 1 for part in parts):
        return None
    if (kinds[0], kinds[-1]) != (bodies.EpochOpen, bodies.EpochSeeds):
        return None
    opening, round_no = case.entries[0][0].b, case.entries[0][0].r
    assert isinstance(opening, bodies.EpochOpen)
    key = entries.head(case.entries[kinds.index(bodies.EpochCommits)][1].data)
    seeds = tuple(seed for _, seed in _seeds(case.entries[-1][0]))
    return _Shuffle(opening, round_no, shuffle.split_leaves(opening.leaves), key, seeds)


def leaf(case: Case) -> ProofFault | None:
    """A delivery that opens another card than was sealed."""
    sealed = _shuffle(case)
    if sealed is None:
        return None
    for item in case.private:
        text = decode_delivery(item)
        if (text.game, text.round) != (case.game, sealed.round):
            continue
        rows = (
            [(text.epoch, o.leaf, o.uid, o.nonce) for o in text.openings]
            if isinstance(text, DealText)
            else [(o.epoch, o.leaf, o.uid, o.nonce) for o in text.bag]
        )
        for epoch, leaf, card, nonce in rows:
            if epoch == sealed.opening.epoch and not sealed.opens(leaf, card, nonce):
                return ProofFault("E_LEAF", text.at, "a card is not the one that was sealed")
    return None


def order(case: Case) -> ProofFault | None:
    """A delivery that opens another leaf than the one at its place in the public order."""
    sealed = _shuffle(case)
    if sealed is None:
        return None
    order = shuffle.player_layer(sealed.key, sealed.seeds, len(sealed.leaves))
    for item in case.private:
        text = decode_delivery(item)
        if not isinstance(text, DealText) or (text.game, text.round) != (case.game, sealed.round):
            continue
        if text.epoch == sealed.opening.epoch and any(
            o.pos >= len(order) or order[o.pos] != o.leaf for o in text.openings
        ):
            return ProofFault("E_ORDER", text.at, "a card was not the next one")
    return None


def seed(case: Case) -> ProofFault | None:
    """A seed opened at the end of a round that is not the one that was promised."""
    opened: dict[tuple[int, int, int], bodies.EpochOpen] = {}
    for entry, _ in case.bodies(bodies.EpochOpen):
        assert isinstance(entry.b, bodies.EpochOpen)
        opened[entry.r, entry.b.epoch, entry.b.attempt] = entry.b
    for entry, _ in case.bodies(bodies.RoundEnd):
        assert isinstance(entry.b, bodies.RoundEnd)
        for epoch, attempt, seed in entry.b.seeds:
            sealed = opened.get((entry.r, epoch, attempt))
            if sealed is not None and shuffle.host_commit(sealed.eid, seed) != sealed.host_commit:
                return ProofFault("E_SEED", entry.q, "an opened seed is not the one that was promised")
    return None


SMALL: dict[EvidenceKind, Callable[[Case], ProofFault | None]] = {
    "FORK": fork,
    "LEAF": leaf,
    "ORDER": order,
    "SEED": seed,
}
"""Kinds that a few pieces can prove without the rules."""
