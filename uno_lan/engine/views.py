"""Views: what one seat, or a spectator, may see of a round.

`view()` (in `seeing.py`) is the only way out for what a seat may know; bots, both clients, spectators, logs
and replays use it.
"""

from __future__ import annotations

from msgspec import Struct

from .commands import NOBODY
from .phases import Phase


class Legal(Struct, frozen=True, gc=False):
    """What a seat may do now. Empty for spectators."""

    plays: tuple[int, ...] = ()
    """Cards of the hand that may be played (by uid, in hand order)."""
    draw: bool = False
    keep: bool = False
    may_pass: bool = False
    accept: bool = False
    challenge: bool = False
    color: bool = False
    target: tuple[int, ...] = ()
    """Seats that may be named when the round asks for a target."""
    discards: int = 0
    """Number of cards to choose in `pick_discards`."""
    jumps: tuple[int, ...] = ()
    uno: bool = False
    catch: tuple[int, ...] = ()
    """Seats that can be caught."""
    color_needed: tuple[int, ...] = ()
    """Those of `plays` with which a color must be named."""


class View(Struct, frozen=True, gc=False):
    """A round as seen from `seat` (NOBODY: spectator). Seats are ids; tuples follow `seats`."""

    seat: int
    edition: str
    phase: Phase
    seats: tuple[int, ...]
    """All seats of the round, clockwise, also those that left."""
    left: tuple[int, ...]
    sizes: tuple[int, ...]
    """Hand sizes, one per entry of `seats`."""
    to_act: int
    dealer: int
    direction: int
    color: int
    """Active color, index into the edition's colors; NOBODY before there is one."""
    top: int
    """Uid of the top of the discard pile; NOBODY before there is one."""
    discard_size: int
    pile_size: int
    called: tuple[int, ...]
    """Seats whose UNO call stands: with one card, or with two and before the play that leaves one."""
    owes: tuple[int, ...]
    """Seats that can be caught now."""
    pending: int
    attacker: int
    can_challenge: bool
    winner: int
    hand: tuple[int, ...] = ()
    """Own cards in the order they came."""
    drawn: int = NOBODY
    """The card just drawn, in phase `drawn` and for its owner only."""
    legal: Legal = Legal()
