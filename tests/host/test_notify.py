"""What systemd is told, and that it is told nothing where it is not there."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from uno_lan.host.notify import Notifier

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs unix sockets")


Manager: TypeAlias = tuple[socket.socket, dict[str, str]]


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    """A service manager's socket, and the environment it gives."""
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(str(path))
        sock.settimeout(5)
        yield sock, {"NOTIFY_SOCKET": str(path)}


async def heard(sock: socket.socket) -> str:
    """The next datagram."""
    return (await asyncio.to_thread(sock.recv, 1000)).decode()


async def test_ready_alive_and_stopping(manager: Manager) -> None:
    sock, environment = manager
    notifier = Notifier(environment | {"WATCHDOG_USEC": "20000", "WATCHDOG_PID": str(os.getpid())})
    notifier.ready("3 tables")
    assert f"READY=1\nSTATUS=3 tables\nMAINPID={os.getpid()}" == await heard(sock)
    assert [await heard(sock) for _ in range(3)] == ["WATCHDOG=1"] * 3
    await notifier.stopping()
    while (said := await heard(sock)) == "WATCHDOG=1":
        pass
    assert said == "STOPPING=1"


async def test_a_watchdog_of_another_process_is_not_ours(
    manager: tuple[socket.socket, dict[str, str]],
) -> None:
    sock, environment = manager
    notifier = Notifier(environment | {"WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"})
    notifier.ready("1 table")
    await notifier.stopping()
    assert (await heard(sock)).startswith("READY=1")
    assert await heard(sock) == "STOPPING=1"


async def test_without_a_manager_nothing_happens() -> None:
    notifier = Notifier({})
    notifier.ready("1 table")
    await notifier.stopping()
