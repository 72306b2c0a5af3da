"""Rule sets: an edition, a game mode, the house rules and what is written on customizable cards.

Whatever is impossible is refused here, before a game starts, with one line that says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from .deck import Edition
from .edition import edition_from_plain, load_edition
from .faces import ALL_WILDS, MODES, RulesError
from .house import HouseRules, clashes, make_house, player_clashes
from .sentence import worded
from .written import WrittenRule, read_rule

__all__ = ["MODES", "Ruleset"]

KEYS: Final = {"edition", "mode", "house", "custom"}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All rules of a game. Make one with `make`, which checks them."""

    edition: Edition
    """The cards played with, all decks of them."""
    mode: str
    house: HouseRules
    custom: tuple[str, ...] = ()
    """What is written on the customizable cards, one text per copy; empty when all are blank."""
    _hash: int = field(init=False, repr=False, compare=False)
    """Made once: tables are looked up by the rules for every view."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.edition, self.mode, self.house, self.custom)))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def make(
        cls,
        edition: str | Edition,
        mode: str | None = None,
        custom: Any = (),
        **switches: Any,
    ) -> Ruleset:
        """Rules of an edition (a built-in one by its id); the edition's own mode unless one is named.

        Args:
            custom: texts written on the customizable cards, by copy; a copy without one is blank.
            switches: house rules that are not at their default.

        Raises:
            RulesError: something is unknown, out of bounds, or does not go together.
        """
        if isinstance(edition, str):
            edition = load_edition(edition)
        return cls._checked(edition, mode, custom, switches)

    @classmethod
    def from_plain(cls, plain: object) -> Ruleset:
        """What `to_plain` wrote, checked again.

        Raises:
            RulesError: not a rule set, or an impossible one.
        """
        if not isinstance(plain, dict) or plain.keys() != KEYS:
            raise RulesError("rules: expected edition, mode, house and custom")
        mode, house, custom = plain["mode"], plain["house"], plain["custom"]
        if not isinstance(mode, str) or not isinstance(house, dict):
            raise RulesError("rules: mode is a word and house a table")
        if not all(isinstance(key, str) for key in house):
            raise RulesError("rules: a house rule is named by a word")
        return cls._checked(edition_from_plain(plain["edition"]), mode, custom, house)

    @classmethod
    def _checked(
        cls, edition: Edition, mode: str | None, custom: object, switches: Mapping[str, Any]
    ) -> Ruleset:
        mode = edition.data.mode if mode is None else mode
        if mode not in MODES:
            known = ", ".join(MODES)
            raise RulesError(worded("unknown mode {mode!r}: there is {known}", mode=mode, known=known))
        house = make_house(switches)
        for problem in clashes(edition, mode, house):
            raise RulesError(problem)
        texts = _texts(edition, custom)
        return cls(edition.variant(house.decks_n, len(set(texts)) > 1), mode, house, texts)

    def to_plain(self) -> dict[str, Any]:
        """Everything as plain values, in a fixed order: the text whose hash the players agree on."""
        return {
            "edition": self.edition.to_plain(),
            "mode": self.mode,
            "house": msgspec.to_builtins(self.house),
            "custom": list(self.custom),
        }

    def check_players(self, count: int) -> None:
        """Can a game of so many be played by these rules?

        Raises:
            RulesError: it cannot.
        """
        for problem in player_clashes(self.edition, self.house, count):
            raise RulesError(problem)

    def written_on(self, card: int) -> WrittenRule:
        """The rule that a customizable card carries; a blank one when nothing is written on it."""
        return read_rule(self.custom[self.edition.copy_of[card]] if self.custom else "")

    @property
    def wilds_match(self) -> int:
        """Bit set of the wild symbols that count as a match when a Draw Four is judged."""
        switch = self.house.wilds_match_wd4
        if switch is None:
            return self.edition.wilds_match
        return ALL_WILDS if switch else 0


def _texts(edition: Edition, custom: object) -> tuple[str, ...]:
    """What is written on each copy; empty when nothing is written on any.

    Raises:
        RulesError: more texts than cards, or one that cannot be read.
    """
    if not isinstance(custom, (list, tuple)) or not all(isinstance(text, str) for text in custom):
        raise RulesError("custom: expected a list of texts, one per customizable card")
    copies = edition.customizable
    if len(custom) > copies:
        if copies:
            few = worded(
                "custom: {edition} has {copies} cards that carry written rules, not {count}",
                edition=worded(edition.name),
                copies=copies,
                count=len(custom),
            )
        else:
            few = worded(
                "custom: {edition} has no cards that carry written rules", edition=worded(edition.name)
            )
        raise RulesError(few)
    texts = [" ".join(text.split()) for text in custom]
    for number, text in enumerate(texts, start=1):
        try:
            read_rule(text)
        except RulesError as error:
            raise RulesError(worded("custom {number}: {why}", number=number, why=error.args[0])) from None
    return (*texts, *[""] * (copies - len(texts))) if any(texts) else ()
