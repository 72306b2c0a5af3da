"""What `uno-lan doctor` looks at by IPv6: addresses, multicast, and whether a table would be reached."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence

from uno_lan.discovery import OwnAddress, choose
from uno_lan.languages import _
from uno_lan.lobby.echo import comes_back
from uno_lan.lobby.findings import Finding
from uno_lan.lobby.probe import probe


async def examine_ipv6(
    own: Sequence[OwnAddress], wanted: tuple[str, ...], ports: Sequence[int]
) -> list[Finding]:
    """Look at each adapter that has an address by IPv6.

    Args:
        own: this computer's addresses.
        wanted: addresses or adapter names (`--interface`); none: all.
        ports: where tables are.
    """
    used = [address for address in choose(own, wanted, ipv6=True) if address.is_ipv6]
    if not used:
        do = _("turn IPv6 on in the network settings of the system, or leave --ipv6 out")
        return [Finding("ipv6", "bad", _("this computer has no address by IPv6 there"), do)]
    adapters = dict.fromkeys(address.adapter for address in used)
    findings = []
    for adapter in adapters:
        findings += await _adapter(adapter, [address for address in used if address.adapter == adapter])
    return [*findings, *await _tables(used, ports)]


async def _adapter(name: str, addresses: Sequence[OwnAddress]) -> list[Finding]:
    typed = [address for address in addresses if not address.link_local]
    shown = ", ".join(address.ip for address in addresses)
    findings = []
    if typed:
        findings.append(Finding("ipv6", "good", f"{name} {shown}"))
    else:
        text = _("{adapter} {addresses}, good on this link only").format(adapter=name, addresses=shown)
        do = _("tables are found by search; whoever types an address needs the one by IPv4")
        findings.append(Finding("ipv6", "note", text, do))
    came, trouble = await comes_back(tuple(address.ip for address in addresses), ipv6=True)
    if came:
        text = _("{adapter}: an own announcement by multicast comes back").format(adapter=name)
        return [*findings, Finding("ipv6", "good", text)]
    text = _("{adapter}: an own announcement by multicast does not come back").format(adapter=name)
    do = _("allow UDP port 5353 for IPv6 in the firewall; until then IPv6 finds no tables")
    return [*findings, Finding("ipv6", "bad", f"{text}: {trouble}" if trouble else text, do)]


async def _tables(used: Sequence[OwnAddress], ports: Sequence[int]) -> list[Finding]:
    """Would a table that is announced by IPv6 be reached at these addresses?"""
    running = await probe("127.0.0.1", ports[0])
    if running is not None and running.tables:
        name = running.tables[0].name
        deaf = [address.ip for address in used if await probe(address.here, ports[0]) is None]
        if not deaf:
            text = _("{table} of this computer answers by IPv6").format(table=name)
            return [Finding("ipv6", "good", text)]
        text = _("{table} of this computer does not answer at {address}")
        do = _("open it with --ipv6, or with IPv6 on in the settings (F4)")
        return [Finding("ipv6", "note", text.format(table=name, address=deaf[0]), do)]
    deaf = [address.ip for address in used if not await asyncio.to_thread(_is_reached, address)]
    if deaf:
        text = _("a table here would not be reached at {address}").format(address=deaf[0])
        do = _("allow TCP ports {first} to {last} for IPv6 in the firewall")
        return [Finding("ipv6", "bad", text, do.format(first=ports[0], last=ports[-1]))]
    return [Finding("ipv6", "good", _("a table here would be reached by it"))]


def _is_reached(address: OwnAddress) -> bool:
    """Listen there for a moment, as a table does, and connect."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listening.bind(("::", 0))
            listening.listen(1)
            there = socket.getaddrinfo(
                address.here, listening.getsockname()[1], type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
            )[0][4]
            with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as visitor:
                visitor.settimeout(2.0)
                visitor.connect(there)
    except OSError:
        return False
    return True
