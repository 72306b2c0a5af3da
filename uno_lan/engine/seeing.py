"""Making views: from a round, or from events alone.

`view` looks at a round. `fold` takes a spectator's view one event further, and `dress` makes a player's view
of a spectator's and the player's own cards; together they give the same as `view` (tests hold them together).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from . import events as ev
from .commands import NOBODY
from .legality import find_legal
from .phases import DRAWN, PICK_DISCARDS, Phase
from .rules import Ruleset
from .state import State
from .views import View

PHASES: Final = tuple(Phase)
"""By number."""


def view(state: State, hand: Sequence[int] = (), seat: int = NOBODY, drawn: int = NOBODY) -> View:
    """What `seat` may see of a round (NOBODY: what everybody may see).

    Args:
        hand: the seat's own cards, in the order they came.
        drawn: the card it has just drawn; used in its own phase `drawn` only.
    """
    sizes, phase = state.sizes, state.phase
    # By place and not by name, which would take twice as long.
    public = View(
        NOBODY,
        state.edition.id,
        phase,
        state.seats,
        state.left,
        tuple([sizes[other] for other in state.seats]),
        state.to_act,
        state.dealer,
        state.dir,
        state.color,
        state.top,
        state.discard_size,
        state.pile_size,
        state.called,
        state.owes,
        state.pending,
        state.attacker,
        state.can_challenge,
        state.winner,
        state.turned,
        state.top_by,
        state.stake,
        state.discards if phase is PICK_DISCARDS else 0,
        state.before if state.can_challenge else NOBODY,
    )
    return dress(public, state.rules, hand, seat, drawn) if seat != NOBODY else public


def dress(public: View, rules: Ruleset, hand: Sequence[int], seat: int, drawn: int = NOBODY) -> View:
    """A spectator's view as `seat` sees it, who holds `hand`."""
    own_choice = public.phase is DRAWN and public.to_act == seat
    own = replace(public, seat=seat, hand=tuple(hand), drawn=drawn if own_choice else NOBODY)
    return replace(own, legal=find_legal(own, rules))


def fold(seen: View, event: ev.Event) -> View:
    """A spectator's view after one more event."""
    changes = CHANGES.get(type(event))
    return replace(seen, **changes(seen, event)) if changes is not None else seen


Changes: TypeAlias = dict[str, Any]
"""What is new in a view, by field."""


def _phase_set(seen: View, event: ev.PhaseSet) -> Changes:
    return {"phase": PHASES[event.phase], "to_act": event.seat, "discards": event.count}


def _played(seen: View, event: ev.Played) -> Changes:
    seat, card = event.seat, event.card
    sizes = _grown(seen, seat, -1)
    return {
        "sizes": sizes,
        "top": card,
        "top_by": seat,
        "discard_size": seen.discard_size + 1,
        "called": seen.called if sizes[seen.seats.index(seat)] else _without(seen.called, seat),
        "owes": _without(seen.owes, seat),
    }


def _drew(seen: View, event: ev.Drew) -> Changes:
    seat, count = event.seat, event.count
    return {
        "sizes": _grown(seen, seat, count),
        "pile_size": seen.pile_size - count,
        "owes": _without(seen.owes, seat),
    }


def _dropped(seen: View, event: ev.Dropped) -> Changes:
    seat, count = event.seat, len(event.cards)
    return {
        "sizes": _grown(seen, seat, -count),
        "discard_size": seen.discard_size + count,
        "owes": _without(seen.owes, seat),
    }


def _hands_moved(seen: View, event: ev.HandsMoved) -> Changes:
    """Hands change owners; whoever has another one owes no call."""
    size_of = dict(zip(seen.seats, seen.sizes, strict=True))
    new = size_of | {to: size_of[source] for source, to in event.moves}
    owes = seen.owes
    for _, to in event.moves:
        owes = _without(owes, to)
    return {"sizes": tuple(new[seat] for seat in seen.seats), "owes": owes}


def _penalty_set(seen: View, event: ev.PenaltySet) -> Changes:
    return {
        "pending": event.count,
        "stake": event.symbol,
        "attacker": event.attacker,
        "can_challenge": event.can_challenge,
        "before": event.before,
    }


def _seat_left(seen: View, event: ev.SeatLeft) -> Changes:
    seat = event.seat
    size = seen.sizes[seen.seats.index(seat)]
    return {
        "sizes": _grown(seen, seat, -size),
        "left": _with(seen, seen.left, [seat]),
        "discard_size": seen.discard_size + size,
        "called": _without(seen.called, seat),
        "owes": _without(seen.owes, seat),
    }


def _round_over(seen: View, event: ev.RoundOver) -> Changes:
    return {
        "winner": event.winner,
        "owes": (),
        "pending": 0,
        "stake": NOBODY,
        "attacker": NOBODY,
        "can_challenge": False,
        "before": NOBODY,
    }


# Shuffles, and what happens before the first turn.


def _shuffle_wanted(seen: View, event: ev.ShuffleWanted) -> Changes:
    """Before a deal all cards go back at once."""
    if event.kind not in ("dealer", "deal"):
        return {}
    return {
        "sizes": (0,) * len(seen.seats),
        "discard_size": 0,
        "pile_size": event.count,
        "turned": 0,
        "top": NOBODY,
        "top_by": NOBODY,
        "color": NOBODY,
    }


def _shuffle_done(seen: View, event: ev.ShuffleDone) -> Changes:
    if event.kind == "hands":
        return {"sizes": (0,) * len(seen.seats), "owes": ()}
    if event.kind != "refill":
        return {}
    return {
        "discard_size": seen.discard_size - event.count,
        "pile_size": seen.pile_size + event.count,
        "turned": seen.turned + event.count,
    }


def _dealt(seen: View, event: ev.Dealt) -> Changes:
    seats, count = event.seats, event.count
    share = dict.fromkeys(seats, 0)
    for place in range(count):
        share[seats[place % len(seats)]] += 1
    sizes = tuple(size + share.get(seat, 0) for seat, size in zip(seen.seats, seen.sizes, strict=True))
    return {"sizes": sizes, "pile_size": seen.pile_size - (0 if event.hands else count)}


def _flipped(seen: View, event: ev.Flipped) -> Changes:
    return {
        "top": event.card,
        "top_by": NOBODY,
        "discard_size": seen.discard_size + 1,
        "pile_size": seen.pile_size - 1,
    }


def _put_back(seen: View, event: ev.PutBack) -> Changes:
    return {"top": NOBODY, "discard_size": seen.discard_size - 1, "pile_size": seen.pile_size + 1}


CHANGES: Final[Mapping[type[ev.Event], Callable[[View, Any], Changes]]] = {
    ev.PhaseSet: _phase_set,
    ev.Played: _played,
    ev.Drew: _drew,
    ev.Dropped: _dropped,
    ev.HandsMoved: _hands_moved,
    ev.ColorSet: lambda seen, event: {"color": event.color},
    ev.DirectionSet: lambda seen, event: {"direction": event.dir},
    ev.PenaltySet: _penalty_set,
    ev.Called: lambda seen, event: {
        "called": _with(seen, seen.called, [event.seat]),
        "owes": _without(seen.owes, event.seat),
    },
    ev.CallVoid: lambda seen, event: {"called": _without(seen.called, event.seat)},
    ev.UnoOwed: lambda seen, event: {"owes": _with(seen, seen.owes, event.seats)},
    ev.Caught: lambda seen, event: {"owes": _without(seen.owes, event.target)},
    ev.WindowClosed: lambda seen, event: {"owes": ()},
    ev.SeatLeft: _seat_left,
    ev.RoundOver: _round_over,
    ev.ShuffleWanted: _shuffle_wanted,
    ev.ShuffleDone: _shuffle_done,
    ev.DealerCard: lambda seen, event: {"pile_size": seen.pile_size - 1},
    ev.DealerChosen: lambda seen, event: {"dealer": event.seat},
    ev.Dealt: _dealt,
    ev.Flipped: _flipped,
    ev.PutBack: _put_back,
}
"""What each kind of event changes; what is not here changes nothing that is seen."""


def _grown(seen: View, seat: int, count: int) -> tuple[int, ...]:
    """All hand sizes, with so many cards more in the hand of this seat."""
    sizes = list(seen.sizes)
    sizes[seen.seats.index(seat)] += count
    return tuple(sizes)


def _with(seen: View, some: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    """Both, in the order of the seats."""
    both = {*some, *more}
    return tuple(seat for seat in seen.seats if seat in both)


def _without(some: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple([other for other in some if other != seat]) if seat in some else some
