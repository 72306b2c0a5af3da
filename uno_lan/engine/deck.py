"""An edition's cards: its data with the tables that the round looks things up in.

A card is its uid: the index in the deck list; with several decks the list repeats.
"""

from __future__ import annotations

import functools
from typing import Any, Final

import msgspec

from .faces import MAX_NAME, NO_COLOR, SYMBOLS, WILDS, EditionData, Face, Place, RulesError, problems

KINDS: Final = len(SYMBOLS)
"""Places for one color in `Edition.match`."""
CUSTOMIZABLE: Final = SYMBOLS.index("customizable")
NO_SYMBOL: Final = -1
"""Symbol of a top card on which only the color counts."""


class DataError(RulesError):
    """An edition's data cannot be played; `place` says where in it the fault is."""

    def __init__(self, message: str, place: Place = ()) -> None:
        super().__init__(message)
        self.place = place


class Edition:
    """An edition's data and the tables made from it. Immutable.

    What every turn looks up is in tuples, which are read faster than bytes; the rest is in bytes.
    """

    __slots__ = (
        "back_count",
        "color_of",
        "colors",
        "copy_of",
        "data",
        "decks",
        "face_key",
        "face_of",
        "id",
        "letters",
        "match",
        "name",
        "numbered",
        "over",
        "points_of",
        "size",
        "symbol_of",
        "texts",
        "wilds_match",
    )

    def __init__(self, data: EditionData, decks: int = 1, numbered: bool = False) -> None:
        """Build all tables.

        Args:
            decks: how many decks are shuffled together.
            numbered: the copies of the customizable card carry different rules, so each has its own text.

        Raises:
            DataError: the data names something unknown or does not add up.
        """
        for place, problem in problems(data):
            raise DataError(f"edition {data.id[:MAX_NAME]!r}: {problem}", place)
        cards = [
            (color, face) for color in range(len(data.colors)) for face in data.faces if not face.is_wild
        ]
        cards += [(NO_COLOR, face) for face in data.faces if face.is_wild]
        deck = [(*card, copy) for card in cards for copy in range(card[1].count)] * decks
        self.data = data
        self.decks = decks
        self.numbered = numbered
        self.id = data.id
        self.name = data.name
        self.colors = tuple(color.name for color in data.colors)
        """Names by color index."""
        self.letters = tuple(color.letter for color in data.colors)
        self.size = len(deck)
        """Number of cards."""
        self.color_of = tuple(color for color, _, _ in deck)
        """Color by uid; `NO_COLOR` for wilds."""
        self.symbol_of = tuple(face.symbol for _, face, _ in deck)
        """Symbol by uid."""
        self.points_of = bytes(face.points for _, face, _ in deck)
        self.copy_of = bytes(copy for _, _, copy in deck)
        """The how many-th of its face in its deck, by uid, from 0."""
        self.face_of = {face.symbol: face for face in data.faces}
        """Face by symbol."""
        self.texts = tuple(self._text(color, face, copy) for color, face, copy in deck)
        keys = {text: key for key, text in enumerate(dict.fromkeys(self.texts))}
        self.face_key = bytes(keys[text] for text in self.texts)
        """By uid: equal for cards that cannot be told apart."""
        self.back_count = decks * sum(face.count for face in data.faces if face.first == "back")
        """Cards that go back into the deck when they are flipped first."""
        self.wilds_match = sum(1 << SYMBOLS.index(kind) for kind in data.wilds_match)
        """Bit set of the wild symbols that count as a match for a Draw Four."""
        # Cached, as many of these tables are equal.
        lie_on = functools.cache(self._lie_on)
        self.match = tuple(
            lie_on(color, symbol if symbol in self.face_of and symbol < WILDS else NO_SYMBOL)
            for color in range(len(self.colors))
            for symbol in range(len(SYMBOLS))
        )
        """`match[color * KINDS + symbol][uid]`: may uid lie on that active color and top symbol?"""
        self.over = tuple(() if color == NO_COLOR else lie_on(color, face.symbol) for color, face, _ in deck)
        """By uid: the table of what may lie on it in its own color; empty for wilds."""

    def _lie_on(self, color: int, symbol: int) -> tuple[bool, ...]:
        return tuple(
            c in (NO_COLOR, color) or s == symbol for c, s in zip(self.color_of, self.symbol_of, strict=True)
        )

    def _text(self, color: int, face: Face, copy: int) -> str:
        if color != NO_COLOR:
            return self.letters[color] + face.sign
        return (
            f"{face.sign}{copy + 1}" if self.numbered and face.symbol == CUSTOMIZABLE and copy else face.sign
        )

    def variant(self, decks: int, numbered: bool) -> Edition:
        """The same edition with so many decks, its customizable cards numbered or not."""
        if (decks, numbered) == (self.decks, self.numbered):
            return self
        return _variant(self.data, decks, numbered)

    def points(self, card: int) -> int:
        """Value of a card left in a hand."""
        return self.points_of[card]

    def text(self, card: int) -> str:
        """Short text: `R5`, `GS`, `W4`; equal for cards of equal face."""
        return self.texts[card]

    def same_face(self, card: int, other: int) -> bool:
        """Can these two cards not be told apart?"""
        return self.face_key[card] == self.face_key[other]

    def has_effect(self, effect: str) -> bool:
        """Has any of its cards this effect?"""
        return any(face.effect == effect for face in self.data.faces)

    @property
    def customizable(self) -> int:
        """Cards of one deck that can carry a written rule."""
        return sum(face.count for face in self.data.faces if face.effect == "customizable")

    def to_plain(self) -> dict[str, Any]:
        """The data as plain values: part of the text that players agree on."""
        plain: dict[str, Any] = msgspec.to_builtins(self.data)
        return plain

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Edition)
            and self.data == other.data
            and (self.decks, self.numbered) == (other.decks, other.numbered)
        )

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Edition({self.id!r})"


@functools.lru_cache(maxsize=64)
def _variant(data: EditionData, decks: int, numbered: bool) -> Edition:
    return Edition(data, decks, numbered)
