"""When a server looks for garbage: seldom, and only among what the tables have made.

Playing makes none: all that a move leaves behind goes at once, without being looked for. What Python finds by
looking is a few links and tables that have come and gone. By itself it would go through every card of 250
tables again and again, 100 to 200 ms each time in which nobody is answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Callable, Iterator
from typing import Final

NEW: Final = 20_000
"""So many new objects are looked through at once; that takes a few ms."""
NEVER: Final = 1_000_000
"""So many looks at the newer half go before one at everything: here a task sees to that."""
SHARE: Final = 1_000
"""A look may take one part in so many of the time."""
AT_LEAST_S: Final = 60.0
BEGIN_S: Final = 2.0
"""After so long what a start makes is there."""
LOOKS: Final = 60
"""So often only what is new since the look before is looked through; then everything once more."""


@contextlib.contextmanager
def seldom() -> Iterator[None]:
    """Python looks for garbage by itself only among what is new, until the end of the block."""
    before = gc.get_threshold()
    gc.set_threshold(NEW, before[1], NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


async def look(steady: Callable[[], float]) -> None:
    """Look for garbage now and then, until cancelled.

    What a look has found in use stays out of the next ones, as nearly all of it stays in use: cards, players,
    links. What becomes garbage in spite of that waits for the look through everything.

    Args:
        steady: seconds of a clock that never goes back.
    """
    await asyncio.sleep(BEGIN_S)
    while True:
        gc.unfreeze()
        for _ in range(LOOKS):
            began = steady()
            gc.collect()
            gc.freeze()
            await asyncio.sleep(max(AT_LEAST_S, SHARE * (steady() - began)))
