"""How much anybody may ask of the host: links, messages, attempts at the table code. No I/O, no clock.

Times are seconds on any clock that never goes back; the caller brings them.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass, fields, replace
from typing import Final

MINUTE: Final = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of a server (docs/protocol.md 5.3). Tests make them small."""

    tls_s: float = 5.0
    hello_s: float = 3.0
    auth_s: float = 10.0
    ping_s: float = 2.0
    silence_s: float = 6.0
    """A peer that has not sent a byte for so long is gone."""
    drain_s: float = 5.0
    """A peer that takes nothing for so long is dropped."""
    shutdown_s: float = 2.0
    """How long a peer may take to say goodbye."""
    rebuild_s: float = 5.0
    """How long somebody waits at the door of a table that is built anew; longer than all goodbyes there."""
    visitors_per_address: int = 4
    visitors: int = 32
    rate: float = 20.0
    burst: int = 40
    late: int = 100
    """So many delayed messages in a row, and the link is closed."""
    queue_frames: int = 256
    queue_bytes: int = 256 * 1024
    code_failures_per_address: int = 5
    code_failures: int = 20
    code_queue: int = 8
    """Links waiting for their code to be checked."""
    links: int = 1200
    """Links at all tables of a server."""
    links_per_address: int = 128
    """Several people may share an address; a whole server full of them does not."""
    links_per_identity: int = 8
    """Tables that one person is at, and links that are just being replaced."""


def read_limits(text: str, limits: Limits | None = None) -> Limits:
    """Other limits than the usual ones (or those given), as `rate=100,visitors=50`.

    Raises:
        ValueError: no such limit, or not a number above zero.
    """
    limits = limits or Limits()
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, word = part.partition("=")
        if name not in {field.name for field in fields(Limits)}:
            raise ValueError(f"there is no limit {name!r}")
        kind = type(getattr(limits, name))
        try:
            value = kind(word)
        except ValueError:
            value = kind()
        if not 0 < value < math.inf:
            raise ValueError(f"the limit {name} cannot be {word!r}")
        limits = replace(limits, **{name: value})
    return limits


class Bucket:
    """Token bucket of one link."""

    def __init__(self, limits: Limits, now: float) -> None:
        self._rate = limits.rate
        self._burst = float(limits.burst)
        self._patience = limits.late
        self._tokens = self._burst
        self._at = now
        self._late = 0

    def take(self, now: float) -> float | None:
        """Pay for one message: seconds to wait before it is handled; None when patience is at an end."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        self._tokens -= 1
        if self._tokens >= 0:
            if self._tokens >= self._burst / 2:
                self._late = 0
            return 0.0
        self._late += 1
        return None if self._late > self._patience else -self._tokens / self._rate


class Gate:
    """Counts links that have not proven who they are."""

    def __init__(self, limits: Limits) -> None:
        self._per_address = limits.visitors_per_address
        self._most = limits.visitors
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """May one more come in? If so, it is counted until `leave`."""
        if self._inside[address] >= self._per_address or self._inside.total() >= self._most:
            if not self._inside[address]:
                del self._inside[address]
            return False
        self._inside[address] += 1
        return True

    @property
    def count(self) -> int:
        """How many are inside."""
        return self._inside.total()

    def leave(self, address: str) -> None:
        """One is gone, or has proven who it is."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]


class Links:
    """Counts links of people who have proven who they are."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._total = 0
        self._addresses: Counter[str] = Counter()
        self._people: Counter[bytes] = Counter()

    def enter(self, address: str, pk: bytes) -> str:
        """Why one more may not come in; if empty, it is counted until `leave`."""
        limits = self._limits
        if self._total >= limits.links:
            return "too many links"
        if self._addresses[address] >= limits.links_per_address:
            return "too many links from this address"
        if self._people[pk] >= limits.links_per_identity:
            return "too many links of this identity"
        self._total += 1
        self._addresses[address] += 1
        self._people[pk] += 1
        return ""

    def leave(self, address: str, pk: bytes) -> None:
        """One is gone."""
        self._total -= 1
        self._addresses -= Counter((address,))
        self._people -= Counter((pk,))


class Failures:
    """Remembers wrong table codes of the last minute."""

    def __init__(self, limits: Limits) -> None:
        self._per_address = limits.code_failures_per_address
        self._most = limits.code_failures
        self._failed: deque[tuple[float, str]] = deque()

    def may_try(self, address: str, now: float) -> bool:
        """Is another attempt from this address looked at?"""
        while self._failed and now - self._failed[0][0] >= MINUTE:
            self._failed.popleft()
        if len(self._failed) >= self._most:
            return False
        return sum(1 for _, who in self._failed if who == address) < self._per_address

    def add(self, address: str, now: float) -> None:
        """The attempt was wrong."""
        self._failed.append((now, address))


class Quiet:
    """Keeps a flood of strangers from filling the log: the first few lines of a minute, then a number."""

    def __init__(self, lines: int = 10) -> None:
        self._lines = lines
        self._seen: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def allow(self, what: str, now: float) -> int | None:
        """May this be logged? None: no; else how many were left out before it."""
        began, count = self._seen.get(what, (now, 0))
        left_out = 0
        if now - began >= MINUTE:
            left_out, began, count = max(0, count - self._lines), now, 0
        self._seen[what] = (began, count + 1)
        self._seen.move_to_end(what)
        if len(self._seen) > 64:
            self._seen.popitem(last=False)
        return left_out if count < self._lines else None
