"""How others find a server: which addresses it tells, and its one announcement by mDNS.

mDNS that does not work is a warning and never more: people can still type the address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Final

from protocol.codes import format_host_port
from protocol.messages import TableStatus
from uno_lan.errors import USAGE, CommandError

from .logs import EventLog
from .ports import EVERYWHERE, EVERYWHERE_6

if TYPE_CHECKING:
    from uno_lan.discovery import Advert, Advertiser

LOOPBACK: Final = "127.0.0.1"
LOOPBACK_6: Final = "::1"
MOST_SEATS: Final = 999
"""More seats are not told; the signed status has them all."""


async def addresses_of(
    interfaces: Sequence[str], local: bool, ipv6: bool = False
) -> tuple[list[str], list[str]]:
    """What to listen on, and what to tell others, best first.

    Args:
        ipv6: by IPv6 as well.

    Raises:
        CommandError: there is no such interface.
    """
    if local:
        here = [LOOPBACK, LOOPBACK_6] if ipv6 else [LOOPBACK]
        return here, here
    from uno_lan.discovery import choose, own_addresses
    from uno_lan.discovery.selection import Selection

    own = await asyncio.to_thread(own_addresses)
    wanted = tuple(interfaces)
    if absent := Selection(wanted).missing(own):
        raise CommandError(absent, USAGE)
    chosen = choose(own, wanted, ipv6=ipv6)
    told = typable([address.ip for address in chosen])
    if not wanted:
        return [EVERYWHERE, *([EVERYWHERE_6] if ipv6 else [])], told or [LOOPBACK]
    # Loopback as well: the person who opened the table joins it over that.
    return [*dict.fromkeys([*(address.here for address in chosen), LOOPBACK])], told


def typable(told: Sequence[str]) -> list[str]:
    """Addresses that others can type: none that needs the name of an adapter, unless there is no other."""
    return [ip for ip in told if not _is_of_one_link(ip)] or list(told)


def _is_of_one_link(ip: str) -> bool:
    return ":" in ip and IPv6Address(ip).is_link_local


class Announcement:
    """The server's announcement, from `start` to `stop`.

    Args:
        server: its id, 16 hex digits.
        name: shown while it holds several tables; one table shows its own name.
        key: the host's identity as text.
        address: for the warning: what people can type instead.
        on_moved: hears the addresses to tell from now on, best first, when this computer has others.
        ipv6: be found by IPv6 as well.
    """

    def __init__(
        self,
        server: str,
        name: str,
        key: str,
        port: int,
        interfaces: Sequence[str],
        address: str,
        log: EventLog,
        on_moved: Callable[[tuple[str, ...]], None],
        ipv6: bool = False,
    ) -> None:
        self._ipv6 = ipv6
        self._on_moved = on_moved
        self._server = server
        self._name = name
        self._key = key
        self._port = port
        self._interfaces = tuple(interfaces)
        self._address = address
        self._log = log
        self._advertiser: Advertiser | None = None
        self._starting: asyncio.Task[None] | None = None

    def start(self, statuses: Sequence[TableStatus]) -> None:
        """Begin, in the background."""
        self._starting = asyncio.create_task(self._start(self._advert(statuses)), name="advertise")

    def update(self, statuses: Sequence[TableStatus]) -> None:
        """Tell something else from now on."""
        if self._advertiser is not None and statuses:
            self._advertiser.update(self._advert(statuses))

    async def stop(self) -> None:
        """Say goodbye."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        if self._advertiser is not None:
            await self._advertiser.stop()

    async def _start(self, advert: Advert) -> None:
        try:
            from uno_lan.discovery import Advertiser

            advertiser = Advertiser(
                advert,
                interfaces=self._interfaces,
                ipv6=self._ipv6,
                on_warning=self._trouble,
                on_moved=self._moved,
            )
            self._advertiser = advertiser
            if warning := await advertiser.start():
                self._trouble(warning)
        except Exception as error:
            # Whatever it is: people can still type the address.
            self._trouble(f"Others cannot see this table in their lobby: {error}.")

    def _moved(self, told: tuple[str, ...]) -> None:
        if told:
            self._address = format_host_port(typable(told)[0], self._port)
            self._on_moved(told)

    def _trouble(self, warning: str) -> None:
        self._log.warning("mdns.trouble", why=warning, address=self._address)

    def _advert(self, statuses: Sequence[TableStatus]) -> Advert:
        from uno_lan.discovery import Advert

        first = statuses[0]
        return Advert(
            id=self._server,
            name=first.name if len(statuses) == 1 else self._name,
            port=self._port,
            key=self._key,
            taken=min(MOST_SEATS, sum(status.seats for status in statuses)),
            seats=min(MOST_SEATS, sum(status.max_seats for status in statuses)),
            lock=all(status.lock == "code" for status in statuses),
            edition=first.edition,
            tables=len(statuses),
        )
