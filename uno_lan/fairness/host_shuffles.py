"""The host's side of a shuffle: sealed cards, promises, seeds, and attempts that are given up.

Source: docs/protocol.md 2.3.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol import bodies, codec, shuffle
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import SeatSigned
from protocol.messages import (
    CommitText,
    SeedText,
)
from uno_lan.engine import (
    NOBODY,
    Phase,
    Shuffled,
)

from .host_pen import HostPen
from .layer import HostLayer
from .outputs import Nack, Output, Secret


class HostShuffles(HostPen):
    """Makes the shuffles of a game together with its players."""

    @property
    def wants_shuffle(self) -> bool:
        """Is a shuffle due that nobody has begun, or must the one that runs begin anew?"""
        r = self.replica
        if r.round is None or r.round.phase is not Phase.SHUFFLE or r.is_void:
            return False
        return r.attempt is None or r.attempt.spoiled != NOBODY

    def open_shuffle(self, seed: bytes, now: int) -> list[Output]:
        """Seal the cards of the shuffle that is due. One that somebody left with its cards is given up first.

        Args:
            seed: 32 fresh random bytes; not used when a seed for this attempt was stored before a crash.
        """
        r = self.replica
        assert r.round is not None and r.round.wanted is not None
        given_up = self.abort((), now) if r.attempt is not None else []
        if r.is_void:
            return given_up
        epoch, attempt = r.next_attempt()
        eid = r.epoch_id(epoch, attempt)
        kept = [] if eid in self._seeds else [Secret(codec.pack({"eid": eid, "seed": seed}))]
        seed = self._seeds.setdefault(eid, seed)
        layer = self._seal(epoch, attempt, eid)
        here = r.contributors()
        body = bodies.EpochOpen(
            shuffle.ALGORITHM, epoch, attempt, eid, r.round.wanted.kind, here,
            tuple(s for s in r.people() if s not in here), len(layer.cards),
            shuffle.host_commit(eid, seed), shuffle.join_leaves(layer.leaves),
        )  # fmt: skip
        return [*given_up, *kept, self._write("EPOCH_OPEN", body, now), *self._advance(now)]

    def _seal(self, epoch: int, attempt: int, eid: bytes) -> HostLayer:
        """The sealed cards of an attempt that begins; they follow from its seed."""
        assert self.truth is not None and self.replica.round is not None
        layer = HostLayer.make(eid, self._seeds[eid], self.truth.shuffle_input(self.replica.round))
        self._layers[epoch, attempt] = layer
        self._commits.clear()
        self._reveals.clear()
        return layer

    def commit(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Take a player's sealed seed in; the list is logged when it is complete."""
        attempt = self.replica.attempt
        if attempt is None or attempt.key or seat not in attempt.contributors:
            raise Nack("E_STALE")
        if attempt.spoiled != NOBODY:
            raise Nack("E_STALE")
        signed = SeatSigned(seat, payload, sig)
        if seat in self._commits:
            return self._repeated(CommitText.SIG, self._commits[seat], signed)
        self._check_sig(seat, "commit", payload, sig)
        try:
            self.replica.check_commit(attempt, signed)
        except ProofFault as fault:
            raise Nack(fault.code) from None
        self._commits[seat] = signed
        return self._advance(now)

    def reveal(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Take a player's seed in; the round goes on when all are here."""
        attempt = self.replica.attempt
        if attempt is None or not attempt.key or seat not in attempt.contributors:
            raise Nack("E_STALE")
        if attempt.spoiled != NOBODY:
            raise Nack("E_STALE")
        signed = SeatSigned(seat, payload, sig)
        if seat in self._reveals:
            return self._repeated(SeedText.SIG, self._reveals[seat], signed)
        self._check_sig(seat, "reveal", payload, sig)
        try:
            self.replica.check_reveal(attempt, signed)
        except ProofFault as fault:
            if fault.code != "E_REVEAL":
                raise Nack(fault.code) from None
            raise self._offence(seat, fault.code, (SeedText.SIG, payload, sig)) from None
        self._reveals[seat] = signed
        return self._advance(now)

    def answer(self, seat: int, payload: bytes, sig: bytes, now: int) -> list[Output]:
        """Log the seed of somebody for whom a shuffle was given up: so late it only shows what was lost.

        Raises:
            Nack: no shuffle of this round lacks it, or it is not the promised one.
        """
        r = self.replica
        try:
            key = codec.decode_text(payload, SeedText).k
        except ProtocolFault as fault:
            raise Nack(fault.code) from None
        attempt = r.unanswered(key, seat)
        if attempt is None or r.ended is not None:
            raise Nack("E_STALE")
        self._check_sig(seat, SeedText.SIG, payload, sig)
        try:
            r.check_reveal(attempt, SeatSigned(seat, payload, sig))
        except ProofFault as fault:
            if fault.code != "E_REVEAL":
                raise Nack(fault.code) from None
            raise self._offence(seat, fault.code, (SeedText.SIG, payload, sig)) from None
        return [self._log("ANSWER", bodies.Empty(), seat, payload, sig, now)]

    def _repeated(self, kind: str, old: SeatSigned, new: SeatSigned) -> list[Output]:
        """The same again is nothing new; something else under the same name is a lie."""
        if old.p != new.p:
            self._check_sig(new.seat, kind, new.p, new.s)
            code = self._excludes(kind, old.p, new.p)
            if code != "E_DOUBLE":
                raise Nack(code)
            raise self._offence(new.seat, code, (kind, old.p, old.s), (kind, new.p, new.s))
        return []

    @staticmethod
    def _excludes(kind: str, old: bytes, new: bytes) -> str:
        """`E_DOUBLE` if both are about the same shuffle."""
        text: type[CommitText] | type[SeedText] = CommitText if kind == CommitText.SIG else SeedText
        try:
            first, second = codec.decode_text(old, text), codec.decode_text(new, text)
        except ProtocolFault as fault:
            return fault.code
        same = (
            first.ctx == second.ctx
            if isinstance(first, CommitText) and isinstance(second, CommitText)
            else isinstance(first, SeedText) and isinstance(second, SeedText) and first.k == second.k
        )
        return "E_DOUBLE" if same else "E_COMMIT" if kind == CommitText.SIG else "E_FORK"

    def missing(self) -> tuple[int, ...]:
        """Seats whose seed the running shuffle waits for."""
        attempt = self.replica.attempt
        if attempt is None:
            return ()
        have = self._reveals if attempt.key else self._commits
        return tuple(s for s in attempt.contributors if s not in have)

    def abort(self, culprits: Iterable[int], now: int) -> list[Output]:
        """Give the running attempt up and name who did not answer, or who left and took cards of it along."""
        r = self.replica
        attempt = r.attempt
        assert attempt is not None
        seed = None if r.hidden_input() else self._seeds[attempt.eid]
        blamed = tuple(culprits) if attempt.spoiled == NOBODY else (attempt.spoiled,)
        phase = "reveal" if attempt.key else "commit"
        came = tuple(self._reveals[s] for s in attempt.contributors if s in self._reveals)
        body = bodies.EpochAbort(attempt.attempt, blamed, phase, seed, came)
        return [self._write("EPOCH_ABORT", body, now)]

    def _advance(self, now: int) -> list[Output]:
        """Log the commitments when all are here, run the shuffle when all seeds are."""
        attempt = self.replica.attempt
        if attempt is None or self.missing():
            return []
        if not attempt.key:
            commits = tuple(self._commits[s] for s in attempt.contributors)
            out: list[Output] = [self._write("EPOCH_COMMITS", bodies.EpochCommits(commits), now)]
            return out + self._advance(now)
        seeds = tuple(self._reveals[s] for s in attempt.contributors)
        self.replica.seal(seeds)
        oracle, done = self._run(Shuffled(NOBODY), now)
        body = bodies.EpochSeeds(seeds, tuple(oracle.claims), self.replica.state())
        return self._engine("EPOCH_SEEDS", body, now, None, done, oracle)


__all__ = ["HostShuffles"]
