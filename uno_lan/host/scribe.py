"""The log of a running game, seen from the table: who has which seat in it, and how entries go out.

Everything the `HostGame` writes passes through `write`: first to the disk, then to the links that have the
whole log so far; private cards go to their seat alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from protocol import bodies
from protocol.errors import ProofFault
from protocol.fields import SeatSigned
from protocol.messages import Deal, EntryMessage, Show
from uno_lan.engine import NOBODY
from uno_lan.fairness.evidence import collect
from uno_lan.fairness.host_game import HostGame, Output, Private, Written

from .effects import Evidence, Store
from .people import Person
from .room import Room

SHOWN = (bodies.RoundStart, bodies.RoundEnd, bodies.GameEnd, bodies.Roster, bodies.Auto, bodies.EpochAbort)
"""Entries after which the `lobby` message says something else."""


class Scribe:
    """Writes one game and knows its seats."""

    def __init__(self, room: Room, game: HostGame) -> None:
        self.room = room
        self.game = game
        self.replica = game.replica
        self._seats: tuple[dict[int, bodies.RosterSeat], dict[bytes, int]] = ({}, {})
        """The newest roster, and the seats in it by key."""
        self.gone: dict[int, bodies.RosterSeat] = {}
        """Who left during this game, by the seat they had: it stays empty."""
        self.offenders: set[int] = set()
        """Seats whose player signed two things of which only one can be true."""

    def write(self, outputs: Iterable[Output]) -> None:
        """Store and tell what the game has written."""
        room = self.room
        for output in outputs:
            match output:
                case Written(raw, sig):
                    room.log.append((raw, sig))
                    room.out.append(Store("ent", raw, sig))
                    room.tell_synced(EntryMessage(raw, sig))
                    if isinstance(output.happened.body, SHOWN):
                        room.changed()
                case Private(seat, kind, payload, sig):
                    person = self.person_at(seat)
                    if person is not None and person.link is not None and person.link.synced:
                        room.send(person, Deal(payload, sig) if kind == "deal" else Show(payload, sig))
                case _:
                    room.out.append(Store("sec", output.raw))

    def offence(self, seat: int, fault: ProofFault) -> None:
        """A player signed what contradicts itself: keep the proof, once for each."""
        room = self.room
        if seat in self.offenders:
            return
        self.offenders.add(seat)
        proven = collect(fault, self.replica.game_id, room.signer.pk, room.log, room.verifier)
        room.note("player.double", seat=seat, code=fault.code)
        if proven is not None:
            name = f"evidence-{self.replica.game_id.hex()[:8]}-{fault.code}-seat{seat}.unoevidence"
            room.out.append(Evidence(name, proven.data))

    # Who is who.

    def seat_of(self, person: Person) -> int:
        """The seat somebody has in the log, also after leaving the running round; NOBODY for watchers."""
        if self._seats[0] is not self.replica.roster:  # it is written anew as a whole
            self._seats = (self.replica.roster, {who.pk: s for s, who in self.replica.roster.items()})
        return self._seats[1].get(person.pk, NOBODY)

    def plays(self, person: Person) -> bool:
        """Has somebody a seat that they have not left?"""
        return self.seat_of(person) not in (NOBODY, *self.gone)

    def person_at(self, seat: int) -> Person | None:
        """Who has this seat in the log."""
        who = self.replica.roster.get(seat)
        return self.room.people.get(who.pk) if who else None

    def here(self) -> list[int]:
        """Seats of people who play the round and are here."""
        if self.replica.round is None:
            return []
        return [s for s in self.replica.people() if s not in self.replica.offline]

    @property
    def between_rounds(self) -> bool:
        """Is the last round counted and the game not over?"""
        return self.replica.round_end is not None and self.replica.ended is None

    # Who sits where.

    def rows(self, seats: Iterable[Person]) -> list[bodies.RosterSeat]:
        """These people as rows of a ROSTER."""
        return [
            bodies.RosterSeat(p.seat, p.pk, p.name, p.kind, owner=p.pk == self.room.owner)
            for p in sorted(seats, key=lambda p: p.seat)
        ]

    def write_roster(self, consents: Iterable[SeatSigned] = (), word: SeatSigned | None = None) -> None:
        """Log who sits where now; who left in the running round stays in it until the round is over.

        Args:
            word: the signed word of who leaves outside a round; nobody else may be missing.
        """
        seated = [p for p in self.room.people.seated() if p.seat not in self.gone]
        round_ = None if self.between_rounds else self.replica.round
        left = [
            who
            for seat, who in self.replica.roster.items()
            if seat in self.gone and round_ and seat in round_.seats
        ]
        rows = sorted([*self.rows(seated), *left], key=lambda row: row.seat)
        self.write(self.game.seat(rows, (), tuple(consents), self.room.now, word))

    def has_left(self, person: Person) -> None:
        """Somebody gave the seat up: from now on they watch."""
        seat = self.seat_of(person)
        self.gone[seat] = self.replica.roster[seat]
        person.seat = NOBODY
        person.wants_seat = False
        person.consent = None
        if person.pk == self.room.owner:
            self.room.owner = b""
        self.room.changed()
