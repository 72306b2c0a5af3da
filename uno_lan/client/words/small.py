"""Small words: names of colors and cards, counts, lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from uno_lan.engine.deck import CUSTOMIZABLE, Edition

Naming = Callable[[int], str]
"""Gives the name of a seat."""

COLORS: Final = ("red", "yellow", "green", "blue")
WILD: Final = 4
"""Color code of a card without a color."""


def count(number: int, thing: str = "card") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def a(thing: str) -> str:
    """`a Draw Two`, `an 8`, `an Item Box`."""
    return f"an {thing}" if thing[:1] in "AEIOUaeiou8" else f"a {thing}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def color_name(color: int, colors: Sequence[str] = COLORS) -> str:
    """Word of a color; `no color` before there is one."""
    return colors[color] if 0 <= color < len(colors) else "no color"


def symbol_name(edition: Edition, symbol: int) -> str:
    """`5`, `Draw Two`, `Wild The Force`: a face without its color."""
    face = edition.face_of.get(symbol)
    return face.name if face is not None else "card"


def card_name(edition: Edition, uid: int) -> str:
    """`red 5`, `blue Draw Two`, `Wild`; a customizable card with its number where they differ."""
    if not 0 <= uid < edition.size:
        return "a card"
    symbol, color = edition.symbol_of[uid], edition.color_of[uid]
    name = symbol_name(edition, symbol)
    if color != WILD:
        return f"{color_name(color, edition.colors)} {name}"
    copy = edition.copy_of[uid]
    return f"{name} {copy + 1}" if edition.numbered and symbol == CUSTOMIZABLE else name


def card_names(edition: Edition, cards: Sequence[int]) -> str:
    """`red 5, blue 5 and Wild`."""
    return listed([card_name(edition, card) for card in cards])


def direction_name(direction: int) -> str:
    """The direction of play."""
    return "clockwise" if direction >= 0 else "counter-clockwise"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
