"""Small words: names of colors and cards, counts, lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol

Naming = Callable[[int], str]
"""Gives the name of a seat."""

COLORS: Final = ("red", "yellow", "green", "blue")
WILD: Final = 4
"""Color code of a card without a color."""

SYMBOLS: Final = (
    *(str(number) for number in range(10)),
    "Draw Two",
    "Reverse",
    "Skip",
    "Wild",
    "Wild Draw Four",
    "Wild Super Star",
    "Wild Customizable",
    "Wild The Force",
    "Wild Item Box",
    "Wild Shuffle Hands",
)


class Faces(Protocol):
    """What must be known of an edition to name its cards."""

    @property
    def color_of(self) -> bytes:
        """Color code of each card."""

    @property
    def symbol_of(self) -> bytes:
        """Symbol code of each card."""


def count(number: int, thing: str = "card") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def color_name(color: int, colors: Sequence[str] = COLORS) -> str:
    """Word of a color; `no colour` before there is one."""
    return colors[color] if 0 <= color < len(colors) else "no colour"


def card_name(faces: Faces, uid: int, colors: Sequence[str] = COLORS) -> str:
    """`red 5`, `blue Draw Two`, `Wild`."""
    if not 0 <= uid < len(faces.color_of):
        return "a card"
    symbol = SYMBOLS[faces.symbol_of[uid]]
    color = faces.color_of[uid]
    return symbol if color == WILD else f"{color_name(color, colors)} {symbol}"


def direction_name(direction: int) -> str:
    """The direction of play."""
    return "clockwise" if direction >= 0 else "counter-clockwise"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
