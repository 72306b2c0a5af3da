"""Own addresses on the networks this computer is in, and which of a host's addresses to try first.

Reading the adapters is a system call that may take a while on some systems, so the watcher
calls `own_addresses` in a thread; everything else here is pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
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
    """IPv4, or IPv6 without a scope."""
    prefix: int
    """Length of the network part, 24 in most homes, 64 by IPv6."""
    adapter: str
    """Name people know it by: `eth0`, `Wi-Fi`."""
    index: int = 0
    """Number of the adapter, known of IPv6 addresses."""

    @property
    def is_ipv6(self) -> bool:
        """Of the newer kind?"""
        return ":" in self.ip

    @property
    def link_local(self) -> bool:
        """It means something on one link only: with IPv6 the adapter belongs to it."""
        return ip_address(self.ip).is_link_local

    @property
    def loopback(self) -> bool:
        """Only this computer can reach it."""
        return ip_address(self.ip).is_loopback

    @property
    def here(self) -> str:
        """The address as a socket of this computer wants it: with the adapter, where it needs one."""
        return f"{self.ip}%{self.index}" if self.is_ipv6 and self.link_local else self.ip

    def near(self, ip: str) -> bool:
        """The other address lies in the same network, so no router stands between."""
        plain, _, scope = ip.partition("%")
        try:
            other = ip_address(plain)
        except ValueError:
            return False
        if scope and scope != str(self.index):
            return False
        return other in ip_network(f"{self.ip}/{self.prefix}", strict=False)


def own_addresses() -> tuple[OwnAddress, ...]:
    """All addresses of this computer, those that friends most likely reach first; by IPv6 no loopback."""
    import ifaddr

    found = set[OwnAddress]()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if ip.is_IPv4:
                found.add(OwnAddress(str(ip.ip), ip.network_prefix, adapter.nice_name))
            elif not (six := IPv6Address(ip.ip[0])).is_loopback and not six.is_unspecified:
                found.add(OwnAddress(str(six), ip.network_prefix, adapter.nice_name, adapter.index or 0))
    return tuple(sorted(found, key=_rank))


def choose(
    own: Iterable[OwnAddress], wanted: Sequence[str] = (), *, local: bool = False, ipv6: bool = False
) -> tuple[OwnAddress, ...]:
    """The addresses to be found under.

    Args:
        own: what `own_addresses` said.
        wanted: addresses or adapter names (`--interface`); none: every address that others can reach.
        local: loopback only, whatever else is there.
        ipv6: by IPv6 as well; else only where `wanted` has the very address.

    Returns:
        Possibly nothing: the cable is out, or no such interface is there (now).
    """
    if local:
        return (OwnAddress(LOOPBACK, 8, "lo"),)
    own = [a for a in own if ipv6 or not a.is_ipv6 or a.ip in wanted]
    if wanted:
        return tuple(a for a in own if a.ip in wanted or a.adapter in wanted)
    return tuple(a for a in own if not a.loopback and not ip_address(a.ip).is_unspecified)


def nearest_first(ips: Iterable[str], own: Sequence[OwnAddress]) -> tuple[str, ...]:
    """A host's addresses in the order to try them: same network first, then as told, loopback of others last.

    IPv4 goes before IPv6, and an IPv6 address that needs an adapter comes last, with each that it may mean.
    Without this an address of the host's container bridge or VPN costs a long time-out before the right one.
    """
    told = tuple(dict.fromkeys(ips))
    there = dict.fromkeys(here for ip in told for here in _with_adapters(ip, own))
    return tuple(
        sorted(
            there or told,
            key=lambda ip: (not any(a.near(ip) for a in own), ":" in ip, "%" in ip, ip == LOOPBACK),
        )
    )


def _with_adapters(ip: str, own: Sequence[OwnAddress]) -> list[str]:
    """An IPv6 address of one link names no adapter when it was told by IPv4: each of ours may be the one."""
    if ":" not in ip or "%" in ip or not IPv6Address(ip).is_link_local:
        return [ip]
    return [f"{ip}%{index}" for index in dict.fromkeys(a.index for a in own if a.is_ipv6 and a.link_local)]


def _rank(address: OwnAddress) -> tuple[bool, bool, bool, bool, str, int]:
    ip = ip_address(address.ip)
    virtual = address.adapter.lower().startswith(_VIRTUAL)
    return (ip.is_loopback, address.is_ipv6, ip.is_link_local, virtual, address.adapter, int(ip))
