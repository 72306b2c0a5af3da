"""The lobby's sign of life: a host's own signed status instead of what mDNS remembers of it."""

from __future__ import annotations

from typing import Final

from protocol.errors import LinkCode, ProtocolFault
from protocol.handshake import VERSIONS
from protocol.messages import TableStatus as SignedStatus
from protocol.signing import host_id
from uno_lan.client.errors import LinkError, TurnedAway
from uno_lan.client.status import ask_status
from uno_lan.discovery import ProbeResult, TableStatus

LIMIT_S: Final = 1.0
"""A host on this network answers within this time, or counts as away."""


async def probe(host: str, port: int) -> ProbeResult | None:
    """Ask an address for its signed status; None: nobody of ours answers."""
    try:
        status = await ask_status(host, port, LIMIT_S)
    except TurnedAway as away:
        return ProbeResult(-1.0, version_ok=False) if away.code == LinkCode.VERSION else None
    except (LinkError, ProtocolFault, TimeoutError, OSError, EOFError):
        return None
    return ProbeResult(
        status.rtt_ms,
        status.server.hex(),
        host_id(status.host),
        True,
        tuple(map(_table, status.tables)),
    )


def _table(table: SignedStatus) -> TableStatus:
    state = {"waiting": "open"}.get(table.stage, "running")
    if state == "running" and table.seats >= table.max_seats:
        state = "watch"
    return TableStatus(
        id=table.id.hex(),
        name=table.name,
        edition=table.edition,
        taken=table.seats,
        seats=table.max_seats,
        state=state if set(table.v) & set(VERSIONS) else "watch",
        lock=table.lock == "code",
        game=table.game.hex() if table.game else "",
    )
