"""What happened: the events of a round as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from uno_lan.engine import events as ev
from uno_lan.engine.commands import NOBODY

from .small import WILD, Faces, Naming, card_name, color_name, count, direction_name, listed


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence about a round."""

    text: str
    seat: int = NOBODY
    color: int = NOBODY
    card: int = NOBODY
    """Card whose name stands in the text."""


DRAW_REASONS: Final[Mapping[str, str]] = {
    "turn": "",
    "two": "",
    "four": "",
    "first": "",
    "challenge": " after the challenge",
    "caught": " for a missed UNO call",
    "item": "",
    "rule": "",
}
SHUFFLES: Final[Mapping[str, str]] = {
    "dealer": "Everybody shuffles for the draw for dealer.",
    "deal": "Everybody shuffles the deck together.",
    "restart": "A Draw Four came first: it goes back and the deck is shuffled again.",
    "refill": "The draw pile ran out: everybody shuffles the discards.",
    "hands": "All hands are collected and shuffled.",
}
ENDINGS: Final[Mapping[str, str]] = {
    "blocked": "Nobody can play or draw: the round is blocked.",
    "void": "The round is void.",
}


def tell(
    happened: Sequence[ev.Event], name: Naming, me: int, faces: Faces, color: int = NOBODY
) -> list[Said]:
    """Sentences for the events of one command, in order; events nobody needs to read are left out.

    Args:
        color: in force afterwards: a wild that names the color it found changes nothing, so no event says it.
    """
    teller = _Teller(name, me, faces, color)
    out: list[Said] = []
    for index, event in enumerate(happened):
        said = teller.say(event, happened[index + 1 :])
        if said is not None:
            out.append(said)
    return out


def time_up(name: Naming, seat: int, me: int) -> str:
    """The table moved for somebody who did not in time."""
    return "Your time is up." if seat == me else f"{name(seat)}'s time is up."


class _Teller:
    """Turns events into sentences; a few look at what follows to say two facts in one line."""

    def __init__(self, name: Naming, me: int, faces: Faces, color: int) -> None:
        self._name = name
        self._me = me
        self._faces = faces
        self._color = color
        self._drew = NOBODY

    def who(self, seat: int) -> str:
        """`You` or the name."""
        return "You" if seat == self._me else self._name(seat)

    def whom(self, seat: int) -> str:
        """`you` or the name."""
        return "you" if seat == self._me else self._name(seat)

    def say(self, event: ev.Event, rest: Sequence[ev.Event]) -> Said | None:
        """The sentence of one event."""
        if isinstance(event, ev.Played):
            return self._played(event, rest)
        if isinstance(event, ev.Drew):
            return self._draw(event, rest)
        if isinstance(event, ev.Skipped):
            if event.seat == self._drew:
                self._drew = NOBODY
                return None
            return Said(f"{self.who(event.seat)} lost the turn.", event.seat)
        if isinstance(event, ev.Kept):
            return Said(f"{self.who(event.seat)} kept the card.", event.seat)
        return self._calls(event) or self._table(event)

    def _played(self, event: ev.Played, rest: Iterable[ev.Event]) -> Said:
        color = self._faces.color_of[event.card]
        text = f"{self.who(event.seat)} played {card_name(self._faces, event.card)}"
        if color == WILD:
            named = self._color
            for later in rest:
                if isinstance(later, ev.Played | ev.ColorSet):
                    named = later.color if isinstance(later, ev.ColorSet) else NOBODY
                    break
            if 0 <= named < WILD:
                return Said(f"{text}: {color_name(named)}.", event.seat, named, event.card)
        return Said(f"{text}.", event.seat, color, event.card)

    def _draw(self, event: ev.Drew, rest: Iterable[ev.Event]) -> Said:
        text = f"{self.who(event.seat)} drew {count(event.count)}{DRAW_REASONS.get(event.why, '')}"
        if event.why != "turn" and any(isinstance(e, ev.Skipped) and e.seat == event.seat for e in rest):
            self._drew = event.seat
            return Said(f"{text} and lost the turn.", event.seat)
        return Said(f"{text}.", event.seat)

    def _calls(self, event: ev.Event) -> Said | None:
        if isinstance(event, ev.Called):
            return Said(f"{self.who(event.seat)} called UNO!", event.seat)
        if isinstance(event, ev.UnoOwed):
            return self._owed(event.seats)
        if isinstance(event, ev.Caught):
            return Said(f"{self.who(event.seat)} caught {self.whom(event.target)}.", event.seat)
        if isinstance(event, ev.Accepted):
            return Said(f"{self.who(event.seat)} accepted.", event.seat)
        if isinstance(event, ev.Challenged):
            verdict = "it was a bluff" if event.guilty else "it was honest"
            target = self.whom(event.target)
            return Said(f"{self.who(event.seat)} challenged {target}: {verdict}.", event.seat)
        if isinstance(event, ev.Passed):
            return Said(f"{self.who(event.seat)} passed.", event.seat)
        return None

    def _owed(self, seats: Sequence[int]) -> Said | None:
        if not seats:
            return None
        names = listed([self.who(seat) for seat in seats])
        has = "have" if len(seats) > 1 or self._me in seats else "has"
        return Said(f"{names} {has} one card and did not call UNO.", seats[0])

    def _table(self, event: ev.Event) -> Said | None:
        if isinstance(event, ev.ShuffleWanted):
            return Said(SHUFFLES.get(event.kind, "The cards are shuffled."))
        if isinstance(event, ev.DealerCard):
            card = card_name(self._faces, event.card)
            color = self._faces.color_of[event.card]
            who = self.who(event.seat)
            return Said(f"{who} drew {card} for dealer.", event.seat, color, event.card)
        if isinstance(event, ev.DealerChosen):
            deals = "You deal." if event.seat == self._me else f"{self.who(event.seat)} deals."
            return Said(deals, event.seat)
        if isinstance(event, ev.Dealt):
            each = event.count // len(event.seats) if event.seats else 0
            return Said(f"{count(each)} each.")
        if isinstance(event, ev.Flipped):
            card = card_name(self._faces, event.card)
            color = self._faces.color_of[event.card]
            return Said(f"Turned up: {card}.", color=color, card=event.card)
        if isinstance(event, ev.DirectionSet):
            return Said(f"Play goes {direction_name(event.dir)}.")
        if isinstance(event, ev.SeatLeft):
            return Said(f"{self.who(event.seat)} left the game.", event.seat)
        if isinstance(event, ev.RoundOver):
            return self._over(event)
        return None

    def _over(self, event: ev.RoundOver) -> Said:
        if event.why in ENDINGS or event.winner == NOBODY:
            return Said(ENDINGS.get(event.why, "The round is over."))
        if event.why == "last":
            only = "are" if event.winner == self._me else "is"
            return Said(f"{self.who(event.winner)} {only} the last one left.", event.winner)
        return Said(f"{self.who(event.winner)} went out!", event.winner)
