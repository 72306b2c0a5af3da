"""What was said at a table lately, for whoever was away meanwhile.

In memory alone: chat is in no log and on no disk, and a restart forgets it. Whoever comes back, or takes over
with another terminal, is given what was said since they first came here, and their program leaves out what it
has. Whoever comes new is given nothing: what was said before was said among those who were here.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from protocol.messages import Chat

LINES: Final = 40
"""As many fit a screen; with 280 signs each they are a few kilobytes."""
LASTS_MS: Final = 3_600_000
"""What was said longer ago is given to nobody."""
GUESTS: Final = 128
"""Keys whose coming is remembered: some times as many as a table has links."""


class Talk:
    """The last lines of one table, and since when each key may know them."""

    def __init__(self) -> None:
        self._lines: deque[Chat] = deque(maxlen=LINES)
        self._since: dict[bytes, int] = {}
        self._newest = 0

    def add(self, text: str, pk: bytes | None, name: str, now: int) -> Chat:
        """Something was said; the message to tell. No two have one time, so that each is known by it."""
        self._newest = now = max(now, self._newest + 1)
        line = Chat(text, pk, name, now)
        self._lines.append(line)
        return line

    def came(self, pk: bytes, now: int) -> tuple[Chat, ...]:
        """Somebody is here, for the first time or again; what they may have missed."""
        since = self._since.pop(pk, None)
        # Who came last is forgotten last; what was said in the very moment of coming was said before.
        self._since[pk] = max(now, self._newest + 1) if since is None else since
        while len(self._since) > GUESTS:
            del self._since[next(iter(self._since))]
        if since is None:
            return ()
        return tuple(line for line in self._lines if line.ts >= since and line.ts > now - LASTS_MS)

    def forget(self, pk: bytes) -> None:
        """Somebody was put out: what is said from now on is not for them, even if they come back."""
        self._since.pop(pk, None)
