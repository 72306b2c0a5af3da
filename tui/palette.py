"""Styles of everything that is painted by hand, in one table.

Two tables: in color, and for NO_COLOR with nothing but bold, underline and reverse. Which one is asked for
once, at the start; widgets never look at the environment.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from rich.style import Style

TABLE = "#12151c"
BAR = "#1b2230"


class Ink(NamedTuple):
    """How one card color is painted in one state."""

    border: Style
    fill: Style


class Palette(NamedTuple):
    """All styles. Tuples are indexed by color code (0-3, 4 = wild)."""

    bright: tuple[Ink, ...]
    """A card that may be played, and the discard pile."""
    dim: tuple[Ink, ...]
    """A card that may not be played now."""
    raised: tuple[Ink, ...]
    """The selected card, when it may be played."""
    lifted: tuple[Ink, ...]
    """The selected card, when it may not."""
    text: tuple[Style, ...]
    """A word or tag in a card color on the table's ground."""
    chip: tuple[Style, ...]
    """The current color, written out."""
    back: Style
    normal: Style
    strong: Style
    muted: Style
    faint: Style
    accent: Style
    """Whose turn it is, keys."""
    alarm: Style
    """UNO, a missed call, a lost link."""
    good: Style
    bar: Style
    bar_strong: Style
    bar_muted: Style
    bar_key: Style
    cursor: Style
    """The chosen row of a list."""
    cursor_off: Style
    """The chosen row of a list without focus."""
    button: Style
    button_on: Style
    tone: Tone | None = None
    """What it is made of; None: no colors."""


def _card(border: str, fill: str, text: str, bold: bool = False) -> Ink:
    return Ink(Style(color=border, bold=bold), Style(color=text, bgcolor=fill, bold=bold))


Five = tuple[str, str, str, str, str]
"""A color per card color: red, yellow, green, blue, wild."""


class Tone(NamedTuple):
    """The colors that a palette is made of."""

    fill: Five
    edge: Five
    ink: Five
    dim_fill: Five
    dim_edge: Five
    dim_ink: Five
    word: Five
    """A word in a card color on the table's ground."""
    normal: str
    strong: str
    muted: str
    faint: str
    accent: str
    """Of words."""
    alarm: str
    good: str
    bar: str
    raised: str
    """Ground of buttons, and of the back of cards."""
    mark: str
    """Ground of what is chosen."""
    on_mark: str
    orange: tuple[str, ...] = ()
    """In place of yellow where an edition has orange; empty: yellow stays."""


DARK: Final = Tone(
    fill=("#c8323c", "#f2c230", "#1f8f55", "#2667c9", "#2b2d33"),
    edge=("#e0505a", "#f2c230", "#35b573", "#4a87e8", "#e6e9ef"),
    ink=("#ffffff", "#14130c", "#ffffff", "#ffffff", "#ffffff"),
    dim_fill=("#6e2a32", "#8a7430", "#24543f", "#26426f", "#24262b"),
    dim_edge=("#6e2a32", "#8a7430", "#24543f", "#26426f", "#5c626e"),
    dim_ink=("#c3bfc4", "#15140d", "#bcc7c1", "#bcc6d6", "#a3a8b2"),
    word=("#f0626c", "#f2c230", "#4cc98a", "#6aa2f5", "#e6e9ef"),
    normal="#dfe3ea",
    strong="#ffffff",
    muted="#9aa3b5",
    faint="#4c5568",
    accent="#f7b733",
    alarm="#ff8a65",
    good="#57d08c",
    bar=BAR,
    raised="#2a3040",
    mark="#f7b733",
    on_mark="#14130c",
    orange=("#e07b24", "#f0964a", "#14130c", "#7d4f26", "#7d4f26", "#d8cdc2", "#f59b4b"),
)
LIGHT: Final = Tone(
    fill=("#c8323c", "#f2c230", "#1a7d4a", "#2667c9", "#3a3d44"),
    edge=("#a3222b", "#8f6b00", "#12603a", "#1b4f9f", "#14161a"),
    ink=("#ffffff", "#14130c", "#ffffff", "#ffffff", "#ffffff"),
    dim_fill=("#ebc9cc", "#f1e6c3", "#c9e2d4", "#c9d7ee", "#d5d6d9"),
    dim_edge=("#d9a3a8", "#d8c27c", "#9cc9b0", "#9db7de", "#a9acb2"),
    dim_ink=("#5f2228", "#4d3f0a", "#17452d", "#1b3a68", "#35383e"),
    word=("#b3202b", "#745600", "#13663b", "#1c52a6", "#2b2e34"),
    normal="#22262e",
    strong="#000000",
    muted="#535a67",
    faint="#b5b1a4",
    accent="#8a4f00",
    alarm="#b02a00",
    good="#13663b",
    bar="#e6e2d6",
    raised="#dcd7c8",
    mark="#f7b733",
    on_mark="#14130c",
    orange=("#e07b24", "#8a4200", "#14130c", "#f4dcc6", "#dcae84", "#5a3410", "#8a4200"),
)
CONTRAST: Final = Tone(
    fill=("#c00000", "#ffff00", "#007a00", "#0046d5", "#000000"),
    edge=("#ff6060", "#ffff00", "#00ff00", "#66a3ff", "#ffffff"),
    ink=("#ffffff", "#000000", "#ffffff", "#ffffff", "#ffffff"),
    dim_fill=("#000000", "#000000", "#000000", "#000000", "#000000"),
    dim_edge=("#ff6060", "#ffff00", "#00ff00", "#66a3ff", "#ffffff"),
    dim_ink=("#ff8080", "#ffff00", "#00ff00", "#80b5ff", "#ffffff"),
    word=("#ff8080", "#ffff00", "#00ff00", "#80b5ff", "#ffffff"),
    normal="#ffffff",
    strong="#ffffff",
    muted="#e6e6e6",
    faint="#b0b0b0",
    accent="#ffff00",
    alarm="#ff9a80",
    good="#00ff00",
    bar="#1a1a1a",
    raised="#303030",
    mark="#ffff00",
    on_mark="#000000",
    orange=("#ff9900", "#ff9900", "#000000", "#000000", "#ff9900", "#ff9900", "#ff9900"),
)
TERMINAL: Final = Tone(
    fill=("red", "yellow", "green", "blue", "bright_black"),
    edge=("bright_red", "bright_yellow", "bright_green", "bright_blue", "default"),
    ink=("bright_white", "black", "black", "bright_white", "bright_white"),
    dim_fill=("default", "default", "default", "default", "default"),
    dim_edge=("red", "yellow", "green", "blue", "bright_black"),
    dim_ink=("red", "yellow", "green", "blue", "default"),
    word=("bright_red", "yellow", "green", "bright_blue", "default"),
    normal="default",
    strong="default",
    muted="default",
    faint="bright_black",
    accent="yellow",
    alarm="bright_red",
    good="green",
    bar="default",
    raised="bright_black",
    mark="yellow",
    on_mark="black",
)
"""The sixteen colors of the terminal, whatever they look like there."""


PLACES: Final = ("fill", "edge", "ink", "dim_fill", "dim_edge", "dim_ink", "word")
"""Colors of a tone that a card color has one of each of, in the order of `Tone.orange`."""


def with_orange(palette: Palette) -> Palette:
    """The palette with orange in place of yellow; without colors it stays as it is."""
    tone = palette.tone
    return palette if tone is None else colored(oranged(tone))


def oranged(tone: Tone) -> Tone:
    """The tone with orange in place of yellow; where a terminal has sixteen colors yellow stays."""
    if not tone.orange:
        return tone
    changes: dict[str, Any] = {}
    for name, color in zip(PLACES, tone.orange, strict=True):
        five = getattr(tone, name)
        changes[name] = (five[0], color, *five[2:])
    return tone._replace(**changes)


@cache
def colored(tone: Tone = DARK) -> Palette:
    """The palette in color; terminals with fewer colors get the nearest ones."""
    cards = tuple(zip(tone.edge, tone.fill, tone.ink, strict=True))
    dim = tuple(zip(tone.dim_edge, tone.dim_fill, tone.dim_ink, strict=True))
    lifted = tuple(zip(tone.edge, tone.dim_fill, tone.dim_ink, strict=True))
    chosen = Style(color=tone.on_mark, bgcolor=tone.mark, bold=True)
    raised = Style(color=tone.normal, bgcolor=tone.raised)
    return Palette(
        bright=tuple(_card(*c) for c in cards),
        dim=tuple(_card(*c) for c in dim),
        raised=tuple(_card(*c, bold=True) for c in cards),
        lifted=tuple(_card(*c, bold=True) for c in lifted),
        text=tuple(Style(color=c) for c in tone.word),
        chip=tuple(Style(color=i, bgcolor=f, bold=True) for i, f in zip(tone.ink, tone.fill, strict=True)),
        back=Style(color=tone.muted, bgcolor=tone.raised),
        normal=Style(color=tone.normal),
        strong=Style(color=tone.strong, bold=True),
        muted=Style(color=tone.muted),
        faint=Style(color=tone.faint),
        accent=Style(color=tone.accent, bold=True),
        alarm=Style(color=tone.alarm, bold=True),
        good=Style(color=tone.good),
        bar=Style(color=tone.normal, bgcolor=tone.bar),
        bar_strong=Style(color=tone.strong, bgcolor=tone.bar, bold=True),
        bar_muted=Style(color=tone.muted, bgcolor=tone.bar),
        bar_key=Style(color=tone.accent, bgcolor=tone.bar, bold=True),
        cursor=chosen,
        cursor_off=raised,
        button=raised,
        button_on=chosen,
        tone=tone,
    )


@cache
def plain() -> Palette:
    """The palette without any color: bold, underline and reverse only."""
    none, bold, reverse = Style(), Style(bold=True), Style(reverse=True)
    return Palette(
        bright=(Ink(bold, bold),) * 5,
        dim=(Ink(none, none),) * 5,
        raised=(Ink(bold, Style(bold=True, reverse=True)),) * 5,
        lifted=(Ink(bold, reverse),) * 5,
        text=(none,) * 5,
        chip=(Style(bold=True, reverse=True),) * 5,
        back=none,
        normal=none,
        strong=bold,
        muted=none,
        faint=none,
        accent=bold,
        alarm=Style(bold=True, reverse=True),
        good=none,
        bar=none,
        bar_strong=bold,
        bar_muted=none,
        bar_key=Style(bold=True, underline=True),
        cursor=reverse,
        cursor_off=Style(underline=True),
        button=bold,
        button_on=Style(bold=True, reverse=True),
    )
