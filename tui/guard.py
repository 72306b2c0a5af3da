"""Keys that change their meaning under the player's fingers.

A key that would do something else than a moment ago is refused for 300 ms: who meant to draw must not accept
four cards because the table moved in that instant. Two keys are free: `u` always means the same, and a catch
is a race. Pure: the time is an argument.
"""

from __future__ import annotations

from collections.abc import Mapping

PAUSE_MS = 300
SENT_MS = 2000
"""How long a move that was sent blocks the next one, at most, when the table says nothing."""


class KeyGuard:
    """Remembers when each key last changed its meaning, and whether a move is on its way."""

    def __init__(self) -> None:
        self._meanings: dict[str, object] = {}
        self._changed: dict[str, int] = {}
        self._sent_at: int | None = None

    def learn(self, meanings: Mapping[str, object], now: int) -> None:
        """Take in what each key would do from now on; keys that are missing do nothing."""
        for key in {*self._meanings, *meanings}:
            if self._meanings.get(key) != meanings.get(key):
                self._changed[key] = now
        self._meanings = dict(meanings)

    def answered(self) -> None:
        """The table did something or said no: the next move may leave."""
        self._sent_at = None

    def adopt(self, meanings: Mapping[str, object]) -> None:
        """Take in meanings that the player changed by own hand: nothing to be guarded."""
        self._meanings = dict(meanings)

    def refuses(self, key: str, now: int) -> str:
        """Reason code why this key may not act now; empty when it may."""
        if self._sent_at is not None and now - self._sent_at < SENT_MS:
            return "sent"
        changed = self._changed.get(key)
        return "too_fast" if changed is not None and now - changed < PAUSE_MS else ""

    def sent(self, now: int) -> None:
        """A move left; the next one waits for the table's answer."""
        self._sent_at = now
