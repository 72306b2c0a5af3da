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


LINK = OwnAddress("fe80::7", 64, "wlan0", 3)
OTHER_LINK = OwnAddress("fe80::7", 64, "eth0", 2)
PRIVATE = OwnAddress("fd77::7", 64, "wlan0", 3)


def test_an_ipv6_address_of_one_link_has_an_adapter() -> None:
    assert (LINK.here, PRIVATE.here, WIFI.here) == ("fe80::7%3", "fd77::7", "192.168.1.7")
    assert LINK.near("fe80::9") and LINK.near("fe80::9%3") and not LINK.near("fe80::9%2")
    assert PRIVATE.near("fd77::9") and not PRIVATE.near("fd78::9") and not PRIVATE.near("192.168.1.9")
    assert not PRIVATE.near("nonsense%3")


def test_an_address_told_without_an_adapter_is_tried_on_each() -> None:
    own = (WIFI, LINK, OTHER_LINK, LO)
    told = ("fe80::9", "172.18.0.1", "192.168.1.5")
    assert nearest_first(told, own) == ("192.168.1.5", "fe80::9%3", "fe80::9%2", "172.18.0.1")
    assert nearest_first(("fe80::9%2", "fd77::1"), (*own, PRIVATE)) == ("fd77::1", "fe80::9%2")
    assert nearest_first(("fe80::9", "10.0.0.1"), (WIFI,)) == ("10.0.0.1",), "no adapter of ours has IPv6"
    assert nearest_first(("fe80::9",), (WIFI,)) == ("fe80::9",), "there is always something to show"


def test_ipv6_is_used_when_asked_for_or_when_there_is_nothing_else() -> None:
    own = (WIFI, PRIVATE, LINK, LO)
    assert choose(own) == (WIFI,)
    assert choose(own, ipv6=True) == (WIFI, PRIVATE, LINK)
    assert choose(own, ("wlan0",), ipv6=True) == (WIFI, PRIVATE, LINK)
    assert choose(own, ("fd77::7",)) == (PRIVATE,)
    assert Selection().adapters(own) == Selection(seeks=True).adapters(own) == ()
    assert Selection(ipv6=True).adapters(own) == (3,)
    assert Selection(ipv6=True).told(own) == (WIFI.ip, PRIVATE.ip, LINK.ip)
    assert Selection(ipv6=True).sockets(own) == (WIFI.ip, LOOPBACK)
    alone = (PRIVATE, LINK, LO)
    assert Selection().adapters(alone) == (), "nobody who does not listen by it is found by it"
    assert Selection(seeks=True).adapters(alone) == (3,)
    assert Selection(seeks=True, local=True).adapters(alone) == ()


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
