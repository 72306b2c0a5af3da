"""What each player did in a game, counted for its end: a fold over the public events, the same for all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from uno_lan.engine.events import Called, Caught, Challenged, Drew, Event


@dataclass(frozen=True, slots=True)
class Numbers:
    """Of one player, over all rounds."""

    drawn: int = 0
    """Cards drawn, by choice or as a penalty; not those dealt."""
    challenges: int = 0
    """Challenges won, as the one who challenged."""
    calls: int = 0
    """UNO calls, also those that came to nothing."""
    catches: int = 0
    """Missed calls of others that they caught."""


@dataclass(frozen=True, slots=True)
class Missed:
    """What a player did not do themselves in a round."""

    timeouts: int = 0
    """How often the time ran out."""
    moves: int = 0
    """Moves that a bot made in their place."""

    def more(self, timeouts: int = 0, moves: int = 0) -> Missed:
        """So many more."""
        return Missed(self.timeouts + timeouts, self.moves + moves)


def counted(tally: Mapping[int, Numbers], events: Iterable[Event]) -> Mapping[int, Numbers]:
    """The numbers after these events; the same mapping when they change none."""
    changed: dict[int, Numbers] = {}

    def add(seat: int, drawn: int = 0, challenges: int = 0, calls: int = 0, catches: int = 0) -> None:
        old = changed.get(seat) or tally.get(seat) or Numbers()
        changed[seat] = replace(
            old,
            drawn=old.drawn + drawn,
            challenges=old.challenges + challenges,
            calls=old.calls + calls,
            catches=old.catches + catches,
        )

    for event in events:
        match event:
            case Drew():
                add(event.seat, drawn=event.count)
            case Challenged(guilty=True):
                add(event.seat, challenges=1)
            case Called():
                add(event.seat, calls=1)
            case Caught():
                add(event.seat, catches=1)
    return {**tally, **changed} if changed else tally


__all__ = ["Missed", "Numbers", "counted"]
