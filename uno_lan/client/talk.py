"""What was said at the table: each line once, and whose lines I do not want to hear.

After a return the host gives once more what was said while I may have been away. What I have is left out, and
what is new to me bears the time it was said at.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from protocol.messages import Chat, Lobby, WelcomeText

from .words import headed

REMEMBERED: Final = 100
"""Lines known again: some more than a host gives."""


class Talk:
    """The chat of one table, as one person hears it."""

    def __init__(self) -> None:
        self._had: dict[tuple[int, bytes | None, str], None] = {}
        self._since = 0
        """Host time when my link came up."""
        self._ahead = 0
        """So much the host's clock is ahead of mine, in ms."""
        self._names: dict[bytes, str] = {}
        self.muted: frozenset[str] = frozenset()
        """Names of those whose lines I do not hear."""

    def link_up(self, text: WelcomeText, now: int) -> None:
        """I am here (again)."""
        self._since, self._ahead = text.now, text.now - now

    def mute(self, name: str, muted: bool) -> None:
        """Hear no more of somebody, or hear them again."""
        self.muted = self.muted - {name} | ({name} if muted else frozenset())

    def meet(self, lobby: Lobby) -> None:
        """Who is here, and under which name: another name is no way around being muted."""
        for pk, name in _names(lobby):
            before = self._names.get(pk)
            if before in self.muted and before != name:
                self.mute(before, False)
                self.mute(name, True)
            self._names[pk] = name
        here = {pk for pk, _ in _names(lobby)}
        self._names = {pk: name for pk, name in self._names.items() if pk in here or name in self.muted}

    def hear(self, line: Chat) -> str:
        """What to show of a line; empty: nothing."""
        key = (line.ts, line.pk, line.text)
        if key in self._had:
            return ""
        self._had[key] = None
        while len(self._had) > REMEMBERED:
            del self._had[next(iter(self._had))]
        if line.name in self.muted or (line.pk is not None and self._names.get(line.pk) in self.muted):
            return ""
        name = line.name or "?"
        return headed(f"{name} ({self._at(line.ts)})" if line.ts < self._since else name, line.text)

    def _at(self, ts: int) -> str:
        """A time of the host as the clock here showed it."""
        return time.strftime("%H:%M", time.localtime((ts - self._ahead) / 1000))


def _names(lobby: Lobby) -> Iterable[tuple[bytes, str]]:
    yield from ((seat.pk, seat.name) for seat in lobby.seats)
    yield from ((who.pk, who.name) for who in lobby.spectators)
