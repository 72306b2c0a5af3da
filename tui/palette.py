"""Styles of everything that is painted by hand, in one table.

Two tables: in color, and for NO_COLOR with nothing but bold, underline and reverse. Which one is asked for
once, at the start; widgets never look at the environment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from rich.style import Style

TABLE = "#12151c"
BAR = "#1b2230"


@dataclass(frozen=True, slots=True)
class Ink:
    """How one card color is painted in one state."""

    border: Style
    fill: Style


@dataclass(frozen=True, slots=True)
class Palette:
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


def _card(border: str, fill: str, text: str, bold: bool = False) -> Ink:
    return Ink(Style(color=border, bold=bold), Style(color=text, bgcolor=fill, bold=bold))


_FILL = ("#c8323c", "#f2c230", "#1f8f55", "#2667c9", "#2b2d33")
_EDGE = ("#e0505a", "#f2c230", "#35b573", "#4a87e8", "#e6e9ef")
_INK = ("#ffffff", "#14130c", "#ffffff", "#ffffff", "#ffffff")
_DIM_FILL = ("#6e2a32", "#8a7430", "#24543f", "#26426f", "#24262b")
_DIM_EDGE = ("#6e2a32", "#8a7430", "#24543f", "#26426f", "#5c626e")
_DIM_INK = ("#c3bfc4", "#15140d", "#bcc7c1", "#bcc6d6", "#a3a8b2")
_WORD = ("#f0626c", "#f2c230", "#4cc98a", "#6aa2f5", "#e6e9ef")


_ORANGE: Final = (
    ("bright", "#f0964a", "#e07b24", "#14130c", False),
    ("dim", "#7d4f26", "#7d4f26", "#d8cdc2", False),
    ("raised", "#f0964a", "#e07b24", "#14130c", True),
    ("lifted", "#f0964a", "#7d4f26", "#d8cdc2", True),
)
_ORANGE_WORD: Final = "#f59b4b"


def with_orange(palette: Palette) -> Palette:
    """The palette with orange in place of yellow; without colors it stays as it is."""
    if palette.text[1].color is None:
        return palette
    changes: dict[str, Any] = {}
    for name, edge, fill, ink, bold in _ORANGE:
        cards = list(getattr(palette, name))
        cards[1] = _card(edge, fill, ink, bold)
        changes[name] = tuple(cards)
    changes["text"] = (palette.text[0], Style(color=_ORANGE_WORD), *palette.text[2:])
    chip = Style(color="#14130c", bgcolor="#e07b24", bold=True)
    changes["chip"] = (palette.chip[0], chip, *palette.chip[2:])
    return replace(palette, **changes)


@cache
def colored() -> Palette:
    """The palette in 24-bit color; terminals with fewer colors get the nearest ones."""
    return Palette(
        bright=tuple(_card(*c) for c in zip(_EDGE, _FILL, _INK, strict=True)),
        dim=tuple(_card(*c) for c in zip(_DIM_EDGE, _DIM_FILL, _DIM_INK, strict=True)),
        raised=tuple(_card(*c, bold=True) for c in zip(_EDGE, _FILL, _INK, strict=True)),
        lifted=tuple(_card(*c, bold=True) for c in zip(_EDGE, _DIM_FILL, _DIM_INK, strict=True)),
        text=tuple(Style(color=c) for c in _WORD),
        chip=tuple(Style(color=i, bgcolor=f, bold=True) for i, f in zip(_INK, _FILL, strict=True)),
        back=Style(color="#8b93a7", bgcolor="#2a3040"),
        normal=Style(color="#dfe3ea"),
        strong=Style(color="#ffffff", bold=True),
        muted=Style(color="#9aa3b5"),
        faint=Style(color="#4c5568"),
        accent=Style(color="#f7b733", bold=True),
        alarm=Style(color="#ff8a65", bold=True),
        good=Style(color="#57d08c"),
        bar=Style(color="#dfe3ea", bgcolor=BAR),
        bar_strong=Style(color="#ffffff", bgcolor=BAR, bold=True),
        bar_muted=Style(color="#9aa3b5", bgcolor=BAR),
        bar_key=Style(color="#f7b733", bgcolor=BAR, bold=True),
        cursor=Style(color="#14130c", bgcolor="#f7b733", bold=True),
        cursor_off=Style(color="#dfe3ea", bgcolor="#2a3040"),
        button=Style(color="#dfe3ea", bgcolor="#2a3040"),
        button_on=Style(color="#14130c", bgcolor="#f7b733", bold=True),
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
