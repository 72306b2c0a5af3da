"""Lines from a pipe come faster than a table answers: each waits until the one before has been answered.

Without that, `ready`, `start` and a move in one file would all be looked at in the waiting room, and the move
refused there. Whoever types at a terminal hears the answers and is not held up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from uno_lan.client.model import Snapshot, Stage
from uno_lan.engine import NOBODY, Phase

ANSWER_S: Final = 5.0
"""So long a line waits for the answer to the one before; after that it is looked at all the same."""
CARDS_S: Final = 30.0
"""So long it waits for cards that are being shuffled and dealt."""


class Pace:
    """Tells when the next line of a pipe is due.

    Args:
        now: the newest snapshot.
    """

    def __init__(self, now: Callable[[], Snapshot]) -> None:
        self._now = now
        self._changed = asyncio.Event()

    def hear(self) -> None:
        """There is a new snapshot."""
        self._changed.set()

    async def due(self, before: Snapshot, asked: bool) -> None:
        """Wait until the next line may be looked at.

        Args:
            before: how things stood when the last line was looked at.
            asked: something was asked of the table with it.
        """
        if asked:
            await self._until(lambda now: is_answered(before, now), ANSWER_S)
        await self._until(lambda now: not is_between(now), CARDS_S)

    async def _until(self, holds: Callable[[Snapshot], bool], most_s: float) -> None:
        try:
            async with asyncio.timeout(most_s):
                while not holds(self._now()):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass


def is_answered(before: Snapshot, now: Snapshot) -> bool:
    """Has the table answered, with what was asked for or with a reason why not?"""
    if _told(before) == _told(now):
        return False
    # I was the last that the others waited for: what is answered is that it goes on.
    last = _all_ready(now) and not _all_ready(before)
    return not (last and now.stage in (Stage.ROUND_OVER, Stage.GAME_OVER))


def is_between(now: Snapshot) -> bool:
    """Are cards on their way: does a round run of which I do not know yet what I can do?"""
    view = now.view
    if now.stage is not Stage.ROUND:
        return False
    if view is None or now.catching_up or view.phase is Phase.SHUFFLE:
        return True
    if view.seat == NOBODY or view.seat not in view.seats:
        return False
    return len(view.hand) != view.sizes[view.seats.index(view.seat)]


def _told(now: Snapshot) -> tuple[object, ...]:
    """All that the answer to a line may change."""
    view = now.view
    moved = (view.phase, view.to_act, view.hand, view.top, view.called, view.owes) if view else ()
    table = (now.stage, now.round_no, now.seats, now.owner, now.paused, now.polls, now.proposals, now.ruleset)
    return (*table, now.notice_no, now.held, now.banned, moved)


def _all_ready(now: Snapshot) -> bool:
    people = [seat for seat in now.seats if seat.kind == "person" and seat.online and not seat.gone]
    return bool(people) and all(seat.ready for seat in people)
