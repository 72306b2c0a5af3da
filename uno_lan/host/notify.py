"""Telling systemd how it goes: ready, stopping, still alive. One datagram each; without systemd nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Mapping


class Notifier:
    """Speaks to the service manager named in the environment.

    Args:
        environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `WATCHDOG_PID`.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A name that begins with @ lies in Linux's abstract namespace.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every = 0.0
        if environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid()):
            with contextlib.suppress(ValueError):
                self._every = int(environment.get("WATCHDOG_USEC", "0")) / 2e6
        self._watching: asyncio.Task[None] | None = None

    def tell(self, **fields: object) -> None:
        """Send fields, as `tell(READY=1, STATUS="3 tables")`."""
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        text = "\n".join(f"{name}={value}" for name, value in fields.items())
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
            sock.connect(self._address)
            sock.sendall(text.encode())

    def ready(self, status: str) -> None:
        """It listens, and the games are read; from now on it tells by itself that it is alive."""
        self.tell(READY=1, STATUS=status, MAINPID=os.getpid())
        if self._every > 0:
            self._watching = asyncio.create_task(self._watch(), name="watchdog")

    async def _watch(self) -> None:
        # From the loop that serves the tables: when that hangs, nothing is told, and systemd starts us anew.
        while True:
            self.tell(WATCHDOG=1)
            await asyncio.sleep(self._every)

    async def stopping(self) -> None:
        """It ends in good order."""
        self.tell(STOPPING=1)
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
            self._watching = None
