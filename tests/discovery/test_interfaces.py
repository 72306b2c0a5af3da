from __future__ import annotations

from uno_lan.discovery.interfaces import LOOPBACK, OwnAddress, choose, nearest_first, own_addresses
from uno_lan.discovery.selection import Selection

LO = OwnAddress(LOOPBACK, 8, "lo")
WIFI = OwnAddress("192.168.1.7", 24, "wlan0")
DOCKER = OwnAddress("172.17.0.1", 16, "docker0")
OWN = (WIFI, DOCKER, LO)


def test_this_computer_has_the_loopback_address() -> None:
    assert LOOPBACK in [address.ip for address in own_addresses()]
    assert own_addresses()[-1].loopback, "loopback comes last"


def test_near_is_the_same_network() -> None:
    assert WIFI.near("192.168.1.200")
    assert not WIFI.near("192.168.2.7")
    assert not WIFI.near("fe80::1")


def test_choosing() -> None:
    assert choose(OWN) == (WIFI, DOCKER)
    assert choose(OWN, ("wlan0",)) == (WIFI,)
    assert choose(OWN, ("172.17.0.1", "lo")) == (DOCKER, LO)
    assert choose(OWN, ("eth9",)) == ()
    assert choose(OWN, ("wlan0",), local=True) == (LO,)
    assert choose((), local=True) == (LO,)


def test_addresses_of_the_own_network_are_tried_first() -> None:
    told = ("172.18.0.1", LOOPBACK, "192.168.1.5", "172.18.0.1")
    assert nearest_first(told, (WIFI,)) == ("192.168.1.5", "172.18.0.1", LOOPBACK)
    assert nearest_first((LOOPBACK,), OWN) == (LOOPBACK,)


def test_what_is_announced_and_where_mdns_is_spoken() -> None:
    everywhere = Selection()
    assert everywhere.told(OWN) == (WIFI.ip, DOCKER.ip)
    assert everywhere.sockets(OWN) == (WIFI.ip, DOCKER.ip, LOOPBACK)
    assert everywhere.told((LO,)) == everywhere.sockets((LO,)) == (LOOPBACK,), (
        "no network: this computer only"
    )
    one = Selection(("wlan0",))
    assert one.told(OWN) == one.sockets(OWN) == (WIFI.ip,)
    local = Selection(local=True)
    assert local.told(OWN) == local.sockets(OWN) == (LOOPBACK,)


def test_an_interface_that_is_not_there_is_named() -> None:
    assert Selection(("wlan0",)).missing(OWN) == ""
    assert Selection(("eth9",)).told(OWN) == ()
    assert Selection(("eth9",)).missing((WIFI,)) == "there is no interface eth9 (there: wlan0 192.168.1.7)"
