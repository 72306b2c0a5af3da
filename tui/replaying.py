"""Opening a replay: from the lobby's list, after a game, or alone from the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, cast

from .app import Start, UnoApp, exit_code
from .screens.replay import ReplayScreen

if TYPE_CHECKING:
    from textual.screen import Screen

    from uno_lan.client.replay import Reel

    from .port import Lobby


def look_at(app: UnoApp, path: str) -> None:
    """Read a file and show it; what is wrong with it is said."""
    app.run_worker(_look_at(app, path), group="replay", exclusive=True, exit_on_error=False)


async def _look_at(app: UnoApp, path: str) -> None:
    from protocol.signing import Ed25519Verifier
    from uno_lan.client.replay import NoReplay, Projector, read_file

    try:
        # A long evening takes a second to verify: the screen goes on meanwhile.
        reel = await asyncio.to_thread(read_file, Path(path), Ed25519Verifier())
    except NoReplay as reason:
        app.tell(reason.sentence, severe=True)
        return
    app.push_screen(ReplayScreen(Projector(reel)))


class ReplayApp(UnoApp):
    """A replay and nothing else: no lobby is searched, and leaving it ends the program."""

    def __init__(
        self,
        reel: Reel,
        seat: int | None = None,
        number: int = 0,
        glyphs: str = "auto",
        preferences_file: Path | None = None,
    ) -> None:
        from uno_lan.client.replay import Projector
        from uno_lan.preferences import Preferences, load

        chosen, complaint = load(preferences_file) if preferences_file else (Preferences(), "")
        super().__init__(
            cast("Lobby", None),  # nothing here asks a lobby
            glyphs,
            Start(complaint=complaint),
            preferences=chosen,
            preferences_file=preferences_file,
        )
        self._projector = Projector(reel, seat)
        self._projector.to_round(number)

    def get_default_screen(self) -> Screen[None]:  # type: ignore[override]
        """Empty: the replay lies on it."""
        from textual.screen import Screen

        return Screen()

    def begin(self) -> None:
        """Show it."""
        self.push_screen(ReplayScreen(self._projector), lambda _none: self.exit(0))
        self.begin_with_settings(self.start.complaint)

    def action_rule_book(self) -> None:
        """That of the game that is looked at."""
        from .screens.rules import RulesScreen, open_book

        if not isinstance(self.screen, RulesScreen):
            open_book(self, lambda: self.snapshot.law)


def run(reel: Reel, seat: int | None, number: int, glyphs: str) -> int:
    """Show a replay until it is left, with the settings of the other screens; gives the exit code."""
    from uno_lan.paths import settings_file

    app = ReplayApp(reel, seat, number, glyphs, settings_file())
    return exit_code(app, app.run())
