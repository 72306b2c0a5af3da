"""Rule sets: an edition, a game mode and the house rules, checked against each other.

Whatever is impossible is refused here, before a game starts, with one line that says why. House rules change
who may act, what is legal, or a number; they never resolve an effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import Struct

from .edition import ALL_WILDS, Edition, RulesError, load_edition

__all__ = ["BOUNDS", "MODES", "HouseRules", "RulesError", "Ruleset", "parse_switch"]

MODES: Final = ("race_500", "single_hand", "agreed_hands", "penalty_500", "penalty_rounds")
"""Game modes; every edition offers all of them."""

BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "target_score": (50, 5000),
    "rounds_n": (1, 50),
    "turn_timer": (5, 600),
    "uno_grace_ms": (0, 10_000),
    "hand_size_n": (2, 15),
}
"""Least and greatest value of each number; `turn_timer` may also be 0 (off)."""

LEAST_PILE: Final = 10
"""Cards that must be left in the pile after deal and first card."""


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of a table. Defaults are the published rules."""

    target_score: int = 500
    """Total that ends `race_500` and `penalty_500`."""
    rounds_n: int = 3
    """Rounds of `agreed_hands` and `penalty_rounds`."""
    turn_timer: int = 0
    """Seconds a player has for each decision; 0: no limit."""
    uno_grace_ms: int = 1500
    """Time in which a missed call can be caught before the next turn may close the window."""
    wilds_match_wd4: bool | None = None
    """Do wilds in hand make a Draw Four illegal? None: as the edition says."""
    hand_size_n: int = 7
    """Cards dealt to each player."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All rules of a game. Make one with `make`, which checks them."""

    edition: Edition
    mode: str
    house: HouseRules

    @classmethod
    def make(cls, edition_id: str, mode: str | None = None, **switches: Any) -> Ruleset:
        """Rules of a built-in edition; the edition's own mode unless one is named.

        Raises:
            RulesError: something is unknown or out of bounds.
        """
        return cls._checked(load_edition(edition_id), mode, switches)

    @classmethod
    def from_plain(cls, plain: object) -> Ruleset:
        """What `to_plain` wrote, checked again.

        Raises:
            RulesError: not a rule set, or an impossible one.
        """
        if not isinstance(plain, dict) or plain.keys() != {"edition", "mode", "house"}:
            raise RulesError("rules: expected edition, mode and house")
        if not isinstance(plain["mode"], str) or not isinstance(plain["house"], dict):
            raise RulesError("rules: mode is a word and house a table")
        return cls._checked(Edition.from_plain(plain["edition"]), plain["mode"], plain["house"])

    @classmethod
    def _checked(cls, edition: Edition, mode: str | None, switches: Mapping[str, Any]) -> Ruleset:
        mode = edition.data.mode if mode is None else mode
        if mode not in MODES:
            raise RulesError(f"unknown mode {mode!r}: there is {', '.join(MODES)}")
        return cls(edition, mode, _house(switches))

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain values, in a fixed order: the text whose hash the players agree on."""
        return {
            "edition": self.edition.to_plain(),
            "mode": self.mode,
            "house": msgspec.to_builtins(self.house),
        }

    def check_players(self, count: int) -> None:
        """Can so many play by these rules?

        Raises:
            RulesError: they can not.
        """
        least, most = self.edition.data.players
        if not least <= count <= most:
            raise RulesError(f"{self.edition.name} is for {least} to {most} players, not {count}")
        if self.edition.size - count * self.house.hand_size_n - 1 < LEAST_PILE:
            raise RulesError(
                f"hand_size_n: {self.house.hand_size_n} cards for each of {count} players leave "
                f"fewer than {LEAST_PILE} in the pile"
            )

    @property
    def wilds_match(self) -> int:
        """Bit set of the wild symbols that count as a match when a Draw Four is judged."""
        switch = self.house.wilds_match_wd4
        if switch is None:
            return self.edition.wilds_match
        return ALL_WILDS if switch else 0


def _house(switches: Mapping[str, Any]) -> HouseRules:
    for key in switches:
        if key not in HouseRules.__struct_fields__:
            raise RulesError(f"unknown rule {key!r}: there is {', '.join(HouseRules.__struct_fields__)}")
    try:
        house = msgspec.convert(dict(switches), HouseRules)
    except msgspec.ValidationError as error:
        raise RulesError(f"rules: {error}") from None
    for key, (least, most) in BOUNDS.items():
        value = getattr(house, key)
        if key == "turn_timer" and value == 0:
            continue
        if not least <= value <= most:
            off = "0 (off) or " if key == "turn_timer" else ""
            raise RulesError(f"{key} must be {off}{least} to {most}, not {value}")
    return house


def parse_switch(text: str) -> tuple[str, Any]:
    """`key=value` or `key` (short for true) as typed by a person.

    Raises:
        RulesError: no such rule, or no value it can have.
    """
    key, equals, word = text.strip().partition("=")
    key, word = key.strip(), word.strip() if equals else "true"
    words: dict[str, Any] = {"true": True, "false": False, "unset": None}
    if word in words:
        value = words[word]
    elif word.isdecimal() and word.isascii():
        value = int(word)
    else:
        raise RulesError(f"{key}: {word!r} is neither a number nor true or false")
    _house({key: value})
    return key, value
