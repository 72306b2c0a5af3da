"""The time that one table is told: it stands still while nobody could have been in time.

The clock it starts from does not go on while this program stands still (`pulse`). Beyond that a table is not
told the time that its own disk took, and it is told when the screens have to set their clocks anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from uno_lan.naps import Naps

if TYPE_CHECKING:
    from .table import Table

SLOW_DISK_MS: Final = 250
"""What takes longer to be stored and told does not count as anybody's time."""
TELL_MS: Final = 1_000
"""When the table's time has fallen so far behind, the clocks on the screens are set anew."""


class TableTime:
    """The time of one table.

    Args:
        table: it hears that the computer slept or the program stood still.
        clock: Unix time in ms, which may stand still while the program does.
        wall: Unix time in ms as it is.
    """

    def __init__(self, table: Table, clock: Callable[[], int], wall: Callable[[], int]) -> None:
        self._table = table
        self._clock = clock
        self._wall = wall
        self._naps: Naps | None = None
        self._shift = 0
        """What the table's time is ahead of the clock, ms."""
        self.heard = 0
        """All that had arrived by this time is in the inbox."""
        self._behind = 0
        """How far it was behind the wall when the screens were last told."""

    @property
    def now(self) -> int:
        """The time the table is told: Unix ms."""
        return self._clock() + self._shift

    def begin(self, loop_s: float) -> None:
        """The table is kept from now on."""
        self._naps = Naps(self._wall(), loop_s)

    def hear(self) -> None:
        """Note the time: by the end of this turn, what has arrived by now is in the inbox."""
        self.heard = self.now

    def is_past(self, deadline: int | None) -> bool:
        """Is a deadline there, as far as everything was heard?"""
        return deadline is not None and deadline <= self.heard

    def before(self, deadline: int | None) -> int:
        """When something came that has arrived by now: before whatever is due now."""
        return self.heard if deadline is None else min(self.heard, deadline - 1)

    def look(self, loop_s: float, at: int) -> None:
        """Has the computer slept, or the program stood still? The table is told: nobody is late for that.

        Args:
            at: what has arrived comes at this time or later: a table never goes back behind what it was told.
        """
        wall = self._wall()
        if self._naps is not None and self._naps.over(wall, loop_s):
            self._table.woke(at)
        if wall - self.heard < TELL_MS:
            return  # so nearly always, and `now` is nearer still to the wall
        behind = wall - self.now
        if behind - self._behind >= TELL_MS:
            self._table.stood_still(behind - self._behind, at)
            self._behind = behind
        elif behind >= TELL_MS and self._table.no_time_runs:
            self._shift += behind
            self._behind = 0

    @contextlib.contextmanager
    def forgiving(self) -> Iterator[None]:
        """Until something is told nobody can answer: a slow disk is nobody's fault."""
        began = self.started()
        try:
            yield
        finally:
            self.forgive(began)

    def started(self) -> int:
        """Something begins for which nobody shall pay."""
        return self._clock()

    def forgive(self, began: int) -> None:
        """It is done; what took long does not count."""
        if (took := self._clock() - began) >= SLOW_DISK_MS:
            self._shift -= took
