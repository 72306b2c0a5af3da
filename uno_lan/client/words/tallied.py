"""What everybody did in a game, as numbers by seat: for its end."""

from __future__ import annotations

from collections.abc import Mapping

from uno_lan.client.model import Snapshot
from uno_lan.client.tally import Numbers
from uno_lan.languages import _


def tallied(now: Snapshot) -> list[tuple[str, Mapping[int, int]]]:
    """What was counted, each with the number of every seat that has a result; nothing for who saw nothing."""
    seats = now.result.totals if now.result is not None and now.tally else {}
    counts = {seat: now.tally.get(seat, Numbers()) for seat in seats}
    if not counts:
        return []
    return [
        (_("drawn"), {seat: one.drawn for seat, one in counts.items()}),
        (_("challenges won"), {seat: one.challenges for seat, one in counts.items()}),
        (_("UNO called"), {seat: one.calls for seat, one in counts.items()}),
        (_("caught"), {seat: one.catches for seat, one in counts.items()}),
    ]
