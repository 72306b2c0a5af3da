"""Editions: a deck, its first-card table and its defaults, read from data.

An edition made of known effects is a TOML file (`editions/`) and needs no Python. `Edition` is that data with
the tables the round looks things up in. A card is its uid: the index in the deck list.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any, Final

import msgspec
from msgspec import Struct

SYMBOLS: Final = (
    *"0123456789",
    "draw_two",
    "reverse",
    "skip",
    "wild",
    "wild_draw_four",
    "super_star",
    "customizable",
    "force",
    "item_box",
    "shuffle_hands",
)
"""Kinds of faces; the index is the symbol code."""

NUMBERS: Final = 10
"""Symbols below this are numbers."""
WILDS: Final = 13
"""Symbols from here on are wilds."""
NO_COLOR: Final = 4
"""Code of a wild in `Edition.color_of`."""

ALL_WILDS: Final = sum(1 << symbol for symbol in range(WILDS, len(SYMBOLS)))
"""Bit set of all wild symbols."""


EFFECT_NAMES: Final = ("none", "draw", "reverse", "skip")
"""What a face may do when it is played; the functions are in `effects.py`."""
FIRST_NAMES: Final = ("start", "draw", "reverse", "skip", "color", "back", "ignore")
"""What a face may do when it is the first card; the functions are in `opening.py`."""


DEALER_NAMES: Final = ("draw",)
"""How the first dealer can be found."""

MAX_SEATS: Final = 10
"""Seats are ids from 0 up to this."""
MAX_NAME: Final = 40
MAX_COUNT: Final = 20
MAX_POINTS: Final = 100
MAX_DRAWS: Final = 10


class RulesError(ValueError):
    """Rules that do not exist or do not go together; the message is one line."""


class ColorData(Struct, frozen=True, forbid_unknown_fields=True):
    """One color of an edition."""

    name: str
    letter: str
    """First letter of a card's text."""


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """One face of an edition's cards and what it does."""

    kind: str
    """One of `SYMBOLS`."""
    sign: str
    """What stands on it in a card's text, after the letter of the color."""
    name: str
    count: int
    """Copies per color; of a wild: copies in the deck."""
    points: int
    effect: str = "none"
    """Name in the registry of effects: what happens when it is played."""
    draws: int = 0
    """Cards the victim of a draw card takes."""
    answer: bool = False
    """The victim is asked before taking them."""
    challenge: bool = False
    """The victim may challenge it."""
    first: str = "start"
    """What happens when it is the first card of a round."""

    @property
    def symbol(self) -> int:
        """Symbol code."""
        return SYMBOLS.index(self.kind)

    @property
    def is_wild(self) -> bool:
        """Has it no color?"""
        return self.symbol >= WILDS


class EditionData(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of an edition file."""

    id: str
    name: str
    players: tuple[int, int]
    """Fewest and most players."""
    dealer: str
    """How the first dealer is found: `draw` (highest number deals)."""
    mode: str
    """Game mode unless another one is asked for."""
    wilds_match: tuple[str, ...]
    """Wilds that count as a matching card when a Draw Four is judged."""
    colors: tuple[ColorData, ...]
    faces: tuple[Face, ...]


class Edition:
    """An edition's data and the tables made from it. Immutable."""

    __slots__ = (
        "back_count",
        "color_of",
        "colors",
        "data",
        "face_of",
        "id",
        "letters",
        "match",
        "name",
        "points_of",
        "size",
        "symbol_of",
        "wilds_match",
    )

    def __init__(self, data: EditionData) -> None:
        """Build all tables.

        Raises:
            RulesError: the data names something unknown.
        """
        _check(data)
        cards = [
            (color, face) for color in range(len(data.colors)) for face in data.faces if not face.is_wild
        ]
        cards += [(NO_COLOR, face) for face in data.faces if face.is_wild]
        deck = [card for card in cards for _ in range(card[1].count)]
        self.data = data
        self.id = data.id
        self.name = data.name
        self.colors = tuple(color.name for color in data.colors)
        """Names by color index."""
        self.letters = tuple(color.letter for color in data.colors)
        self.size = len(deck)
        """Number of cards."""
        self.color_of = bytes(color for color, _ in deck)
        """Color by uid; `NO_COLOR` for wilds."""
        self.symbol_of = bytes(face.symbol for _, face in deck)
        """Symbol by uid."""
        self.points_of = bytes(face.points for _, face in deck)
        self.face_of = {face.symbol: face for face in data.faces}
        """Face by symbol."""
        self.back_count = sum(face.count for face in data.faces if face.first == "back")
        """Cards that go back into the deck when they are flipped first."""
        self.wilds_match = sum(1 << SYMBOLS.index(kind) for kind in data.wilds_match)
        """Bit set of the wild symbols that count as a match for a Draw Four."""
        self.match = tuple(
            bytes(
                c in (NO_COLOR, color) or (s == symbol and symbol < WILDS)
                for c, s in zip(self.color_of, self.symbol_of, strict=True)
            )
            for color in range(len(self.colors))
            for symbol in range(len(SYMBOLS))
        )
        """`match[color * len(SYMBOLS) + symbol][uid]`: may uid lie on that active color and top symbol?"""

    def points(self, card: int) -> int:
        """Value of a card left in a hand."""
        return self.points_of[card]

    def text(self, card: int) -> str:
        """Short text: `R5`, `GS`, `W4`; equal for cards of equal face."""
        color = self.color_of[card]
        sign = self.face_of[self.symbol_of[card]].sign
        return sign if color == NO_COLOR else self.letters[color] + sign

    def to_plain(self) -> dict[str, Any]:
        """The data as plain values: part of the text that players agree on."""
        plain: dict[str, Any] = msgspec.to_builtins(self.data)
        return plain

    @staticmethod
    def from_plain(plain: object) -> Edition:
        """The edition of such plain values; the built-in one when it is the same.

        Raises:
            RulesError: not the data of an edition.
        """
        data = _convert(plain)
        if data.id in edition_ids() and load_edition(data.id).data == data:
            return load_edition(data.id)
        return Edition(data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Edition({self.id!r})"


def _convert(plain: object) -> EditionData:
    try:
        return msgspec.convert(plain, EditionData)
    except msgspec.ValidationError as error:
        raise RulesError(f"edition: {error}") from None


def _check(data: EditionData) -> None:
    """Refuse data that the engine could not play, or a screen not show: it may come from a stranger."""
    for problem in _problems(data):
        raise RulesError(f"edition {data.id[:MAX_NAME]!r}: {problem}")


def _problems(data: EditionData) -> Iterator[str]:
    names = [data.id, data.name, *(color.name for color in data.colors), *(face.name for face in data.faces)]
    if not all(0 < len(name) <= MAX_NAME and name.isprintable() for name in names):
        yield f"names have 1 to {MAX_NAME} printable characters"
    if len(data.colors) != NO_COLOR:
        yield f"there are {NO_COLOR} colors"
    if any(len(color.letter) != 1 or not color.letter.isalpha() for color in data.colors):
        yield "the sign of a color is one letter"
    kinds = [face.kind for face in data.faces]
    if unknown := set(kinds) - set(SYMBOLS):
        yield f"unknown kind of card {min(unknown)[:MAX_NAME]!r}"
    if len(set(kinds)) != len(kinds):
        yield "a kind of card stands in it twice"
    for face in data.faces:
        for problem in _face_problems(face):
            yield f"{face.name}: {problem}"
    if all(face.first in ("back", "ignore") for face in data.faces):
        yield "no card can be the first one"
    if not set(data.wilds_match) <= {face.kind for face in data.faces if face.kind in SYMBOLS[WILDS:]}:
        yield "wilds_match names a card that is no wild of it"
    if data.dealer not in DEALER_NAMES:
        yield f"unknown way to find the dealer {data.dealer!r}"
    if not 2 <= data.players[0] <= data.players[1] <= MAX_SEATS:
        yield f"it is for 2 to {MAX_SEATS} players"


def _face_problems(face: Face) -> Iterator[str]:
    if face.effect not in EFFECT_NAMES:
        yield f"unknown effect {face.effect!r}"
    if face.first not in FIRST_NAMES:
        yield f"unknown first-card rule {face.first!r}"
    if not (0 < len(face.sign) <= 2 and face.sign.isascii() and face.sign.isalnum()):
        yield "the sign is one or two letters or digits"
    if not (0 < face.count <= MAX_COUNT and 0 <= face.points <= MAX_POINTS):
        yield f"count is 1 to {MAX_COUNT} and points 0 to {MAX_POINTS}"
    if (face.effect == "draw" or face.first == "draw") != (0 < face.draws <= MAX_DRAWS):
        yield f"a draw card, and only that, has draws from 1 to {MAX_DRAWS}"
    if face.is_wild and face.first not in ("color", "back", "ignore"):
        yield "a first wild needs a color, goes back or is ignored"
    if face.challenge and not face.answer:
        yield "a challenge is an answer"


@functools.cache
def edition_ids() -> tuple[str, ...]:
    """Ids of all built-in editions."""
    files = resources.files(__package__).joinpath("editions").iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


@functools.cache
def load_edition(edition_id: str) -> Edition:
    """A built-in edition.

    Raises:
        RulesError: there is none of this name.
    """
    if edition_id not in edition_ids():
        raise RulesError(f"unknown edition {edition_id!r}: there is {', '.join(edition_ids())}")
    file = resources.files(__package__).joinpath("editions", f"{edition_id}.toml")
    return read_edition(file.read_text(encoding="utf-8"))


def read_edition(text: str) -> Edition:
    """The edition that a TOML text describes.

    Raises:
        RulesError: it describes none; one line that says why.
    """
    try:
        return Edition(_convert(tomllib.loads(text)))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"edition: {error}") from None
