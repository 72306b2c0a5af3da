"""What is true at the end of a scenario, in the words of the file, and where it differs from the expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from .. import events as ev
from ..commands import NOBODY
from ..deck import Edition
from ..events import Event
from ..game import RoundScore
from ..notation import UNKNOWN, NotationError, cards_text, parse_color, parse_top, top_text
from ..phases import Phase
from .form import ExpectForm, ScenarioError
from .setup import Setup, read_cards

OVER = ("", "round", "game")


class Tally:
    """What is counted over all steps: cards drawn, hands shown."""

    def __init__(self) -> None:
        self.drew: Counter[int] = Counter()
        self.shown: list[tuple[int, int]] = []

    def see(self, events: tuple[Event, ...]) -> None:
        """Count what happened."""
        for event in events:
            if isinstance(event, ev.Drew):
                self.drew[event.seat] += event.count
            elif isinstance(event, ev.Shown):
                self.shown.append((event.target, event.viewer))


def describe(setup: Setup, tally: Tally, score: RoundScore | None) -> dict[str, Any]:
    """The state under the keys of `[expect]`; seats by name, cards as text.

    Args:
        score: of the round, when it is over.
    """
    round_, truth, game, edition = setup.round, setup.truth, setup.game, setup.edition
    names = setup.scenario.seats
    color = round_.color

    def name(seat: int) -> str:
        return names[seat] if seat != NOBODY else ""

    def listed(seats: tuple[int, ...]) -> list[str]:
        return [names[seat] for seat in seats]

    def each(values: Mapping[int, Any]) -> dict[str, Any]:
        return {names[seat]: values[seat] for seat in round_.seats}

    return {
        "to_act": name(round_.to_act),
        "phase": round_.phase.label,
        "color": "" if color == NOBODY else edition.colors[color],
        "dir": round_.dir,
        "top": top_text(round_.top, color, edition),
        "discard": [edition.text(card) for card in (*truth.aside, *round_.discard)],
        "hands": each({seat: cards_text(sorted(truth.hands[seat]), edition) for seat in round_.seats}),
        "sizes": each({seat: round_.size(seat) for seat in round_.seats}),
        "pile_size": round_.pile_size,
        "discard_size": round_.discard_size,
        "drew": each({seat: tally.drew[seat] for seat in round_.seats}),
        "shown": [[names[target], names[viewer]] for target, viewer in tally.shown],
        "called": [names[seat] for seat in round_.seats if round_.called_bits >> seat & 1],
        "owes_uno": listed(round_.owes),
        "pending": round_.pending,
        "left": listed(round_.left),
        "dealer": name(round_.dealer),
        "next_dealer": name(_next_dealer(setup)),
        "winner": name(round_.winner),
        "winners": listed(game.winners),
        "points": each(score.points if score else dict.fromkeys(round_.seats, 0)),
        "scores": each(game.totals),
        "over": "" if score is None else "game" if score.over else "round",
    }


def _next_dealer(setup: Setup) -> int:
    """Who would deal the next round as things stand."""
    game = setup.game.copy()
    game.dealer = setup.round.dealer
    for seat in setup.round.left:
        game.leave(seat)
    return game.next_dealer


def compare(expect: ExpectForm, state: Mapping[str, Any], setup: Setup) -> list[str]:
    """One line for every expected value that is not so.

    Raises:
        ScenarioError: something is expected that cannot be.
    """
    differences = []
    for key in expect.__struct_fields__:
        wanted = getattr(expect, key)
        if wanted is not UNSET:
            differences += _compare_key(key, wanted, state[key], setup)
    return differences


def _compare_key(key: str, wanted: Any, actual: Any, setup: Setup) -> list[str]:
    edition, where = setup.edition, f"expect: {key}"
    if isinstance(wanted, dict):
        differences = []
        for name, value in wanted.items():
            setup.seat(name, where)
            if key == "hands":
                value = cards_text(sorted(read_cards(value, edition, f"{where}: {name}", [])), edition)
                same = Counter(value.split()) == Counter(actual[name].split())
            else:
                same = value == actual[name]
            if not same:
                differences.append(f"{key}: {name}: {_differ(value, actual[name])}")
        return differences
    if key in _SEATS:
        if wanted:
            setup.seat(wanted, where)
    elif key in _SEAT_LISTS:
        for name in wanted:
            setup.seat(name, where)
        wanted, actual = sorted(wanted), sorted(actual)
    elif key == "shown":
        for pair in wanted:
            for name in pair:
                setup.seat(name, where)
        wanted, actual = sorted(map(list, wanted)), sorted(actual)
    else:
        wanted, actual = _plain(key, wanted, actual, edition, where)
    return [] if wanted == actual else [f"{key}: {_differ(wanted, actual)}"]


_SEATS = ("to_act", "dealer", "next_dealer", "winner")
_SEAT_LISTS = ("called", "owes_uno", "left", "winners")


def _plain(key: str, wanted: Any, actual: Any, edition: Edition, where: str) -> tuple[Any, Any]:
    """Both values in the same form, for keys that are words, numbers or cards."""
    if key == "phase" and wanted not in [phase.label for phase in Phase]:
        raise ScenarioError(f"{where}: there is no phase {wanted!r}")
    if key == "over" and wanted not in OVER:
        raise ScenarioError(f'{where}: "round", "game" or "", not {wanted!r}')
    if key == "color" and wanted:
        color = parse_color(wanted, edition)
        if color == UNKNOWN:
            raise ScenarioError(f"{where}: {wanted!r} is no color")
        wanted = edition.colors[color]
    if key == "top" and wanted:
        wanted = _table_text(wanted, edition, where)
        if "/" not in wanted:
            actual = actual.partition("/")[0]
    if key == "discard":
        wanted = [_table_text(text, edition, where).partition("/")[0] for text in wanted]
    return wanted, actual


def _table_text(text: str, edition: Edition, where: str) -> str:
    try:
        return top_text(*parse_top(text, edition), edition)
    except NotationError as error:
        raise ScenarioError(f"{where}: {error}") from None


def _differ(wanted: Any, actual: Any) -> str:
    return f"expected {_shown(wanted)}, got {_shown(actual)}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return "nothing" if value == "" else str(value)
