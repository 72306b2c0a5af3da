"""What `uno-lan doctor` finds, and what it says to do."""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path

import pytest

from tests.host.process import serve
from uno_lan.cli import main
from uno_lan.discovery import OwnAddress
from uno_lan.lobby import doctor as module
from uno_lan.lobby import ipv6
from uno_lan.lobby.doctor import Doctor, Finding

WIFI = OwnAddress("192.168.77.5", 24, "wlan0")


def of(findings: list[Finding], what: str) -> list[Finding]:
    return [finding for finding in findings if finding.what == what]


async def looked(doctor: Doctor, *own: OwnAddress) -> Doctor:
    doctor._own = own
    return doctor


async def test_on_loopback_all_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SEARCH_S", 0.1)
    monkeypatch.setenv("UNO_LAN_SERVICE", "_uno-doc._tcp.local.")
    told: list[Finding] = []
    findings = await Doctor(local=True).examine(told.append)
    assert told == findings
    assert [f.grade for f in findings if f.what in ("network", "multicast", "announcement")] == ["good"] * 3
    assert of(findings, "tables")[0].grade in ("good", "note")


async def test_without_a_network_it_says_so() -> None:
    (finding,) = await (await looked(Doctor(), OwnAddress("127.0.0.1", 8, "lo")))._networks()
    assert finding.grade == "bad" and "Wi-Fi" in finding.do


async def test_several_networks_are_a_hint() -> None:
    own = (WIFI, OwnAddress("172.17.0.1", 16, "docker0"))
    (finding,) = await (await looked(Doctor(), *own))._networks()
    assert finding.grade == "note" and "--interface" in finding.do


async def test_an_interface_that_is_not_there() -> None:
    (finding,) = await (await looked(Doctor(["eth9"]), WIFI))._networks()
    assert finding.grade == "bad" and "eth9" in finding.found


async def test_macos_without_the_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(module, "send_error", lambda _: OSError(errno.EHOSTUNREACH, "No route to host"))
    monkeypatch.setattr(module, "reason", lambda error: module_reason(error))
    doctor = await looked(Doctor(), WIFI)
    (finding,) = await doctor._multicast()
    assert finding.grade == "bad" and "Local Network" in finding.found
    (hint,) = await doctor._firewall()
    assert "Local Network" in hint.do


def module_reason(error: BaseException) -> str:
    """As on macOS."""
    from uno_lan.discovery.trouble import reason

    return reason(error, "darwin")


@pytest.mark.skipif(sys.platform != "linux", reason="reads Linux files")
async def test_signs_of_a_firewall(tmp_path: Path) -> None:
    doctor = await looked(Doctor(root=tmp_path), WIFI)
    assert [finding.grade for finding in await doctor._firewall()] == ["good"]
    (tmp_path / "etc/ufw").mkdir(parents=True)
    (tmp_path / "etc/ufw/ufw.conf").write_text("# x\nENABLED=yes\n")
    (tmp_path / "run/firewalld").mkdir(parents=True)
    found = await doctor._firewall()
    assert [finding.found for finding in found] == ["ufw is on", "firewalld runs"]
    assert all("5353" in finding.do or "mdns" in finding.do for finding in found)


ARP = """IP address       HW type     Flags       HW address            Mask     Device
192.168.77.1     0x1         0x2         aa:aa:aa:aa:aa:aa     *        wlan0
192.168.77.9     0x1         0x2         aa:aa:aa:aa:aa:ab     *        wlan0
192.168.77.8     0x1         0x0         00:00:00:00:00:00     *        wlan0
"""
ROUTE = """Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
wlan0 00000000 014DA8C0 0003 0 0 600 00000000 0 0 0
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads Linux files")
@pytest.mark.parametrize(("heard", "grade"), [({"192.168.77.9"}, "good"), (set[str](), "note")])
async def test_signs_of_a_network_that_keeps_devices_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: set[str], grade: str
) -> None:
    (tmp_path / "proc/net").mkdir(parents=True)
    (tmp_path / "proc/net/arp").write_text(ARP)
    (tmp_path / "proc/net/route").write_text(ROUTE)

    async def answers(_own: OwnAddress, _seconds: float = 0) -> set[str]:
        return heard

    monkeypatch.setattr(module, "_who_answers", answers)
    (finding,) = await (await looked(Doctor(root=tmp_path), WIFI))._neighbors()
    assert finding.grade == grade and finding.found.startswith("1 ")
    assert bool(finding.do) == (grade == "note")
    (tmp_path / "proc/net/arp").write_text("")
    (alone,) = await (await looked(Doctor(root=tmp_path), WIFI))._neighbors()
    assert "isolation" in alone.do or heard


async def test_a_table_of_this_computer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve(tmp_path, "--name", "Kitchen") as here:
        monkeypatch.setattr(module, "PORTS", range(here.ready.port, here.ready.port + 3))
        (finding,) = await (await looked(Doctor(local=True), OwnAddress("127.0.0.1", 8, "lo")))._port()
        assert finding.grade == "good" and "Kitchen" in finding.found


async def test_local_tables_are_not_awaited_by_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table opened with --local answers, and yet none is found: the finding must say that this is so."""
    monkeypatch.setattr(module, "SEARCH_S", 0.01)
    monkeypatch.setenv("UNO_LAN_SERVICE", "_uno-dl._tcp.local.")
    (finding,) = await (await looked(Doctor(local=True), OwnAddress("127.0.0.1", 8, "lo")))._tables()
    assert finding.grade == "note" and "--local is not announced" in finding.do


def test_as_a_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def examine(_self: Doctor, told: object) -> list[Finding]:
        return [Finding("port", "good", "free"), Finding("tables", "bad", "no\nanswer", "allow it")]

    monkeypatch.setattr(Doctor, "examine", examine)
    assert main(["doctor", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert [one["grade"] for one in found] == ["good", "bad"]


SIX = OwnAddress("fe80::5", 64, "wlan0", 3)


async def test_ipv6_is_one_quiet_line_until_it_is_wanted() -> None:
    (finding,) = await (await looked(Doctor(), WIFI, SIX))._ipv6()
    assert (finding.what, finding.grade, finding.found) == ("ipv6", "good", "off, turn on with --ipv6")
    assert not finding.do


async def test_ipv6_that_is_wanted_and_not_there() -> None:
    (finding,) = await (await looked(Doctor(ipv6=True), WIFI))._ipv6()
    assert finding.grade == "bad" and "--ipv6" in finding.do


@pytest.mark.parametrize(("comes", "reached"), [(True, True), (False, False)])
async def test_ipv6_is_looked_at_adapter_by_adapter(
    monkeypatch: pytest.MonkeyPatch, comes: bool, reached: bool
) -> None:
    asked: list[tuple[str, ...]] = []

    async def comes_back(interfaces: tuple[str, ...], **_: object) -> tuple[bool, str]:
        asked.append(interfaces)
        return comes, ""

    async def nobody(_host: str, _port: int) -> None:
        return None

    monkeypatch.setattr(ipv6, "comes_back", comes_back)
    monkeypatch.setattr(ipv6, "probe", nobody)
    monkeypatch.setattr(ipv6, "_is_reached", lambda _address: reached)
    cable = OwnAddress("fd77::9", 64, "eth0", 2)
    found = await (await looked(Doctor(ipv6=True), WIFI, cable, SIX))._ipv6()
    assert asked == [("fd77::9",), ("fe80::5",)], "each by its own addresses of IPv6 alone"
    assert [one.grade for one in found] == (
        ["good", "good", "note", "good", "good"] if comes else ["good", "bad", "note", "bad", "bad"]
    )
    assert all(one.do for one in found if one.grade != "good")
    assert "fd77::9" in found[0].found and "fe80::5" in found[2].found


async def test_a_table_that_listens_by_ipv4_alone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def comes_back(_interfaces: tuple[str, ...], **_: object) -> tuple[bool, str]:
        return True, ""

    monkeypatch.setattr(ipv6, "comes_back", comes_back)
    async with serve(tmp_path, "--name", "Kitchen") as here:
        monkeypatch.setattr(module, "PORTS", range(here.ready.port, here.ready.port + 3))
        last = (await (await looked(Doctor(["::1"], ipv6=True), OwnAddress("::1", 128, "lo", 1)))._ipv6())[-1]
        assert last.grade == "note" and "Kitchen" in last.found and "--ipv6" in last.do
