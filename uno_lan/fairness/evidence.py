"""Collects the signed bytes that show who broke a promise, for the file a player keeps.

The smallest set that holds on its own is taken: two heads for two histories, one shuffle and one delivery for
a card that was not the sealed one; for what only the rules can show, the public log up to that entry. Private
cards are in it only as far as the fault names them. What is handed out here has been judged (`judge.py`) the
way anybody else would judge it: whatever does not prove itself is not evidence.

Source: docs/protocol.md 3.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from protocol import bodies, codec
from protocol.entries import Entry, decode_entry, head
from protocol.errors import ProofFault, ProtocolFault
from protocol.evidence import ENTRY, KIND_OF_CODE, Evidence, EvidenceKind, encode_evidence
from protocol.fields import Signed
from protocol.messages import DealText, Item, SeedText, decode_private
from protocol.signing import Verifier

from .case import PRIVATE, embedded_view
from .judge import Judgement, NotProven, judge
from .reading import first_fault


@dataclass(frozen=True, slots=True)
class Proven:
    """An accusation that holds."""

    data: bytes
    """The evidence file."""
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class _Log:
    """The public log as the accuser has it."""

    entries: tuple[tuple[Entry, Item], ...]

    @classmethod
    def read(cls, log: Sequence[tuple[bytes, bytes]]) -> _Log:
        """Entries up to the first that is none."""
        found = []
        for raw, sig in log:
            try:
                found.append((decode_entry(raw), Item(ENTRY, raw, sig)))
            except ProtocolFault:
                break
        return cls(tuple(found))

    def roster(self, before: int) -> Signed | None:
        """Who was who when this entry was written."""
        rows = [item for entry, item in self.entries if entry.t == "ROSTER" and entry.q <= max(before, 1)]
        return Signed(rows[-1].data, rows[-1].sig) if rows else None

    def item(self, seq: int) -> Item | None:
        """One entry."""
        return self.entries[seq][1] if 0 <= seq < len(self.entries) else None

    def one(self, kind: type[bodies.Body], round: int) -> Item | None:
        """The newest entry of a type in a round."""
        found = [item for entry, item in self.entries if type(entry.b) is kind and entry.r == round]
        return found[-1] if found else None

    def shuffle(self, round: int, epoch: int) -> list[Item]:
        """A finished shuffle, from its last opening to its seeds."""
        items: list[Item] = []
        inside = False
        for entry, item in self.entries:
            if entry.r != round:
                continue
            if isinstance(entry.b, bodies.EpochOpen):
                inside = entry.b.epoch == epoch
                items = [] if inside else items
            if inside:
                items.append(item)
                inside = not isinstance(entry.b, bodies.EpochSeeds)
        return items


def collect(
    fault: ProofFault,
    game: bytes,
    host: bytes,
    log: Sequence[tuple[bytes, bytes]],
    verifier: Verifier,
) -> Proven | None:
    """The evidence for a fault.

    Args:
        fault: what was found, with its pieces.
        game: the 16-byte id.
        host: the host's key, accused unless the fault names somebody else.
        log: all entries of the game so far with the host's signatures.

    Returns:
        None when nothing that was signed proves it: then it is an objection.
    """
    known = _Log.read(log)
    roster = known.roster(fault.seq if fault.seq >= 0 else len(known.entries))
    kind = KIND_OF_CODE.get(fault.code)
    if roster is None or kind is None:
        return None
    accused = fault.accused or host
    pieces = [Item(*piece) for piece in fault.pieces]
    if accused != host:
        kind = "DOUBLE"
    for items in _candidates(fault, kind, known, pieces):
        found = _try(kind, game, accused, roster, items, fault.detail, verifier)
        if found is not None:
            return found
    if accused != host:
        return None
    return _by_rules(game, host, roster, known, pieces, verifier)


def _try(
    kind: EvidenceKind,
    game: bytes,
    accused: bytes,
    roster: Signed,
    items: Sequence[Item],
    hint: str,
    verifier: Verifier,
) -> Proven | None:
    evidence = Evidence(kind, game, accused, roster, tuple(items), hint[:200])
    try:
        return Proven(encode_evidence(evidence), judge(evidence, verifier))
    except NotProven:
        return None


def _candidates(
    fault: ProofFault, kind: EvidenceKind, log: _Log, pieces: Sequence[Item]
) -> Iterator[list[Item]]:
    """Small sets that may prove it by themselves, the smallest first."""
    start = log.item(0)
    if start is None:
        return
    if kind == "DOUBLE":
        yield [start, *_lists(log, pieces), *pieces]
    elif kind == "FORK":
        yield from _forks(fault, log, pieces)
    elif kind in ("LEAF", "ORDER"):
        for piece in pieces:
            if piece.type in PRIVATE:
                yield from ([*shuffle, piece] for shuffle in _shuffles_of(log, piece))
    elif kind == "SEED" and 0 <= fault.seq < len(log.entries):
        entry, end = log.entries[fault.seq]
        yield from ([item, end] for e, item in log.entries if e.t == "EPOCH_OPEN" and e.r == entry.r)


def _lists(log: _Log, pieces: Sequence[Item]) -> list[Item]:
    """The lists of sealed seeds that revealed seeds among the pieces name."""
    keys = set()
    for piece in pieces:
        if piece.type == SeedText.SIG:
            try:
                keys.add(codec.decode_text(piece.data, SeedText).k)
            except ProtocolFault:
                continue
    return [item for entry, item in log.entries if entry.t == "EPOCH_COMMITS" and head(item.data) in keys]


def _forks(fault: ProofFault, log: _Log, pieces: Sequence[Item]) -> Iterator[list[Item]]:
    """Two signed pieces that cannot stand in one history."""
    for piece in pieces:
        seq = fault.seq
        if (mine := log.item(seq)) is not None:
            yield [mine, piece]
        if (before := log.item(seq - 1)) is not None:
            yield [before, piece]
    if not 0 <= fault.seq < len(log.entries):
        return
    entry, item = log.entries[fault.seq]
    if (before := log.item(fault.seq - 1)) is not None:
        yield [before, item]
    if (seen := embedded_view(entry)) is not None and (other := log.item(seen[0])) is not None:
        yield [other, item]
    if entry.t == "EPOCH_COMMITS":
        yield from ([other, item] for e, other in log.entries if e.t == entry.t and e.q < entry.q)
    if entry.t == "EPOCH_SEEDS":
        lists = [e.q for e, _ in log.entries if e.t == "EPOCH_COMMITS" and e.q < entry.q]
        if lists:
            yield [i for e, i in log.entries if lists[-1] <= e.q <= entry.q]


def _shuffles_of(log: _Log, piece: Item) -> Iterator[list[Item]]:
    """The shuffles that a delivery opens cards of."""
    try:
        text = decode_private(piece.data)
    except ProtocolFault:
        return
    numbers = {text.epoch} if isinstance(text, DealText) else {opening.epoch for opening in text.bag}
    for epoch in sorted(numbers):
        if shuffle := log.shuffle(text.round, epoch):
            yield shuffle


def _by_rules(
    game: bytes,
    host: bytes,
    roster: Signed,
    log: _Log,
    pieces: Sequence[Item],
    verifier: Verifier,
) -> Proven | None:
    """The public log up to where the rules, or the rules and the pieces, show it."""
    found = first_fault([item for _, item in log.entries], pieces, game, host, verifier)
    if found is None:
        return None
    kind = KIND_OF_CODE[found.fault.code]
    items = [item for _, item in log.entries[: found.entries]]
    items += [Item(*piece) for piece in found.pieces]
    return _try(kind, game, host, roster, items, found.fault.detail, verifier)
