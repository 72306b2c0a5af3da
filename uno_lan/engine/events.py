"""Events: everything that happens in a round, in order.

Events alone rebuild all that a view shows, and the card ledger of the fairness layer is a fold of them.
They name no hidden card: a draw is a count.
"""

from __future__ import annotations

from msgspec import Struct

from .commands import NOBODY


class Event(Struct, frozen=True, gc=False):
    """Base of all events."""


class ShuffleWanted(Event, frozen=True, gc=False):
    """The round stops until the table has shuffled.

    With `dealer` and `deal` all cards of all places go back into the draw pile at this moment.
    """

    kind: str
    """`dealer`, `deal`, `restart` (first card went back), `refill` (pile ran out) or `hands`."""
    count: int
    """Number of cards that go in."""
    seat: int = NOBODY
    """Player whose card caused it (`hands`)."""


class ShuffleDone(Event, frozen=True, gc=False):
    """The new order is in force; `kind` and `count` as in the `ShuffleWanted` it answers.

    With `refill` these `count` cards leave the discard pile (and what lay hidden under it) for the draw pile.
    """

    kind: str
    count: int = 0


class DealerCard(Event, frozen=True, gc=False):
    """One open card of the draw for dealer: the next of the pile, shown for this seat."""

    seat: int
    card: int


class DealerChosen(Event, frozen=True, gc=False):
    """Who deals this round."""

    seat: int


class Dealt(Event, frozen=True, gc=False):
    """Cards leave the pile one by one: first to seats[0], then seats[1], ... `count` cards in all."""

    seats: tuple[int, ...]
    count: int
    hands: bool = False
    """They are not of the pile but the collected hands, shuffled (`ShuffleDone` of kind `hands`)."""


class Flipped(Event, frozen=True, gc=False):
    """The next card of the pile was put face up on the discard pile."""

    card: int


class PutBack(Event, frozen=True, gc=False):
    """A first card Draw Four leaves the discard pile and goes back into the draw pile; no top is left."""

    card: int


class Played(Event, frozen=True, gc=False):
    """A card went from a hand onto the discard pile."""

    seat: int
    card: int


class Dropped(Event, frozen=True, gc=False):
    """By a rule on a card these cards went from a hand under the top card, the first one lowest."""

    seat: int
    cards: tuple[int, ...]


class HandsMoved(Event, frozen=True, gc=False):
    """Whole hands changed owner at once: (from, to) for each. Nobody else sees a card of them."""

    moves: tuple[tuple[int, int], ...]


class ColorSet(Event, frozen=True, gc=False):
    """The active color, with or without a change."""

    color: int


class DirectionSet(Event, frozen=True, gc=False):
    """Direction of play: +1 clockwise, -1 counter-clockwise."""

    dir: int


class Drew(Event, frozen=True, gc=False):
    """`count` cards of the pile went into a hand, unseen by the others."""

    seat: int
    count: int
    why: str
    """`turn`, `two`, `four`, `challenge`, `star`, `caught`, `fined`, `first`, `force`, `item`, `rule`."""


class Kept(Event, frozen=True, gc=False):
    """The drawn card stays in hand."""

    seat: int


class Passed(Event, frozen=True, gc=False):
    """Nothing could be drawn and the turn ended."""

    seat: int


class Skipped(Event, frozen=True, gc=False):
    """A seat loses its turn."""

    seat: int


class PhaseSet(Event, frozen=True, gc=False):
    """The round waits in this phase for this seat (`NOBODY` in `shuffle` and `round_over`)."""

    phase: int
    seat: int
    turn: bool = False
    """A turn of `seat` begins."""
    count: int = 0
    """In `pick_discards`: how many cards to choose."""


class PenaltySet(Event, frozen=True, gc=False):
    """A draw penalty is pending (count > 0) or no longer pending (0)."""

    count: int
    attacker: int
    victim: int
    can_challenge: bool = False
    symbol: int = NOBODY
    """Symbol of the newest draw card in it."""
    before: int = NOBODY
    """Color that was active before it, where it can be challenged."""


class Accepted(Event, frozen=True, gc=False):
    """The victim takes the cards."""

    seat: int


class Challenged(Event, frozen=True, gc=False):
    """A Draw Four was challenged; `guilty` is the verdict."""

    seat: int
    target: int
    guilty: bool


class Searched(Event, frozen=True, gc=False):
    """The Force: `seat` looks for a card of a color in the hand of `target`; `found` is the verdict."""

    seat: int
    target: int
    color: int
    found: bool


class Item(Event, frozen=True, gc=False):
    """What an Item Box turned over means: `name` is one of `ITEM_NAMES`."""

    seat: int
    name: str


class Shown(Event, frozen=True, gc=False):
    """A hand is shown to one viewer: `target`'s as of the mark (`at_mark`) or as of now."""

    target: int
    viewer: int
    at_mark: bool


class Called(Event, frozen=True, gc=False):
    """A UNO call that counts or may come to count."""

    seat: int


class CallVoid(Event, frozen=True, gc=False):
    """A call no longer holds: the hand changed or the turn ended."""

    seat: int


class UnoOwed(Event, frozen=True, gc=False):
    """These seats, besides those named before, hold one card and have not called: they can be caught.

    It ends for a seat with `Called`, `Caught`, `SeatLeft`, `Drew`, `Dropped`, `HandsMoved` or a further
    `Played`, and for all with `WindowClosed`, new hands (`Dealt`) or `RoundOver`.
    """

    seats: tuple[int, ...]


class Caught(Event, frozen=True, gc=False):
    """A missed call was caught."""

    seat: int
    target: int


class FalseCatch(Event, frozen=True, gc=False):
    """Somebody was pointed at who owed no call; it costs the one who did (house rule `false_catch`)."""

    seat: int
    target: int


class WindowClosed(Event, frozen=True, gc=False):
    """Nobody can be caught any more for what happened before."""


class SeatLeft(Event, frozen=True, gc=False):
    """A seat left; its hand lies face down under the discard pile."""

    seat: int


class RoundOver(Event, frozen=True, gc=False):
    """The round ended."""

    winner: int
    """Seat that went out or is the last one left; NOBODY when blocked."""
    why: str
    """`out`, `blocked` or `last`."""
