"""Finding tables on the network, and being found: mDNS with a liveness probe over it.

`Advertiser` tells, `Browser` listens and keeps a list of `FoundGame`. Nothing read from the network is
trusted: it is a hint where to connect, and what the host signs there counts. This package knows no rules of
the game and nothing of the wire; the probe that asks a host for its signed status is given from outside.
zeroconf is imported when the first of them starts.
"""

from uno_lan.discovery.advert import VERSION, Advert
from uno_lan.discovery.advertiser import Advertiser
from uno_lan.discovery.browser import Browser
from uno_lan.discovery.found import FoundGame, Probe, ProbeResult, Recent, TableStatus
from uno_lan.discovery.interfaces import LOOPBACK, OwnAddress, choose, own_addresses
from uno_lan.discovery.names import ENV_SERVICE, SERVICE, service_type
from uno_lan.discovery.probe import tcp_probe

__all__ = [
    "ENV_SERVICE",
    "LOOPBACK",
    "SERVICE",
    "VERSION",
    "Advert",
    "Advertiser",
    "Browser",
    "FoundGame",
    "OwnAddress",
    "Probe",
    "ProbeResult",
    "Recent",
    "TableStatus",
    "choose",
    "own_addresses",
    "service_type",
    "tcp_probe",
]
