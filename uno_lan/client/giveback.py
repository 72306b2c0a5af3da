"""Giving a host back what it has lost: entries that it signed itself, in messages of a size it takes.

Source: docs/protocol.md 4.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from protocol.fields import Signed
from protocol.messages import SyncUp

PART: Final = 15 * 1024
"""Bytes of log in one message: a host takes 16 KiB."""
MOST: Final = 100
"""Entries in one message."""


def give_back(log: Sequence[tuple[bytes, bytes]], start: int) -> list[SyncUp]:
    """The log from entry `start` on, with the host's signatures."""
    groups: list[list[Signed]] = [[]]
    size = 0
    for raw, sig in log[start:]:
        cost = len(raw) + len(sig) + 16
        if groups[-1] and (size + cost > PART or len(groups[-1]) >= MOST):
            groups.append([])
            size = 0
        groups[-1].append(Signed(raw, sig))
        size += cost
    at = start
    out = []
    for number, group in enumerate(groups, start=1):
        out.append(SyncUp(at, tuple(group), more=number < len(groups)))
        at += len(group)
    return out
