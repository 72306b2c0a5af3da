"""The public part of a shuffle: sealed cards, promises and seeds.

Source: docs/protocol.md 2.3.
"""

from __future__ import annotations

from protocol import bodies, shuffle
from protocol.entries import Entry
from protocol.errors import ProofFault
from protocol.fields import SeatSigned
from protocol.messages import (
    CommitText,
    SeedText,
)
from uno_lan.engine import (
    NOBODY,
    Phase,
)

from .ledger import Epoch
from .record import Attempt
from .standing import Standing

PUBLIC_KINDS = ("dealer", "deal")
"""Shuffles whose input is always the whole deck."""


class Ceremonies(Standing):
    """Reads the three entries of a shuffle that is done."""

    def next_attempt(self) -> tuple[int, int]:
        """Numbers (epoch, attempt) of the shuffle attempt that is due."""
        assert self.record is not None
        past = self.record.attempts
        if past and past[-1].aborted:
            return past[-1].epoch, past[-1].attempt + 1
        return (past[-1].epoch + 1, 0) if past else (0, 0)

    def epoch_id(self, epoch: int, attempt: int) -> bytes:
        """The id that every hash of an attempt is bound to."""
        return shuffle.epoch_id(self.game_id, self.round_no, epoch, attempt)

    def _epoch_open(self, entry: Entry, body: bodies.EpochOpen, head: bytes) -> None:
        if self.round is None or self.round.phase is not Phase.SHUFFLE or self.round.wanted is None:
            raise ProofFault("E_RULE", entry.q, "a shuffle although none is due")
        if self.attempt is not None or self.record is None:
            raise ProofFault("E_FORK", entry.q, "a second shuffle while one runs")
        if self.is_void:
            raise ProofFault("E_RULE", entry.q, "a shuffle although the round is void")
        epoch, attempt = self.next_attempt()
        wanted = self.round.wanted
        if (
            (body.epoch, body.attempt, body.kind) != (epoch, attempt, wanted.kind)
            or body.eid != self.epoch_id(epoch, attempt)
            or body.alg != shuffle.ALGORITHM
            or len(body.leaves) != 32 * body.m
        ):
            raise ProofFault("E_RULE", entry.q, "the shuffle is not the one that is due")
        if body.m != wanted.count:
            raise ProofFault("E_DECK", entry.q, "the shuffle has not as many cards as must go in")
        if body.contributors != self.contributors():
            self.wrong("E_SUBSET", entry.q, "somebody who is here was left out of the shuffle")
        if any(shuffle.host_commit(body.eid, seed) == body.host_commit for seed in self.host_seeds):
            self.wrong("E_RULE", entry.q, "the cards are sealed with a seed that everybody knows")
        leaves = shuffle.split_leaves(body.leaves)
        self.attempt = Attempt(
            epoch,
            attempt,
            body.kind,
            body.eid,
            body.contributors,
            body.m,
            body.host_commit,
            leaves,
            head,
            entry.q,
        )
        self.record.attempts.append(self.attempt)

    def _epoch_commits(self, entry: Entry, body: bodies.EpochCommits, head: bytes) -> None:
        attempt = self.attempt
        if attempt is None or attempt.key:
            raise ProofFault("E_FORK", entry.q, "seed commitments out of order")
        self._check_input(attempt)
        if tuple(signed.seat for signed in body.commits) != attempt.contributors:
            self.wrong("E_SUBSET", entry.q, "a player is missing in the shuffle")
            attempt.contributors = tuple(signed.seat for signed in body.commits)
        for signed in body.commits:
            attempt.commits[signed.seat] = self.check_commit(attempt, signed)
        if len(set(attempt.commits.values())) != len(attempt.commits):
            self.wrong("E_COMMIT", entry.q, "two players sealed the same seed")
        attempt.key = head

    def check_commit(self, attempt: Attempt, signed: SeatSigned) -> bytes:
        """A seat's signed commitment, checked. Returns the commitment."""
        self._player_sig(signed, CommitText.SIG)
        text = self._text(signed, CommitText)
        if text.ctx != attempt.ctx:
            self.wrong("E_COMMIT", self.seq, "a seed was sealed for another shuffle")
        return text.c

    def check_reveal(self, attempt: Attempt, signed: SeatSigned) -> bytes:
        """A seat's signed seed, checked against its commitment. Returns the seed."""
        self._player_sig(signed, SeedText.SIG)
        text = self._text(signed, SeedText)
        if text.k != attempt.key:
            self.wrong("E_FORK", self.seq, "a player saw another list of sealed seeds")
        who = self.roster.get(signed.seat)
        sealed = attempt.commits.get(signed.seat)
        if who is None or shuffle.seed_commit(attempt.ctx, who.pk, text.seed) != sealed:
            self.wrong("E_REVEAL", self.seq, "a seed is not the one that was sealed")
        if text.seed in self.spent:
            self.wrong("E_COMMIT", self.seq, "a seed was sealed that everybody knew")
        return text.seed

    def seal(self, seeds: tuple[SeatSigned, ...]) -> Epoch:
        """Take the players' seeds in and fix the public order of the running attempt."""
        attempt = self.attempt
        if attempt is None or not attempt.key:
            raise ProofFault("E_FORK", self.seq, "seeds out of order")
        self._check_input(attempt)
        if tuple(signed.seat for signed in seeds) != attempt.contributors:
            self.wrong("E_SUBSET", self.seq, "a player's seed was dropped")
        opened = [self.check_reveal(attempt, signed) for signed in seeds]
        self.spent.update(opened)
        order = shuffle.player_layer(attempt.key, opened, attempt.count)
        attempt.result = Epoch(
            attempt.epoch,
            attempt.eid,
            attempt.kind,
            attempt.leaves,
            tuple(order),
            key=attempt.key,
            seeds=tuple(opened),
        )
        self.ledger.expect(attempt.result)
        return attempt.result

    def _check_input(self, attempt: Attempt) -> None:
        if attempt.spoiled != NOBODY:
            self.wrong("E_RULE", self.seq, "a shuffle goes on although somebody left with cards of it")

    def hidden_input(self) -> bool:
        """Is the input of the shuffle that runs hidden (so its seed stays closed until the round ends)?"""
        assert self.attempt is not None
        kind = self.attempt.kind
        if kind != "refill":
            return kind not in PUBLIC_KINDS
        assert self.round is not None
        return self.attempt.count != len(self.round.discard) - 1


__all__ = ["PUBLIC_KINDS", "Ceremonies"]
