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

    def told(self, own: Sequence[OwnAddress]) -> tuple[str, ...]:
        """The addresses to announce; without any network the loopback address, for players right here."""
        chosen = tuple(a.ip for a in choose(own, self.wanted, local=self.local))
        return chosen or (() if self.wanted else (LOOPBACK,))

    def sockets(self, own: Sequence[OwnAddress]) -> tuple[str, ...]:
        """The addresses to speak mDNS from; loopback too, to be heard on this computer without a network."""
        told = self.told(own)
        return told if self.wanted or self.local or LOOPBACK in told else (*told, LOOPBACK)

    def missing(self, own: Sequence[OwnAddress]) -> str:
        """A sentence when `--interface` names nothing that is there; else empty."""
        if self.local or not self.wanted or self.told(own):
            return ""
        there = ", ".join(f"{a.adapter} {a.ip}" for a in own) or "none"
        return f"there is no interface {' or '.join(self.wanted)} (there: {there})"


class NoMulticast(Exception):
    """mDNS cannot work now; the text says why, as the part of a sentence after a colon."""


def working(selection: Selection, own: Sequence[OwnAddress]) -> list[str]:
    """The addresses mDNS can be spoken from.

    Raises:
        NoMulticast: there is none.
    """
    absent = selection.missing(own)
    if absent:
        raise NoMulticast(absent)
    working, error = usable(selection.sockets(own))
    if error is not None and (not working or working == (LOOPBACK,)):
        # Loopback alone does not count while there are networks which refuse: nobody else would hear.
        raise NoMulticast(reason(error)) from error
    return list(working)


def ask_everybody(mdns: AsyncZeroconf, service: str, heard: Callable[..., None]) -> AsyncServiceBrowser:
    """Ask the network for a service in a way that every program on this computer hears the answer.

    A first question asks for an answer to its sender alone. But all mDNS programs of a computer share one
    port, and the system gives such an answer to one of them only: to a lobby when a host has asked, or the
    other way round. An answer by multicast reaches all.
    """
    from zeroconf import DNSQuestionType
    from zeroconf.asyncio import AsyncServiceBrowser

    return AsyncServiceBrowser(mdns.zeroconf, [service], handlers=[heard], question_type=DNSQuestionType.QM)


async def open_multicast(addresses: Sequence[str]) -> AsyncZeroconf:
    """Open mDNS on these addresses.

    Raises:
        NoMulticast: the system does not let us.
    """
    from zeroconf import Error, IPVersion
    from zeroconf.asyncio import AsyncZeroconf

    try:
        opened = AsyncZeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)
        await opened.zeroconf.async_wait_for_start()
    except (OSError, RuntimeError, Error) as error:
        raise NoMulticast(reason(error)) from error
    return opened
