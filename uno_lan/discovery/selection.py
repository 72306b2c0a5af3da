"""Which of this computer's addresses discovery uses, and opening mDNS on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from uno_lan.discovery.interfaces import LOOPBACK, OwnAddress, choose
from uno_lan.discovery.trouble import reason, usable

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf


@dataclass(frozen=True, slots=True)
class Selection:
    """What `--interface` and `--local` ask for."""

    wanted: tuple[str, ...] = ()
    """Addresses or adapter names; none: all networks."""
    local: bool = False
    """This computer only; goes before `wanted`."""
    ipv6: bool = False
    """By IPv6 as well."""
    seeks: bool = False
    """Searches only, and so uses IPv6 where there is no IPv4 without being asked to."""

    def told(self, own: Sequence[OwnAddress]) -> tuple[str, ...]:
        """The addresses to announce; without any network the loopback address, for players right here."""
        chosen = tuple(a.ip for a in self._chosen(own))
        return chosen or (() if self.wanted else (LOOPBACK,))

    def sockets(self, own: Sequence[OwnAddress]) -> tuple[str, ...]:
        """The IPv4 addresses to speak from; loopback too, to be heard on this computer without a network."""
        told = tuple(ip for ip in self.told(own) if ":" not in ip)
        return told if self.wanted or self.local or LOOPBACK in told else (*told, LOOPBACK)

    def adapters(self, own: Sequence[OwnAddress]) -> tuple[int, ...]:
        """Numbers of the adapters to speak mDNS by IPv6 on."""
        chosen = self._chosen(own)
        if self.seeks and not chosen and not self.wanted:
            chosen = choose(own, ipv6=True)
        return tuple(dict.fromkeys(a.index for a in chosen if a.is_ipv6))

    def _chosen(self, own: Sequence[OwnAddress]) -> tuple[OwnAddress, ...]:
        return choose(own, self.wanted, local=self.local, ipv6=self.ipv6)

    def missing(self, own: Sequence[OwnAddress]) -> str:
        """A sentence when `--interface` names nothing that is there; else empty."""
        if self.local or not self.wanted or self.told(own):
            return ""
        there = ", ".join(f"{a.adapter} {a.ip}" for a in own) or "none"
        return f"there is no interface {' or '.join(self.wanted)} (there: {there})"


class NoMulticast(Exception):
    """mDNS cannot work now; the text says why, as the part of a sentence after a colon."""


def working(selection: Selection, own: Sequence[OwnAddress]) -> list[str | int]:
    """Where mDNS can be spoken: IPv4 addresses, and numbers of adapters for IPv6.

    Raises:
        NoMulticast: there is none.
    """
    absent = selection.missing(own)
    if absent:
        raise NoMulticast(absent)
    adapters = selection.adapters(own)
    working, error = usable(selection.sockets(own))
    if error is not None and not adapters and (not working or working == (LOOPBACK,)):
        # Loopback alone does not count while there are networks which refuse: nobody else would hear.
        raise NoMulticast(reason(error)) from error
    return [*working, *adapters]


def ask_everybody(mdns: AsyncZeroconf, service: str, heard: Callable[..., None]) -> AsyncServiceBrowser:
    """Ask the network for a service in a way that every program on this computer hears the answer.

    A first question asks for an answer to its sender alone. But all mDNS programs of a computer share one
    port, and the system gives such an answer to one of them only: to a lobby when a host has asked, or the
    other way round. An answer by multicast reaches all.
    """
    from zeroconf import DNSQuestionType
    from zeroconf.asyncio import AsyncServiceBrowser

    return AsyncServiceBrowser(mdns.zeroconf, [service], handlers=[heard], question_type=DNSQuestionType.QM)


async def open_multicast(where: Sequence[str | int]) -> AsyncZeroconf:
    """Open mDNS there; see `working`. By one of the two kinds where the system lets us have no more.

    Raises:
        NoMulticast: the system does not let us.
    """
    by_ipv4 = [one for one in where if isinstance(one, str)]
    by_ipv6 = [one for one in where if not isinstance(one, str)]
    try:
        return await _open(where)
    except NoMulticast:
        if not by_ipv4 or not by_ipv6:
            raise
    try:
        return await _open(by_ipv4)
    except NoMulticast:
        return await _open(by_ipv6)


async def move_multicast(mdns: AsyncZeroconf, where: Sequence[str | int]) -> None:
    """Speak mDNS there from now on."""
    from zeroconf import IPVersion

    version = IPVersion.All if any(isinstance(one, int) for one in where) else IPVersion.V4Only
    await mdns.async_update_interfaces(interfaces=list(where), ip_version=version)


async def _open(where: Sequence[str | int]) -> AsyncZeroconf:
    from zeroconf import Error, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    six = any(isinstance(one, int) for one in where)
    four = any(isinstance(one, str) for one in where)
    version = IPVersion.All if six and four else IPVersion.V6Only if six else IPVersion.V4Only
    try:
        opened = AsyncZeroconf(interfaces=list(where), ip_version=version)
        await opened.zeroconf.async_wait_for_start()
    except (OSError, RuntimeError, Error) as error:
        raise NoMulticast(reason(error)) from error
    return opened
