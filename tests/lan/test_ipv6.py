"""Tables by IPv6: announced, found and joined, over addresses of one link and over private ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lan.net import DEADLINE, Lan

from .test_finding import said
from .test_serve import opened, serve

pytestmark = pytest.mark.lan


def do(lan: Lan, host: int, *command: str) -> None:
    """Run a command on a host, which must work."""
    done = lan.run(host, *command)
    assert done.returncode == 0, done.stderr


def without_ipv4(lan: Lan, *hosts: int) -> None:
    """These have IPv6 alone."""
    for host in hosts:
        do(lan, host, "ip", "-4", "addr", "flush", "dev", "eth0")


def ready(lan: Lan, *hosts: int) -> None:
    """Wait until their addresses of the link may be used: the system looks first who else has them."""
    for host in hosts:
        done = lan.run(
            host, "sh", "-c", "while ip -6 addr show dev eth0 | grep -q tentative; do sleep 0.05; done"
        )
        assert done.returncode == 0


def seen(lan: Lan, host: int) -> dict[str, Any]:
    """The one table that somebody sees."""
    done = lan.run(host, sys.executable, "-m", "uno_lan", "games", "--json", "--wait", "6")
    (game,) = json.loads(done.stdout)["games"]
    found: dict[str, Any] = game
    return found


def joined(lan: Lan, host: int, state: Path) -> None:
    """Somebody chooses the table from the list, and sits."""
    guest = lan.python(host, "-m", "uno_lan", "play", "--plain", "--name", "Bora", "--state-dir", str(state))
    while "1. Anna's table" not in (line := guest.next_line(DEADLINE) or ""):
        assert guest.process.poll() is None, guest.said()
        if "No table found" in line:
            guest.tell("r")  # a busy machine may need longer than one search
    guest.tell("1")
    said(guest, "Joined Anna's table")
    guest.stop()


def test_a_table_is_found_and_joined_over_addresses_of_the_link_alone(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    without_ipv4(lan, 1, 2)
    ready(lan, 1, 2)
    opened(serve(lan, 1, tmp_path / "host", "--open", "--ipv6"))
    (address,) = seen(lan, 2)["addresses"]
    assert address.startswith("fe80::") and "%" in address
    joined(lan, 2, tmp_path / "guest")


def test_a_table_is_found_and_joined_over_private_addresses(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    without_ipv4(lan, 1, 2)
    for host in (1, 2):
        do(lan, host, "ip", "addr", "add", f"fd77::{host}/64", "dev", "eth0", "nodad")
    ready(lan, 1, 2)
    assert opened(serve(lan, 1, tmp_path / "host", "--open", "--ipv6"))["address"] == "[fd77::1]:40444"
    assert seen(lan, 2)["addresses"][0] == "fd77::1"
    joined(lan, 2, tmp_path / "guest")


def test_with_both_kinds_who_has_ipv4_alone_comes_by_that(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    ready(lan, 1, 2)
    do(lan, 2, "sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6")
    opened(serve(lan, 1, tmp_path / "host", "--open", "--ipv6"))
    assert seen(lan, 2)["addresses"][0] == "10.77.0.1"
    joined(lan, 2, tmp_path / "guest")


def test_with_both_kinds_who_cannot_come_by_ipv4_comes_over_the_link(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    ready(lan, 1, 2)
    # Whatever is sent to the host's IPv4 address goes nowhere; its multicast arrives.
    nowhere = ("lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent")
    do(lan, 2, "ip", "neigh", "add", lan.address(1), *nowhere)
    opened(serve(lan, 1, tmp_path / "host", "--open", "--ipv6"))
    assert seen(lan, 2)["addresses"][0].startswith("fe80::"), "what was told without an adapter has got one"
    joined(lan, 2, tmp_path / "guest")


def test_without_the_option_nobody_is_told_of_ipv6(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    ready(lan, 1, 2)
    opened(serve(lan, 1, tmp_path / "host", "--open"))
    assert seen(lan, 2)["addresses"] == ["10.77.0.1"]
