"""What an edition file may say: its shape, the names it may use, and what is wrong with one.

Reading checks the shape (`msgspec`); `problems` checks the sense. An edition may come from a stranger, so
everything is bounded: the engine must be able to play it and a screen to show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

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

EFFECT_NAMES: Final = (
    "none",
    "draw",
    "reverse",
    "skip",
    "star",
    "force",
    "item_box",
    "customizable",
    "shuffle_hands",
    "swap",
    "rotate",
)
"""What a face may do when it is played; the functions are in `effects.py`."""
FIRST_NAMES: Final = ("start", "draw", "reverse", "skip", "color", "back", "ignore")
"""What a face may do when it is the first card; the functions are in `opening.py`."""
FIRST_WILDS: Final = ("color", "back", "ignore")
"""Those of them that a wild may do."""
DEALER_NAMES: Final = ("draw", "coin")
"""How the first dealer can be found."""
ITEM_NAMES: Final = ("mushroom", "banana_peel", "green_shell", "lightning", "bob_omb")
"""Items of an Item Box; the functions are in `items.py`."""
MODES: Final = ("race_500", "single_hand", "agreed_hands", "penalty_500", "penalty_rounds")
"""Game modes; every edition offers all of them."""

MAX_SEATS: Final = 10
"""Seats are ids from 0 up to this."""
MAX_NAME: Final = 40
MAX_COUNT: Final = 20
MAX_CARDS: Final = 112
"""Cards of one deck."""
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
    cards: int
    """Number of cards of the deck: what the faces must add up to."""
    players: tuple[int, int]
    """Fewest and most players."""
    dealer: str
    """How the first dealer is found: `draw` (highest number deals) or `coin` (a public coin picks)."""
    mode: str
    """Game mode unless another one is asked for."""
    wilds_match: tuple[str, ...]
    """Wilds that count as a matching card when a Draw Four is judged."""
    colors: tuple[ColorData, ...]
    faces: tuple[Face, ...]
    items: tuple[str, ...] = ()
    """Items of an Item Box by what it turns over: one per color, then the one of a wild."""


Place: TypeAlias = tuple[str | int, ...]
"""Where in the data something stands: keys and indexes."""


def problems(data: EditionData) -> Iterator[tuple[Place, str]]:
    """All that is wrong with an edition's data, each with its place."""
    for place, name in _names(data):
        if not (0 < len(name) <= MAX_NAME and name.isprintable()):
            yield place, f"names have 1 to {MAX_NAME} printable characters"
    if len(data.colors) != NO_COLOR:
        yield ("colors",), f"there are {NO_COLOR} colors, not {len(data.colors)}"
    for number, color in enumerate(data.colors):
        for key, problem in _color_problems(color, data.colors[:number]):
            yield ("colors", number, key), problem
    for number, face in enumerate(data.faces):
        for key, problem in _face_problems(face, data.faces[:number]):
            yield ("faces", number, key), f"{face.name}: {problem}"
    if all(face.first in ("back", "ignore") for face in data.faces):
        yield ("faces",), "no card can be the first one"
    wilds = [face.kind for face in data.faces if face.kind in SYMBOLS[WILDS:]]
    if not set(data.wilds_match) <= set(wilds):
        yield ("wilds_match",), f"wilds_match names a card that is no wild of it: it has {_listed(wilds)}"
    if data.dealer not in DEALER_NAMES:
        yield ("dealer",), f"unknown way to find the dealer {data.dealer!r}: {_listed(DEALER_NAMES)}"
    if data.mode not in MODES:
        yield ("mode",), f"unknown mode {data.mode!r}: there is {_listed(MODES)}"
    if not 2 <= data.players[0] <= data.players[1] <= MAX_SEATS:
        yield ("players",), f"the fewest and the most players, from 2 to {MAX_SEATS}"
    yield from _item_problems(data)
    yield from _deck_problems(data)


def _names(data: EditionData) -> Iterator[tuple[Place, str]]:
    yield ("id",), data.id
    yield ("name",), data.name
    for number, color in enumerate(data.colors):
        yield ("colors", number, "name"), color.name
    for number, face in enumerate(data.faces):
        yield ("faces", number, "name"), face.name


def _color_problems(color: ColorData, earlier: tuple[ColorData, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with a color, each with the key it is about. Nobody types capitals with care."""
    if len(color.letter) != 1 or not color.letter.isalpha():
        yield "letter", "the sign of a color is one letter"
    if any(color.letter.upper() == other.letter.upper() for other in earlier):
        yield "letter", f"the letter {color.letter!r} stands in it twice"
    if any(color.name.lower() == other.name.lower() for other in earlier):
        yield "name", f"the color {color.name!r} stands in it twice"


def _face_problems(face: Face, earlier: tuple[Face, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with a face, each with the key it is about."""
    if face.kind not in SYMBOLS:
        yield "kind", f"unknown kind of card {face.kind[:MAX_NAME]!r}: there is {_listed(SYMBOLS)}"
        return
    if any(face.kind == other.kind for other in earlier):
        yield "kind", f"the kind {face.kind!r} stands in it twice"
    alike = [other for other in earlier if face.is_wild == (other.kind in SYMBOLS[WILDS:])]
    if any(face.sign.upper() == other.sign.upper() for other in alike):
        yield "sign", f"the sign {face.sign!r} stands in it twice"
    if face.effect not in EFFECT_NAMES:
        yield "effect", f"unknown effect {face.effect!r}: there is {_listed(EFFECT_NAMES)}"
    if face.effect == "customizable" and face.kind != "customizable":
        yield "effect", "only a card of the kind 'customizable' has this effect"
    if face.first not in FIRST_NAMES:
        yield "first", f"unknown first-card rule {face.first!r}: there is {_listed(FIRST_NAMES)}"
    if face.is_wild and face.first not in FIRST_WILDS:
        yield "first", f"a first wild needs a color, goes back or is ignored: {_listed(FIRST_WILDS)}"
    if not face.is_wild and face.first == "color":
        yield "first", "a first card that has a color asks for none"
    if not (0 < len(face.sign) <= 2 and face.sign.isascii() and face.sign.isalnum()):
        yield "sign", "the sign is one or two letters or digits"
    if not 0 < face.count <= MAX_COUNT:
        yield "count", f"count is 1 to {MAX_COUNT}"
    if not 0 <= face.points <= MAX_POINTS:
        yield "points", f"points 0 to {MAX_POINTS}"
    if (face.effect == "draw" or face.first == "draw") != (0 < face.draws <= MAX_DRAWS):
        yield "draws", f"a draw card, and only that, has draws from 1 to {MAX_DRAWS}"
    if face.challenge and not face.answer:
        yield "challenge", "a challenge is an answer, so answer must be true"
    if face.answer and face.effect != "draw":
        yield "answer", "only a draw card can be answered"


def _item_problems(data: EditionData) -> Iterator[tuple[Place, str]]:
    boxes = [number for number, face in enumerate(data.faces) if face.effect == "item_box"]
    if len(data.items) != (NO_COLOR + 1 if boxes else 0):
        place: Place = ("items",) if data.items else ("faces", boxes[0], "effect")
        yield place, f"with an Item Box, and only then, there are {NO_COLOR + 1} items"
    for number, item in enumerate(data.items):
        if item not in ITEM_NAMES:
            yield ("items", number), f"unknown item {item!r}: there is {_listed(ITEM_NAMES)}"


def _deck_problems(data: EditionData) -> Iterator[tuple[Place, str]]:
    if any(face.kind not in SYMBOLS for face in data.faces):
        return
    total = sum(face.count * (1 if face.is_wild else len(data.colors)) for face in data.faces)
    if total != data.cards:
        yield ("cards",), f"the faces add up to {total} cards, not {data.cards}"
    if total > MAX_CARDS:
        yield ("cards",), f"a deck has at most {MAX_CARDS} cards"
    texts = Counter(
        (color.letter + face.sign).upper() for color in data.colors for face in data.faces if not face.is_wild
    )
    texts.update(face.sign.upper() for face in data.faces if face.is_wild)
    if twice := [text for text, count in texts.items() if count > 1]:
        yield ("faces",), f"{_listed(twice)} would mean two cards: letters and signs must tell all apart"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
