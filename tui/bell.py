"""When a table is worth the bell beside my turn: somebody said something, or somebody can be caught."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uno_lan.client.model import LogLine, Snapshot

    from .app import UnoApp


class NoteBell:
    """Rings once for what is new."""

    def __init__(self) -> None:
        self._before: Snapshot | None = None

    def forget(self) -> None:
        """Another table: what was said there is not new."""
        self._before = None

    def hear(self, app: UnoApp, snapshot: Snapshot) -> None:
        """A new snapshot."""
        before, self._before = self._before, snapshot
        if before is not None and is_note(before, snapshot):
            app.ring("note")


def is_note(before: Snapshot, now: Snapshot) -> bool:
    """Has somebody else said something, or is there somebody to be caught?

    Watchers have no seat to be told apart by, so what one of them says rings for players alone.
    """
    owes = now.view.owes if now.view is not None else ()
    had = before.view.owes if before.view is not None else ()
    if set(owes) - {*had, now.me}:
        return True
    return any(line.kind == "chat" and line.seat != now.me for line in _fresh(before, now))


def _fresh(before: Snapshot, now: Snapshot) -> list[LogLine]:
    """Lines that came since. The very same line is looked for: people say the same twice."""
    last = before.log[-1] if before.log else None
    fresh = []
    for line in reversed(now.log):
        if line is last or line.old:
            break
        fresh.append(line)
    return fresh
