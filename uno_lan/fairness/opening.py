"""The check at the end of a round: with every seed opened, the whole round is dealt and played again.

Then nothing is left to be believed: each shuffle must hold exactly the cards that went in, each played card
must have been in the hand, each answer of the host must have been true, and the hands left over must be the
ones that were counted. Source: docs/protocol.md 2.8.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from protocol import bodies
from protocol.errors import ProofFault
from uno_lan.engine import Refused, Round, Shuffled, Truth

from .layer import HostLayer
from .ledger import Ledger
from .oracles import HostOracle
from .record import Attempt, RoundRecord, Step

CARD_REFUSALS = ("not_in_hand", "only_drawn_card", "bad_discard")
"""Refusals that only open cards can show: the card was not there."""
ANSWER_REFUSALS = ("bluff", "must_play")
"""Refusals that follow from a question about the hand: the host said something else."""
REFUSALS = {**dict.fromkeys(CARD_REFUSALS, "E_BAG"), **dict.fromkeys(ANSWER_REFUSALS, "E_VERDICT")}


Hands: TypeAlias = dict[int, tuple[int, ...]]
"""The cards of every seat, in the order they came."""


class Replay:
    """One round, played again with open cards.

    Args:
        after: is told the number of each entry whose command has been carried out.
        sealed: is told of each attempt at a shuffle, with its cards, when the round has come to it.
    """

    def __init__(
        self,
        record: RoundRecord,
        after: Callable[[int], None] | None = None,
        sealed: Callable[[Attempt, HostLayer], None] | None = None,
    ) -> None:
        self.record = record
        self.after = after
        self.sealed = sealed
        self.round = Round(record.rules, record.seats, record.dealer, record.teams)
        self.truth = Truth(record.rules.edition)
        self.ledger = Ledger()
        self.layers: dict[int, HostLayer] = {}
        self.faults: list[ProofFault] = []
        self._attempts = deque(record.attempts)
        """Attempts at shuffles that are still to be looked at."""

    def run(self) -> None:
        """Replay every command; stops at the first one that cannot be."""
        for step in self.record.steps:
            if not self._check_sealed(step.seq) or not self._step(step):
                return
        self._check_sealed(None)

    def _check_sealed(self, before: int | None) -> bool:
        """Check the sealed cards of the attempts up to an entry: what went in is what lay there then."""
        while self._attempts and (before is None or self._attempts[0].seq < before):
            attempt = self._attempts.popleft()
            layer = HostLayer.make(attempt.eid, attempt.seed, self.truth.shuffle_input(self.round))
            if layer.leaves != attempt.leaves:
                self._fault("E_DECK", attempt.seq, "the sealed cards are not the ones that went in")
                return False
            if self.sealed is not None:
                self.sealed(attempt, layer)
            if attempt.result is not None:
                self.layers[attempt.epoch] = layer
                self.ledger.expect(replace(attempt.result, drawn=0))
        return True

    def _running(self, step: Step) -> Ledger:
        ledger = self.ledger.copy()
        if isinstance(step.command, Shuffled):
            ledger.install(self.ledger.epochs[step.epoch].kind)
        return ledger

    def _step(self, step: Step) -> bool:
        if isinstance(step.command, Shuffled):
            shuffle = self.ledger.epochs[step.epoch]
            self.truth.install(self.round, self.layers[step.epoch].drawn(shuffle))
        oracle = HostOracle(self.truth, partial(self._running, step), self.layers.__getitem__)
        done = self.round.apply(step.command, oracle, step.ts)
        if isinstance(done, Refused):
            code = REFUSALS.get(done.code, "E_RULE")
            self._fault(code, step.seq, f"with open cards the move is refused ({done.code})")
            return False
        if tuple(oracle.claims) != step.claims:
            self._fault("E_VERDICT", step.seq, "the host's answer was not true")
            return False
        self.ledger.fold(done)
        if self.after is not None:
            self.after(step.seq)
        return True

    def _fault(self, code: str, seq: int, detail: str) -> None:
        self.faults.append(ProofFault(code, seq, detail))


def hands_of(record: RoundRecord) -> dict[int, Hands]:
    """All hands after each command of a round whose seeds are open, by the number of its entry.

    Ends where the opened cards no longer fit what was played.
    """
    found: dict[int, Hands] = {}

    def note(seq: int) -> None:
        found[seq] = {seat: tuple(replay.truth.hands.get(seat, ())) for seat in record.seats}

    replay = Replay(record, note)
    replay.run()
    return found


def verify_round(record: RoundRecord, end: bodies.RoundEnd) -> list[ProofFault]:
    """Every fault that the opened seeds show; empty for an honest round.

    The points themselves follow from the hands by public rules and are checked when the entry is read.
    """
    replay = Replay(record)
    replay.run()
    if replay.faults:
        return replay.faults
    hands = {seat: sorted(cards) for seat, cards in end.hands}
    true = {s: sorted(replay.truth.hands.get(s, ())) for s in record.seats if s not in replay.round.left}
    if hands != true:
        return [ProofFault("E_BAG", -1, "the hands that were counted are not the ones that were held")]
    return []
