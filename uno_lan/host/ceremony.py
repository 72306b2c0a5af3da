"""How long a shuffle waits for the players' seeds."""

from __future__ import annotations

from uno_lan.fairness.host_game import HostGame

from .config import Times


class CeremonyClock:
    """The time limits of the shuffle that runs: one for the sealed seeds, one for the seeds.

    Not counted is the time in which the table stands still: `restart` begins the step's time anew.
    """

    def __init__(self, times: Times) -> None:
        self._times = times
        self._step: tuple[int, int, int, bool] | None = None
        self._since = 0

    def follow(self, game: HostGame, now: int) -> bool:
        """Notice which step runs now. Returns whether it is another one."""
        attempt = game.replica.attempt
        step = None
        if attempt is not None:
            step = (game.replica.round_no, attempt.epoch, attempt.attempt, bool(attempt.key))
        if step == self._step:
            return False
        self._step, self._since = step, now
        return True

    def restart(self, now: int) -> None:
        """The table goes on after it stood still."""
        self._since = now

    @property
    def deadline(self) -> int | None:
        """When the step is given up."""
        if self._step is None:
            return None
        return self._since + (self._times.reveal if self._step[3] else self._times.commit)

    @property
    def late_at(self) -> int | None:
        """From when on the missing seats are named in the lobby."""
        return None if self._step is None else self._since + self._times.late
