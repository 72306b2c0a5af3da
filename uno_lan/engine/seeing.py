"""Making views: from a round, or from events alone.

`view` looks at a round. `fold` takes a spectator's view one event further, and `dress` makes a player's view
of a spectator's and the player's own cards; together they give the same as `view` (tests hold them together).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from . import events as ev
from .commands import NOBODY
from .legality import find_legal
from .phases import Phase
from .rules import Ruleset
from .state import State
from .views import View


def view(state: State, hand: Sequence[int] = (), seat: int = NOBODY, drawn: int = NOBODY) -> View:
    """What `seat` may see of a round (NOBODY: what everybody may see).

    Args:
        hand: the seat's own cards, in the order they came.
        drawn: the card it has just drawn; used in its own phase `drawn` only.
    """
    public = View(
        seat=NOBODY,
        edition=state.edition.id,
        phase=state.phase,
        seats=state.seats,
        left=state.left,
        sizes=tuple(state.sizes[other] for other in state.seats),
        to_act=state.to_act,
        dealer=state.dealer,
        direction=state.dir,
        color=state.color,
        top=state.top,
        top_by=state.top_by,
        discard_size=state.discard_size,
        pile_size=state.pile_size,
        called=state.called,
        owes=state.owes,
        pending=state.pending,
        stake=state.stake,
        attacker=state.attacker,
        can_challenge=state.can_challenge,
        discards=state.discards if state.phase is Phase.PICK_DISCARDS else 0,
        winner=state.winner,
        turned=state.turned,
    )
    return dress(public, state.rules, hand, seat, drawn) if seat != NOBODY else public


def dress(public: View, rules: Ruleset, hand: Sequence[int], seat: int, drawn: int = NOBODY) -> View:
    """A spectator's view as `seat` sees it, who holds `hand`."""
    own_choice = public.phase is Phase.DRAWN and public.to_act == seat
    own = replace(public, seat=seat, hand=tuple(hand), drawn=drawn if own_choice else NOBODY)
    return replace(own, legal=find_legal(own, rules))


def fold(seen: View, event: ev.Event) -> View:
    """A spectator's view after one more event."""
    changes = _changes(seen, event)
    return replace(seen, **changes) if changes else seen


def _changes(seen: View, event: ev.Event) -> dict[str, Any]:
    match event:
        case ev.PhaseSet(phase, seat, _, count):
            return {"phase": Phase(phase), "to_act": seat, "discards": count}
        case ev.Played(seat, card):
            left = seen.sizes[seen.seats.index(seat)] - 1
            return {
                **_grow(seen, seat, -1),
                "top": card,
                "top_by": seat,
                "discard_size": seen.discard_size + 1,
                "called": seen.called if left else _without(seen.called, seat),
                "owes": _without(seen.owes, seat),
            }
        case ev.Drew(seat, count):
            return {
                **_grow(seen, seat, count),
                "pile_size": seen.pile_size - count,
                "owes": _without(seen.owes, seat),
            }
        case ev.Dropped(seat, cards):
            return {
                **_grow(seen, seat, -len(cards)),
                "discard_size": seen.discard_size + len(cards),
                "owes": _without(seen.owes, seat),
            }
        case ev.HandsMoved(moves):
            return _moved(seen, moves)
        case ev.ColorSet(color):
            return {"color": color}
        case ev.DirectionSet(direction):
            return {"direction": direction}
        case ev.PenaltySet(count, attacker, _, can_challenge, symbol):
            return {
                "pending": count,
                "stake": symbol,
                "attacker": attacker,
                "can_challenge": can_challenge,
            }
        case ev.Called(seat):
            return {"called": _with(seen, seen.called, [seat]), "owes": _without(seen.owes, seat)}
        case ev.CallVoid(seat):
            return {"called": _without(seen.called, seat)}
        case ev.UnoOwed(seats):
            return {"owes": _with(seen, seen.owes, seats)}
        case ev.Caught(_, target):
            return {"owes": _without(seen.owes, target)}
        case ev.WindowClosed():
            return {"owes": ()}
        case ev.SeatLeft(seat):
            size = seen.sizes[seen.seats.index(seat)]
            return {
                **_grow(seen, seat, -size),
                "left": _with(seen, seen.left, [seat]),
                "discard_size": seen.discard_size + size,
                "called": _without(seen.called, seat),
                "owes": _without(seen.owes, seat),
            }
        case ev.RoundOver(winner):
            return {
                "winner": winner,
                "owes": (),
                "pending": 0,
                "stake": NOBODY,
                "attacker": NOBODY,
                "can_challenge": False,
            }
        case _:
            return _opening_changes(seen, event)


def _opening_changes(seen: View, event: ev.Event) -> dict[str, Any]:
    """Shuffles, and what happens before the first turn."""
    match event:
        case ev.ShuffleWanted("dealer" | "deal", count):
            return {
                "sizes": (0,) * len(seen.seats),
                "discard_size": 0,
                "pile_size": count,
                "turned": 0,
                "top": NOBODY,
                "top_by": NOBODY,
                "color": NOBODY,
            }
        case ev.ShuffleDone("hands"):
            return {"sizes": (0,) * len(seen.seats), "owes": ()}
        case ev.ShuffleDone("refill", count):
            return {
                "discard_size": seen.discard_size - count,
                "pile_size": seen.pile_size + count,
                "turned": seen.turned + count,
            }
        case ev.DealerCard():
            return {"pile_size": seen.pile_size - 1}
        case ev.DealerChosen(seat):
            return {"dealer": seat}
        case ev.Dealt(seats, count, hands):
            share = dict.fromkeys(seats, 0)
            for place in range(count):
                share[seats[place % len(seats)]] += 1
            sizes = tuple(
                size + share.get(seat, 0) for seat, size in zip(seen.seats, seen.sizes, strict=True)
            )
            return {"sizes": sizes, "pile_size": seen.pile_size - (0 if hands else count)}
        case ev.Flipped(card):
            return {
                "top": card,
                "top_by": NOBODY,
                "discard_size": seen.discard_size + 1,
                "pile_size": seen.pile_size - 1,
            }
        case ev.PutBack():
            return {"top": NOBODY, "discard_size": seen.discard_size - 1, "pile_size": seen.pile_size + 1}
        case _:
            return {}


def _grow(seen: View, seat: int, count: int) -> dict[str, Any]:
    place = seen.seats.index(seat)
    return {"sizes": (*seen.sizes[:place], seen.sizes[place] + count, *seen.sizes[place + 1 :])}


def _moved(seen: View, moves: Iterable[tuple[int, int]]) -> dict[str, Any]:
    """Hands change owners; whoever has another one owes no call."""
    size_of = dict(zip(seen.seats, seen.sizes, strict=True))
    new = size_of | {to: size_of[source] for source, to in moves}
    owes = seen.owes
    for _, to in moves:
        owes = _without(owes, to)
    return {"sizes": tuple(new[seat] for seat in seen.seats), "owes": owes}


def _with(seen: View, some: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    """Both, in the order of the seats."""
    both = {*some, *more}
    return tuple(seat for seat in seen.seats if seat in both)


def _without(some: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in some if other != seat)
