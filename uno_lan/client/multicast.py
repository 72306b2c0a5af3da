"""The shell around heads told past the host: one UDP multicast group on the interface of the link.

It helps where it works and says nothing where it does not: many networks keep multicast from their guests.
Whatever arrives is only bytes of anybody; what they are worth is for the session.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Callable
from typing import Final, cast

from protocol.gossip import MAX_NEWS

from .gossip import EVERY_MS

GROUP: Final = "239.192.85.78"
"""Within the organization (RFC 2365), and with a TTL of 1 no further than this network."""
PORT: Final = 40460
MOST: Final = 100
"""Datagrams looked at between two of mine; a flood is not worth more."""


def may_cast(own: str) -> bool:
    """Is there anybody to tell on the network of this address? On loopback there is nobody but us."""
    try:
        address = ipaddress.ip_address(own)
    except ValueError:
        return False
    return address.version == 4 and not address.is_loopback


class Teller:
    """Tells my newest head every few seconds, for as long as there is a link.

    Args:
        say: my newest head, or None.
        hear: called with every datagram.
    """

    def __init__(self, say: Callable[[], bytes | None], hear: Callable[[bytes], None]) -> None:
        self._say = say
        self._hear = hear
        self._task: asyncio.Task[None] | None = None

    def start(self, own: str) -> None:
        """The link is up, from this address of mine."""
        self.stop()
        if may_cast(own):
            self._task = asyncio.create_task(self.run(own), name="heads")

    def stop(self) -> None:
        """The link is gone."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def run(self, own: str) -> None:
        """Tell until somebody stops it; nothing at all where the network has no multicast."""
        group = HeadCast(own, self._hear)
        if not await group.open():
            return
        try:
            while True:
                if (data := self._say()) is not None:
                    group.tell(data)
                await asyncio.sleep(EVERY_MS / 1000)
        finally:
            group.close()


class HeadCast(asyncio.DatagramProtocol):
    """Tells and hears heads.

    Args:
        own: my address on the network of the link.
        hear: called with every datagram.
    """

    def __init__(self, own: str, hear: Callable[[bytes], None]) -> None:
        self._own = own
        self._hear = hear
        self._heard = 0
        self._transport: asyncio.DatagramTransport | None = None

    async def open(self) -> bool:
        """Join the group. False: this network has none."""
        try:
            sock = _socket(self._own)
        except OSError:
            return False
        loop = asyncio.get_running_loop()
        try:
            await loop.create_datagram_endpoint(lambda: self, sock=sock)
        except OSError:
            sock.close()
            return False
        return True

    def tell(self, data: bytes) -> None:
        """One datagram to everybody."""
        self._heard = 0
        if self._transport is not None:
            with contextlib.suppress(OSError):
                self._transport.sendto(data, (GROUP, PORT))

    def close(self) -> None:
        """Leave the group."""
        if self._transport is not None:
            self._transport.close()
            self._transport = None

    # asyncio's side.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is ours."""
        self._transport = cast(asyncio.DatagramTransport, transport)

    def datagram_received(self, data: bytes, addr: object) -> None:
        """Somebody told something."""
        self._heard += 1
        if len(data) <= MAX_NEWS and self._heard <= MOST:
            self._hear(data)

    def error_received(self, exc: Exception) -> None:
        """The network is gone for a moment: the next datagram tries again."""


def _socket(own: str) -> socket.socket:
    """A socket of the group on one interface."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        sock.bind(("" if sys.platform == "win32" else GROUP, PORT))
        interface = socket.inet_aton(own)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, interface)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
        member = struct.pack("4s4s", socket.inet_aton(GROUP), interface)
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


__all__ = ["HeadCast", "Teller", "may_cast"]
