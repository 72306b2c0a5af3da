"""Own addresses on the networks this computer is in, and which of a host's addresses to try first.

IPv4 only for now. Reading the adapters is a system call that may take a while on some systems, so the watcher
calls `own_addresses` in a thread; everything else here is pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv4Interface
from typing import Final

LOOPBACK: Final = "127.0.0.1"
"""Where a table is found on this computer alone."""

_VIRTUAL: Final = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "tun",
    "tap",
    "utun",
    "zt",
    "wg",
    "tailscale",
)
"""Beginnings of adapter names behind which friends on the same Wi-Fi are rarely found."""


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """One address of this computer."""

    ip: str
    prefix: int
    """Length of the network part, 24 in most homes."""
    adapter: str
    """Name people know it by: `eth0`, `Wi-Fi`."""

    @property
    def loopback(self) -> bool:
        """Only this computer can reach it."""
        return IPv4Address(self.ip).is_loopback

    def near(self, ip: str) -> bool:
        """The other address lies in the same network, so no router stands between."""
        try:
            return IPv4Address(ip) in IPv4Interface(f"{self.ip}/{self.prefix}").network
        except AddressValueError:
            return False


def own_addresses() -> tuple[OwnAddress, ...]:
    """All IPv4 addresses of this computer, those that friends most likely reach first."""
    import ifaddr

    found = {
        OwnAddress(str(ip.ip), ip.network_prefix, adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    }
    return tuple(sorted(found, key=_rank))


def choose(
    own: Iterable[OwnAddress], wanted: Sequence[str] = (), *, local: bool = False
) -> tuple[OwnAddress, ...]:
    """The addresses to be found under.

    Args:
        own: what `own_addresses` said.
        wanted: addresses or adapter names (`--interface`); none: every address that others can reach.
        local: loopback only, whatever else is there.

    Returns:
        Possibly nothing: the cable is out, or no such interface is there (now).
    """
    if local:
        return (OwnAddress(LOOPBACK, 8, "lo"),)
    if wanted:
        return tuple(a for a in own if a.ip in wanted or a.adapter in wanted)
    return tuple(a for a in own if not a.loopback and not IPv4Address(a.ip).is_unspecified)


def nearest_first(ips: Iterable[str], own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """A host's addresses in the order to try them: same network first, then as told, loopback of others last.

    Without this an address of the host's container bridge or VPN costs a long time-out before the right one.
    """
    return tuple(
        sorted(dict.fromkeys(ips), key=lambda ip: (not any(a.near(ip) for a in own), ip == LOOPBACK))
    )


def _rank(address: OwnAddress) -> tuple[bool, bool, bool, str, int]:
    ip = IPv4Address(address.ip)
    virtual = address.adapter.lower().startswith(_VIRTUAL)
    return (ip.is_loopback, ip.is_link_local, virtual, address.adapter, int(ip))
