"""What a shuffle that was given up would have dealt, once all its seeds are known.

It was one more draw of lots, and somebody who saw it early could have ended it for a reason. So everybody can
see whom it would have suited. A draw for dealer and a deal are known as soon as the last player's seed is;
where the input was hidden, the opened seeds of the finished round are needed as well. The shuffle is carried
out on a copy of the round, by the same rules as a true one. Source: docs/protocol.md 2.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from protocol import bodies, codec, shuffle
from protocol.entries import Entry
from protocol.messages import SeedText
from uno_lan.engine import NOBODY, Refused, Round, Shuffled, Truth
from uno_lan.engine import events as ev

from .layer import HostLayer
from .ledger import Epoch, Ledger
from .opening import Replay
from .oracles import HostOracle
from .record import Attempt, RoundRecord

NEXT = 5
"""So many cards of a pile are named."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What an attempt that was given up would have dealt."""

    seq: int
    """Entry that opened it."""
    kind: str
    hands: tuple[tuple[int, tuple[int, ...]], ...]
    """(seat, cards that would have come to it), in the order of the seats; in a draw for dealer the card each
    would have turned over."""
    pile: tuple[int, ...] = ()
    """The next cards of the pile after that."""
    turned: int = NOBODY
    """The first card of the round."""
    dealer: int = NOBODY
    """Who would have dealt."""


def lost(record: RoundRecord) -> list[Lost]:
    """All that can be known now of the attempts of a round that were given up.

    The seeds of a finished round must have been found right before.
    """
    found: dict[int, Lost] = {}
    for attempt in record.attempts:
        if attempt.is_laid_open and attempt.seed and attempt.before is not None:
            truth = Truth(record.rules.edition)
            layer = HostLayer.make(attempt.eid, attempt.seed, truth.shuffle_input(attempt.before))
            found[attempt.seq] = dealt(attempt, attempt.before, truth, Ledger(), layer, {})
    hidden = [a for a in record.attempts if a.is_laid_open and a.before is None]
    if hidden and all(a.seed for a in record.attempts):

        def note(attempt: Attempt, layer: HostLayer) -> None:
            if any(attempt is one for one in hidden):
                found[attempt.seq] = dealt(
                    attempt, replay.round, replay.truth, replay.ledger, layer, replay.layers
                )

        replay = Replay(record, sealed=note)
        replay.run()
    return [found[seq] for seq in sorted(found)]


def shown_by(entry: Entry, record: RoundRecord) -> list[Lost]:
    """What of it this entry, the newest one, has shown."""
    if isinstance(entry.b, bodies.EpochAbort):
        made = [a for a in record.attempts[-1:] if a.before is not None]
    elif isinstance(entry.b, bodies.RoundEnd):
        made = [a for a in record.attempts if a.before is None]
    elif entry.t == "ANSWER" and entry.c is not None:
        key = codec.decode_text(entry.c.p, SeedText).k
        made = [a for a in record.attempts if a.key == key]
    else:
        return []
    seqs = {attempt.seq for attempt in made if attempt.is_laid_open}
    return [found for found in lost(record) if found.seq in seqs] if seqs else []


def dealt(
    attempt: Attempt,
    round_: Round,
    truth: Truth,
    ledger: Ledger,
    layer: HostLayer,
    layers: Mapping[int, HostLayer],
) -> Lost:
    """Carry the shuffle out on copies.

    Args:
        round_: which waits for this shuffle.
        truth: all cards that the shuffle finds.
        layers: the sealed cards of the shuffles before.
    """
    seeds = tuple(attempt.shown[seat] for seat in attempt.contributors)
    order = shuffle.player_layer(attempt.key, seeds, attempt.count)
    epoch = Epoch(
        attempt.epoch, attempt.eid, attempt.kind, attempt.leaves, tuple(order), 0, attempt.key, seeds
    )
    round_, truth, ledger = round_.copy(), truth.copy(), ledger.copy()
    ledger.epochs = dict(ledger.epochs)
    ledger.expect(epoch)
    ledger.install(attempt.kind)
    before = {seat: Counter(hand) for seat, hand in truth.hands.items()}
    truth.install(round_, layer.drawn(epoch))
    assert ledger.pile is not None
    sealed = layer if ledger.pile is epoch else layers[ledger.pile.number]
    done = round_.apply(Shuffled(NOBODY), HostOracle(truth, lambda: ledger, lambda _: sealed), 0)
    assert not isinstance(done, Refused), "the round waits for this shuffle"
    turned = next((e.card for e in done if isinstance(e, ev.Flipped)), NOBODY)
    dealer = next((e.seat for e in done if isinstance(e, ev.DealerChosen)), NOBODY)
    cards: dict[int, list[int]] = {}
    if attempt.kind == "dealer":
        for event in done:
            if isinstance(event, ev.DealerCard):
                cards.setdefault(event.seat, []).append(event.card)
        return Lost(attempt.seq, attempt.kind, _rows(cards), (), turned, dealer)
    whole = attempt.kind in ("deal", "hands")
    for seat, hand in truth.hands.items():
        had = Counter() if whole else before[seat].copy()
        for card in hand:
            if had[card] > 0:
                had[card] -= 1
            else:
                cards.setdefault(seat, []).append(card)
    pile = () if whole else tuple(reversed(truth.pile[-NEXT:]))
    return Lost(attempt.seq, attempt.kind, _rows(cards), pile, turned, dealer)


def _rows(cards: Mapping[int, list[int]]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    return tuple((seat, tuple(found)) for seat, found in sorted(cards.items()))


__all__ = ["NEXT", "Lost", "lost", "shown_by"]
