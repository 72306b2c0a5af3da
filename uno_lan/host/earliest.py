"""The first of several times, any of which may not be set."""

from __future__ import annotations

from collections.abc import Iterable


def earliest(times: Iterable[int | None]) -> int | None:
    """The least of the times that are set; None: none is. Asked after every turn of a table."""
    first = None
    for time in times:
        if time is not None and (first is None or time < first):
            first = time
    return first
