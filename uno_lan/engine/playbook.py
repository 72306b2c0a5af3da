"""What the rules of one table say about each card, worked out once: faces, effects, answers, choices.

House rules end here: they pick effects and set flags, and the round only looks things up.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from .deck import Edition
from .effects import EFFECTS, Action, Effect, Follow
from .faces import SYMBOLS, WILDS, Face
from .house import HouseRules
from .rules import Ruleset

SEVEN: Final = 7
ZERO: Final = 0


class Replies(NamedTuple):
    """What may be played by the victim of a draw card, as bit sets of symbols."""

    any_color: int = 0
    own_color: int = 0
    """Only in the active color."""

    def allow(self, symbol: int, color: int, active: int) -> bool:
        """May a card of this symbol and color answer?"""
        return bool(self.any_color >> symbol & 1 or (self.own_color >> symbol & 1 and color == active))

    @property
    def none(self) -> bool:
        """Can nothing be played at all?"""
        return not self.any_color and not self.own_color


class Playbook(NamedTuple):
    """Tables of one rule set."""

    actions: tuple[Action, ...]
    """By symbol; the first face's where there is no such card."""
    follows: tuple[Follow | None, ...]
    """By uid: what follows its play; None: nothing but the next turn."""
    easy: tuple[bool, ...]
    """By uid: does its play name nothing but a color, and is the UNO duty settled before all that follows?"""
    care: tuple[bool, ...]
    """By uid: may its play need another choice than a color, or be refused although it matches?"""
    asks: tuple[bool, ...]
    """By uid: may its play name a color or a player?"""
    late: bytes
    """By uid: does its effect change hands itself, so that it may leave one card?"""
    replies: tuple[Replies, ...]
    """By the symbol of the newest draw card of a penalty."""
    honest: int
    """Symbols that can be a bluff: cards with a challenge."""
    barred: int
    """Symbols that may not be played as the last card."""
    special: bool
    """Do house rules decide what is legal, beside matching and choices?"""


@functools.lru_cache(maxsize=128)
def playbook(rules: Ruleset) -> Playbook:
    """The tables of a rule set."""
    edition, house = rules.edition, rules.house
    faces = [edition.face_of.get(symbol, edition.data.faces[0]) for symbol in range(len(SYMBOLS))]
    effects = [_effect(face, house) for face in faces]
    replies = tuple(_replies(face, edition, house) for face in faces)
    own = [edition.face_of.get(symbol) is not None for symbol in range(len(SYMBOLS))]
    bluffs = not (house.no_bluff or house.no_challenge)
    actions = tuple(
        Action(
            face,
            effect,
            face.symbol,
            answer=_opens_answer(face, edition, house),
            challenge=face.challenge and bluffs,
            why="two" if face.kind == "draw_two" else "four",
        )
        for face, effect in zip(faces, effects, strict=True)
    )
    barred = _bits(face for face in edition.data.faces if _is_barred(face, house))
    careful = [
        real and _needs_care(face, effect, barred, house)
        for face, effect, real in zip(faces, effects, own, strict=True)
    ]
    return Playbook(
        actions=actions,
        follows=tuple(
            None if effects[symbol].passes_on else effects[symbol].played for symbol in edition.symbol_of
        ),
        # With `false_catch` a play also ends what is kept for catches.
        easy=tuple(
            not (house.false_catch or careful[symbol] or effects[symbol].late) for symbol in edition.symbol_of
        ),
        care=tuple(careful[symbol] for symbol in edition.symbol_of),
        asks=tuple(careful[symbol] or symbol >= WILDS for symbol in edition.symbol_of),
        late=bytes(effects[symbol].late for symbol in edition.symbol_of),
        replies=replies,
        honest=_bits(face for face in edition.data.faces if face.challenge),
        barred=barred,
        special=any(
            (
                house.no_bluff,
                house.must_play,
                house.must_play_drawn,
                house.multi_play,
                house.no_special_finish != "off",
                edition.customizable > 0 and bool(rules.custom),
            )
        ),
    )


def _effect(face: Face, house: HouseRules) -> Effect:
    """What a face does under these house rules."""
    if house.seven_zero and face.effect == "none" and face.symbol in (SEVEN, ZERO):
        return EFFECTS["swap" if face.symbol == SEVEN else "rotate"]
    effect = EFFECTS[face.effect]
    last = {"force": house.force_last, "item_box": house.box_last, "shuffle_hands": house.shuffle_last}
    return replace(effect, resolves=True) if last.get(face.effect) == "resolve" else effect


def _needs_care(face: Face, effect: Effect, barred: int, house: HouseRules) -> bool:
    """Is there more to check than that it matches, and the color of a wild?"""
    return (
        effect.names_target
        or effect.written
        or effect.resolves
        or not effect.names_color
        or bool(barred >> face.symbol & 1)
        or (face.challenge and house.no_bluff)
    )


def is_two(face: Face) -> bool:
    """Is it a colored draw card?"""
    return face.effect == "draw" and not face.is_wild


def is_four(face: Face) -> bool:
    """Is it a wild draw card?"""
    return face.effect == "draw" and face.is_wild


def _replies(face: Face, edition: Edition, house: HouseRules) -> Replies:
    """What may answer a penalty whose newest draw card is `face`."""
    if face.effect != "draw":
        return Replies()
    faces = edition.data.faces
    anything = [other for other in faces if other.effect == "star"]
    own_color: list[Face] = []
    twos, fours = [f for f in faces if is_two(f)], [f for f in faces if is_four(f)]
    if is_two(face):
        anything += twos if house.stack_d2 else []
        anything += fours if house.stack_cross != "off" else []
    else:
        anything += fours if house.stack_d4 else []
        own_color += twos if house.stack_cross == "both" else []
    turning = [f for f in faces if f.effect in ("reverse", "skip")]
    if house.deflect == "any":
        anything += turning
    elif house.deflect == "color":
        own_color += turning
    return Replies(_bits(anything), _bits(own_color))


def _opens_answer(face: Face, edition: Edition, house: HouseRules) -> bool:
    """Is the victim of this draw card asked? Always or never, whatever anybody holds."""
    if face.effect != "draw":
        return False
    unanswerable = face.challenge and (house.no_bluff or house.no_challenge)
    if face.answer and (not unanswerable or edition.has_effect("star")):
        return True
    return house.deflect != "off" or (house.stack_d2 if is_two(face) else house.stack_d4)


def _is_barred(face: Face, house: HouseRules) -> bool:
    if house.no_special_finish == "off":
        return False
    return face.is_wild or (is_two(face) and house.no_special_finish == "wilds_and_draws")


def _bits(faces: Iterable[Face]) -> int:
    bits = 0
    for face in faces:
        bits |= 1 << face.symbol
    return bits
