"""Sending the log to a link that needs it: in parts, a long one with little pauses between them.

When all is sent, the seat's own private deliveries follow in the last part, and from then on the link gets
every new entry as it is written.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from protocol.fields import Signed
from protocol.messages import Sync
from uno_lan.fairness.host_game import Private

PART: Final = 40 * 1024
"""Bytes of log in one part; with private deliveries it still fits into a frame."""
PRIVATE_PART: Final = 20 * 1024
MOST_ENTRIES: Final = 200
BURST: Final = 4
"""Parts that are sent at once."""

Log: TypeAlias = list[tuple[bytes, bytes]]
"""Entries with the host's signatures."""


def parts(log: Log, start: int) -> tuple[list[Sync], int]:
    """The next parts of the log from `start` on. Returns them and where the log goes on after them."""
    out: list[Sync] = []
    at = start
    while at < len(log) and len(out) < BURST:
        first, size, entries = at, 0, []
        while at < len(log) and len(entries) < MOST_ENTRIES:
            raw, sig = log[at]
            if entries and size + len(raw) > PART:
                break
            entries.append(Signed(raw, sig))
            size += len(raw)
            at += 1
        out.append(Sync(first, tuple(entries), more=True))
    return out, at


def last_part(seq: int, private: list[Private]) -> list[Sync]:
    """What closes a log that was sent: the private deliveries of the seat."""
    groups: list[list[Signed]] = [[]]
    size = 0
    for item in private:
        if groups[-1] and size + len(item.payload) > PRIVATE_PART:
            groups.append([])
            size = 0
        groups[-1].append(Signed(item.payload, item.sig))
        size += len(item.payload)
    return [
        Sync(seq, (), tuple(group), more=number < len(groups)) for number, group in enumerate(groups, start=1)
    ]
