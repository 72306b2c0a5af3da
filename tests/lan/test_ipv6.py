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


def seen(lan: Lan, host: int, *options: str) -> dict[str, Any]:
    """The one table that somebody sees."""
    (game,) = all_seen(lan, host, *options)
    found: dict[str, Any] = game
    return found


def all_seen(lan: Lan, host: int, *options: str) -> list[dict[str, Any]]:
    """All tables that somebody sees."""
    done = lan.run(host, sys.executable, "-m", "uno_lan", "games", "--json", "--wait", "6", *options)
    games: list[dict[str, Any]] = json.loads(done.stdout)["games"]
    return games


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


def test_who_hears_no_multicast_by_ipv4_finds_it_by_ipv6_where_that_is_wanted(
    lan: Lan, tmp_path: Path
) -> None:
    lan.hosts(2)
    ready(lan, 1, 2)
    # Host 2 may join no group of IPv4, and what it sends to everybody by IPv4 goes to nobody.
    do(lan, 2, "sh", "-c", "echo 0 > /proc/sys/net/ipv4/igmp_max_memberships")
    do(lan, 2, "ip", "route", "del", "broadcast", "10.77.0.255", "dev", "eth0", "table", "local")
    opened(serve(lan, 1, tmp_path / "host", "--open", "--ipv6"))
    assert all_seen(lan, 2) == [], "the network is as it is meant"
    assert seen(lan, 2, "--ipv6")["name"] == "Anna's table"


def test_the_doctor_says_how_it_stands_with_ipv6(lan: Lan, tmp_path: Path) -> None:
    lan.hosts(2)
    ready(lan, 1, 2)
    do(lan, 1, "ip", "addr", "add", "fd77::1/64", "dev", "eth0", "nodad")
    off = findings(lan, 1)
    assert [(one["grade"], one["found"]) for one in off] == [("good", "off, turn on with --ipv6")]
    addresses, multicast, tables = findings(lan, 1, "--ipv6")
    assert addresses["grade"] == "good" and "fd77::1" in addresses["found"]
    assert multicast["grade"] == "good" and "comes back" in multicast["found"]
    assert (tables["grade"], tables["found"]) == ("good", "a table here would be reached by it")
    (only_link, *_) = findings(lan, 2, "--ipv6")
    assert only_link["grade"] == "note" and "on this link only" in only_link["found"]
    opened(serve(lan, 1, tmp_path / "host", "--open"))
    deaf = findings(lan, 1, "--ipv6")[-1]
    assert deaf["grade"] == "note" and "--ipv6" in deaf["do"]
    do(lan, 2, "sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6")
    (none,) = findings(lan, 2, "--ipv6")
    assert none["grade"] == "bad" and none["do"]


def findings(lan: Lan, host: int, *options: str) -> list[dict[str, Any]]:
    """What the doctor says of IPv6."""
    done = lan.run(host, sys.executable, "-m", "uno_lan", "doctor", "--json", *options)
    assert done.stdout, done.stderr
    return [one for one in json.loads(done.stdout)["findings"] if one["what"] == "ipv6"]
