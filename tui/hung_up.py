"""A terminal that is gone: the program ends, instead of asking for keys for ever.

Who closes a window ends what runs in it by a signal. A program that has been told to outlive that, or whose
terminal was never made its own (`setsid`, some containers), gets none: it reads nothing, at once, again and
again, and takes a whole core.
"""

from __future__ import annotations

import select
from typing import Final

LOOK_S: Final = 5.0
"""How often to look."""


def hung_up(fd: int) -> bool:
    """Is the other side of this terminal closed? False where a system cannot tell (Windows)."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, 0)
    return any(seen & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _fd, seen in poll.poll(0))
