"""Makes a server known on the network by mDNS, and keeps what is told true while things change.

One task does everything that touches zeroconf, one step after the other, at most one a second: first
announcement, changed TXT fields, another name, other addresses. Whatever goes wrong becomes a warning in one
sentence; a table never stops because mDNS does not work.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from uno_lan.discovery.advert import Advert
from uno_lan.discovery.call import Responder
from uno_lan.discovery.interfaces import LOOPBACK, own_addresses
from uno_lan.discovery.names import instance_label, label_of, service_type
from uno_lan.discovery.rivals import let_go, listen_for_rivals
from uno_lan.discovery.selection import (
    NoMulticast,
    Selection,
    ask_everybody,
    move_multicast,
    open_multicast,
    working,
)
from uno_lan.discovery.trouble import reason
from uno_lan.discovery.watch import EVERY, Addresses, InterfaceWatch, News

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

PAUSE: Final = 1.0
"""Seconds between two changes told: each is multicast to everybody."""

GOODBYE: Final = 2.0
"""Seconds a stop may take."""

CLAIM_AFTER: Final = 1.6
"""Seconds after which a name is claimed again. What came in the last second before is not forgotten for it
(RFC 6762, 10.2), and a rival tells of itself for half a second."""

DEFENDED: Final = 3
"""So often a name is claimed again from somebody who should let go of it and does not."""


def _ignore(_warning: str) -> None:
    pass


def _unmoved(_addresses: tuple[str, ...]) -> None:
    pass


def _unheard(zeroconf: Zeroconf, service_type: str, name: str, state_change: object) -> None:
    """What zeroconf calls, by keyword; the answers it keeps are all that is wanted."""


class Advertiser:
    """Announces one server until `stop`.

    Everything is called from the event loop that `start` was called in.
    """

    def __init__(
        self,
        advert: Advert,
        *,
        interfaces: tuple[str, ...] = (),
        local: bool = False,
        ipv6: bool = False,
        service: str | None = None,
        on_warning: Callable[[str], None] = _ignore,
        look_every: float = EVERY,
        read: Callable[[], Addresses] = own_addresses,
        calls: bool = True,
        on_moved: Callable[[tuple[str, ...]], None] = _unmoved,
    ) -> None:
        """Nothing happens before `start`.

        Args:
            advert: what to tell.
            interfaces: addresses or adapter names to be found on; none: all networks.
            local: this computer only.
            ipv6: be found by IPv6 as well.
            service: service type; default: `UNO_LAN_SERVICE` or the real one.
            on_warning: hears of trouble after `start` has returned, one sentence each.
            look_every: seconds between two looks at the own addresses.
            read: reads the own addresses.
            calls: answer questions by broadcast as well, for networks without multicast.
            on_moved: hears the addresses that others are told from now on, when they are others.
        """
        self._advert = advert
        self._selection = Selection(interfaces, local, ipv6)
        self._service = service or service_type()
        self._on_warning = on_warning
        self._on_moved = on_moved
        # Never the computer's name: two servers with one host name get each other's addresses.
        self._server = f"uno-{secrets.token_hex(4)}.local."
        self._watch = InterfaceWatch(self._news, every=look_every, read=read)
        self._own: Addresses = ()
        self._responder = Responder(self._service, self._told_by_call, self._is_near) if calls else None
        self._mdns: AsyncZeroconf | None = None
        self._told: AsyncServiceInfo | None = None
        self._told_label = ""
        self._renew = False
        self._yields = False
        """Somebody else has the name and keeps it."""
        self._claims = False
        """Somebody else has the name and has to hear that it is taken."""
        self._claimed = 0
        self._stale = asyncio.Event()
        self._announced = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The name others see; it gets a number when the wanted one is taken. Empty until announced."""
        return label_of(self._told.name, self._service) if self._told is not None else ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses others are told, best first."""
        return self._selection.told(self._own)

    async def start(self) -> str:
        """Begin; the announcement itself follows in the background, about 1.2 s later.

        Returns:
            Empty, or why others will not see this server, as a sentence. Even then it is tried again whenever
            the addresses change.
        """
        self._own = await self._watch.start()
        if self._responder is not None:
            await self._responder.start()
        try:
            await self._open()
            warning = self._alone()
        except NoMulticast as trouble:
            warning = _sentence(str(trouble))
        self._stale.set()
        self._task = asyncio.create_task(self._run(), name="mDNS advertiser")
        return warning

    def update(self, advert: Advert) -> None:
        """Tell something else from now on; may be called at any rate."""
        if advert != self._advert:
            self._advert = advert
            self._stale.set()

    async def announced(self) -> None:
        """Wait until the first announcement is out."""
        await self._announced.wait()

    async def stop(self) -> None:
        """Say goodbye and end; others drop the server at once."""
        await self._watch.stop()
        if self._responder is not None:
            self._responder.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        if self._mdns is None:
            return
        mdns, self._mdns, self._told = self._mdns, None, None
        try:
            async with asyncio.timeout(GOODBYE):
                await mdns.async_unregister_all_services()
                await mdns.async_close()
        except Exception as error:
            self._on_warning(f"Leaving mDNS failed: {reason(error)}.")

    def _told_by_call(self) -> tuple[Advert, tuple[str, ...]]:
        """By broadcast, which is of IPv4 and short of room, no more than that."""
        return self._advert, tuple(ip for ip in self.addresses if ":" not in ip)

    def _is_near(self, asker: str) -> bool:
        """Asks somebody from a network that this server is announced on?"""
        used = self._selection.sockets(self._own)
        return any(own.near(asker) for own in self._own if own.ip in used)

    async def _news(self, news: News, own: Addresses) -> None:
        before = self.addresses
        self._own = own
        self._renew = True
        self._stale.set()
        if self.addresses != before:
            self._on_moved(self.addresses)

    async def _run(self) -> None:
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                await self._tell()
            except Exception as error:
                # zeroconf raises its own errors, OSError and more; none of them may end this task.
                self._on_warning(_sentence(str(error) if isinstance(error, NoMulticast) else reason(error)))
            await asyncio.sleep(PAUSE)

    async def _open(self) -> AsyncZeroconf:
        self._mdns = await open_multicast(working(self._selection, self._own))
        listen_for_rivals(self._mdns, lambda: self._told, self._met)
        return self._mdns

    def _met(self, mine: bool) -> None:
        """Somebody else tells of themselves under the same name."""
        if mine and self._claimed < DEFENDED:
            self._claims = True
        else:
            self._yields = True
        self._stale.set()

    async def _tell(self) -> None:
        mdns = self._mdns
        if mdns is None:
            # It failed before; only other addresses can change that.
            if not self._renew:
                return
            self._renew = False
            mdns = await self._open()
        if self._yields:
            await self._yield(mdns)
        told = self._told
        if told is not None and self._label() != self._told_label:
            self._told = None
            await (await mdns.async_unregister_service(told))
            told = None
        if told is None:
            await self._announce(mdns)
        else:
            await self._change(mdns, told)

    async def _announce(self, mdns: AsyncZeroconf) -> None:
        label = self._label()
        info = self._info(f"{label}.{self._service}")
        # So that this process hears of everybody who has the name already.
        asking = ask_everybody(mdns, self._service, _unheard)
        try:
            announcing = await mdns.async_register_service(info, allow_name_change=True)
        finally:
            await asking.async_cancel()
        self._told, self._told_label = info, label
        self._claims, self._claimed = False, 0
        await announcing
        if self._yields:
            await self._yield(mdns)
            self._stale.set()
        else:
            self._announced.set()

    async def _yield(self, mdns: AsyncZeroconf) -> None:
        """Leave the name to whoever else has it; asked for again, it gets a number."""
        told, self._told, self._yields = self._told, None, False
        if told is not None:
            await let_go(mdns, told)

    async def _change(self, mdns: AsyncZeroconf, told: AsyncServiceInfo) -> None:
        renew, self._renew = self._renew, False
        claims, self._claims = self._claims, False
        if claims:
            await asyncio.sleep(CLAIM_AFTER)
            self._claims = False
            self._claimed += 1
        info = self._info(told.name)
        if not renew and not claims and _same(info, told):
            return
        self._told = info
        # The service first: sockets opened after it announce the new addresses, not the old ones.
        announcing = await mdns.async_update_service(info)
        if renew:
            await move_multicast(mdns, working(self._selection, self._own))
            if alone := self._alone():
                self._on_warning(alone)
        await announcing

    def _alone(self) -> str:
        if self._selection.local or self.addresses != (LOOPBACK,):
            return ""
        return "This computer is in no network: until it is, only players on this computer can join."

    def _label(self) -> str:
        return instance_label(self._advert.name, f"uno {self._advert.id[:8]}")

    def _info(self, name: str) -> AsyncServiceInfo:
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            self._service,
            name,
            parsed_addresses=list(self.addresses),
            port=self._advert.port,
            properties=self._advert.txt(),
            server=self._server,
        )


def _same(one: AsyncServiceInfo, other: AsyncServiceInfo) -> bool:
    return (one.port, one.text, one.parsed_addresses()) == (other.port, other.text, other.parsed_addresses())


def _sentence(why: str) -> str:
    return f"Others cannot see this table in their lobby: {why}. They can still join by its address."
