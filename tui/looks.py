"""Looks and keys: what a person's preferences do to all screens at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from uno_lan.languages import _, chosen, use
from uno_lan.preferences import Preferences

from .cards import Artist
from .glyphs import Glyphs
from .glyphs import choose as choose_glyphs
from .no_break import keep_together
from .palette import colored, plain
from .screens.base import Dialog, UnoScreen
from .themes import THEMES, TONES
from .widgets.painted import Painted
from .widgets.said import Said

if TYPE_CHECKING:
    from textual.filter import LineFilter


class DressedApp(App[int]):
    """An app in the theme, signs, language and keys that were chosen."""

    CSS_PATH = Path(__file__).parent / "styles" / "uno.tcss"  # a subclass elsewhere finds it too

    def __init__(
        self, glyphs: Glyphs | str, preferences: Preferences | None, preferences_file: Path | None
    ) -> None:
        self._ready_for_theme = False
        keep_together()
        super().__init__()
        self.preferences = preferences or Preferences()
        self.preferences_file = preferences_file
        self._asked_glyphs = glyphs
        """What the command line says goes before the settings."""
        self.artist = self.new_artist()
        for theme in THEMES.values():
            self.register_theme(theme)
        self._begin_in_theme()
        self._apply()

    def new_artist(self) -> Artist:
        """Who draws the cards, in the signs and colors of now."""
        glyphs = self._asked_glyphs
        if isinstance(glyphs, str):
            glyphs = choose_glyphs(self.preferences.glyphs if glyphs == "auto" else glyphs)
        return Artist(glyphs, plain() if self.no_color else colored(TONES[self.preferences.theme]))

    def _begin_in_theme(self) -> None:
        """Have the theme before the first style is read: a change of theme reads them all a second time.

        Only for those like Textual's own in what else hangs on the theme.
        """
        theme = THEMES[self.preferences.theme]
        if theme.dark and not theme.ansi:
            self.set_reactive(App.theme, theme.name)
        self._ready_for_theme = True
        self.stylesheet.set_variables(self.get_css_variables())

    def get_css_variables(self) -> dict[str, str]:
        """Those of the theme, once it is known: they are made of many colors, and once is enough."""
        return super().get_css_variables() if self._ready_for_theme else {}

    def _apply(self) -> None:
        """Let the preferences act."""
        self.theme = THEMES[self.preferences.theme].name
        if self.preferences.motion == "reduced":
            self.animation_level = "none"

    def choose(self, preferences: Preferences) -> None:
        """Other preferences: they act at once and are kept."""
        from uno_lan.preferences import save

        before, self.preferences = self.preferences, preferences
        self._apply()
        if before.keys != preferences.keys:
            self._take_keys()
        if before.motion != preferences.motion and preferences.motion == "full":
            self.animation_level = "full"
        if before.language != preferences.language:
            use(chosen(preferences.language, os.environ))
        if (before.theme, before.glyphs) != (preferences.theme, preferences.glyphs):
            self.artist = self.new_artist()
        self._redraw()
        if self.preferences_file is not None and (trouble := save(self.preferences_file, preferences)):
            self.tell(trouble, severe=True)

    def _redraw(self) -> None:
        """Paint every screen anew, those below the settings as well."""
        for screen in self.screen_stack:
            for widget in screen.query(Painted):
                widget.repaint()
                widget.refresh(layout=True)
            for text in screen.query(Said):
                text.say_again()
            if isinstance(screen, UnoScreen | Dialog):
                screen.dress()
        self.refresh(layout=True)

    def begin_with_settings(self, complaint: str) -> None:
        """Let own keys act, and say what is wrong with the file of settings, if anything is."""
        if complaint:
            self.tell(complaint, severe=True)
        if self.preferences.keys:
            self.call_after_refresh(self._take_keys)

    def _take_keys(self) -> None:
        """Let own keys act; say which of them cannot."""
        from .keymap import usable

        good, wrong = usable(self.preferences.keys)
        self.set_keymap(good)
        if wrong:
            self.tell(_("Settings: {why} The usual key is used.").format(why=wrong[0]), severe=True)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """No color leaves where none is wanted, and nothing but ASCII for a terminal that knows no more."""
        filters = list(super().get_line_filters())
        if self.no_color:
            from .colorless import COLORLESS, TOOLKIT

            filters = [*(one for one in filters if not isinstance(one, TOOLKIT)), COLORLESS]
        if self.artist.glyphs.name == "ascii":
            from .ascii_filter import AsciiFilter

            filters.append(AsciiFilter())
        return filters

    def tell(self, sentence: str, severe: bool = False) -> None:
        """Show a sentence for a while."""
        self.notify(sentence, severity="error" if severe else "information", markup=False, timeout=5)

    def ring(self, why: str) -> None:
        """The bell, if it is wanted for this: `turn` or `note`."""
        if self.preferences.sounds == "all" or self.preferences.sounds == why:
            self.bell()

    def set_window_title(self, text: str) -> None:
        """Title of the terminal's window: whose turn it is can be seen from elsewhere."""
        driver = self._driver
        if driver is not None and not driver.is_headless:
            driver.write(f"\x1b]2;{''.join(c for c in text if c.isprintable())}\x07")
