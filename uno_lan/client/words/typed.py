"""The words a person types, in the language in use; and what they are in English, which is always understood.

Each entry of the catalogs is a list of forms apart by commas: the first is the one that sentences name, all
are taken. Capitals and accents do not matter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from uno_lan.languages import _, current, p_

from .small import colored, colored_reverse

COLORS: Final = ("red", "yellow", "green", "blue", "orange")
"""Words for colors that are understood in every language besides its own."""
_SIGNS: Final = str.maketrans({"’": "'", "·": "", "!": ""})


def typed(word: str, *rest: str) -> str:
    """How a command of the plain client is typed in the language in use, with what stands behind it.

    Args:
        word: the English one; `vote pause` for two words that belong together.
        rest: cards, names, colors as they are typed.
    """
    first, _space, kind = word.partition(" ")
    words = [_forms()[first][0], *([_forms()[word][0]] if kind else []), *rest]
    return " ".join(words)


def all_typed() -> Mapping[str, str]:
    """Every command -> how it is typed: the places of sentences that name some."""
    return {word.replace(" ", "_"): typed(word) for word in _forms()}


def commands() -> Mapping[str, str]:
    """Everything that may be typed at the beginning of a line, folded -> the English command."""
    return _backwards(current(), "")


def kinds(of: str) -> Mapping[str, str]:
    """The same for the word behind `vote`, `verbosity`, `help` or `set`."""
    return _backwards(current(), f"{of} ")


def spoken_colors() -> Mapping[str, str]:
    """Words for colors, folded -> the English one: by themselves and as they stand on cards."""
    return _colors(current())


def folded(text: str) -> str:
    """The text without capitals and accents, as it is compared."""
    plain = unicodedata.normalize("NFKD", text.translate(_SIGNS).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


@cache
def _colors(_language: str) -> Mapping[str, str]:
    forms = ((color, form) for color in COLORS for form in (_(color), colored(color), colored_reverse(color)))
    own = {folded(form): color for color, form in forms}
    return own | {color: color for color in COLORS}


@cache
def _backwards(_language: str, before: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for word, forms in _forms().items():
        if not word.startswith(before) or (not before and " " in word):
            continue
        english = word.removeprefix(before)
        found |= {folded(form): english for form in forms}
    # What a script says in English means the same in every language.
    for word in _forms():
        if word.startswith(before) and " " not in word.removeprefix(before):
            found[word.removeprefix(before)] = word.removeprefix(before)
    return found


def _forms() -> Mapping[str, list[str]]:
    return _table(current())


@cache
def _table(_language: str) -> Mapping[str, list[str]]:
    # All entries are words of the plain client, as a person types them: imperatives where there is a choice.
    # Forms apart by commas; the first is named in sentences; none may mean two things (a test finds it).
    table = {
        # Moves.
        "play": p_("typed", "play, play it"),
        "draw": p_("typed", "draw"),
        "keep": p_("typed", "keep, keep it"),
        "pass": p_("typed", "pass"),
        "accept": p_("typed", "accept"),
        "challenge": p_("typed", "challenge"),
        "color": p_("typed", "color, colour"),
        "target": p_("typed", "target"),
        "discard": p_("typed", "discard"),
        # Translators: to play out of turn.
        "jump": p_("typed", "jump"),
        "uno": p_("typed", "uno"),
        "catch": p_("typed", "catch"),
        # Translators: to give the seat up for good.
        "leave": p_("typed", "leave"),
        # Questions.
        "help": p_("typed", "help"),
        "hand": p_("typed", "hand"),
        # Translators: asks for the card on top of the pile.
        "top": p_("typed", "top"),
        # Translators: asks how many cards each holds.
        "counts": p_("typed", "counts"),
        "turn": p_("typed", "turn"),
        "time": p_("typed", "time"),
        "log": p_("typed", "log"),
        "rules": p_("typed", "rules"),
        "why": p_("typed", "why"),
        "players": p_("typed", "players"),
        "table": p_("typed", "table"),
        # Translators: asks whether the shuffle was fair.
        "fair": p_("typed", "fair"),
        "verbosity": p_("typed", "verbosity"),
        # The table.
        "ready": p_("typed", "ready"),
        "unready": p_("typed", "unready"),
        "start": p_("typed", "start"),
        "next": p_("typed", "next"),
        "rematch": p_("typed", "rematch"),
        # Translators: a watcher sits down.
        "sit": p_("typed", "sit"),
        # Translators: adds a bot.
        "bot": p_("typed", "bot"),
        # Translators: takes a bot away.
        "unbot": p_("typed", "unbot"),
        # Translators: two seats change places; and: calls me by another name.
        "swap": p_("typed", "swap"),
        "name": p_("typed", "name"),
        # Translators: puts a person out.
        "kick": p_("typed", "kick"),
        # Translators: says something to all; not the word that sentences begin with that tell what to type.
        "say": p_("typed", "say, chat"),
        # Translators: leaves and keeps the seat.
        "quit": p_("typed", "quit, exit"),
        "close": p_("typed", "close"),
        "propose": p_("typed", "propose"),
        "agree": p_("typed", "agree"),
        # Translators: changes a rule.
        "set": p_("typed", "set"),
        # People.
        "vote": p_("typed", "vote"),
        "yes": p_("typed", "yes"),
        "no": p_("typed", "no"),
        "votes": p_("typed", "votes"),
        "pause": p_("typed", "pause"),
        "resume": p_("typed", "resume"),
        "mute": p_("typed", "mute"),
        "unmute": p_("typed", "unmute"),
        # Translators: takes my seat back from a bot.
        "back": p_("typed", "back"),
        # Translators: gives the table to somebody else.
        "give": p_("typed", "give"),
        "unban": p_("typed", "unban"),
        # Behind another word.
        "vote pause": p_("typed", "pause"),
        "vote resume": p_("typed", "resume"),
        # Translators: behind "vote": give up the seat of somebody who is away.
        "vote release": p_("typed", "release"),
        # Translators: behind "vote": put somebody out.
        "vote remove": p_("typed", "remove"),
        # Translators: behind "vote": give a seat to somebody who watches.
        "vote seat": p_("typed", "seat"),
        "vote yes": p_("typed", "yes"),
        "vote no": p_("typed", "no"),
        # Translators: behind "vote": the disputed round counts.
        "vote count": p_("typed", "count"),
        # Translators: behind "vote": the disputed round is void.
        "vote void": p_("typed", "void"),
        # Translators: behind "vote": the game stops.
        "vote stop": p_("typed", "stop"),
        "verbosity low": p_("typed", "low"),
        "verbosity normal": p_("typed", "normal"),
        "verbosity high": p_("typed", "high"),
        # Translators: behind "set", before "=": which edition, mode, ready-made set of house rules.
        "set edition": p_("typed", "edition"),
        "set mode": p_("typed", "mode"),
        "set preset": p_("typed", "preset"),
        # Translators: behind "help": all words.
        "help all": p_("typed", "all"),
        # Translators: behind "help": how cards are named.
        "help cards": p_("typed", "cards"),
    }
    return {word: [form.strip() for form in forms.split(",")] for word, forms in table.items()}
