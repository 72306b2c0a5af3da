"""Sending the log to a link that needs it: in parts, a long one with little pauses between them.

When all is sent, the seat's own private deliveries follow in parts of the same pace, its own cards last. From
then on the link gets every new entry as it is written.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from protocol.fields import Signed
from protocol.messages import Sync
from uno_lan.fairness.host_game import Private

from .people import Link, Person
from .room import Room

PART: Final = 40 * 1024
"""Bytes of log in one part; with private deliveries it still fits into a frame."""
PRIVATE_PART: Final = 20 * 1024
MOST_ENTRIES: Final = 200
BURST: Final = 4
"""Parts that are sent at once."""

Log: TypeAlias = list[tuple[bytes, bytes]]
"""Entries with the host's signatures."""


def parts(log: Log, start: int) -> tuple[list[Sync], int]:
    """The next parts of the log from `start` on. Returns them and where the log goes on after them."""
    out: list[Sync] = []
    at = start
    while at < len(log) and len(out) < BURST:
        first, size = at, 0
        entries: list[Signed] = []
        while at < len(log) and len(entries) < MOST_ENTRIES:
            raw, sig = log[at]
            if entries and size + len(raw) > PART:
                break
            entries.append(Signed(raw, sig))
            size += len(raw)
            at += 1
        out.append(Sync(first, tuple(entries), more=True))
    return out, at


def private_parts(seq: int, private: list[Private], done: int) -> tuple[list[Sync], int]:
    """The next private deliveries of the seat behind the log, the first `done` of which are sent.

    A round can show more hands than may wait for a link at once. The part with the last one closes the log.

    Returns:
        The parts, and how many deliveries are sent with them.
    """
    out: list[Sync] = []
    while len(out) < BURST:
        group: list[Signed] = []
        size = 0
        while done < len(private) and (not group or size + len(private[done].payload) <= PRIVATE_PART):
            group.append(Signed(private[done].payload, private[done].sig))
            size += len(private[done].payload)
            done += 1
        out.append(Sync(seq, (), tuple(group), more=done < len(private)))
        if done == len(private):
            break
    return out, done


class Feeder:
    """Sends the log of a table to its links."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._old_heads: frozenset[bytes] = frozenset()
        """Heads of the game before: a link may still ask for it."""
        self.holds = False
        """Nothing is sent for now: the log may get longer by what others know of it."""

    def forget(self, heads: list[bytes]) -> None:
        """A game is over and done with; every link is ready for the next one."""
        self._old_heads = frozenset(heads)
        for person in self._room.people.linked():
            if person.link is not None:
                person.link.cursor = -1
                self._room.people.sync(person.link)

    def ask(self, person: Person, start: int, head: bytes | None) -> bool:
        """Somebody asks for the log from `start` on; `head` is the one they have before it.

        Returns:
            False: they have another history than the host.
        """
        link, match = person.link, self._room.match
        assert link is not None, "who speaks has a link"
        if match is None:
            self._room.people.sync(link)
            self._room.send(person, Sync(0, ()))
            return True
        heads = match.replica.heads
        if start and head in self._old_heads:
            start = 0  # asked before they knew that another game has begun
        elif start > len(heads) or (start and heads[start - 1] != head):
            return False
        link.cursor, link.private = start, 0
        self._room.people.sync(link, False)
        self._feed(person, link)
        return True

    def _feed(self, person: Person, link: Link) -> None:
        """Send the next parts of the log; at its end, what belongs to the seat alone."""
        room, match = self._room, self._room.match
        assert match is not None
        out, link.cursor = parts(room.log, link.cursor)
        for part in out:
            room.send(person, part)
        if link.cursor < len(room.log):
            link.ready_at = room.now + room.config.times.pace
            return
        private = match.game.own_bag(match.scribe.seat_of(person))
        # A round that ended meanwhile has nothing left to show.
        out, link.private = private_parts(link.cursor, private, min(link.private, len(private)))
        for part in out:
            room.send(person, part)
        if link.private < len(private):
            link.ready_at = room.now + room.config.times.pace
            return
        link.cursor = -1
        room.people.sync(link)
        match.back(person)

    def hand_over(self, person: Person) -> None:
        """Somebody has a seat that was another's: what is for it alone follows as it does behind the log."""
        link = person.link
        if link is not None and link.synced:
            link.cursor, link.private = len(self._room.log), 0
            self._room.people.sync(link, False)
            self._feed(person, link)

    def release(self) -> list[tuple[Person, int]]:
        """Send to all who asked while the log was held back.

        Returns:
            Who has another history, and how long theirs is.
        """
        match = self._room.match
        assert match is not None
        strange = []
        for person in self._room.people.linked():
            link = person.link
            if link is None or link.synced or link.cursor < 0:
                continue
            if link.cursor > match.replica.seq:
                strange.append((person, link.cursor))
            else:
                self._feed(person, link)
        return strange

    def tick(self) -> list[Person]:
        """Send what may follow now. Returns who has a link and never asked for the log."""
        room = self._room
        silent = []
        for person in room.people.linked():
            link = person.link
            if link is None or link.synced:
                continue
            if link.cursor >= 0:
                if room.now >= link.ready_at and not self.holds:
                    self._feed(person, link)
            elif room.now >= link.since + room.config.times.sync:
                silent.append(person)
        return silent

    @property
    def deadline(self) -> int | None:
        """When `tick` is due."""
        if self._room.people.all_synced():
            return None
        links = [p.link for p in self._room.people.linked() if p.link and not p.link.synced]
        late = self._room.config.times.sync
        asked = (k.ready_at for k in links if k.cursor >= 0 and not self.holds)
        return min((*asked, *(k.since + late for k in links if k.cursor < 0)), default=None)
