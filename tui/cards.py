"""Drawings of cards as rows of segments. Own designs: a letter and a shape for the color, a plain symbol.

Pure: no widget, no edition. A card is a pair (color code, symbol code). Drawings are cached, for a hand is
painted again at every key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.segment import Segment

from .glyphs import WILD, Glyphs
from .palette import Ink, Palette, with_orange
from .text import Row, center

if TYPE_CHECKING:
    from uno_lan.engine.deck import Edition

LETTERS: Final[tuple[str, ...]] = ("R", "Y", "G", "B")
Face = tuple[int, int]
"""Color code and symbol code. Copies of a customizable card that carry different rules have symbol codes of
their own, from `NUMBERED` on."""
CUSTOMIZABLE: Final = 16
NUMBERED: Final = 20


@dataclass(frozen=True, slots=True)
class Size:
    """Outer size of a card in cells."""

    width: int
    height: int


BIG: Final = Size(11, 7)
NORMAL: Final = Size(7, 5)

BRIGHT: Final = "bright"
DIM: Final = "dim"
RAISED: Final = "raised"
LIFTED: Final = "lifted"


def face_of(edition: Edition, uid: int) -> Face:
    """Color and symbol of a card."""
    color, symbol = edition.color_of[uid], edition.symbol_of[uid]
    if edition.numbered and symbol == CUSTOMIZABLE:
        return color, NUMBERED + edition.copy_of[uid]
    return color, symbol


def unnumbered(face: Face) -> Face:
    """The face as it is typed: customizable cards without their number."""
    return (face[0], CUSTOMIZABLE) if face[1] >= NUMBERED else face


class Artist:
    """Draws cards with one set of glyphs and one palette, in the colors of the edition in play."""

    def __init__(self, glyphs: Glyphs, palette: Palette) -> None:
        self.glyphs = glyphs
        self.palette = self._plain_palette = palette
        self.letters = LETTERS
        """Letters of the four colors."""
        self.card = lru_cache(maxsize=512)(self._card)
        self.back = lru_cache(maxsize=8)(self._back)

    def dress(self, letters: Sequence[str], colors: Sequence[str]) -> None:
        """Take the letters of an edition's colors, and orange where it has that for yellow."""
        if self.letters == tuple(letters):
            return
        self.letters = tuple(letters)
        orange = len(colors) > 1 and colors[1] == "orange"
        self.palette = with_orange(self._plain_palette) if orange else self._plain_palette
        self.card.cache_clear()

    def shape(self, color: int) -> str:
        """Letter and shape of a color: `R◆`, in Star Wars `O●`."""
        shape = self.glyphs.shapes[color]
        return self.letters[color] + shape[1:] if color < len(self.letters) else shape

    def tag(self, face: Face) -> str:
        """Shortest text of a card, at most four cells: `R◆5`, `W✶+4`."""
        color, symbol = face
        return self.shape(color) + self._sign(self.glyphs.tags, symbol)

    def label(self, face: Face) -> str:
        """Text of a card for running text: `B■ +2`, `W✶`."""
        color, symbol = face
        sign = self._sign(self.glyphs.tags if color == WILD else self.glyphs.symbols, symbol)
        return f"{self.shape(color)} {sign}".rstrip()

    @staticmethod
    def _sign(signs: Sequence[str], symbol: int) -> str:
        """The sign of a symbol; numbered customizable cards have their number beside it."""
        if symbol >= NUMBERED:
            return f"{signs[CUSTOMIZABLE]}{symbol - NUMBERED + 1}"
        return signs[symbol]

    def _card(self, face: Face, size: Size, state: str) -> tuple[Row, ...]:
        """The rows of one card, each `size.width` cells wide."""
        inks: dict[str, tuple[Ink, ...]] = {
            BRIGHT: self.palette.bright,
            DIM: self.palette.dim,
            RAISED: self.palette.raised,
            LIFTED: self.palette.lifted,
        }
        ink = inks[state][face[0]]
        inside = self._big_inside(face) if size is BIG else self._inside(face)
        return self._framed(inside, size, ink)

    def _back(self, size: Size) -> tuple[Row, ...]:
        """A card seen from behind."""
        inner = self.glyphs.back * (size.width - 2)
        ink = Ink(self.palette.muted, self.palette.back)
        return self._framed([inner] * (size.height - 2), size, ink)

    def empty(self, size: Size) -> tuple[Row, ...]:
        """The place of a card that is not there."""
        ink = Ink(self.palette.faint, self.palette.faint)
        return self._framed([" " * (size.width - 2)] * (size.height - 2), size, ink)

    def _framed(self, inside: list[str], size: Size, ink: Ink) -> tuple[Row, ...]:
        top_left, flat, top_right, side, low_left, low_right = self.glyphs.card
        bar = flat * (size.width - 2)
        rows: list[Row] = [[Segment(top_left + bar + top_right, ink.border)]]
        for line in inside:
            rows.append([Segment(side, ink.border), Segment(line, ink.fill), Segment(side, ink.border)])
        rows.append([Segment(low_left + bar + low_right, ink.border)])
        return tuple(rows)

    def _inside(self, face: Face) -> list[str]:
        """Three rows of five cells; the left half tells all, for cards overlap."""
        color, symbol = face
        shape, sign = self.shape(color), self._sign(self.glyphs.symbols, symbol)
        gap = 5 - cell_len(shape) - cell_len(sign)
        return [shape + " " * gap + sign, center(sign, 5), sign + " " * gap + shape]

    def _big_inside(self, face: Face) -> list[str]:
        """Five rows of nine cells with a large symbol; the small one in the corners tells a Skip from a 0."""
        color, symbol = face
        shape, sign = self.shape(color), self._sign(self.glyphs.symbols, symbol)
        art = self.glyphs.big.get(symbol if symbol < NUMBERED else CUSTOMIZABLE, ("", sign, ""))
        gap = " " * (9 - cell_len(shape) - cell_len(sign))
        return [shape + gap + sign, *(center(line, 9) for line in art), sign + gap + shape]
