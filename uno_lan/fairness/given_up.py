"""Shuffles that are given up: who did not answer, what is opened then, and the answer that comes too late.

An attempt that was given up chooses nothing any more. So all of it is laid open: the seeds of who answered
with the abort, the host's unless it would show hidden cards, and the seed of who is blamed as soon as that
player gives it. Then everybody can work out what it would have dealt (`lost.py`) and whom that suited.
No seed that was opened may be used again. Source: docs/protocol.md 2.4.
"""

from __future__ import annotations

from protocol import bodies, shuffle
from protocol.entries import Entry
from protocol.errors import ProofFault
from protocol.messages import SeedText
from uno_lan.engine import NOBODY

from .ceremonies import PUBLIC_KINDS, Ceremonies
from .record import Attempt


class GivenUp(Ceremonies):
    """Reads the end of attempts that came to nothing."""

    def _epoch_abort(self, entry: Entry, body: bodies.EpochAbort) -> None:
        attempt = self.attempt
        if attempt is None or body.attempt != attempt.attempt:
            raise ProofFault("E_RULE", entry.q, "an abort although no shuffle runs")
        if body.phase != ("reveal" if attempt.key else "commit"):
            self.wrong("E_RULE", entry.q, "the abort names the wrong step")
        if attempt.spoiled != NOBODY:
            if body.culprits != (attempt.spoiled,):
                self.wrong("E_RULE", entry.q, "the abort does not name who left")
        elif not set(body.culprits) <= set(attempt.contributors) or not body.culprits:
            self.wrong("E_RULE", entry.q, "the abort names somebody who took no part")
        if self.hidden_input():
            if body.seed is not None:
                self.wrong("E_SCHEMA", entry.q, "the abort opens hidden cards")
        elif body.seed is None or shuffle.host_commit(attempt.eid, body.seed) != attempt.host_commit:
            self.wrong("E_INCOMPLETE", entry.q, "the abort does not open its seed")
        self._lay_open(entry, attempt, body)
        attempt.seed = body.seed or b""
        if body.seed is not None:
            self.host_seeds.append(body.seed)
        attempt.aborted = True
        attempt.culprits = body.culprits
        if attempt.kind in PUBLIC_KINDS and self.round is not None:
            attempt.before = self.round.copy()
        self.attempt = None
        self.culprits |= set(body.culprits)
        if body.phase == "reveal":
            self.aborts += 1

    def _lay_open(self, entry: Entry, attempt: Attempt, body: bodies.EpochAbort) -> None:
        """The seeds of all who had answered: who is not blamed must be among them."""
        seats = tuple(signed.seat for signed in body.seeds)
        if not attempt.key:
            if seats:
                self.wrong("E_RULE", entry.q, "the abort opens seeds that nobody had sealed for all to see")
            return
        due = tuple(seat for seat in attempt.contributors if seat not in body.culprits)
        if attempt.spoiled != NOBODY:  # it ended in the middle: some had not been asked long enough
            due = tuple(seat for seat in attempt.contributors if seat in seats)
        if seats != due:
            self.wrong("E_SUBSET", entry.q, "the abort does not show the seeds of all who answered")
        for signed in body.seeds:
            if signed.seat in attempt.contributors:
                self._known(attempt, signed.seat, self.check_reveal(attempt, signed))

    def _known(self, attempt: Attempt, seat: int, seed: bytes) -> None:
        """A seed of an attempt that was given up is public, and so of no use for any other."""
        attempt.shown[seat] = seed
        self.spent.add(seed)

    def unanswered(self, key: bytes, seat: int) -> Attempt | None:
        """The attempt of this round, given up, that lacks the seed of a seat.

        Args:
            key: hash of its list of commitments.
        """
        past = self.record.attempts if self.record else []
        attempt = next((a for a in past if a.aborted and a.key and a.key == key), None)
        if attempt is None or seat not in attempt.contributors or seat in attempt.shown:
            return None
        return attempt

    def _answer(self, entry: Entry) -> None:
        """The seed of somebody for whom a shuffle was given up: the one that was promised, once."""
        if entry.c is None:
            raise ProofFault("E_SIG", entry.q, "an entry that needs a player's signature has none")
        text = self._text(entry.c, SeedText)
        attempt = self.unanswered(text.k, entry.c.seat)
        if attempt is None:
            self._player_sig(entry.c, SeedText.SIG)
            self.wrong("E_RULE", entry.q, "a seed that no shuffle was given up for")
            return
        self._known(attempt, entry.c.seat, self.check_reveal(attempt, entry.c))


__all__ = ["GivenUp"]
