"""The turn clock: until when the awaited player may think, here or away.

The log's rules (may a time-out be written?) are the replica's; this clock only ever waits longer than they
ask: it stands still while the table does, and people who lost their links together get a long grace.
"""

from __future__ import annotations

from uno_lan.fairness.replica import SHORT_TURN_MS, Replica

from .config import Times


class TurnClock:
    """When the awaited player's default is taken."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self.floor = 0
        """When the table last began to move again: no time counts from before."""
        self._together: set[int] = set()
        """Absent seats with the long grace."""

    def restart(self, now: int) -> None:
        """The table goes on after it stood still."""
        self.floor = now

    def all_away(self, replica: Replica, now: int) -> None:
        """Nobody is left: those who went at about the same time get the long grace."""
        since = now - self._times.together
        self._together |= {seat for seat, went in replica.offline.items() if went >= since}

    def back(self, seat: int) -> None:
        """A player is back."""
        self._together.discard(seat)

    def away_until(self, replica: Replica, seat: int) -> int:
        """When the grace of an absent seat ends."""
        assert replica.terms is not None
        grace = replica.terms.grace_ms
        if seat in self._together:
            grace = max(grace, self._times.grace_together)
        return replica.offline[seat] + grace

    def due(self, replica: Replica) -> tuple[int, int] | None:
        """(seat, time) of the time-out that comes next; None when nobody's time runs."""
        round_ = replica.round
        if round_ is None or replica.round_end is not None:
            return None
        if not replica.offline and not replica.rules.house.turn_timer:
            return None
        seat = round_.to_act
        if seat < 0 or not replica.is_person(seat):
            return None
        since = max(replica.awaited_since, self.floor)
        ends = []
        if timer := replica.rules.house.turn_timer:
            ends.append(since + timer * 1000)
        assert replica.terms is not None
        pauses = replica.terms.standin == "pause" and seat in replica.offline
        if pauses:
            return None
        if seat in replica.offline and seat not in replica.standin:
            short = since + min(replica.terms.grace_ms, SHORT_TURN_MS)
            ends.append(max(self.away_until(replica, seat), short))
        return (seat, min(ends)) if ends else None
