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
    """Cards of the hand that may be played, in hand order; in `answer`: those to reply with."""
    together: tuple[tuple[int, ...], ...] = ()
    """Number cards that may go down together: one of `plays` first, then any others of its group."""
    draw: bool = False
    keep: bool = False
    may_pass: bool = False
    accept: bool = False
    challenge: bool = False
    color: bool = False
    """The round asks for a color."""
    target: tuple[int, ...] = ()
    """Seats that may be named when the round asks for a target."""
    discards: int = 0
    """Number of cards to choose in `pick_discards`."""
    jumps: tuple[int, ...] = ()
    """Cards of the hand that may be played out of turn."""
    uno: bool = False
    catch: tuple[int, ...] = ()
    """Seats that can be caught; with `false_catch` others may be pointed at as well, at a price."""
    color_needed: tuple[int, ...] = ()
    """Those of `plays` with which a color must be named."""
    second_color: tuple[int, ...] = ()
    """Those of `plays` with which a color to draw may be named as well."""
    target_needed: tuple[int, ...] = ()
    """Those of `plays` and `jumps` with which a player must be named."""
    targets: tuple[int, ...] = ()
    """Seats that may be named with them."""
    calls: tuple[int, ...] = ()
    """Those of `plays` and `jumps` that go with a call from any hand size: they may leave one card."""


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
    """Cards of a draw penalty that waits for an answer."""
    attacker: int
    can_challenge: bool
    winner: int
    turned: int = 0
    """Cards that were shuffled back into the pile in this round."""
    top_by: int = NOBODY
    """Who played the top card; NOBODY when it was turned over."""
    stake: int = NOBODY
    """Symbol of the newest draw card in the penalty that waits; NOBODY when there is none."""
    discards: int = 0
    """Cards to choose in `pick_discards`; 0 in other phases."""
    before: int = NOBODY
    """Color that was active before the draw card that can be challenged: what it is judged by."""
    hand: tuple[int, ...] = ()
    """Own cards in the order they came."""
    drawn: int = NOBODY
    """The card just drawn, in phase `drawn` and for its owner only."""
    legal: Legal = Legal()
