"""Stand-ins: bots that play a seat until its player is back.

A seat is given to one when its player is away for longer than the grace, or lets several turns in a row run
out. The stand-in has a key of its own, made for this, and sees what the seat sees. That it may take over at
all is for everybody to check (`Replica.why_stand_in`); this decides when the host makes use of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from protocol.messages import Level
from protocol.signing import Signer
from uno_lan.fairness.replica import SHORT_TURN_MS

from .clock import TurnClock
from .scribe import Scribe


class StandIns:
    """The stand-ins of one game."""

    def __init__(self, scribe: Scribe, clock: TurnClock) -> None:
        self._scribe = scribe
        self._clock = clock
        self.keys: dict[int, Signer] = {}
        """Who plays which seat instead of its player."""

    @property
    def level(self) -> Level:
        """How well they play, by the rules that were agreed."""
        terms = self._scribe.replica.terms
        return terms.standin_level if terms else "normal"

    def restore(self, signers: Mapping[bytes, Signer]) -> None:
        """After a restart: the keys that the file holds, by their public half."""
        standing = self._scribe.replica.standin
        self.keys.update({seat: signers[pk] for seat, pk in standing.items() if pk in signers})

    def mend(self) -> None:
        """After a restart: a stand-in whose key was lost makes way for a new one."""
        for seat in [seat for seat in self._scribe.replica.standin if seat not in self.keys]:
            self.end(seat)

    def due(self) -> tuple[int, int] | None:
        """(seat, time) of the stand-in that is called next."""
        replica = self._scribe.replica
        if replica.round is None or replica.round_end is not None:
            return None
        if not replica.late and not replica.offline:  # all are here, and answer in time
            return None
        assert replica.terms is not None
        found = []
        for seat in replica.people():
            if replica.why_stand_in(seat, replica.ts) == "timeouts":
                found.append((seat, replica.ts))
            elif seat in replica.offline and seat not in replica.standin and replica.terms.standin == "bot":
                short = self._clock.floor + min(replica.terms.grace_ms, SHORT_TURN_MS)
                found.append((seat, max(self._clock.away_until(replica, seat), short)))
        return min(found, key=lambda item: (item[1], item[0]), default=None)

    def begin(self, seat: int) -> None:
        """A bot takes the seat over."""
        room, replica = self._scribe.room, self._scribe.replica
        why = replica.why_stand_in(seat, room.now)
        if not why:
            return
        secret = room.entropy(32)
        signer = self.keys[seat] = room.make_signer(secret)
        room.store({"standin": secret})
        self._scribe.write(self._scribe.game.stand_in(seat, signer.pk, why, room.now))
        room.note("seat.standin", seat=seat, why=why)
        room.changed()

    def end(self, seat: int) -> None:
        """The player is back and has the seat again."""
        self.keys.pop(seat, None)
        if seat in self._scribe.replica.standin:
            self._scribe.write(self._scribe.game.step_back(seat, self._scribe.room.now))
            self._scribe.room.changed()
