"""Commands: everything that can be done to a round.

Frozen values. A seat is an id (0-9) that never moves; a card is a uid (index in the edition's deck list);
a color is an index into the edition's colors. `Begin`, `Shuffled`, `Timeout` and `Leave` are the host's,
all others a player's.
"""

from __future__ import annotations

from msgspec import Struct

NOBODY = -1
"""Seat, color or card that is not there."""


class Command(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One command of one seat."""

    seat: int


class Play(Command, frozen=True, gc=False):
    """Play a card. Color, target and UNO call travel with it: one atomic command."""

    card: int
    color: int = NOBODY
    """Color named by a wild; ignored where it has no meaning."""
    target: int = NOBODY
    """Seat chosen by a card that needs one (The Force, a seven that swaps)."""
    uno: bool = False
    color2: int = NOBODY
    """Color to draw for the written rule `draw_to_color`."""
    more: tuple[int, ...] = ()
    """Further number cards played at once (house rule `multi_play`); the last is the new top."""


class Draw(Command, frozen=True, gc=False):
    """Draw one card instead of playing."""


class Keep(Command, frozen=True, gc=False):
    """Keep the card just drawn; the turn ends."""


class Pass(Command, frozen=True, gc=False):
    """End the turn without a card: only when nothing at all can be drawn."""


class Accept(Command, frozen=True, gc=False):
    """Take the cards of a draw card."""


class Challenge(Command, frozen=True, gc=False):
    """Say that a Draw Four was played with a matching card in hand."""


class Color(Command, frozen=True, gc=False):
    """Name a color when the round asks for one."""

    color: int


class Target(Command, frozen=True, gc=False):
    """Name a seat when the round asks for one."""

    target: int


class Discard(Command, frozen=True, gc=False):
    """Choose the cards to put under the top card."""

    cards: tuple[int, ...]


class Jump(Command, frozen=True, gc=False):
    """Play an identical card out of turn (house rule `jump_in`)."""

    card: int
    target: int = NOBODY
    uno: bool = False


class Uno(Command, frozen=True, gc=False):
    """Call UNO."""


class Catch(Command, frozen=True, gc=False):
    """Point at a player who forgot to call."""

    target: int


class Leave(Command, frozen=True, gc=False):
    """The seat is given up for good."""


class Begin(Command, frozen=True, gc=False):
    """Host: start the round."""


class Shuffled(Command, frozen=True, gc=False):
    """Host: the shuffle the round was waiting for is done."""


class Timeout(Command, frozen=True, gc=False):
    """Host: the seat did not answer; the default of `docs/rules.md` is taken for it."""
