"""House rules: reading them, and which do not go together. `switches.py` describes each of them.

A house rule changes who may act, what is legal, or a number; it never resolves an effect.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from .deck import Edition
from .faces import RulesError
from .sentence import worded
from .switches import (
    DEFAULTS,
    PRESET,
    PRESETS,
    SWITCH,
    SWITCHES,
    HouseRules,
    Preset,
    Switch,
    Value,
    value_text,
)

__all__ = [
    "DEFAULTS",
    "PRESET",
    "PRESETS",
    "SWITCH",
    "SWITCHES",
    "HouseRules",
    "Preset",
    "Switch",
    "Value",
    "clashes",
    "find_preset",
    "find_switch",
    "make_house",
    "parse_switch",
    "playable_counts",
    "player_clashes",
    "value_text",
]

LEAST_PILE: Final = 10
"""Cards that must be left in the pile after deal and first card."""
LEAST_TEAM_PLAYERS: Final = 4
MOST_SHOWN: Final = 40
"""Characters of a wrong value that a message repeats."""


def make_house(switches: Mapping[str, Any]) -> HouseRules:
    """House rules of switches that are not at their default.

    `True` for one of three words means its second value, `False` its first.

    Raises:
        RulesError: an unknown rule, or a value it cannot have.
    """
    values = {}
    for key, value in switches.items():
        switch = find_switch(key)
        if isinstance(value, bool) and switch.values and isinstance(switch.default, str):
            value = switch.values[int(value)]
        if not switch.allows(value):
            raise RulesError(
                worded(
                    "{key} must be {allowed}, not {value}",
                    key=key,
                    allowed=switch.allowed,
                    value=_shown(value),
                )
            )
        values[key] = value
    return msgspec.convert(values, HouseRules)


def _shown(value: object) -> str:
    """A value that may come from a stranger, for a message of one line."""
    text = value_text(value)
    return text if len(text) <= MOST_SHOWN and text.isprintable() else repr(text[:MOST_SHOWN])


def find_switch(key: str) -> Switch:
    """A house rule by its key.

    Raises:
        RulesError: there is none; the message names the nearest one.
    """
    if key in SWITCH:
        return SWITCH[key]
    near = difflib.get_close_matches(key, SWITCH, n=1)
    if near:
        raise RulesError(worded("unknown rule {key!r}: did you mean {near}?", key=key[:40], near=near[0]))
    known = ", ".join(SWITCH)
    raise RulesError(worded("unknown rule {key!r}: there is {known}", key=key[:40], known=known))


def find_preset(key: str) -> Preset:
    """A preset by its key.

    Raises:
        RulesError: there is none.
    """
    if key not in PRESET:
        known = ", ".join(PRESET)
        raise RulesError(worded("unknown preset {key!r}: there is {known}", key=key[:40], known=known))
    return PRESET[key]


def parse_switch(text: str) -> tuple[str, Value]:
    """`key=value` or `key` (short for true) as typed by a person.

    Raises:
        RulesError: no such rule, or no value it can have.
    """
    key, equals, word = text.strip().partition("=")
    key, word = key.strip(), word.strip().lower() if equals else "true"
    words: dict[str, Value] = {"true": True, "false": False, "unset": None, "on": True}
    switch = find_switch(key)
    if not equals and type(switch.default) is int:
        raise RulesError(worded("{key} needs a value: {allowed}", key=key, allowed=switch.allowed))
    value: Value
    if word in switch.values:
        value = word
    elif word in words:
        value = words[word]
    elif word == "off":
        value = 0 if switch.off else False
    elif word.isdecimal() and word.isascii():
        value = int(word)
    else:
        raise RulesError(
            worded(
                "{key} must be {allowed}, not {value}", key=key, allowed=switch.allowed, value=repr(word[:40])
            )
        )
    return key, getattr(make_house({key: value}), key)


def clashes(edition: Edition, mode: str, house: HouseRules) -> Iterator[str]:
    """Why these do not go together, one line each; nothing when they do."""
    if house.stack_cross != "off" and not (house.stack_d2 and house.stack_d4):
        yield worded("stack_cross needs both stack_d2 and stack_d4")
    if house.no_bluff and house.no_challenge:
        yield worded(
            "no_bluff and no_challenge exclude each other: is an illegal Draw Four refused or allowed?"
        )
    if house.team and house.elimination:
        yield worded("team and elimination exclude each other")
    if house.elimination and mode != "penalty_500":
        yield worded("elimination is for the mode penalty_500, not {mode}", mode=mode)
    if house.auto_uno and house.false_catch:
        yield worded("auto_uno and false_catch exclude each other: there is nobody to catch")
    if house.auto_uno and house.uno_penalty_n != DEFAULTS.uno_penalty_n:
        yield worded("auto_uno and uno_penalty_n exclude each other: nobody misses a call")
    for switch in SWITCHES:
        if getattr(house, switch.key) != switch.default and not switch.fits(edition):
            yield worded("{key}: {edition} has no such card", key=switch.key, edition=worded(edition.name))


def player_clashes(edition: Edition, house: HouseRules, count: int) -> Iterator[str]:
    """Why so many cannot play by these rules."""
    least, most = edition.data.players
    if not least <= count <= most:
        yield worded(
            "{edition} is for {least} to {most} players, not {count}",
            edition=worded(edition.name),
            least=least,
            most=most,
            count=count,
        )
    if house.team and (count < LEAST_TEAM_PLAYERS or count % 2):
        yield worded(
            "team: partners sit opposite each other, so there are 4, 6, 8 or 10 players, not {count}",
            count=count,
        )
    if edition.size - count * house.hand_size_n - 1 < LEAST_PILE:
        yield worded(
            "hand_size_n: {cards} cards for each of {count} players leave fewer than {least} in the pile",
            cards=house.hand_size_n,
            count=count,
            least=LEAST_PILE,
        )


def playable_counts(edition: Edition, house: HouseRules, seats: range) -> tuple[int, ...]:
    """With how many players, of all these numbers, a game by these rules can be played."""
    return tuple(count for count in seats if not any(player_clashes(edition, house, count)))
