"""The check at the end of a round: with every seed opened, the whole round is dealt and played again.

Then nothing is left to be believed: each shuffle must hold exactly the cards that went in, each played card
must have been in the hand, each answer of the host must have been true, and the hands left over must be the
ones that were counted. Source: docs/protocol.md 2.8.
"""

from __future__ import annotations

from protocol import bodies
from protocol.errors import ProofFault
from uno_lan.engine import Refused, Round, Shuffled, Truth

from .layer import HostLayer
from .ledger import Epoch, Ledger
from .oracles import HostOracle, PileCursor
from .record import Attempt, RoundRecord, Step

CARD_REFUSALS = ("not_in_hand", "only_drawn_card")
"""Refusals that only open cards can show: the card was not there."""


class _Replay:
    """One round, played again with open cards."""

    def __init__(self, record: RoundRecord) -> None:
        self.record = record
        self.round = Round(record.rules, record.seats, record.dealer)
        self.truth = Truth(record.rules.edition)
        self.ledger = Ledger()
        self.layers: dict[int, HostLayer] = {}
        self.faults: list[ProofFault] = []

    def run(self) -> None:
        """Replay every command; stops at the first one that cannot be."""
        for step in self.record.steps:
            if not self._step(step):
                return
        self._attempts(None)

    def _step(self, step: Step) -> bool:
        shuffle = None
        if isinstance(step.command, Shuffled):
            shuffle = self._attempts(step.epoch)
            if shuffle is None:
                return False
        pile = shuffle if shuffle and shuffle.kind != "hands" else self.ledger.pile
        cursor = PileCursor(pile, hands=shuffle is not None and shuffle.kind == "hands")
        oracle = HostOracle(self.truth, cursor, self.layers[pile.number] if pile else None)
        done = self.round.apply(step.command, oracle, step.ts)
        if isinstance(done, Refused):
            code = "E_BAG" if done.code in CARD_REFUSALS else "E_RULE"
            self.faults.append(
                ProofFault(code, step.seq, f"with open cards the move is refused ({done.code})")
            )
            return False
        if tuple(oracle.claims) != step.claims:
            self._fault("E_VERDICT", step.seq, "the host's answer was not true")
            return False
        self.ledger.fold(done)
        return True

    def _fault(self, code: str, seq: int, detail: str) -> None:
        self.faults.append(ProofFault(code, seq, detail))

    def _attempts(self, epoch: int | None) -> Epoch | None:
        """Check the sealed cards of all attempts at one shuffle (None: of a shuffle that never ended)."""
        due = [
            a for a in self.record.attempts if (a.epoch == epoch if epoch is not None else not self._ended(a))
        ]
        if not due:
            return None
        cards = sorted(self.truth.shuffle_input(self.round))
        for attempt in due:
            layer = HostLayer.make(attempt.eid, attempt.seed, cards)
            if layer.leaves != attempt.leaves:
                self.faults.append(
                    ProofFault("E_DECK", attempt.seq, "the sealed cards are not the ones that went in")
                )
                return None
            if attempt.result is not None:
                self.layers[attempt.epoch] = layer
        last = due[-1]
        if last.result is None:
            return None
        fresh = Epoch(last.epoch, last.eid, last.kind, last.leaves, last.result.order)
        self.ledger.expect(fresh)
        self.truth.install(self.round, self.layers[last.epoch].drawn(fresh))
        return fresh

    def _ended(self, attempt: Attempt) -> bool:
        return any(a.epoch == attempt.epoch and a.result is not None for a in self.record.attempts)


def verify_round(record: RoundRecord, end: bodies.RoundEnd) -> list[ProofFault]:
    """Every fault that the opened seeds show; empty for an honest round.

    The points themselves follow from the hands by public rules and are checked when the entry is read.
    """
    replay = _Replay(record)
    replay.run()
    if replay.faults:
        return replay.faults
    hands = {seat: sorted(cards) for seat, cards in end.hands}
    true = {s: sorted(replay.truth.hands.get(s, ())) for s in record.seats if s not in replay.round.left}
    if hands != true:
        return [ProofFault("E_BAG", -1, "the hands that were counted are not the ones that were held")]
    return []
