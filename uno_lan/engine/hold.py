"""Commands that came too early: the UNO grace, seen from the table.

While somebody owes a call, the action that would close the window is refused with `grace` and the time to
retry (`Refused.retry_at`). Whoever runs the round keeps such an action here and hands it on when its time has
come or when nobody owes a call any more; calls and catches go first meanwhile. The host's table and the
scenario runner share this, so both hold the same things for the same time. No clock: `now` comes in.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

__all__ = ["Hold"]

T = TypeVar("T")


class Hold(Generic[T]):
    """A queue of held actions, in order of arrival.

    After every command and whenever `retry_at` comes, the owner takes what is due and applies it:

        while (action := hold.pop(now, owed=bool(round.owes))) is not None:
            outcome = round.apply(...)          # checked against the state of now
            if refused with grace: hold.put_back(action, outcome.retry_at)

    An action that comes second never overtakes the first: what is behind the front waits with it.
    """

    __slots__ = ("_queue",)

    def __init__(self) -> None:
        self._queue: deque[tuple[int, T]] = deque()

    def keep(self, action: T, retry_at: int) -> None:
        """Hold an action that was refused with `grace`."""
        self._queue.append((retry_at, action))

    def put_back(self, action: T, retry_at: int) -> None:
        """Hold an action again that `pop` gave out and that is still too early: another window has opened."""
        self._queue.appendleft((retry_at, action))

    def pop(self, now: int, owed: bool) -> T | None:
        """The next action to apply, or None when there is none or it must still wait.

        Args:
            now: ms, the clock that the round is given.
            owed: does anybody owe a call? When nobody does, there is nothing to wait for.
        """
        if not self._queue or (owed and now < self._queue[0][0]):
            return None
        return self._queue.popleft()[1]

    @property
    def retry_at(self) -> int | None:
        """When the first action is due at the latest; None when nothing is held."""
        return self._queue[0][0] if self._queue else None

    def clear(self) -> list[T]:
        """Drop everything, as at the end of a round; returns what was held."""
        dropped = [action for _, action in self._queue]
        self._queue.clear()
        return dropped

    def __len__(self) -> int:
        return len(self._queue)
