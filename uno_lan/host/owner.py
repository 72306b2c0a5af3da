"""The owner of a table: signed orders, and who owns it when the owner goes.

The owner is a key, not a seat and not the host. A table belongs to somebody as long as people are there.
"""

from __future__ import annotations

from protocol.fields import SeatSigned
from protocol.messages import AdminText
from uno_lan.engine import NOBODY

from .door import show_out
from .people import Person
from .room import Refusal, Room, read


class Ownership:
    """Whose table it is, and what that person orders."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._since = 0
        """When the table was opened."""

    def opened(self, now: int) -> None:
        """The table is open from now on."""
        self._since = now

    def check(self, person: Person) -> None:
        """Is it theirs?

        Raises:
            Refusal: no.
        """
        if person.pk != self._room.owner:
            raise Refusal("not_owner", "Only the owner of the table can do that.")

    def first(self, person: Person) -> None:
        """Somebody came in: the first person owns a table that nobody was named for."""
        if not self._room.owner and person.kind == "person":
            self._room.owner = person.pk

    def order(self, person: Person, payload: bytes, sig: bytes) -> bool:
        """Carry out a signed order.

        Returns:
            True: the table is to be closed.

        Raises:
            Refusal: it is not theirs to give, or makes no sense now.
        """
        room, match = self._room, self._room.match
        self.check(person)
        order = read(payload, AdminText)
        if order.game != (match.replica.game_id if match else room.next_game):
            raise Refusal("wrong_stage", "That order was for another game.")
        if order.counter <= person.order:
            raise Refusal("E_COUNTER", "")
        if not room.verifier.verify(person.pk, AdminText.SIG, payload, sig):
            raise Refusal("E_SIG", "")
        person.order = order.counter
        match order.kind:
            case "kick":
                self._kick(person, order, payload, sig)
            case "owner":
                self._give(order)
            case "unban":
                if order.pk is None or not room.people.unban(order.pk):
                    raise Refusal("no_player", "Nobody of that name was put out.")
                self.store()
                room.changed()
            case "pause" | "resume":
                if match is not None and match.scribe.plays(person) and match.replica.ended is None:
                    match.scribe.write(match.game.signed("ADMIN", person.seat, payload, sig, room.now))
                room.pause(order.kind == "pause", room.notice if order.kind == "pause" else "")
            case "release":
                raise Refusal("wrong_stage", "Let the players vote on that seat.")
        return order.kind == "close"

    def _kick(self, owner: Person, order: AdminText, payload: bytes, sig: bytes) -> None:
        room, match = self._room, self._room.match
        people = room.people
        target = people.at(order.seat) if order.pk is None else people.get(order.pk)
        if target is None or target is owner:
            raise Refusal("no_player", "There is nobody to remove.")
        by_seat = match is not None and match.scribe.plays(owner) and target.seat == order.seat
        word = SeatSigned(owner.seat, payload, sig) if by_seat else None
        if not target.is_bot:
            people.ban(target)
            if match is not None:
                self.store()
        show_out(room, target, word)

    def _give(self, order: AdminText) -> None:
        people = self._room.people
        heir = people.get(order.pk) if order.pk else people.at(order.seat)
        if heir is None or heir.kind != "person":
            raise Refusal("no_player", "There is nobody to give the table to.")
        self._inherit(heir)

    def _inherit(self, heir: Person) -> None:
        room = self._room
        room.owner = heir.pk
        room.changed()
        if room.match is not None and room.match.replica.ended is None:
            room.match.scribe.write_roster()
            self.store()

    def store(self) -> None:
        """Keep for a restart what the log does not hold."""
        room = self._room
        room.store({"owner": room.owner, "banned": tuple(room.people.banned.items())})

    def settle(self) -> None:
        """When the owner is gone, the table passes on: to people who are here, else to who has a seat."""
        room = self._room
        owner = room.people.get(room.owner)
        if owner is not None and (owner.seat != NOBODY or owner.online):
            return
        awaited = owner is None and room.owner and room.owner == room.config.owner
        if awaited and room.now < self._since + room.config.times.waiting_room:
            return
        seated = [p for p in room.people.seated() if p.kind == "person"]
        watching = [p for p in room.people.watching() if p.online and p.kind == "person"]
        heirs = [*(p for p in seated if p.online), *seated, *watching]
        if heirs:
            self._inherit(heirs[0])
