"""Which screen stands: the one that fits what the client is told of its table, laid on the lobby.

The screens themselves are imported with the first table, after the first frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uno_lan.languages import _

if TYPE_CHECKING:
    from textual.screen import Screen

    from uno_lan.client.model import Snapshot, Stage

    from .app import UnoApp
    from .port import TableClient


class Stages:
    """One screen per stage; boxes above the old one go with it.

    While somebody is in the settings the next one waits: a key pressed there must not play a card.
    """

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._stands: Stage | None = None
        """None: no table's screen does."""
        self._waits: Stage | None = None
        """The stage that has begun while somebody is in the settings."""
        self._settings_open = False
        self._loaded: set[Stage] = set()
        """Stages whose screens have been imported."""

    def show(self, snapshot: Snapshot) -> bool:
        """Lay the screen of this moment on the lobby.

        Returns:
            Does it stand?
        """
        stage = snapshot.stage
        if stage is self._stands or (snapshot.is_closed and self._stands is not None):
            return True
        if self._settings_open and self._stands is not None:
            if stage is not self._waits:
                self._waits = stage
                self._app.tell(_("The table has gone on: leave the settings to see it."))
            return False
        self._stands, self._waits = stage, None
        self._pop_to_lobby()
        self._app.push_screen(screen_of(stage, self._app.client))
        if stage not in self._loaded:
            self._loaded.add(stage)
            self._app.call_after_refresh(self._app.settle, clean=True)
        return True

    def back_to_lobby(self) -> None:
        """No table any more."""
        self._pop_to_lobby()
        self._stands = self._waits = None
        self._settings_open = False

    def _pop_to_lobby(self) -> None:
        while len(self._app.screen_stack) > 1:
            self._app.pop_screen()

    def open_settings(self) -> None:
        """From everywhere; what lies below stays as it is."""
        from .screens.dialogs import Waiting
        from .screens.settings import SettingsScreen

        if self._settings_open or isinstance(self._app.screen, Waiting):
            return  # a table that is being joined opens its own screen in a moment
        self._settings_open = True
        self._app.push_screen(SettingsScreen(), self._settings_left)

    def _settings_left(self, _none: None) -> None:
        """Show the stage that began meanwhile."""
        self._settings_open = False
        if self._waits is not None:
            self._app.clear_notifications()
        self._app.look_again()


def screen_of(stage: Stage, client: TableClient | None) -> Screen[None]:
    """The screen of a stage; imported when it is needed, so that no step waits for those to come."""
    from uno_lan.client.model import Stage

    if stage is Stage.WAITING:
        from .screens.waiting import WaitingScreen

        return WaitingScreen()
    if stage is Stage.ROUND:
        from .screens.practice import PracticeScreen
        from .screens.table import TableScreen
        from .tutorial import Practice

        return PracticeScreen() if isinstance(client, Practice) else TableScreen()
    if stage is Stage.ROUND_OVER:
        from .screens.round_over import RoundOverScreen

        return RoundOverScreen()
    from .screens.game_over import GameOverScreen

    return GameOverScreen()
