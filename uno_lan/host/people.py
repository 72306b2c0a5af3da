"""Who is at a table: one `Person` per key, with a seat or watching, with a link or without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from protocol.errors import TextError
from protocol.fields import Signed
from protocol.messages import Level, SeatKind
from protocol.names import clean_name, unique_name
from protocol.signing import Signer
from uno_lan.engine import NOBODY

NAMELESS = "Guest"
"""Name of somebody whose own cannot be shown."""

MOST_BANNED = 64
"""Keys remembered; the oldest is forgotten."""


@dataclass(slots=True)
class Link:
    """A connection of one person."""

    peer: int
    since: int
    """When it came up (Unix ms)."""
    cursor: int = -1
    """Next entry of the log to send, while the log is sent; -1: not asked for yet."""
    private: int = 0
    """So many of the seat's private deliveries were sent again behind the log."""
    ready_at: int = 0
    """When the next part of a long log may follow."""
    synced: bool = False
    """It has the whole log and gets every new entry; changed by `People.sync` alone."""
    pictures: tuple[str, ...] = ()
    """The same four that the other end sees, if nobody sits in between."""


@dataclass(slots=True)
class Person:
    """Somebody at the table, a bot of the host included."""

    pk: bytes
    name: str
    kind: SeatKind = "person"
    seat: int = NOBODY
    """NOBODY: watches."""
    link: Link | None = None
    away_since: int = 0
    """When the link was lost."""
    ready: bool = False
    """Waiting room: ready to start."""
    consent: Signed | None = None
    """Agreed to the rules of the coming game, or, who joins late, of the running one."""
    goes: bool = False
    """Put out in a running round without a word that proves it: gives the seat up when it is over."""
    wants_seat: bool = False
    """A watcher who gets a free seat as soon as one can be given."""
    level: Level = ""
    """Of a bot."""
    signer: Signer | None = None
    """Of a bot."""
    secret: bytes = field(default=b"", repr=False)
    """Of a bot: what its key is made of."""
    rtt: int = -1
    """Round trip in ms; -1: not measured yet."""
    rtt_told: int = -1
    """What was last told of it."""
    order: int = -1
    """Number of the newest order given as owner of the table."""

    @property
    def is_bot(self) -> bool:
        """Does the host play for it?"""
        return self.kind == "bot"

    @property
    def online(self) -> bool:
        """Can it answer?"""
        return self.is_bot or self.link is not None


class People:
    """Everybody at the table, found by key, link or seat."""

    def __init__(self) -> None:
        self._by_pk: dict[bytes, Person] = {}
        self._by_peer: dict[int, Person] = {}
        self.links = 0
        """Number of links."""
        self._behind: set[int] = set()
        """Links that have not the whole log."""
        self.banned: dict[bytes, str] = {}
        """Keys that do not come in again, and the names they had."""

    def __iter__(self) -> Iterator[Person]:
        return iter(self._by_pk.values())

    def get(self, pk: bytes) -> Person | None:
        """Who has this key."""
        return self._by_pk.get(pk)

    def of(self, peer: int) -> Person | None:
        """Who is behind this link."""
        return self._by_peer.get(peer)

    def at(self, seat: int) -> Person | None:
        """Who sits there."""
        return next((p for p in self if p.seat == seat != NOBODY), None)

    def seated(self) -> list[Person]:
        """Who has a seat, by seat."""
        return sorted((p for p in self if p.seat != NOBODY), key=lambda p: p.seat)

    def watching(self) -> list[Person]:
        """Who has none, in the order they came."""
        return [p for p in self if p.seat == NOBODY]

    def linked(self) -> list[Person]:
        """Who has a link."""
        return list(self._by_peer.values())

    def peers(self) -> tuple[int, ...]:
        """All links, by their numbers."""
        return tuple(self._by_peer)

    def synced(self) -> tuple[int, ...]:
        """Those that have the whole log."""
        if not self._behind:
            return self.peers()
        return tuple(peer for peer in self._by_peer if peer not in self._behind)

    def all_synced(self) -> bool:
        """Has everybody who has a link the whole log?"""
        return not self._behind

    def sync(self, link: Link, whole: bool = True) -> None:
        """A link has the whole log from now on, or is sent some of it first."""
        link.synced = whole
        (self._behind.discard if whole else self._behind.add)(link.peer)

    def add(self, person: Person) -> Person:
        """Somebody new; the name becomes one that nobody else has."""
        try:
            name = clean_name(person.name)
        except TextError:
            name = NAMELESS
        person.name = unique_name(name, [p.name for p in self])
        self._by_pk[person.pk] = person
        return person

    def rename(self, person: Person, name: str) -> None:
        """Another name.

        Raises:
            TextError: nothing of it can be shown.
        """
        person.name = unique_name(clean_name(name), [p.name for p in self if p is not person])

    def remove(self, person: Person) -> None:
        """Somebody is gone for good."""
        self.unlink(person)
        del self._by_pk[person.pk]

    def ban(self, person: Person) -> None:
        """Somebody does not come in again."""
        self.banned[person.pk] = person.name
        while len(self.banned) > MOST_BANNED:
            del self.banned[next(iter(self.banned))]

    def unban(self, pk: bytes) -> bool:
        """Somebody may come in again. False: they might anyway."""
        return self.banned.pop(pk, None) is not None

    def connect(self, person: Person, link: Link) -> Link | None:
        """Somebody has a new link. Returns the one it replaces."""
        old = self.unlink(person)
        person.link = link
        self._by_peer[link.peer] = person
        self.links = len(self._by_peer)
        self.sync(link, link.synced)
        return old

    def unlink(self, person: Person) -> Link | None:
        """Forget somebody's link. Returns it."""
        old, person.link = person.link, None
        if old is not None:
            del self._by_peer[old.peer]
            self._behind.discard(old.peer)
            self.links = len(self._by_peer)
        return old
