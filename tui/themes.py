"""The looks one can choose: the styles of what is painted, and the colors of Textual's own widgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.theme import Theme

from .palette import CONTRAST, DARK, LIGHT, TABLE, TERMINAL, Tone


def _theme(name: str, tone: Tone, ground: str, *, dark: bool, ansi: bool = False) -> Theme:
    def color(word: str) -> str:
        return f"ansi_{word}" if ansi else word

    return Theme(
        name=name,
        primary=color(tone.accent),
        secondary=color(tone.word[3]),
        accent=color(tone.accent),
        warning=color(tone.alarm),
        error=color(tone.word[0]),
        success=color(tone.good),
        foreground=color(tone.normal),
        background=color(ground),
        surface=color(tone.bar),
        panel=color(tone.bar),
        dark=dark,
        ansi=ansi,
        # Textual's own styles need the last two where a theme is of the terminal's colors.
        variables={
            "field": color(tone.raised),
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
        },
    )


TONES: Final[Mapping[str, Tone]] = {
    "dark": DARK,
    "light": LIGHT,
    "contrast": CONTRAST,
    "terminal": TERMINAL,
}
"""Colors by the name of the theme in the settings."""
THEMES: Final[Mapping[str, Theme]] = {
    "dark": _theme("uno-dark", DARK, TABLE, dark=True),
    "light": _theme("uno-light", LIGHT, "#f6f4ee", dark=False),
    "contrast": _theme("uno-contrast", CONTRAST, "#000000", dark=True),
    "terminal": _theme("uno-terminal", TERMINAL, "default", dark=True, ansi=True),
}
