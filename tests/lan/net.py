"""A small network of its own for tests: hosts in network namespaces on one switch, and ways to break it.

Everything lives in namespaces with a random tag in their names, the switch too, so nothing of it shows on the
machine's own network, several of these can stand at once, and taking it down deletes only what was made.

Host `n` has the address 10.77.0.n. Needs root, or a user namespace in which one is root:

    unshare -Urnm --propagation private sh -c \
        'mount -t tmpfs t /run && mkdir /run/netns && ip link set lo up && exec python -m pytest -m lan'
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the processes run, so that `python -m tests.lan.peer` is found."""

DEADLINE: Final = 60.0
"""Seconds until something that should have happened counts as missing."""

BESIDE_OTHERS: Final = 8 if int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) > 1 else 1


def allowed(seconds: float) -> float:
    """Seconds that something may take that people wait for.

    As they stand with the machine to oneself (`make lan`); while other tests use it, so many more that only a
    wrong way of finding each other takes longer.
    """
    return seconds * BESIDE_OTHERS


class LanError(Exception):
    """A command that builds the network failed."""


class Peer:
    """A process on a host of the network whose output is read line by line as it comes."""

    def __init__(self, process: subprocess.Popen[str], name: str, began: float) -> None:
        self.process = process
        self.began = began
        """When it was started, by the monotonic clock that all processes of a machine share."""
        self.name = name
        self.lines: list[str] = []
        """All lines of stdout and stderr seen so far, for the message of a failing test."""
        self._queue: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def expect(
        self, what: Callable[[dict[str, Any]], bool], within: float = DEADLINE, *, about: str = "the event"
    ) -> dict[str, Any]:
        """The next event (a JSON object on its own line) for which `what` is true; others are skipped."""
        until = time.monotonic() + within
        while True:
            try:
                line = self._queue.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise AssertionError(
                    f"{about} did not come from {self.name} in {within} s:\n{self.said()}"
                ) from None
            if line is None:
                raise AssertionError(f"{self.name} ended before {about}:\n{self.said()}")
            if not line.startswith("{"):
                continue
            event: dict[str, Any] = json.loads(line)
            if what(event):
                return event

    def next_line(self, within: float) -> str | None:
        """The next line of its output; None at the end. Raises `queue.Empty` when none comes in time."""
        line = self._queue.get(timeout=within) if within > 0 else self._queue.get_nowait()
        return None if line is None else line.rstrip("\n")

    def tell(self, line: str) -> None:
        """Write a line to the process."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """`kill -9`."""
        self.process.kill()
        self.process.wait(DEADLINE)

    def stop(self) -> int:
        """Ask it to end (SIGTERM) and wait until it has."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DEADLINE)

    def said(self) -> str:
        """What it wrote so far."""
        return "\n".join(self.lines[-40:]) or "(nothing)"

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self._queue.put(line)
        self._queue.put(None)


class Lan:
    """Hosts on one switch. Hosts are numbered from 1."""

    def __init__(self) -> None:
        self.tag = secrets.token_hex(2)
        self._switch = f"uno-{self.tag}-sw"
        self._made: list[str] = []
        self._count = 0
        self._peers: list[Peer] = []
        self._make_namespace(self._switch)
        self._ip("-n", self._switch, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        self._ip("-n", self._switch, "link", "set", "br0", "up")

    @staticmethod
    def impossible() -> str:
        """Why such a network cannot be made here, for the skip; empty when it can."""
        if not sys.platform.startswith("linux"):
            return "network namespaces exist on Linux only"
        if shutil.which("ip") is None or shutil.which("bridge") is None:
            return "needs ip and bridge (iproute2)"
        name = f"uno-{secrets.token_hex(2)}-try"
        made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
        if made.returncode:
            return f"needs root, or unshare -Urnm (see tests/lan/net.py): {made.stderr.strip()}"
        bridge = ["ip", "-n", name, "link", "add", "br0", "type", "bridge"]
        tried = subprocess.run(bridge, capture_output=True, text=True, check=False)
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        return f"cannot make a bridge: {tried.stderr.strip()}" if tried.returncode else ""

    def hosts(self, count: int) -> None:
        """Have at least so many hosts."""
        while self._count < count:
            self._count += 1
            number = self._count
            space = self.namespace(number)
            self._make_namespace(space)
            port = f"port{number}"
            self._ip("-n", self._switch, "link", "add", port, "type", "veth", "peer", "eth0", "netns", space)
            self._ip("-n", self._switch, "link", "set", port, "master", "br0", "up")
            self._ip("-n", space, "link", "set", "lo", "up")
            self._ip("-n", space, "link", "set", "eth0", "up")
            self._join(space, self.address(number))

    def namespace(self, host: int) -> str:
        """Name of a host's namespace."""
        return f"uno-{self.tag}-{host}"

    def address(self, host: int) -> str:
        """A host's first address."""
        return f"10.77.0.{host}"

    def popen(self, host: int, *command: str, env: Mapping[str, str] | None = None) -> Peer:
        """Start a command on a host; it ends with the network at the latest."""
        began = time.monotonic()
        process = subprocess.Popen(
            ["ip", "netns", "exec", self.namespace(host), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})},
        )
        peer = Peer(process, f"{' '.join(command[:4])} on host {host}", began)
        self._peers.append(peer)
        return peer

    def python(self, host: int, *arguments: str, env: Mapping[str, str] | None = None) -> Peer:
        """Start this Python on a host."""
        return self.popen(host, sys.executable, *arguments, env=env)

    def run(
        self, host: int, *command: str, timeout: float = 60.0, env: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command on a host to its end."""
        return subprocess.run(
            ["ip", "netns", "exec", self.namespace(host), *command],
            capture_output=True,
            text=True,
            timeout=timeout,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            check=False,
        )

    def unplug(self, host: int, *, out: bool = True) -> None:
        """Pull the cable at the switch, or put it back. Nobody gets a RST or FIN."""
        self._ip("-n", self._switch, "link", "set", f"port{host}", "down" if out else "up")

    def block_multicast(self, *hosts: int, blocked: bool = True) -> None:
        """Flood no multicast to these hosts. mDNS asks first for a unicast answer, so block both ends."""
        for host in hosts:
            self._port(host, "mcast_flood", "off" if blocked else "on")

    def block_broadcast(self, *hosts: int, blocked: bool = True) -> None:
        """Flood no broadcast to these hosts (this stops ARP too)."""
        for host in hosts:
            self._port(host, "bcast_flood", "off" if blocked else "on")

    def isolate(self, *hosts: int, isolated: bool = True) -> None:
        """Client isolation as in guest networks: these hosts cannot reach each other at all."""
        for host in hosts:
            self._port(host, "isolated", "on" if isolated else "off")

    def shut_out(self, host: int, port: int) -> bool:
        """Connections to a TCP port of this host come to nothing, as behind a firewall. False: not here."""
        rule = ("ip", "rule", "add", "pref", "0", "ipproto", "tcp", "sport", str(port), "blackhole")
        return self.run(host, *rule).returncode == 0

    def change_address(self, host: int, new: str) -> None:
        """The host gets another address in the same network, as from DHCP."""
        space = self.namespace(host)
        self._ip("-n", space, "addr", "flush", "dev", "eth0")
        self._join(space, new)

    def close(self) -> None:
        """End all processes and delete what was made."""
        for peer in self._peers:
            if peer.process.poll() is None:
                peer.process.kill()
            peer.process.wait(DEADLINE)
            if peer.process.stdin is not None:
                peer.process.stdin.close()
        for space in reversed(self._made):
            subprocess.run(["ip", "netns", "del", space], capture_output=True, check=False)
        self._made.clear()

    def _make_namespace(self, name: str) -> None:
        self._ip("netns", "add", name)
        self._made.append(name)

    def _join(self, space: str, address: str) -> None:
        self._ip("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
        self._ip("-n", space, "route", "replace", "224.0.0.0/4", "dev", "eth0")

    def _port(self, host: int, option: str, value: str) -> None:
        self._command("bridge", "-n", self._switch, "link", "set", "dev", f"port{host}", option, value)

    def _ip(self, *arguments: str) -> None:
        self._command("ip", *arguments)

    @staticmethod
    def _command(*command: str) -> None:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise LanError(f"{' '.join(command)}: {done.stderr.strip()}")
