"""When the app speaks up about fairness, and what it answers when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_lan.languages import _

if TYPE_CHECKING:
    from uno_lan.client.model import Snapshot

    from .app import UnoApp


class Alarm:
    """Lays the dispute on the screen once for each thing that is found, and once more when a vote begins."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()

    def forget(self) -> None:
        """Another table."""
        self._seen = ()

    def look(self, app: UnoApp, snapshot: Snapshot) -> None:
        """A new snapshot."""
        trouble = snapshot.trouble
        if trouble is None:
            self._seen = ()
            return
        key = (trouble.code, trouble.entry, bool(trouble.ends_ms))
        if key != self._seen:
            self._seen = key
            show(app)


def show(app: UnoApp) -> None:
    """What is wrong; if nothing is, what the mark of the deal promises."""
    from uno_lan.client import words

    from .screens.dialogs import OK, Explanation
    from .screens.dispute import DisputeDialog

    if isinstance(app.screen, DisputeDialog):
        return
    if app.snapshot.trouble is not None:
        app.push_screen(DisputeDialog(), lambda answer: _answered(app, answer))
    elif app.client is not None:
        fair = app.snapshot.fair
        box = Explanation(lambda: _("Is all fair?"), lambda: "\n\n".join(words.explained(fair)), OK)
        app.push_screen(box)


def _answered(app: UnoApp, answer: str | None) -> None:
    if answer == "leave" and app.client is not None:
        from .screens.leave import ask_to_leave

        ask_to_leave(app)
