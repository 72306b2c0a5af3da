"""What a link is told, and what it tells: where a table is, how long to wait, what happens to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.codes import Address, format_host_port
from protocol.messages import Message, WelcomeText

from .dial import ANSWER_S, CONNECT_S, Place


@dataclass(frozen=True, slots=True)
class Target:
    """Where a table is and how to know it."""

    places: tuple[Place, ...]
    """Addresses and ports, best first."""
    host_id: str = ""
    """26 characters of the host's identity, from a `uno://` address; empty: any host never seen is new."""
    server: bytes | None = None
    """Id of the server, when a lobby showed it."""
    table: bytes | None = None
    """Id of the table; None: the only one of the server."""
    name: str = ""
    """What the table is called, when a lobby showed it."""
    own: bool = False
    """A table of this person, its identity known from its own file: no name and no server met before is a
    reason to ask about it. Needs `host_id`."""

    @classmethod
    def at(cls, address: Address) -> Target:
        """The target of a typed address."""
        return cls(((address.host, address.port),), address.host_id)

    @property
    def where(self) -> str:
        """The best address, for people."""
        return format_host_port(*self.places[0]) if self.places else "no address"


@dataclass(frozen=True, slots=True)
class Times:
    """Waiting times in seconds. Tests make them small."""

    connect: float = CONNECT_S
    stagger: float = 0.25
    answer: float = ANSWER_S
    ping: float = 2.0
    silence: float = 6.0
    probe: float = 1.5
    """After a sleep of this computer: so long the host has for a sign of life."""
    look: float = 1.0
    """How often it is asked whether this computer has slept."""
    busy: float = 3.0
    """A host that hangs up at once is tried again with pauses of so long in all, also the first time."""
    first_pause: float = 0.25
    longest_pause: float = 2.0
    """A host that is back has everybody within 3 s: so long it waits, after a power cut, for whoever knows
    more than its file does."""
    settled: float = 10.0
    """A link that held so long starts anew with short pauses."""
    breaks: int = 8
    """So many links in a row broken by nonsense, none of them settled, and it is given up."""


@dataclass(frozen=True, slots=True)
class Connecting:
    """An attempt begins."""

    attempt: int
    """1 for the first after a link was lost, or ever."""


@dataclass(frozen=True, slots=True)
class Up:
    """The handshake is done."""

    welcome: WelcomeText
    host: bytes
    """Key of the host."""
    server: bytes
    pictures: tuple[str, ...]
    """The same on the host's screen if nobody is in between."""
    proven: bool
    """Host and I proved to each other that we know the table code."""
    place: Place
    took_ms: float
    """The whole way from the first packet to the welcome."""
    own: str = ""
    """My own address on the way to the host."""


@dataclass(frozen=True, slots=True)
class Got:
    """A message for the session."""

    message: Message


@dataclass(frozen=True, slots=True)
class Measured:
    """A round trip was measured."""

    rtt_ms: int


@dataclass(frozen=True, slots=True)
class Down:
    """The link is gone; the next attempt is made after a pause."""

    sentence: str
    pause_s: float
    stopped: bool = False
    """The host said that it stops in good order, and will go on when it is started again."""


Event: TypeAlias = Connecting | Up | Got | Measured | Down
