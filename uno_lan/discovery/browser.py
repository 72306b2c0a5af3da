"""Finds the servers on this network and keeps the list of them true.

mDNS says who is new, who changed and who said goodbye; a probe of each server every few seconds says who is
still there. The list itself is `Roll`, without I/O; here are only the tasks around it: one per server that
probes it, one for each instance mDNS named that resolves it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from uno_lan.discovery.advert import KEY_CHARS, VERSION, Sighting, read_sighting
from uno_lan.discovery.call import INSTANCE, PORT, Caller
from uno_lan.discovery.found import FoundGame, Probe, ProbeResult, Recent
from uno_lan.discovery.interfaces import LOOPBACK, OwnAddress, choose, own_addresses
from uno_lan.discovery.names import SERVICE, service_type
from uno_lan.discovery.probe import LIMIT, first_answer, tcp_probe
from uno_lan.discovery.rivals import is_contested
from uno_lan.discovery.roll import ROWS, Roll, Server
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
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

PROBE_EVERY: Final = 5.0
"""Seconds between two probes of a server."""

HERE_EVERY: Final = 2.0
"""The same for tables of this computer that are not announced."""

PROBE_PAUSE: Final = 1.0
"""Seconds between two probes of a server, however much is announced about it."""

PROBES_AT_ONCE: Final = 16
"""Servers probed at the same time."""

RESOLVE_MS: Final = 3000
"""How long one attempt to resolve an instance may take."""

RESOLVE_TRIES: Final = 3

FLUSH: Final = 1.5
"""Seconds until addresses that a host has taken back are out of the cache: mDNS keeps them for one more
second, and nobody tells when they are gone."""

LOOKS: Final = 4
"""So often a name is looked at again that several servers tell of themselves under: one will let go of it."""

CALL_EVERY: Final = 10.0
"""Seconds between two questions by broadcast."""
SECOND_CALL: Final = 1.0
"""The second question comes soon: the first may have been lost."""
RECENT_PAUSES: Final = (2.0, 4.0)
"""A host met before that does not answer is asked again after so many seconds: one lost packet costs a
second, which is all that a probe has."""
RECENT: Final = "recent:"
HERE: Final = "here:"
PORTS_HERE: Final = range(PORT, PORT + 10)
"""Where tables of this computer are, unless they were told another port."""
BESIDE: Final = (INSTANCE, RECENT, HERE)
"""Beginnings of the instance names of what was found without mDNS; no mDNS name looks so."""

CLOSING: Final = 2.0
"""Seconds a stop may take."""


def _ignore(_value: object) -> None:
    pass


class Browser:
    """A live list of the servers on this network, from `start` to `stop`.

    Everything is called from, and calls back in, the event loop that `start` was called in.
    """

    def __init__(
        self,
        on_change: Callable[[tuple[FoundGame, ...]], None] = _ignore,
        *,
        probe: Probe = tcp_probe,
        interfaces: tuple[str, ...] = (),
        local: bool = False,
        ipv6: bool = False,
        service: str | None = None,
        versions: Collection[int] = (VERSION,),
        on_warning: Callable[[str], None] = _ignore,
        probe_every: float = PROBE_EVERY,
        probe_limit: float = LIMIT,
        look_every: float = EVERY,
        read: Callable[[], Addresses] = own_addresses,
        recent: Sequence[Recent] = (),
        calls: bool = True,
        call_every: float = CALL_EVERY,
        ports_here: Sequence[int] | None = None,
    ) -> None:
        """Nothing happens before `start`.

        Args:
            on_change: gets the whole list whenever it changed.
            probe: asks a server for a sign of life, best for its signed status.
            interfaces: addresses or adapter names to search; none: all networks.
            local: this computer only.
            ipv6: by IPv6 as well; where there is no IPv4 at all it is used anyway.
            service: service type; default: `UNO_LAN_SERVICE` or the real one.
            versions: versions of the protocol spoken here.
            on_warning: hears of trouble after `start` has returned, one sentence each.
            probe_every: seconds between two probes of a server.
            probe_limit: seconds a probe of one address may take.
            look_every: seconds between two looks at the own addresses.
            read: reads the own addresses.
            recent: hosts to look for without waiting for an announcement.
            calls: ask by broadcast as well, for networks without multicast.
            call_every: seconds between two such questions, and between two looks at this computer's ports.
            ports_here: with `local`, ports to look at for tables that nobody else can reach and that are not
                announced; default: the usual ones, and none for another service.
        """
        self._on_change = on_change
        self._on_warning = on_warning
        self._probe = probe
        self._probe_every = probe_every
        self._probe_limit = probe_limit
        self._selection = Selection(interfaces, local, ipv6, seeks=True)
        self._service = service or service_type()
        self._watch = InterfaceWatch(self._news, every=look_every, read=read)
        self._roll = Roll(versions=versions)
        self._shown: tuple[FoundGame, ...] = ()
        self._mdns: AsyncZeroconf | None = None
        self._asking: list[AsyncServiceBrowser] = []
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._probing: dict[Server, tuple[asyncio.Task[None], asyncio.Event]] = {}
        self._at_once = asyncio.Semaphore(PROBES_AT_ONCE)
        self._recent = tuple(recent)
        self._caller = Caller(self._service, self._called, self._lose) if calls else None
        self._call_every = call_every
        usual: Sequence[int] = PORTS_HERE if self._service == SERVICE else ()
        self._ports_here = () if not local else usual if ports_here is None else ports_here
        self._beside: list[asyncio.Task[None]] = []
        """Ways of finding beside mDNS."""

    @property
    def games(self) -> tuple[FoundGame, ...]:
        """The list as it is now, by name."""
        return self._shown

    @property
    def searched(self) -> tuple[str, ...]:
        """The own addresses that are searched from."""
        told = self._selection.told(self._roll.own)
        if told == (LOOPBACK,) and (six := choose(self._roll.own, ipv6=True)) and not self._selection.local:
            return tuple(own.ip for own in six)
        return told

    async def start(self) -> str:
        """Begin to search.

        Returns:
            Empty, or why nothing can be found, as a sentence. Even then it is tried again whenever the
            addresses change.
        """
        self._roll.own = await self._watch.start()
        self._look_for_recent()
        if self._caller is not None and await self._caller.start():
            self._beside.append(asyncio.create_task(self._call(self._caller), name="calling"))
        if self._ports_here:
            self._beside.append(asyncio.create_task(self._look_here(), name="ports of this computer"))
        try:
            await self._open()
        except NoMulticast as trouble:
            return _sentence(str(trouble))
        return ""

    def refresh(self) -> None:
        """Probe every server now."""
        for _, due in self._probing.values():
            due.set()
        self._look_for_recent()
        if self._caller is not None:
            self._caller.ask(self._networks)

    async def stop(self) -> None:
        """End the search; no callback comes after this."""
        await self._watch.stop()
        mdns, self._mdns = self._mdns, None
        try:
            async with asyncio.timeout(CLOSING):
                await self._hush()
                if mdns is not None:
                    await mdns.async_close()
        except Exception as error:
            self._on_warning(f"Leaving mDNS failed: {reason(error)}.")
        if self._caller is not None:
            self._caller.stop()
        tasks = [*self._beside, *self._resolving.values(), *(task for task, _ in self._probing.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._resolving.clear()
        self._probing.clear()

    async def _open(self) -> None:
        self._mdns = await open_multicast(working(self._selection, self._roll.own))
        self._ask()

    def _ask(self) -> None:
        """Ask the network who is there; instances known already are named again.

        Twice: the answer to this process alone is the faster one, the answer to everybody the surer one.
        """
        from zeroconf.asyncio import AsyncServiceBrowser

        if self._mdns is not None:
            self._asking = [
                AsyncServiceBrowser(self._mdns.zeroconf, [self._service], handlers=[self._heard]),
                ask_everybody(self._mdns, self._service, self._heard),
            ]

    async def _hush(self) -> None:
        asking, self._asking = self._asking, []
        for browser in asking:
            await browser.async_cancel()

    async def _news(self, news: News, own: Addresses) -> None:
        self._roll.own = own
        try:
            if self._mdns is None:
                await self._open()
            else:
                if news is News.ADDRESSES:
                    await move_multicast(self._mdns, working(self._selection, own))
                await self._hush()
                self._ask()
        except NoMulticast as trouble:
            self._on_warning(_sentence(str(trouble)))
        except Exception as error:
            self._on_warning(_sentence(reason(error)))
        self.refresh()

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: Any) -> None:
        # zeroconf calls this by keyword, in the loop, and it must not wait: resolving gets a task.
        from zeroconf import ServiceStateChange

        running = self._resolving.pop(name, None)
        if running is not None:
            running.cancel()
        if state_change is ServiceStateChange.Removed:
            server = self._roll.server_of(name)
            for instance in self._roll.instances(server) if server else ():
                if instance.startswith(BESIDE):
                    self._roll.lose(instance)  # it says goodbye for all ways it was found
            self._lose(name)
            return
        if len(self._resolving) >= ROWS:
            return
        task = asyncio.create_task(self._resolve(zeroconf, name), name=f"resolve {name}")
        self._resolving[name] = task
        task.add_done_callback(lambda done: self._resolved(name, done))

    def _resolved(self, name: str, task: asyncio.Task[None]) -> None:
        if self._resolving.get(name) is task:
            del self._resolving[name]

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        from zeroconf.asyncio import AsyncServiceInfo

        for _ in range(RESOLVE_TRIES):
            info = AsyncServiceInfo(self._service, name)
            if await info.async_request(zeroconf, RESOLVE_MS):
                break
        else:
            return
        self._seen(self._read(info))
        for _ in range(LOOKS):
            await asyncio.sleep(FLUSH)
            contested = is_contested(zeroconf, name)
            again = AsyncServiceInfo(self._service, name)
            if await again.async_request(zeroconf, RESOLVE_MS):
                self._seen(self._read(again))
            if not contested:
                return

    def _read(self, info: AsyncServiceInfo) -> Sighting | None:
        addresses, txt = info.parsed_scoped_addresses(), info.decoded_properties
        return read_sighting(info.name, self._service, info.port, addresses, txt)

    # Beside mDNS.

    @property
    def _networks(self) -> list[OwnAddress]:
        return [own for own in self._roll.own if own.ip in self._selection.sockets(self._roll.own)]

    async def _call(self, caller: Caller) -> None:
        """Ask by broadcast, again and again: the question or the answer may be lost."""
        while True:
            caller.ask(self._networks)
            await asyncio.sleep(min(self._call_every, SECOND_CALL))
            caller.ask(self._networks)
            await asyncio.sleep(self._call_every)

    def _called(self, sighting: Sighting) -> None:
        """Somebody answered a broadcast. What mDNS tells of a server is newer and goes before it."""
        known = self._roll.instances(sighting.server)
        if all(instance.startswith(BESIDE) for instance in known):
            self._seen(sighting)

    def _look_for_recent(self) -> None:
        for recent in self._recent:
            self._beside = [task for task in self._beside if not task.done()]
            self._beside.append(asyncio.create_task(self._ask_recent(recent), name="recent host"))

    async def _look_here(self) -> None:
        """Tables for this computer only are not announced: whoever answers here at a usual port is listed."""
        while True:
            for port in self._ports_here:
                self._beside.append(asyncio.create_task(self._knock(port), name=f"port {port}"))
            await asyncio.sleep(self._call_every)
            self._beside = [task for task in self._beside if not task.done()]

    async def _knock(self, port: int) -> None:
        async with self._at_once:
            found = await first_answer(
                [("", LOOPBACK, port)],
                self._probe,
                lambda _, answer: bool(answer.key),
                limit=self._probe_limit,
            )
        if found is None:
            return
        answer = found[1]
        told = {"v": str(VERSION), "id": answer.server, "k": answer.key[:KEY_CHARS]}
        name = answer.tables[0].name if answer.tables else ""
        sighting = read_sighting(f"{name}.{self._service}", self._service, port, [LOOPBACK], told)
        if sighting is not None and not self._roll.instances(sighting.server):
            self._seen(replace(sighting, instance=f"{HERE}{answer.server}{answer.key}"))

    async def _ask_recent(self, recent: Recent) -> None:
        """A host that was met before is listed once it answers, and is the same."""
        places = [("", recent.host, recent.port)]
        for pause in (*RECENT_PAUSES, None):
            async with self._at_once:
                found = await first_answer(
                    places, self._probe, lambda _, answer: _is_same(recent, answer), limit=self._probe_limit
                )
            if found is not None or pause is None:
                break
            await asyncio.sleep(pause)
        if found is not None and not self._roll.instances((recent.server, recent.key[:KEY_CHARS])):
            told = {"v": str(VERSION), "id": recent.server, "k": recent.key[:KEY_CHARS]}
            sighting = read_sighting(
                f"{recent.name}.{self._service}", self._service, recent.port, [recent.host], told
            )
            if sighting is not None:
                self._seen(replace(sighting, instance=f"{RECENT}{recent.server}"))

    def _seen(self, sighting: Sighting | None) -> None:
        if sighting is None:
            return
        before = self._roll.endpoints(sighting.server)
        server = self._roll.see(sighting)
        found_before = False
        if not sighting.instance.startswith(BESIDE):
            for instance in self._roll.instances(sighting.server):
                if instance.startswith(BESIDE):
                    self._roll.lose(instance)  # mDNS tells it better
                    found_before = True
        self._drop_gone()
        if server is not None and server not in self._probing:
            due = asyncio.Event()
            task = asyncio.create_task(self._probe_on(server, due), name=f"probe {sighting.instance}")
            self._probing[server] = (task, due)
        elif server is not None and found_before:
            pass  # it was just found another way and is being probed: a second miss at once would hide it
        elif server is not None and (
            self._roll.endpoints(server) != before or not self._roll.is_alive(server)
        ):
            # Only then: a change of seats is no reason for every lobby to connect to the host.
            self._probing[server][1].set()
        self._changed()

    def _lose(self, instance: str) -> None:
        self._roll.lose(instance)
        self._drop_gone()
        self._changed()

    def _drop_gone(self) -> None:
        for server in self._probing.keys() - set(self._roll.servers()):
            self._probing.pop(server)[0].cancel()

    async def _probe_on(self, server: Server, due: asyncio.Event) -> None:
        while True:
            due.clear()
            async with self._at_once:
                answer = await first_answer(
                    self._roll.endpoints(server), self._probe, self._roll.fits, limit=self._probe_limit
                )
            if answer is None:
                self._roll.missed(server)
            else:
                self._roll.answered(server, *answer)
            self._changed()
            every = self._probe_every
            if all(instance.startswith(HERE) for instance in self._roll.instances(server)):
                # Nobody says goodbye for it, and on this computer asking costs next to nothing.
                every = min(every, HERE_EVERY if answer is not None else PROBE_PAUSE)
            await asyncio.sleep(min(PROBE_PAUSE, every))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(every - PROBE_PAUSE):
                    await due.wait()

    def _changed(self) -> None:
        games = self._roll.games()
        if games != self._shown:
            self._shown = games
            self._on_change(games)


def _is_same(recent: Recent, answer: ProbeResult) -> bool:
    return answer.server in ("", recent.server) and answer.key in ("", recent.key)


def _sentence(why: str) -> str:
    return f"Tables on this network cannot be found: {why}. Join by address instead."
