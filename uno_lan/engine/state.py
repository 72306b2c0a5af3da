"""The public state of a round: one slotted object with nothing hidden in it.

Everything that anyone at the table can know, and nothing else: hand sizes, not hands. It holds no behavior
beyond looking things up; `changes.py` has the small changes, `agenda.py` the steps, `round.py` the commands.

Seats are ids 0-9 and never move. Sets of seats are bit masks.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self, TypeAlias

from .commands import NOBODY
from .deck import Edition
from .effects import Action, Follow
from .events import Played, ShuffleWanted
from .faces import MAX_SEATS
from .house import HouseRules
from .phases import Phase
from .playbook import Playbook, playbook
from .rules import Ruleset

Step: TypeAlias = tuple[Any, ...]
"""A small thing that is still to be done: its name, then plain values."""

MOST_DRAWN: Final = 1024
"""Cards that can be drawn in one round, each as often as it comes (docs/rules.md B45). A hand is shown with
all that ever came into it, and a message has room for so many."""


class State:
    """A round as anyone can see it. Read by all, written by the engine only."""

    # Fixed for the whole round; what every turn needs is read out of the rules once.
    rules: Ruleset
    edition: Edition
    seats: tuple[int, ...]
    """All seats of the round, clockwise, also those that left."""
    color_of: tuple[int, ...]
    symbol_of: tuple[int, ...]
    match: tuple[tuple[bool, ...], ...]
    over: tuple[tuple[bool, ...], ...]
    house: HouseRules
    book: Playbook
    effects: tuple[Action, ...]
    easy: tuple[bool, ...]
    follows: tuple[Follow | None, ...]
    asks: tuple[bool, ...]
    played: tuple[tuple[Played, ...], ...]
    special: bool
    """Do house rules decide what is legal, beside matching and choices?"""
    slow_draw: bool
    """Does drawing of the own will need more than a card in the pile?"""
    deck_size: int
    grace: int
    teams: tuple[int, ...]
    """Team by seat; empty without team play."""
    now: int
    """Time of the command that runs; nothing of the round's own."""
    wilds_match: int
    # Who plays.
    present: int
    """Seats that have not left."""
    rings: tuple[tuple[int, ...], ...]
    """`rings[dir][seat]`: the next seat that plays in this direction; also asked for seats that left."""
    ring: tuple[int, ...]
    """The one of them in the direction of play."""
    dealer: int
    dir: int
    """+1 clockwise, -1 counter-clockwise."""
    phase: Phase
    to_act: int
    """Whom the phase waits for."""
    # The cards.
    color: int
    """Active color; never read from the top card."""
    top: int
    fits: tuple[bool, ...]
    """Table of the cards that may lie on top now: `fits[uid]`."""
    discard: list[int]
    """Known cards of the discard pile, bottom to top."""
    aside: int
    """Hidden cards under them: hands of players who left."""
    top_by: int
    """Who played the top card; NOBODY when it was turned over."""
    pile_size: int
    turned: int
    """Cards that were shuffled back into the pile in this round."""
    sizes: list[int]
    """Hand sizes by seat id."""
    # UNO.
    called_bits: int
    """Seats with one card that have called."""
    early: int
    """Seat that called with two cards, before the play that leaves one."""
    owes_bits: int
    """Seats that can be caught now."""
    since: int
    """When the newest of these windows opened; kept only while a grace time is in force."""
    owed_bits: int
    """Seats that owed a call at some time since the last play; kept for `false_catch` only."""
    changed_bits: int
    """Seats whose hand the play that runs has changed, and whose duty is not settled yet."""
    # A draw penalty that waits for an answer.
    pending: int
    attacker: int
    victim: int
    stake: int
    """Symbol of the newest draw card in it."""
    can_challenge: bool
    before: int
    """Active color before the Draw Four: what its legality is judged by."""
    passed_bits: int
    """Seats whose latest turn was a pass, since anything else happened."""
    discards: int
    """Cards to choose in phase `pick_discards`."""
    # What is still to be done.
    agenda: list[Step]
    """Steps still to be taken, the next one last."""
    wanted: ShuffleWanted | None
    """The shuffle the round waits for in phase `shuffle`."""
    returned: int
    """First card that goes back into the pile with this shuffle."""
    winner: int
    why: str
    """How the round ended: `out`, `blocked` or `last`."""

    __slots__ = tuple(__annotations__)

    def __init__(
        self,
        rules: Ruleset,
        seats: Sequence[int],
        dealer: int = NOBODY,
        teams: Mapping[int, int] | None = None,
    ) -> None:
        """A round in which nothing has happened yet.

        Args:
            seats: ids of the players, clockwise.
            dealer: who deals; NOBODY: it is found as the edition says.
            teams: team of each seat, when players have left since the teams were made.

        Raises:
            RulesError: so many cannot play by these rules.
            ValueError: seats that are none.
        """
        if teams is None:
            rules.check_players(len(seats))
            teams = team_places(seats) if rules.house.team else {}
        seats = tuple(seats)
        present = seat_bits(seats)
        if dealer != NOBODY and dealer not in seats:
            raise ValueError("the dealer must be one of the seats")
        self.rules = rules
        self.edition = edition = rules.edition
        self.seats = seats
        self.color_of = edition.color_of
        self.symbol_of = edition.symbol_of
        self.match = edition.match
        self.over = edition.over
        self.house = house = rules.house
        self.book = book = playbook(rules)
        self.effects = book.actions
        self.easy = book.easy
        self.follows = book.follows
        self.asks = book.asks
        self.played = played_events(edition.size)
        self.special = book.special
        self.slow_draw = house.draw_to_match or house.must_play
        self.deck_size = self.pile_size = edition.size
        self.grace = house.uno_grace_ms
        self.teams = tuple(teams.get(seat, NOBODY) for seat in range(MAX_SEATS)) if teams else ()
        self.wilds_match = rules.wilds_match
        self.present = present
        self.rings = rings(seats, present)
        self.ring = self.rings[1]
        self.dir = 1
        self.dealer = dealer
        self.phase = Phase.WAITING
        self.fits = (False,) * edition.size
        self.sizes = [0] * MAX_SEATS
        self.discard = []
        self.agenda = []
        self.wanted = None
        self.why = ""
        self.can_challenge = False
        self.to_act = self.winner = self.top_by = self.early = self.attacker = self.victim = NOBODY
        self.color = self.before = self.stake = self.top = self.returned = NOBODY
        self.called_bits = self.owes_bits = self.owed_bits = self.changed_bits = self.passed_bits = 0
        self.now = self.since = self.aside = self.turned = self.pending = self.discards = 0

    def copy(self) -> Self:
        """An independent copy."""
        new = object.__new__(type(self))
        new.rules = self.rules
        new.edition = self.edition
        new.seats = self.seats
        new.color_of = self.color_of
        new.symbol_of = self.symbol_of
        new.match = self.match
        new.over = self.over
        new.house = self.house
        new.book = self.book
        new.effects = self.effects
        new.easy = self.easy
        new.follows = self.follows
        new.asks = self.asks
        new.played = self.played
        new.special = self.special
        new.slow_draw = self.slow_draw
        new.deck_size = self.deck_size
        new.grace = self.grace
        new.teams = self.teams
        new.now = 0
        new.wilds_match = self.wilds_match
        new.present = self.present
        new.rings = self.rings
        new.ring = self.ring
        new.dealer = self.dealer
        new.dir = self.dir
        new.phase = self.phase
        new.to_act = self.to_act
        new.color = self.color
        new.top = self.top
        new.fits = self.fits
        new.discard = self.discard.copy()
        new.aside = self.aside
        new.top_by = self.top_by
        new.pile_size = self.pile_size
        new.turned = self.turned
        new.sizes = self.sizes.copy()
        new.called_bits = self.called_bits
        new.early = self.early
        new.owes_bits = self.owes_bits
        new.since = self.since
        new.owed_bits = self.owed_bits
        new.changed_bits = self.changed_bits
        new.pending = self.pending
        new.attacker = self.attacker
        new.victim = self.victim
        new.stake = self.stake
        new.can_challenge = self.can_challenge
        new.before = self.before
        new.passed_bits = self.passed_bits
        new.discards = self.discards
        new.agenda = self.agenda.copy()
        new.wanted = self.wanted
        new.returned = self.returned
        new.winner = self.winner
        new.why = self.why
        return new

    def public(self) -> tuple[Any, ...]:
        """All that can change, as plain values in a fixed order: what the state hash is made of."""
        wanted = self.wanted
        return (
            self.seats,
            self.present,
            self.dealer,
            self.dir,
            int(self.phase),
            self.to_act,
            self.color,
            self.top,
            self.top_by,
            tuple(self.discard),
            self.aside,
            self.pile_size,
            tuple(self.sizes),
            (self.called_bits, self.early, self.owes_bits, self.since, self.owed_bits, self.changed_bits),
            (self.pending, self.attacker, self.victim, self.stake, self.can_challenge, self.before),
            self.passed_bits,
            self.discards,
            tuple(self.agenda),
            None if wanted is None else (wanted.kind, wanted.count, wanted.seat),
            self.returned,
            self.winner,
            self.why,
            # Most rounds end before anything is shuffled back.
            *((self.turned,) if self.turned else ()),
        )

    # Questions.

    def size(self, seat: int) -> int:
        """Cards in the hand of a seat."""
        return self.sizes[seat]

    def is_playing(self, seat: int) -> bool:
        """Is this a seat of the round that has not left?"""
        return seat >= 0 and bool(self.present >> seat & 1)

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that have not left, clockwise."""
        everybody = self.present.bit_count() == len(self.seats)
        return self.seats if everybody else self._seats_of(self.present)

    @property
    def left(self) -> tuple[int, ...]:
        """Seats that left during the round."""
        everybody = self.present.bit_count() == len(self.seats)
        return () if everybody else self._seats_of(~self.present)

    @property
    def called(self) -> tuple[int, ...]:
        """Seats whose call stands (one card, or two before the play that leaves one)."""
        return self._seats_of(self.called_bits | (0 if self.early == NOBODY else 1 << self.early))

    @property
    def owes(self) -> tuple[int, ...]:
        """Seats that can be caught now."""
        return self._seats_of(self.owes_bits)

    @property
    def discard_size(self) -> int:
        """Cards of the discard pile, the hidden ones too."""
        return len(self.discard) + self.aside

    @property
    def refill(self) -> int:
        """Cards that would be shuffled back into the pile now: the discard pile without its top."""
        return refill_of(self.deck_size, self.turned, self.discard_size)

    @property
    def drawable(self) -> int:
        """Cards that can still be drawn: the pile, and what would be shuffled back into it."""
        return self.pile_size + self.refill

    @property
    def grace_ends(self) -> int:
        """Time (ms) until which the action that closes the window is held; 0 when nobody owes a call."""
        return self.since + self.grace if self.owes_bits else 0

    def next(self, seat: int) -> int:
        """The next playing seat after `seat` in the direction of play."""
        return self.ring[seat]

    def previous(self, seat: int) -> int:
        """The playing seat before `seat` in the direction of play."""
        return self.rings[-self.dir][seat]

    def others(self, seat: int) -> tuple[int, ...]:
        """All other playing seats in the order of play, from the one after `seat`."""
        found, other, ring = [], self.ring[seat], self.ring
        while other != seat and other not in found:
            found.append(other)
            other = ring[other]
        return tuple(found)

    def _seats_of(self, bits: int) -> tuple[int, ...]:
        return tuple([seat for seat in self.seats if bits >> seat & 1]) if bits else ()


def refill_of(deck: int, turned: int, discard_size: int) -> int:
    """Cards of a discard pile that may be shuffled back into the pile.

    Args:
        deck: cards of the whole deck.
        turned: cards that were shuffled back before.
    """
    under = max(discard_size - 1, 0)
    return under if deck + turned + under <= MOST_DRAWN else 0


@functools.cache
def played_events(size: int) -> tuple[tuple[Played, ...], ...]:
    """By seat and card: the event of its play, made once."""
    return tuple(tuple(Played(seat, card) for card in range(size)) for seat in range(MAX_SEATS))


def team_places(seats: Sequence[int]) -> dict[int, int]:
    """The team of each seat: partners sit opposite each other."""
    return {seat: place % (len(seats) // 2) for place, seat in enumerate(seats)}


@functools.lru_cache(maxsize=1024)
def seat_bits(seats: tuple[int, ...]) -> int:
    """The set of these seats.

    Raises:
        ValueError: seats that are none.
    """
    if len(set(seats)) != len(seats) or not all(0 <= seat < MAX_SEATS for seat in seats):
        raise ValueError(f"seats must be different numbers from 0 to {MAX_SEATS - 1}")
    return sum(1 << seat for seat in seats)


@functools.lru_cache(maxsize=1024)
def rings(seats: tuple[int, ...], present: int) -> tuple[tuple[int, ...], ...]:
    """Next playing seat by direction and seat; index -1 of the result is the counter-clockwise one."""
    tables = []
    for order in (seats, seats[::-1]):
        table = [NOBODY] * MAX_SEATS
        for place, seat in enumerate(order):
            circle = (*order[place + 1 :], *order[: place + 1])
            table[seat] = next((other for other in circle if present >> other & 1), NOBODY)
        tables.append(tuple(table))
    clockwise, counter = tables
    return (), clockwise, counter
