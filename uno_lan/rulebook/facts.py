"""What the writers of the book ask about a rule set: which house rules are on, how things are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_lan.engine.faces import MODES, NUMBERS, Face
from uno_lan.engine.house import SWITCHES, HouseRules
from uno_lan.engine.rules import Ruleset
from uno_lan.languages import N_, _, n_

from .book import Statement

MODE_NAMES: Final = {
    "race_500": N_("race to {target}"),
    "single_hand": N_("single hand"),
    "agreed_hands": N_("{rounds} hands"),
    "penalty_500": N_("penalty points to {target}"),
    "penalty_rounds": N_("penalty points over {rounds} rounds"),
}


class Facts:
    """A rule set with the questions that the writers ask."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.edition = rules.edition
        self.house: HouseRules = rules.house
        self.changed = tuple(
            switch.key for switch in SWITCHES if getattr(rules.house, switch.key) != switch.default
        )
        """House rules that are not at their published value."""

    # House rules.

    def because(self, *keys: str) -> tuple[str, ...]:
        """Those of these house rules that are on."""
        return tuple(key for key in keys if key in self.changed)

    def say(self, text: str, *keys: str) -> Statement:
        """A statement that reads differently when one of these house rules is on."""
        return Statement(text, self.because(*keys))

    # Cards.

    @property
    def faces(self) -> tuple[Face, ...]:
        """All faces of the edition."""
        return self.edition.data.faces

    def with_effect(self, effect: str) -> list[Face]:
        """The faces with this effect."""
        return [face for face in self.faces if face.effect == effect]

    def copies(self, face: Face) -> int:
        """How many cards of this face there are, all decks together."""
        return face.count * (1 if face.is_wild else len(self.edition.colors)) * self.edition.decks

    @property
    def draw_cards(self) -> list[Face]:
        """Faces that make the next player draw."""
        return self.with_effect("draw")

    @property
    def has_star(self) -> bool:
        """Has the edition a card that reflects draw cards?"""
        return self.edition.has_effect("star")

    @property
    def star(self) -> str:
        """Name of the card that reflects draw cards."""
        return any_of(self.with_effect("star"))

    def is_stacked(self, face: Face) -> bool:
        """May this draw card be answered with another of its kind?"""
        return self.house.stack_d4 if face.is_wild else self.house.stack_d2

    def is_asked(self, face: Face) -> bool:
        """Is the victim of this draw card asked before drawing?"""
        if self.is_stacked(face) or self.house.deflect != "off" or (face.answer and self.has_star):
            return True
        return face.answer and not (face.challenge and (self.house.no_bluff or self.house.no_challenge))

    def may_challenge(self, face: Face) -> bool:
        """Can this draw card be challenged?"""
        return face.challenge and not (self.house.no_bluff or self.house.no_challenge)

    @property
    def matching_wilds(self) -> list[Face]:
        """Wilds that count as a matching card when a Draw Four is judged."""
        return [face for face in self.faces if face.is_wild and self.rules.wilds_match >> face.symbol & 1]

    # The game.

    @property
    def is_penalty(self) -> bool:
        """Does everybody add the own hand?"""
        return self.rules.mode.startswith("penalty")

    def mode_name(self, mode: str) -> str:
        """A mode in words."""
        assert mode in MODES
        return _(MODE_NAMES[mode]).format(target=self.house.target_score, rounds=self.house.rounds_n)


def is_number(face: Face) -> bool:
    """Is it a number card?"""
    return face.symbol < NUMBERS


def called(face: Face) -> str:
    """The name of a face."""
    return _(face.name)


def any_of(faces: Sequence[Face]) -> str:
    """The names of some faces: `a, b or c`."""
    return either([called(face) for face in faces])


def all_of(faces: Sequence[Face]) -> str:
    """The names of some faces: `a, b and c`."""
    return listed([called(face) for face in faces])


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return _("{others} and {last}").format(others=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return _("{others} or {last}").format(others=", ".join(words[:-1]), last=words[-1])


def cards(number: int) -> str:
    """`1 card`, `2 cards`."""
    return n_("{count} card", "{count} cards", number).format(count=number)


def sentences(*said: str) -> str:
    """Those that are not empty, one after the other."""
    return " ".join(filter(None, said))
