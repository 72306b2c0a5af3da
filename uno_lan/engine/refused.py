"""Refusals: you may not do that, and why.

A refusal leaves the round as it was. Its code is one of `REASONS`; of several that apply the first counts.
`grace` stands apart: the command is fine but comes too early and may be sent again at `retry_at`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from .events import Event


class Refused(Struct, frozen=True, gc=False):
    """Why a command was not carried out."""

    code: str
    retry_at: int | None = None
    """With `grace`: the time (Unix ms) from which the command may be tried again."""


Answer: TypeAlias = tuple[Event, ...] | Refused
"""What a command brings: events, or a refusal."""

REASONS: Final = (
    "not_your_turn",
    "wrong_phase",
    "not_in_hand",
    "only_drawn_card",
    "does_not_match",
    "bad_color",
    "color_needed",
    "bad_target",
    "target_needed",
    "bad_discard",
    "nothing_to_draw",
    "can_draw",
    "no_challenge",
    "bluff",
    "must_play",
    "special_finish",
    "cannot_jump",
    "nothing_to_call",
    "nothing_to_catch",
    "grace",
)
"""All codes in the order in which they are looked for."""

NOT_YOUR_TURN: Final = Refused("not_your_turn")
WRONG_PHASE: Final = Refused("wrong_phase")
NOT_IN_HAND: Final = Refused("not_in_hand")
ONLY_DRAWN_CARD: Final = Refused("only_drawn_card")
DOES_NOT_MATCH: Final = Refused("does_not_match")
BAD_COLOR: Final = Refused("bad_color")
COLOR_NEEDED: Final = Refused("color_needed")
BAD_TARGET: Final = Refused("bad_target")
TARGET_NEEDED: Final = Refused("target_needed")
BAD_DISCARD: Final = Refused("bad_discard")
NOTHING_TO_DRAW: Final = Refused("nothing_to_draw")
CAN_DRAW: Final = Refused("can_draw")
NO_CHALLENGE: Final = Refused("no_challenge")
BLUFF: Final = Refused("bluff")
MUST_PLAY: Final = Refused("must_play")
SPECIAL_FINISH: Final = Refused("special_finish")
CANNOT_JUMP: Final = Refused("cannot_jump")
NOTHING_TO_CALL: Final = Refused("nothing_to_call")
NOTHING_TO_CATCH: Final = Refused("nothing_to_catch")
