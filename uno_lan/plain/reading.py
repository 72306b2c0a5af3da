"""A typed line in the language in use, as the line in English that it means.

Commands and words for colors may be typed in the language in use and in English. Names, chat, rules and the
notation of cards (docs/notation.md) are taken as they are.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from uno_lan.client.words import card_name
from uno_lan.client.words.typed import commands, folded, kinds, spoken_colors, typed
from uno_lan.engine import Edition
from uno_lan.engine.notation import STANDARD_COLORS, NotationError, parse_card
from uno_lan.languages import _, current, said

SHORT: Final = {
    "?": "help",
    "h": "hand",
    "play it": "play",
    "keep it": "keep",
    "colour": "color",
    "chat": "say",
    "exit": "quit",
}
"""Taken in every language."""
LONGEST: Final = 3
"""Words of the longest command."""
LONGEST_NAME: Final = 6
"""Words of the longest name of a card."""
LIKE: Final = 0.65
"""How like a word must be to one that is suggested, from 0 to 1."""
SHORTEST: Final = 3
"""Letters of a word that is suggested: shorter ones are like everything."""
WITH_COLORS: Final = ("play", "jump", "color", "discard", "why")
WITH_PLAYERS: Final = ("target", "catch")
WITH_KINDS: Final = ("vote", "verbosity", "help")
SIGNS: Final = re.compile(r"[0-9]|[drs]", re.IGNORECASE)
"""What stands behind a color on a card."""


def in_english(text: str, edition: Edition, names: Sequence[str] = ()) -> str:
    """The line with its command and its colors in English.

    Args:
        names: players' names, in which no word for a color is meant; behind a card, or alone, they are marked
            as players with an @.
    """
    alone = folded(text) in commands()  # an edition of one's own may call a card like a command
    if not alone and (card := _named_card(text, edition)):
        return _colors(card, edition, names)  # before commands: "Passe ton tour vert" is a card, no pass
    verb, rest = _command(text)
    if not verb:
        return _colors(text, edition, names)
    if verb in WITH_KINDS:
        kind, more = _longest(rest, kinds(verb))
        rest = f"{kind} {more}" if kind else rest
    elif verb == "set":
        key, sign, value = rest.partition("=")
        rest = f"{kinds(verb).get(folded(key.strip()), key.strip())}{sign}{value.strip()}"
    elif verb in WITH_PLAYERS:
        rest = f"@{rest}" if _whole_name(rest, names) else rest
    elif verb in WITH_COLORS:
        rest = _colors(_named_card(rest, edition) or rest, edition, names)
    return f"{verb} {rest}".rstrip()


def yes_or_no(text: str) -> bool | None:
    """Is it a yes or a no, of the language in use or in English? None: neither."""
    return {"yes": True, "no": False}.get(begins_with(text))


def begins_with(text: str) -> str:
    """The command that a line begins with, in English; empty when it begins with none."""
    return _command(text)[0]


def suggested(text: str) -> str:
    """The command that a line nearly begins with, as it is typed in the language in use; empty for none."""
    words = folded(text).split(maxsplit=LONGEST)
    tried = [" ".join(words[:several]) for several in range(1, min(LONGEST, len(words)) + 1)]
    likeness = {
        known: max(difflib.SequenceMatcher(None, one, known).ratio() for one in tried) for known in commands()
    }
    nearest = max(likeness, key=lambda known: likeness[known])
    good = likeness[nearest] >= LIKE and len(nearest) >= SHORTEST
    return typed(commands()[nearest]) if good else ""


def explained(error: NotationError) -> str:
    """Why a line cannot be read; commands and colors in it as they are typed in the language in use."""
    values = dict(error.values)
    if values.get("verb") in commands().values():
        values["verb"] = typed(str(values["verb"]))
    if "color" in values:
        values["color"] = _(str(values["color"]))
    return _(error.form).format(**values) if values else said(error)


def _command(text: str) -> tuple[str, str]:
    """The command at the beginning of a line in English, and the rest of it; empty when there is none."""
    return _longest(text, {**SHORT, **commands()})


def _longest(text: str, known: Mapping[str, str]) -> tuple[str, str]:
    """What the words at the beginning mean, as many as there can be, and the rest; empty for nothing."""
    words = text.split(maxsplit=LONGEST)
    for several in range(min(LONGEST, len(words)), 0, -1):
        if english := known.get(folded(" ".join(words[:several]))):
            rest = text.split(maxsplit=several)[several:]
            return english, rest[0].strip() if rest else ""
    return "", text


def _named_card(text: str, edition: Edition) -> str:
    """A text that begins with the name of a card, as it is said, with the card's sign instead; else empty."""
    words = text.split()
    table = _names_of_cards(current(), edition)
    for several in range(min(LONGEST_NAME, len(words)), 0, -1):
        if sign := table.get(folded(" ".join(words[:several]))):
            return " ".join([sign, *words[several:]])
    return ""


@lru_cache(maxsize=4)
def _names_of_cards(_language: str, edition: Edition) -> Mapping[str, str]:
    """`red 5`, `wild draw four`: the names of all cards, folded, and the signs they are written with."""
    return {folded(card_name(edition, card)): edition.text(card) for card in range(edition.size)}


def _colors(text: str, edition: Edition, names: Sequence[str]) -> str:
    """The words with colors in English, and `red 5` as the card `R5`; names of players stay as they are."""
    out: list[str] = []
    rest = " ".join(text.split())
    while rest:
        if rest.startswith("@"):
            word = f"@{_name(rest[1:], names)}"
            rest = rest.removeprefix(word)
        elif name := _bare_name(rest, edition, names):
            word, rest = f"@{name}", rest.removeprefix(name)
        else:
            word, _space, rest = rest.partition(" ")
            word = spoken_colors().get(folded(word), word)
            sign, _space, behind = rest.partition(" ")
            if word.isdecimal() and (letter := _letter(spoken_colors().get(folded(sign), ""), edition)):
                word, rest = letter + word, behind  # the color comes after the number in some languages
            elif (letter := _letter(word, edition)) and _stands_on(sign, first=not out):
                word, rest = letter + sign, behind
        out.append(word)
        rest = rest.lstrip()
    return " ".join(out)


def _name(text: str, names: Sequence[str]) -> str:
    """The player's name that the text begins with, else its first word."""
    fitting = [name for name in names if f"{text} ".casefold().startswith(f"{name} ".casefold())]
    longest = max(fitting, key=len, default="")
    return text[: len(longest)] or text.partition(" ")[0]


def _bare_name(text: str, edition: Edition, names: Sequence[str]) -> str:
    """The player's name that the text begins with; empty for a word that means something else on a card."""
    if not _whole_name(name := _name(text, names), names):
        return ""
    means = spoken_colors().get(folded(name), name)
    if _letter(means, edition) or SIGNS.fullmatch(name) or _command(name)[0] == "uno":
        return ""
    try:
        parse_card(name, edition)
    except NotationError:
        return name
    return ""


def _whole_name(text: str, names: Sequence[str]) -> bool:
    """Is this a player's name? A letter alone is a seat or a color."""
    return len(text) > 1 and text.casefold() in [name.casefold() for name in names]


def _letter(word: str, edition: Edition) -> str:
    """The letter of a color on cards; empty for any other word."""
    colors = dict(zip(STANDARD_COLORS, edition.letters, strict=False))
    colors |= dict(zip(edition.colors, edition.letters, strict=True))
    colors |= {letter: letter for letter in edition.letters}
    return colors.get(word.lower()) or colors.get(word.upper(), "")


def _stands_on(sign: str, first: bool) -> bool:
    """May this stand behind a color on a card? Letters only at the beginning: two colors follow a wild."""
    return SIGNS.fullmatch(sign) is not None and (first or sign.isdecimal())
