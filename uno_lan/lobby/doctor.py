"""What stands between two laptops that do not see each other: looked at one thing after the other.

Each finding says what is, whether that is fine, and what to do. Nothing is changed, and nothing is sent but
what a lobby sends: a search, a question by broadcast, and connections to hosts that were found or met before.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from uno_lan.discovery import Browser, FoundGame, OwnAddress, own_addresses
from uno_lan.discovery.call import broadcast_of
from uno_lan.discovery.selection import Selection
from uno_lan.discovery.trouble import reason, send_error
from uno_lan.languages import _
from uno_lan.lobby.echo import comes_back
from uno_lan.lobby.findings import WHAT, Finding
from uno_lan.lobby.ipv6 import examine_ipv6
from uno_lan.lobby.probe import probe

PORTS: Final = range(40444, 40454)
SEARCH_S: Final = 3.0
MDNS: Final = ("224.0.0.251", 5353)
_ANYBODY: Final = (
    bytes.fromhex("000000000001000000000000")
    + b"\x09_services\x07_dns-sd\x04_udp\x05local\x00\x00\x0c\x00\x01"
)
"""An mDNS question that every device which announces anything answers."""


Check = Callable[[], Awaitable[list[Finding]]]


def _nobody(finding: Finding) -> None:
    """Hears nothing."""


class Doctor:
    """Looks at the network from this computer.

    Args:
        interfaces: addresses or adapter names; none: all networks.
        local: loopback only.
        ipv6: look at IPv6 as well.
        root: where the system's files are; tests have a small one of their own.
    """

    def __init__(
        self,
        interfaces: Sequence[str] = (),
        *,
        local: bool = False,
        ipv6: bool = False,
        root: Path = Path("/"),
    ) -> None:
        self._selection = Selection(tuple(interfaces), local)
        self._by_ipv6 = ipv6
        self._root = root
        self._own: tuple[OwnAddress, ...] = ()

    async def examine(self, told: Callable[[Finding], None] = _nobody) -> list[Finding]:
        """Look at everything.

        Args:
            told: hears each finding as it is made.
        """
        self._own = await asyncio.to_thread(own_addresses)
        findings: list[Finding] = []
        checks: tuple[Check, ...] = (
            self._networks, self._multicast, self._announcement, self._ipv6, self._port, self._firewall,
            self._neighbors, self._tables,
        )  # fmt: skip
        for check in checks:
            for finding in await check():
                findings.append(finding)
                told(finding)
        return findings

    @property
    def _used(self) -> list[OwnAddress]:
        """The addresses that are looked at."""
        told = self._selection.told(self._own)
        return [own for own in self._own if own.ip in told]

    async def _networks(self) -> list[Finding]:
        if absent := self._selection.missing(self._own):
            return [Finding("network", "bad", absent, _("name one that is there with --interface"))]
        outside = [own for own in self._used if not own.loopback]
        if not outside and not self._selection.local and not self._selection.wanted:
            text = _("this computer is in no network, only itself")
            do = _("join the Wi-Fi of your friends, or plug in a cable")
            return [Finding("network", "bad", text, do)]
        found = ", ".join(f"{own.adapter} {own.ip}/{own.prefix}" for own in self._used)
        several = len(outside) > 1
        do = _("if friends are in one of them only, choose it with --interface") if several else ""
        return [Finding("network", "note" if several else "good", found or _("loopback"), do)]

    async def _multicast(self) -> list[Finding]:
        findings = []
        for own in self._used:
            error = await asyncio.to_thread(send_error, own.ip)
            if error is not None:
                why = reason(error)
                findings.append(
                    Finding(
                        "multicast",
                        "bad",
                        _("{adapter} {address} sends none: {why}").format(
                            adapter=own.adapter, address=own.ip, why=why
                        ),
                        _("allow it, or join and be joined by address"),
                    )
                )
        return findings or [Finding("multicast", "good", _("can be sent"))]

    async def _announcement(self) -> list[Finding]:
        came, trouble = await comes_back(self._selection.wanted, local=self._selection.local)
        if came:
            return [Finding("announcement", "good", _("an own announcement by mDNS comes back"))]
        text = trouble or _("an own announcement by mDNS does not come back")
        do = _("allow UDP port 5353 in the firewall; until then tables are found by address only")
        return [Finding("announcement", "bad", text, do)]

    async def _ipv6(self) -> list[Finding]:
        if self._selection.local or not self._by_ipv6:
            return [Finding("ipv6", "good", _("off, turn on with --ipv6"))]
        return await examine_ipv6(self._own, self._selection.wanted, PORTS)

    async def _port(self) -> list[Finding]:
        """Does a table of this computer answer, and is there room for one?"""
        for port in PORTS:
            if _is_free(port):
                if port == PORTS[0]:
                    text = _("TCP port {port} is free for a table")
                else:
                    text = _("TCP port {port} is free for a table (up to {last} in use)")
                return [Finding("port", "good", text.format(port=port, last=port - 1))]
            if port == PORTS[0]:
                ours = await probe("127.0.0.1", port)
                if ours is not None:
                    names = ", ".join(table.name for table in ours.tables) or _("a table")
                    outside = next((own for own in self._used if not own.loopback), None)
                    if outside is not None and await probe(outside.ip, port) is None:
                        text = _("{table} answers here at port {port}, but not at {address}")
                        text = text.format(table=names, port=port, address=outside.ip)
                        return [Finding("port", "bad", text, _("was it opened with --local or --interface?"))]
                    text = _("{table} of this computer answers at port {port}")
                    return [Finding("port", "good", text.format(table=names, port=port))]
        text = _("TCP ports {first} to {last} are all in use").format(first=PORTS[0], last=PORTS[-1])
        return [Finding("port", "note", text, _("a table takes another one; name it with --port"))]

    async def _firewall(self) -> list[Finding]:
        """Signs only: rules themselves can be read by the administrator alone."""
        need = _("UDP 5353 (finding) and TCP {first} to {last} (tables), incoming").format(
            first=PORTS[0], last=PORTS[-1]
        )
        if sys.platform == "darwin":
            do = _("System Settings > Privacy & Security > Local Network: allow your terminal")
            text = _("macOS asks once per program for the local network")
            return [Finding("firewall", "note", text, do)]
        if sys.platform == "win32":
            do = _("allow Python on private networks, and make this network private; needed: {ports}").format(
                ports=need
            )
            return [Finding("firewall", "note", _("Windows asks once per program"), do)]
        findings = []
        if _says(self._root / "etc/ufw/ufw.conf", "enabled=yes"):
            do = f"sudo ufw allow 5353/udp && sudo ufw allow {PORTS[0]}:{PORTS[-1]}/tcp"
            findings.append(Finding("firewall", "note", _("ufw is on"), do))
        if (self._root / "run/firewalld").exists() or (self._root / "var/run/firewalld").exists():
            do = (
                "sudo firewall-cmd --add-service=mdns && "
                f"sudo firewall-cmd --add-port={PORTS[0]}-{PORTS[-1]}/tcp "
            ) + _("(with --permanent to keep it)")
            findings.append(Finding("firewall", "note", _("firewalld runs"), do))
        if findings:
            return findings
        do = _("if there is one: {ports}").format(ports=need)
        return [Finding("firewall", "good", _("no sign of one here"), do)]

    async def _neighbors(self) -> list[Finding]:
        """Does anybody else on the network answer at all? Guest networks keep laptops apart."""
        outside = [own for own in self._used if not own.loopback]
        if not outside:
            return []
        heard = set[str]()
        for own in outside:
            heard |= await _who_answers(own)
        known = _arp(self._root / "proc/net/arp")
        gateways = _gateways(self._root / "proc/net/route")
        others = sorted(
            ip for ip in heard | known if ip not in gateways and ip not in {o.ip for o in self._own}
        )
        if heard - {own.ip for own in self._own}:
            text = _("{count} other devices answer on this network").format(count=len(others))
            return [Finding("neighbors", "good", text)]
        do = _(
            "open the lobby on both laptops; if they still do not see each other, this network keeps devices "
            "apart (guest Wi-Fi, AP isolation): use another network, a phone's hotspot, or a cable"
        )
        if others:
            text = _("{count} devices are near, none answers mDNS").format(count=len(others))
            return [Finding("neighbors", "note", text, do)]
        return [Finding("neighbors", "note", _("no other device was heard on this network"), do)]

    async def _tables(self) -> list[Finding]:
        # A table that does not answer is soon off the list: all that were ever on it count.
        seen: dict[tuple[str, str], FoundGame] = {}

        def heard(games: tuple[FoundGame, ...]) -> None:
            seen.update({(game.id, game.name): game for game in games})

        browser = Browser(
            heard,
            probe=probe,
            interfaces=self._selection.wanted,
            local=self._selection.local,
            ipv6=self._by_ipv6,
        )
        await browser.start()
        try:
            await asyncio.sleep(SEARCH_S)
        finally:
            await browser.stop()
        games = list(seen.values())
        alive = [game for game in games if game.alive and game.rtt_ms >= 0]
        silent = [game for game in games if game not in alive]
        here = _("{table} answers at {address}")
        findings = [
            Finding("tables", "good", here.format(table=game.name, address=game.address)) for game in alive
        ]
        for game in silent:
            text = _("{table} is announced at {address}, but does not answer there")
            text = text.format(table=game.name, address=game.address)
            do = _("on its host allow TCP port {port}, or it has just ended").format(port=game.port)
            findings.append(Finding("tables", "bad", text, do))
        if not findings:
            asked = ", ".join(broadcast_of(own) for own in self._used)
            text = _("none was found by mDNS or by broadcast to {addresses}").format(addresses=asked)
            do = _("ask the host for the address, the address code or the QR code, and join by that")
            if self._selection.local:
                do = _("a table opened with --local is not announced: join it by 127.0.0.1:PORT, as it shows")
            findings.append(Finding("tables", "note", text, do))
        return findings


def _is_free(port: int) -> bool:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as sock:
            sock.bind(("0.0.0.0", port))
    except OSError:
        return False
    return True


def _says(path: Path, word: str) -> bool:
    try:
        return word in path.read_text(encoding="utf-8", errors="replace").lower()
    except OSError:
        return False


def _arp(path: Path) -> set[str]:
    """Addresses of devices this computer has spoken to lately."""
    try:
        rows = [line.split() for line in path.read_text(encoding="ascii", errors="replace").splitlines()[1:]]
    except OSError:
        return set()
    return {row[0] for row in rows if len(row) >= 4 and row[2] != "0x0"}


def _gateways(path: Path) -> set[str]:
    try:
        rows = [line.split() for line in path.read_text(encoding="ascii", errors="replace").splitlines()[1:]]
    except OSError:
        return set()
    found = [bytes.fromhex(row[2])[::-1] for row in rows if len(row) > 2 and len(row[2]) == 8]
    return {socket.inet_ntoa(raw) for raw in found if any(raw)}


async def _who_answers(own: OwnAddress, seconds: float = 1.5) -> set[str]:
    """Who answers a question by mDNS that everybody answers; answers come to the asker alone."""
    loop = asyncio.get_running_loop()
    heard = set[str]()
    try:
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    except OSError:
        return heard
    with sock:
        try:
            sock.setblocking(False)
            sock.bind((own.ip, 0))
            sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own.ip))
            await loop.sock_sendto(sock, _ANYBODY, MDNS)
            async with asyncio.timeout(seconds):
                while True:
                    _data, sender = await loop.sock_recvfrom(sock, 2048)
                    heard.add(str(sender[0]))
        except (OSError, TimeoutError):
            return heard


__all__ = ["WHAT", "Doctor", "Finding"]
