"""Small words: names of colors and cards, counts, lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from uno_lan.engine.deck import CUSTOMIZABLE, Edition
from uno_lan.languages import N_, _, n_, p_

Naming = Callable[[int], str]
"""Gives the name of a seat."""

COLORS: Final = (N_("red"), N_("yellow"), N_("green"), N_("blue"))
WILD: Final = 4
"""Color code of a card without a color."""


_COUNTED: Final[Mapping[str, Callable[[int], str]]] = {
    "card": lambda number: n_("{number} card", "{number} cards", number),
    "game": lambda number: n_("{number} game", "{number} games", number),
    "player": lambda number: n_("{number} player", "{number} players", number),
    "independent player": lambda number: n_(
        "{number} independent player", "{number} independent players", number
    ),
    "point": lambda number: n_("{number} point", "{number} points", number),
    "round": lambda number: n_("{number} round", "{number} rounds", number),
    "seat": lambda number: n_("{number} seat", "{number} seats", number),
    "second": lambda number: n_("{number} second", "{number} seconds", number),
}


def count(number: int, thing: str = "card") -> str:
    """`1 card`, `2 cards`: of the things above."""
    return _COUNTED[thing](number).format(number=number)


def a(thing: str) -> str:
    """`a Draw Two`, `an 8`, `an Item Box`."""
    # Translators: {thing} is the name of a card without its color: Draw Two, 5, Wild.
    return _(N_("an {thing}") if takes_an(thing) else N_("a {thing}")).format(thing=thing)


def takes_an(thing: str) -> bool:
    """Is it `an` in English?"""
    return thing[:1] in "AEIOUaeiou8"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; with `or` for the last if that is said."""
    if len(words) < 2:
        return "".join(words)
    form = _("{some} or {last}") if last == "or" else _("{some} and {last}")
    return form.format(some=", ".join(words[:-1]), last=words[-1])


def headed(head: str, text: str) -> str:
    """`Bora: three cards`: what is spoken of, and what is said of it."""
    # Translators: what is spoken of, and what is said of it, with your language's blanks around the colon.
    return _("{head}: {text}").format(head=head, text=text)


def color_name(color: int, colors: Sequence[str] = COLORS) -> str:
    """Word of a color; `no color` before there is one."""
    return _(colors[color]) if 0 <= color < len(colors) else _("no color")


def symbol_name(edition: Edition, symbol: int) -> str:
    """`5`, `Draw Two`, `Wild The Force`: a face without its color."""
    face = edition.face_of.get(symbol)
    return _(face.name) if face is not None else _("card")


def card_name(edition: Edition, uid: int) -> str:
    """`red 5`, `blue Draw Two`, `Wild`; a customizable card with its number where they differ."""
    if not 0 <= uid < edition.size:
        return _("a card")
    symbol, color = edition.symbol_of[uid], edition.color_of[uid]
    name = symbol_name(edition, symbol)
    if color != WILD:
        reverse = edition.face_of[symbol].effect == "reverse"
        word = colored_reverse if reverse else colored
        # Translators: a card's name: red 5, blue Draw Two. The color is one of those "on a card", and one of
        # those "on a Reverse" there.
        return _("{color} {symbol}").format(color=word(edition.colors[color]), symbol=name)
    copy = edition.copy_of[uid]
    return f"{name} {copy + 1}" if edition.numbered and symbol == CUSTOMIZABLE else name


def colored(color: str) -> str:
    """The color in the form it has in a card's name."""
    match color:
        case "red":
            return p_("on a card", "red")
        case "yellow":
            return p_("on a card", "yellow")
        case "green":
            return p_("on a card", "green")
        case "blue":
            return p_("on a card", "blue")
        case "orange":
            return p_("on a card", "orange")
        case _:
            return color


def colored_reverse(color: str) -> str:
    """The same in the name of a Reverse, whose gender is another one in some languages."""
    match color:
        case "red":
            return p_("on a Reverse", "red")
        case "yellow":
            return p_("on a Reverse", "yellow")
        case "green":
            return p_("on a Reverse", "green")
        case "blue":
            return p_("on a Reverse", "blue")
        case "orange":
            return p_("on a Reverse", "orange")
        case _:
            return color


def card_names(edition: Edition, cards: Sequence[int]) -> str:
    """`red 5, blue 5 and Wild`."""
    return listed([card_name(edition, card) for card in cards])


def direction_name(direction: int) -> str:
    """The direction of play."""
    return _("clockwise") if direction >= 0 else _("counter-clockwise")


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A reason as a sentence by itself: with a capital letter, and a full stop if nothing ends it."""
    return capital(text) if text.endswith((".", "?", "!")) else f"{capital(text)}."
