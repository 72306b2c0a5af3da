"""Asking "who is there?" by UDP broadcast: for networks that let broadcast through but no multicast.

    ask      UNO? | nonce 8 | service | zero bytes, 512 in all
    answer   UNO! | nonce 8 | JSON of what mDNS would tell, shorter than the question
    goodbye  UNO. | nonce 8 | id and key, to those who have asked lately

Sent to the directed broadcast address of each network, since 255.255.255.255 leaves by one of them only. An
answer goes to the asker alone, is shorter than the question and rationed, so that nobody can turn it against
others. What it says is a hint like mDNS: what counts is what the host signs after connecting. A server
answers only who asks for its service type; others, as in tests, use another port as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import secrets
import socket
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from ipaddress import IPv4Interface
from typing import Any, Final, TypeAlias, cast

from uno_lan.discovery.advert import Advert, Sighting, read_sighting
from uno_lan.discovery.interfaces import OwnAddress
from uno_lan.discovery.names import SERVICE

PORT: Final = 40444
"""UDP port of the real service."""
ASK: Final = b"UNO?"
ANSWER: Final = b"UNO!"
GOODBYE: Final = b"UNO."
ASKERS: Final = 64
"""So many askers are told goodbye."""
NONCE: Final = 8
ASK_BYTES: Final = 512
PER_SECOND: Final = 20
"""Answers given in all."""
INSTANCE: Final = "call:"
"""Beginning of the instance names of servers that were found this way; no mDNS name looks so."""

Place: TypeAlias = tuple[str, int]


def port_of(service: str) -> int:
    """The UDP port of a service type: for another one than the real one another port."""
    if service == SERVICE:
        return PORT
    return 20_000 + int.from_bytes(hashlib.sha256(service.encode()).digest()[:2], "big") % 10_000


def question(service: str, nonce: bytes) -> bytes:
    """The bytes that ask."""
    return (ASK + nonce + service.encode()).ljust(ASK_BYTES, b"\0")


def answer(advert: Advert, addresses: Iterable[str], asked: bytes, service: str) -> bytes | None:
    """The bytes that answer a question; None: it is not for us."""
    if len(asked) != ASK_BYTES or not asked.startswith(ASK):
        return None
    nonce, wanted = asked[len(ASK) : len(ASK) + NONCE], asked[len(ASK) + NONCE :].rstrip(b"\0")
    if wanted != service.encode():
        return None
    plain = {"name": advert.name, "port": advert.port, "ip": list(addresses)[:8], "txt": advert.txt()}
    data = ANSWER + nonce + json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    return data if len(data) < ASK_BYTES else None


def read_answer(data: bytes, nonce: bytes, sender: str, service: str) -> Sighting | None:
    """What an answer tells; None: it is none to this question, or nonsense."""
    if not data.startswith(ANSWER + nonce):
        return None
    try:
        plain: Any = json.loads(data[len(ANSWER) + NONCE :])
        name, port, told, txt = plain["name"], plain["port"], plain["ip"], plain["txt"]
        if not (isinstance(name, str) and type(port) is int):
            return None
        if not (isinstance(told, list) and isinstance(txt, dict)):
            return None
        fields = {key: value for key, value in txt.items() if isinstance(value, str)}
        # Whoever answered is reachable where the answer came from, whatever it tells.
        addresses = [sender, *(ip for ip in told if isinstance(ip, str) and ip != sender)]
        # An instance name as mDNS has it, so that the name in it is read and cleaned in one place.
        found = read_sighting(f"{name}.{service}", service, port, addresses, fields)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if found is None or not found.id:
        return None
    return replace(found, instance=f"{INSTANCE}{found.id}{found.key}")


def goodbye(advert: Advert, nonce: bytes) -> bytes:
    """The bytes that tell an asker that the server is gone."""
    return GOODBYE + nonce + f"{advert.id}{advert.txt()['k']}".encode()


def read_goodbye(data: bytes, nonce: bytes) -> str:
    """Which instance is gone; empty: this is no goodbye to us."""
    if not data.startswith(GOODBYE + nonce) or len(data) > 64:
        return ""
    return INSTANCE + data[len(GOODBYE) + NONCE :].decode("ascii", errors="replace")


def broadcast_of(own: OwnAddress) -> str:
    """The directed broadcast address of a network; of loopback, which has none everywhere, the address."""
    if own.loopback:
        return own.ip
    return str(IPv4Interface(f"{own.ip}/{own.prefix}").network.broadcast_address)


class Responder(asyncio.DatagramProtocol):
    """Answers questions for one server, from `start` to `stop`.

    Args:
        service: the service type it answers for.
        told: what to tell: the advert, and the addresses.
        near: says whether somebody may be answered: who asks from a network that is not used hears nothing.
    """

    def __init__(
        self, service: str, told: Callable[[], tuple[Advert, Collection[str]]], near: Callable[[str], bool]
    ) -> None:
        self._service = service
        self._told = told
        self._near = near
        self._transport: asyncio.DatagramTransport | None = None
        self._tokens = float(PER_SECOND)
        self._at = 0.0
        self._askers: dict[Place, bytes] = {}
        """Who was answered, and the nonce of the question; the latest last."""

    async def start(self) -> bool:
        """Begin to answer; False: the port cannot be had, which is no reason not to serve."""
        try:
            sock = _socket(port_of(self._service))
        except OSError:
            return False
        await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, sock=sock)
        return True

    def stop(self) -> None:
        """Answer no more; whoever has asked hears it."""
        if self._transport is None:
            return
        advert, _ = self._told() if self._askers else (None, None)
        for asker, nonce in self._askers.items():
            if advert is not None:
                with contextlib.suppress(OSError):
                    self._transport.sendto(goodbye(advert, nonce), asker)
        self._askers.clear()
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is open."""
        # asyncio's own is none by its class.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        """Somebody asks."""
        if self._transport is None or not self._near(str(addr[0])) or not self._may_answer():
            return
        said = answer(*self._told(), data, self._service)
        if said is not None:
            with contextlib.suppress(OSError):
                self._transport.sendto(said, addr)
            place = (str(addr[0]), addr[1])
            self._askers.pop(place, None)
            self._askers[place] = data[len(ASK) : len(ASK) + NONCE]
            if len(self._askers) > ASKERS:
                del self._askers[next(iter(self._askers))]

    def _may_answer(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._tokens = min(float(PER_SECOND), self._tokens + (now - self._at) * PER_SECOND)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Caller(asyncio.DatagramProtocol):
    """Asks all networks, from `start` to `stop`; each answer is handed on.

    Args:
        heard: hears of servers.
        gone: hears which instance said goodbye.
    """

    def __init__(
        self, service: str, heard: Callable[[Sighting], None], gone: Callable[[str], None] = lambda _: None
    ) -> None:
        self._service = service
        self._heard = heard
        self._gone = gone
        self._nonce = secrets.token_bytes(NONCE)
        self._transport: asyncio.DatagramTransport | None = None

    async def start(self) -> bool:
        """Open a socket; False: the system does not let us."""
        try:
            sock = _socket(0)
        except OSError:
            return False
        await asyncio.get_running_loop().create_datagram_endpoint(lambda: self, sock=sock)
        return True

    def ask(self, networks: Iterable[OwnAddress]) -> int:
        """Ask these networks; how many questions went out."""
        sent = 0
        if self._transport is None:
            return 0
        for network in networks:
            with contextlib.suppress(OSError):
                self._transport.sendto(
                    question(self._service, self._nonce), (broadcast_of(network), port_of(self._service))
                )
                sent += 1
        return sent

    def stop(self) -> None:
        """Ask no more."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is open."""
        # asyncio's own is none by its class.
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        """Somebody answers."""
        if instance := read_goodbye(data, self._nonce):
            self._gone(instance)
            return
        sighting = read_answer(data, self._nonce, str(addr[0]), self._service)
        if sighting is not None:
            self._heard(sighting)

    def error_received(self, exc: Exception) -> None:
        """A network refuses: others may not."""


def _socket(port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setblocking(False)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if port:
            # Several servers of one computer hear the same question.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("", port))
    except OSError:
        sock.close()
        raise
    return sock
