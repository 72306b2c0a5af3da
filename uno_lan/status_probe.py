"""The probe a lobby uses: asks a found server for its signed status, in the words of the discovery.

Stands beside client and discovery because it joins the two, which do not know each other.
"""

from __future__ import annotations

from protocol.errors import ProtocolFault
from protocol.messages import TableStatus as Signed
from protocol.signing import host_id
from uno_lan.client.errors import LinkError
from uno_lan.client.status import ask_status
from uno_lan.discovery.found import ProbeResult, TableStatus


async def status_probe(host: str, port: int) -> ProbeResult | None:
    """Ask one address; None: nobody of ours is there. The caller limits the time.

    A host without a version in common has an answer too: it is there, and cannot be joined.
    """
    try:
        found = await ask_status(host, port, timeout=30.0)
    except LinkError as error:
        return ProbeResult(rtt_ms=-1.0, version_ok=False) if error.code == "E_VERSION" else None
    except (ProtocolFault, OSError, EOFError, TimeoutError):
        return None
    return ProbeResult(
        rtt_ms=found.rtt_ms,
        server=found.server.hex(),
        key=host_id(found.host),
        tables=tuple(_told(table) for table in found.tables),
    )


def _told(table: Signed) -> TableStatus:
    full = table.seats >= table.max_seats
    state = "running" if table.stage != "waiting" else "watch" if full else "open"
    return TableStatus(
        id=table.id.hex(),
        name=table.name,
        edition=table.edition,
        taken=table.seats,
        seats=table.max_seats,
        state=state,
        lock=table.lock == "code",
        game=table.game.hex() if table.game else "",
    )
