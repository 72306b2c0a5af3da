"""The waiting room: who sits where, who is ready, by which rules.

Nothing here is logged. What counts for the game is each person's signed consent to the rules, which comes
with `ready` and is void as soon as the rules change.
"""

from __future__ import annotations

from protocol.fields import Signed
from protocol.messages import Level
from uno_lan.engine import NOBODY, RulesError

from .people import Person
from .room import Refusal, Room

BOT_NAMES = ("Ada", "Bela", "Cleo", "Dino", "Emmy", "Fynn", "Greta", "Hugo", "Ida", "Jonas")
"""Names of bots; one that is taken gets a number."""


class WaitingRoom:
    """Changes of the table before a game."""

    def __init__(self, room: Room) -> None:
        self._room = room

    # Coming in.

    def open(self) -> None:
        """The waiting room opens (again): nobody is ready, and who waited for a seat gets one."""
        room = self._room
        room.stage = "waiting"
        for person in room.people:
            person.ready = False
            person.consent = None
        for person in [person for person in room.people if person.goes]:
            person.goes = False
            if not person.online or person.is_bot:
                room.people.remove(person)
        for person in room.people.watching():
            if person.wants_seat and self.free_seat() != NOBODY:
                self.sit(person)
        room.changed()

    def free_seat(self) -> int:
        """The first free seat, or NOBODY."""
        taken = {p.seat for p in self._room.people.seated()}
        return next((s for s in range(self._room.config.max_seats) if s not in taken), NOBODY)

    def sit(self, person: Person) -> None:
        """Give somebody a seat.

        Raises:
            Refusal: all are taken.
        """
        if person.seat != NOBODY:
            return
        seat = self.free_seat()
        if seat == NOBODY:
            raise Refusal("no_seat", "All seats are taken. You can watch until one is free.")
        person.seat = seat
        person.wants_seat = False
        self._room.changed()

    def stand(self, person: Person) -> None:
        """Somebody gives the seat up and watches."""
        person.seat = NOBODY
        person.ready = person.wants_seat = False
        person.consent = None
        self._room.changed()

    # Being ready.

    def ready(self, person: Person, consent: Signed | None) -> None:
        """Somebody agrees to the rules and is ready.

        Raises:
            Refusal: no seat, or no valid consent to the rules as they are.
        """
        if person.seat == NOBODY:
            raise Refusal("not_seated", "You are watching. Take a seat first.")
        person.consent = self._room.check_consent(person.pk, consent, self._room.next_game)
        person.ready = True
        self._room.changed()

    def unready(self, person: Person) -> None:
        """Not ready after all."""
        person.ready = False
        person.consent = None
        self._room.changed()

    def set_rules(self, terms: bytes) -> None:
        """Other rules; every consent is void.

        Raises:
            Refusal: they cannot be played.
        """
        room = self._room
        room.set_rules(terms)
        for person in room.people:
            person.ready = False
            person.consent = None
        room.changed()

    def players(self) -> list[Person]:
        """Who plays when the game starts now: who sits here, or has agreed before the link broke.

        Raises:
            Refusal: somebody is not ready, or there are too few or too many.
        """
        room = self._room
        seated = room.people.seated()
        unready = [p for p in seated if not p.is_bot and not p.ready]
        if waiting := [p.name for p in unready if p.online]:
            raise Refusal("not_ready", f"Not everybody is ready: {', '.join(waiting)}."[:200])
        players = [p for p in seated if p not in unready]
        if not any(not p.is_bot for p in players):
            raise Refusal("no_players", "Somebody must play, not only bots.")
        if len(players) < 2:
            raise Refusal("no_players", "It takes two to play. Wait for somebody, or add a bot.")
        try:
            room.rules.check_players(len(players))
        except RulesError as error:
            raise Refusal("bad_rules", str(error)[:200]) from error
        for person in unready:
            self.stand(person)
            person.wants_seat = True
        return players

    # The owner's business.

    def add_bot(self, level: Level, seat: int = NOBODY) -> Person:
        """A bot sits down.

        Raises:
            Refusal: the seat is taken.
        """
        room = self._room
        if seat == NOBODY:
            seat = self.free_seat()
        if seat == NOBODY or seat >= room.config.max_seats or room.people.at(seat) is not None:
            raise Refusal("no_seat", "That seat is taken.")
        secret = room.entropy(32)
        signer = room.make_signer(secret)
        used = {p.name for p in room.people}
        name = next((n for n in BOT_NAMES if n not in used), BOT_NAMES[0])
        bot = Person(signer.pk, name, "bot", seat, level=level or "normal", signer=signer, secret=secret)
        room.changed()
        return room.people.add(bot)

    def remove_bot(self, seat: int) -> None:
        """A bot goes.

        Raises:
            Refusal: no bot sits there.
        """
        bot = self._room.people.at(seat)
        if bot is None or not bot.is_bot:
            raise Refusal("no_bot", "No bot sits there.")
        self._room.people.remove(bot)
        self._room.changed()

    def swap(self, first: int, second: int) -> None:
        """Two seats change places.

        Raises:
            Refusal: there is no such seat.
        """
        room = self._room
        if max(first, second) >= room.config.max_seats:
            raise Refusal("no_seat", "There is no such seat.")
        one, other = room.people.at(first), room.people.at(second)
        if one is not None:
            one.seat = second
        if other is not None:
            other.seat = first
        room.changed()

    # Time.

    @property
    def deadline(self) -> int | None:
        """When the next seat of somebody absent becomes free."""
        away = [p.away_since for p in self._absent()]
        return min(away) + self._room.config.times.waiting_room if away else None

    def tick(self) -> list[Person]:
        """Free the seats of people who did not come back. Returns them."""
        limit = self._room.now - self._room.config.times.waiting_room
        gone = [p for p in self._absent() if p.away_since <= limit]
        for person in gone:
            self._room.people.remove(person)
        if gone:
            self._room.changed()
        return gone

    def _absent(self) -> list[Person]:
        return [p for p in self._room.people if not p.online]
