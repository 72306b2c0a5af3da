"""The vote on a round that somebody did not find right: when it begins, and when it is over.

What it comes to is no business of the host: everybody reads it out of the same signed votes
(`uno_lan/fairness/votes.py`).
"""

from __future__ import annotations

from protocol.messages import VoteState, VoteText
from uno_lan.engine import NOBODY
from uno_lan.fairness import host_game

from .people import Person
from .room import Refusal, read
from .scribe import Scribe


class Ballot:
    """Collects the votes on the last round of one game."""

    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._replica = scribe.replica
        self.until = 0
        """When it is decided anyway; 0: no vote runs."""
        self._decided = -1
        """Number of the round that is decided."""

    @property
    def is_due(self) -> bool:
        """Is the last round disputed, and nothing decided about it?"""
        return self._replica.is_disputed and self._decided != self._replica.round_no

    def open(self) -> None:
        """Ask everybody."""
        self.until = self._scribe.room.now + self._scribe.room.config.times.vote
        self._scribe.room.changed()

    @property
    def is_over(self) -> bool:
        """Is there a majority, has everybody who is here voted, or is the time over?"""
        replica, votes = self._replica, self._replica.votes
        here = [s for s in replica.voters() if s not in replica.offline and s not in self._scribe.gone]
        return (
            bool(votes.majority(len(replica.voters())))
            or all(seat in votes.by_seat for seat in here)
            or self._scribe.room.now >= self.until
        )

    def close(self) -> str:
        """The votes are counted: `count`, `void` or `stop`."""
        self.until = 0
        self._decided = self._replica.round_no
        self._scribe.room.changed()
        return self._replica.decide()

    def vote(self, person: Person, payload: bytes, sig: bytes) -> None:
        """Somebody votes.

        Raises:
            Refusal: there is nothing to vote on, or not for them, or it is nonsense.
        """
        seat = self._scribe.seat_of(person)
        if seat == NOBODY or not self.until or read(payload, VoteText).what != "dispute":
            raise Refusal("wrong_stage", "There is nothing to vote on.")
        try:
            self._scribe.write(self._scribe.game.vote(seat, payload, sig, self._scribe.room.now))
        except host_game.Nack as nack:
            raise Refusal(nack.code, "") from None
        self._scribe.room.changed()

    @property
    def state(self) -> tuple[VoteState, ...]:
        """What the lobby shows of it."""
        if not self.until:
            return ()
        asked = tuple(sorted(self._replica.voters()))
        votes = tuple(sorted(self._replica.votes.by_seat.items()))
        return (VoteState("dispute", NOBODY, None, asked, votes, self.until),)
