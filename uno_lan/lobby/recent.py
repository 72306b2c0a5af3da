"""Hosts that were met lately: looked for without an announcement, where neither mDNS nor broadcast passes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from protocol.codes import parse_target
from protocol.errors import AddressError
from protocol.signing import host_id
from uno_lan.client.known_hosts import KnownHosts
from uno_lan.discovery import Recent

MOST: Final = 20
"""So many are asked when a lobby opens."""


def recent_hosts(state: Path) -> tuple[Recent, ...]:
    """The hosts met last, the latest first."""
    found = []
    for key, host in KnownHosts(state).latest(MOST):
        try:
            address = parse_target(host.address)
        except AddressError:
            continue
        found.append(Recent(host.server, host_id(key), host.name, address.host, address.port))
    return tuple(found)
