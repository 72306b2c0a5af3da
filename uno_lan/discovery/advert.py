"""What a server tells the network about itself: the TXT fields, written and read.

All of it is a hint. Nothing here is signed, so a reader takes no field for granted: whatever does not parse
is left out, and what counts is what the host signs after connecting. No player names are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

from uno_lan.discovery.names import label_of, printable

VERSION: Final = 1
"""The newest major version of the protocol that this program speaks."""

KEY_CHARS: Final = 10
"""How much of the host's identity is told."""

ADDRESSES: Final = 8
"""No more addresses of one host are looked at."""

_ID = re.compile(r"[0-9a-f]{16}")
_KEY = re.compile(r"[0-9A-Za-z]{1,10}")
_SEATS = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")
_EDITION = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


@dataclass(frozen=True, slots=True)
class Advert:
    """What the host wants to be known; immutable, a change is a new one."""

    id: str
    """The server's id, 16 hex digits, the same after a restart."""
    name: str
    """Name of the table (of the server, when it holds several); shown in lobbies."""
    port: int
    """Where it listens."""
    key: str = ""
    """The host's identity as text; its first ten characters are told."""
    taken: int = 0
    """Seats taken."""
    seats: int = 10
    """Seats there are."""
    lock: bool = False
    """A table code is needed."""
    edition: str = "classic"
    """Id of the edition."""
    tables: int = 1
    """How many tables the server holds."""

    def txt(self) -> dict[str, str]:
        """The TXT fields."""
        return {
            "v": str(VERSION),
            "id": self.id,
            "k": self.key[:KEY_CHARS],
            "n": f"{self.taken}/{self.seats}",
            "lock": "1" if self.lock else "0",
            "ed": self.edition,
            "t": str(self.tables),
        }


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was read from the network about one announced instance."""

    instance: str
    """The full mDNS name, unique on the network."""
    name: str
    id: str
    """The server's id; empty when none was told."""
    key: str
    """Beginning of the host's identity; empty when none was told."""
    port: int
    addresses: tuple[str, ...]
    """As told, IPv4 first; an IPv6 address of one link has the adapter only when it was told by IPv6."""
    version: int = 0
    """0: not told."""
    taken: int = 0
    seats: int = 0
    lock: bool = False
    edition: str = ""
    tables: int = 1

    @property
    def server(self) -> tuple[str, str]:
        """What makes two sightings the same server: id and identity, else the instance name.

        The identity belongs to it, so that an instance which copies only the id of another stays apart.
        """
        return (self.id, self.key) if self.id else ("", self.instance)


def read_sighting(
    instance: str, service: str, port: int | None, addresses: Iterable[str], txt: Mapping[str, str | None]
) -> Sighting | None:
    """A sighting from what mDNS resolved; None when there is nothing to connect to."""
    usable = tuple(sorted(filter(_is_usable, addresses), key=_newer))[:ADDRESSES]
    if not usable or not port or not 0 < port < 65536:
        return None
    told = {name: value or "" for name, value in txt.items()}
    seats = _SEATS.fullmatch(told.get("n", ""))
    return Sighting(
        instance=instance,
        name=label_of(instance, service),
        id=_matching(_ID, told.get("id", "")),
        key=_matching(_KEY, told.get("k", "")),
        port=port,
        addresses=usable,
        version=_number(told.get("v", ""), 0),
        taken=int(seats[1]) if seats else 0,
        seats=int(seats[2]) if seats else 0,
        lock=told.get("lock") == "1",
        edition=_matching(_EDITION, printable(told.get("ed", ""))),
        tables=_number(told.get("t", ""), 1),
    )


def _is_usable(text: str) -> bool:
    plain, _, scope = text.partition("%")
    try:
        address = ip_address(plain)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and (address.is_loopback or address.ipv4_mapped):
        return False
    if scope and not (address.version == 6 and address.is_link_local and re.fullmatch(r"[0-9]{1,9}", scope)):
        return False
    return not (address.is_multicast or address.is_unspecified)


def _newer(text: str) -> bool:
    """IPv4 first: what a program does not know keeps nobody out."""
    return ":" in text


def _matching(pattern: re.Pattern[str], text: str) -> str:
    return text if pattern.fullmatch(text) else ""


def _number(text: str, default: int) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else default
