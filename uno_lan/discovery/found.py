"""What a lobby shows of the tables on this network, and what a probe of a host answers. Values only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class TableStatus:
    """One table in the status that a host signs."""

    id: str
    """Table id, 16 hex digits."""
    name: str
    edition: str
    taken: int
    seats: int
    state: str
    """`open`, `running` or `watch`, as the host says it."""
    lock: bool
    """A table code is needed."""
    game: str = ""
    """Id of the running game, 32 hex digits; empty when none runs."""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """A host answered."""

    rtt_ms: float
    """Round trip in milliseconds."""
    server: str = ""
    """The server's id as the host signed it; empty when the probe cannot tell."""
    key: str = ""
    """The host's identity as text, its signature checked; empty when the probe cannot tell."""
    version_ok: bool = True
    """Host and client have a version of the protocol in common."""
    tables: tuple[TableStatus, ...] = ()


@dataclass(frozen=True, slots=True)
class Recent:
    """A host that was met lately."""

    server: str
    """The server's id, 16 hex digits."""
    key: str
    """The host's identity as text."""
    name: str
    host: str
    port: int


Probe: TypeAlias = Callable[[str, int], Awaitable[ProbeResult | None]]
"""Asks `(address, port)` for a sign of life. None or an exception: no answer. The caller limits the time."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """One server in the lobby. A new value for every change, so that a screen can compare."""

    id: str
    """The server's id; empty when it told none."""
    name: str
    edition: str
    taken: int
    seats: int
    """0: not told."""
    lock: bool
    version_ok: bool
    addresses: tuple[str, ...]
    """In the order to try them; the first is the one that answered last, if any did."""
    port: int
    key: str
    """Host identity: its first ten characters as told, all of it once a probe has checked the signature."""
    rtt_ms: float = -1.0
    """-1: not measured yet."""
    state: str = ""
    """`open`, `running` or `watch`; empty: not known yet."""
    alive: bool = True
    """False: the last probe got no answer; show it gray. After the second it is not listed any more."""
    tables: tuple[TableStatus, ...] = ()
    """All tables of the server, as signed by it; empty until a probe has asked."""

    @property
    def address(self) -> str:
        """Where to connect, as `HOST:PORT`."""
        host = self.addresses[0]
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"
