"""After a restart: what the file lacks is taken back from the clients before anything new is written.

A process that is killed loses nothing, but a power cut can take the end of the file along, if moves were told
before the disk had them. Whoever was at the table has those entries, signed by this host. So the host first
asks everybody who comes back how far their log goes, takes what it lacks, checks its own signature and runs
it again; only then it writes. Entries written before would contradict the ones it had signed.
Source: docs/protocol.md 4.4.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol import entries
from protocol.errors import ProofFault, ProtocolFault
from protocol.fields import Signed
from protocol.messages import SyncWant
from uno_lan.fairness.host_game import Nack

from .effects import Store
from .match import Match
from .people import Person
from .room import Room


class Recovery:
    """The time between a restart and the first new entry."""

    def __init__(self, room: Room, match: Match) -> None:
        self._room = room
        self._match = match
        away = match.replica.offline.keys() | match.scribe.gone.keys()
        players = match.replica.roster.items()
        self._expected = {who.pk for seat, who in players if who.kind != "bot" and seat not in away}
        """Who was here when the process stopped, as far as the file knows."""
        self._asked: set[bytes] = set()
        self._giving: set[bytes] = set()
        """Who was asked for entries and has not sent the last of them."""
        self._more: dict[bytes, int] = {}
        """How long the log is of those who know more than the file and have not shown it, here or away."""
        self._since = 0
        """When the first came back; 0: nobody yet."""
        self.taken = 0
        """Entries taken back."""

    def ask(self, person: Person, start: int, head: bytes | None) -> bool:
        """Somebody is back and has the log up to `start`.

        Returns:
            False: they have another history than the host.
        """
        room, heads = self._room, self._match.replica.heads
        link = person.link
        assert link is not None, "who speaks has a link"
        if 0 < start <= len(heads) and heads[start - 1] != head:
            return False
        self._since = self._since or room.now
        link.cursor = start
        room.people.sync(link, False)
        self._asked.add(person.pk)
        self._more.pop(person.pk, None)
        if start > len(heads):
            self._giving.add(person.pk)
            self._more[person.pk] = start
            room.send(person, SyncWant(len(heads), heads[-1]))
        return True

    def take(self, person: Person, signed: Iterable[Signed], more: bool) -> None:
        """Somebody sends entries that this host has signed and lost."""
        if person.pk not in self._giving:
            return
        for entry in signed:
            try:
                again = self._again(entry)
            except (ProofFault, ProtocolFault, Nack, KeyError, ValueError) as error:
                self._room.note("table.not_mine", why=str(error)[:120])
                again = False
            if not again:
                self._has_given(person)
                return
        if not more:
            self._has_given(person)

    def _has_given(self, person: Person) -> None:
        self._giving.discard(person.pk)
        self._more.pop(person.pk, None)

    def _again(self, signed: Signed) -> bool:
        """Run one entry again. False: it is not the one that follows, or was never written here."""
        room, game = self._room, self._match.game
        replica = game.replica
        entry, head = entries.decode_entry(signed.p), entries.head(signed.p)
        if entry.q < replica.seq:
            return head == replica.heads[entry.q]
        mine = entries.verify_head(room.verifier, room.signer.pk, replica.game_id, entry.q, head, signed.s)
        if entry.q != replica.seq or entry.p != replica.head or not mine:
            return False
        paused = replica.paused
        game.again(signed.p)
        if replica.paused != paused:
            room.paused = replica.paused
        room.log.append((signed.p, signed.s))
        room.out.append(Store("ent", signed.p, signed.s))
        self.taken += 1
        return True

    def lost(self, person: Person) -> None:
        """A link is gone again. Who knows more has not said it yet, and is waited for as anew."""
        self._giving.discard(person.pk)

    @property
    def _lacks(self) -> bool:
        """Does somebody know more than is here by now?"""
        known = self._match.replica.seq
        return any(length > known for length in self._more.values())

    @property
    def is_over(self) -> bool:
        """Is everybody here who was, and nothing more on its way, or the time over?"""
        if not self._since:
            return False
        here = self._asked >= self._expected and not self._giving
        return self._room.now >= (self.deadline or 0) or (here and not self._lacks)

    @property
    def deadline(self) -> int | None:
        """When `is_over` becomes true by the clock.

        A few seconds, as the others may know nothing new; but once somebody is known to know more, whatever
        is written without them would be a second history.
        """
        times = self._room.config.times
        return self._since + (times.give if self._lacks else times.ask) if self._since else None
