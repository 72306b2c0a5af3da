"""Typing a card: a color letter and a symbol, as in `r5`, `bd`, `w4`. Pure.

The first letter opens the word, the second closes it; `w` alone is closed by Enter or a second `w`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .cards import Face
from .glyphs import WILD

COLOR_KEYS: Final = {"r": 0, "y": 1, "g": 2, "b": 3, "w": WILD}
"""Understood in every edition, beside its own letters."""
ACTION_KEYS: Final = {"d": 10, "r": 11, "s": 12}
WILD_KEYS: Final = {"w": 13, "enter": 13, "4": 14, "s": 15, "c": 16, "f": 17, "i": 18, "h": 19}


class CardWord:
    """The card being typed."""

    def __init__(self) -> None:
        self.color = -1
        self.keys = dict(COLOR_KEYS)
        """Keys that open a word."""

    def learn(self, letters: Sequence[str]) -> None:
        """Take the letters of an edition's colors as well."""
        self.keys = COLOR_KEYS | {letter.lower(): color for color, letter in enumerate(letters)}

    @property
    def open(self) -> bool:
        """A color was typed and the symbol is awaited."""
        return self.color >= 0

    def clear(self) -> None:
        """Forget what was typed."""
        self.color = -1

    def feed(self, key: str) -> Face | None:
        """Take a key; gives the card when the word is complete, else None.

        A key that fits no symbol ends the word.
        """
        if not self.open:
            self.color = self.keys.get(key, -1)
            return None
        color, self.color = self.color, -1
        if color == WILD:
            symbol = WILD_KEYS.get(key, -1)
        else:
            symbol = int(key) if key.isdecimal() and len(key) == 1 else ACTION_KEYS.get(key, -1)
        return (color, symbol) if symbol >= 0 else None


def find(face: Face, faces: Sequence[Face]) -> int:
    """First place of a card in a hand, or -1."""
    return next((index for index, held in enumerate(faces) if held == face), -1)
