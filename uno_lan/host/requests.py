"""What people ask of a table beside their moves: ready, start, seats, the next round, a rematch."""

from __future__ import annotations

from protocol import messages
from protocol.errors import TextError
from protocol.fields import Signed
from protocol.unolog import LogHeader
from uno_lan.engine import NOBODY
from uno_lan.fairness.host_game import HostGame

from .catchup import Feeder
from .effects import NewFile
from .match import Match
from .owner import Ownership
from .people import Person
from .proposals import Proposals
from .room import Refusal, Room
from .waiting import WaitingRoom


class Requests:
    """Grants or refuses wishes."""

    def __init__(
        self,
        room: Room,
        waiting: WaitingRoom,
        proposals: Proposals,
        ownership: Ownership,
        feeder: Feeder,
    ) -> None:
        self._room = room
        self._waiting = waiting
        self._proposals = proposals
        self._ownership = ownership
        self._feeder = feeder
        self._previous: bytes | None = None
        """Final head of the game before."""

    def change(self, person: Person, change: messages.Change) -> None:
        """Somebody asks for a change of the table.

        Raises:
            Refusal: not now, or not by them.
        """
        match change:
            case messages.Ready(consent):
                self._ready(person, consent)
            case messages.Unready():
                self._in_waiting_room().unready(person)
            case messages.Start():
                self._ownership.check(person)
                self._start()
            case messages.NextRound(number):
                self._running().wants_next(person, number)
            case messages.Rematch():
                self._rematch(person)
            case messages.Rename(name):
                self._rename(person, name)
            case messages.Sit():
                self._sit(person)
            case messages.Stand():
                self._stand(person)
            case messages.TakeBack():
                match = self._running()
                match.take_back(match.scribe.seat_of(person))
            case messages.Propose(text):
                self._in_waiting_room()
                self._proposals.propose(person, text)
            case messages.Agree(seat):
                self._in_waiting_room()
                self._proposals.agree(person, seat)
            case _:
                self._ownership.check(person)
                self._arrange(self._in_waiting_room(), change)

    def _arrange(self, waiting: WaitingRoom, change: messages.Change) -> None:
        """What the owner may do in the waiting room."""
        match change:
            case messages.AddBot(level, seat):
                waiting.add_bot(level, seat)
            case messages.RemoveBot(seat):
                waiting.remove_bot(seat)
            case messages.SwapSeats(first, second):
                waiting.swap(first, second)
            case messages.SetRules(rules):
                waiting.set_rules(rules)

    def _in_waiting_room(self) -> WaitingRoom:
        if self._room.match is not None:
            raise Refusal("wrong_stage", "That can only be changed in the waiting room.")
        return self._waiting

    def _running(self) -> Match:
        if self._room.match is None:
            raise Refusal("wrong_stage", "No game is running.")
        return self._room.match

    def _ready(self, person: Person, consent: Signed | None) -> None:
        match = self._room.match
        if match is None:
            self._waiting.ready(person, consent)
        elif person.seat == NOBODY:
            self.late_consent(person, consent)
        elif self._room.stage == "round_over":
            match.wants_next(person, match.replica.round_no + 1)
        else:
            raise Refusal("wrong_stage", "There is nothing to be ready for.")

    def late_consent(self, person: Person, consent: Signed | None) -> None:
        """A watcher who waits for a seat agrees to the rules of the running game.

        Raises:
            Refusal: to something else.
        """
        match = self._running()
        if person.seat == NOBODY:
            person.consent = self._room.check_consent(person.pk, consent, match.replica.game_id)
            person.wants_seat = True
            self._room.changed()

    def _rename(self, person: Person, name: str) -> None:
        self._in_waiting_room()
        try:
            self._room.people.rename(person, name)
        except TextError as error:
            raise Refusal("bad_name", str(error)) from None
        self._room.changed()

    def _sit(self, person: Person) -> None:
        if self._room.match is None:
            self._waiting.sit(person)
        elif person.seat == NOBODY:
            person.wants_seat = True
            self._room.changed()

    def _stand(self, person: Person) -> None:
        match = self._room.match
        if match is not None and person.seat != NOBODY and match.replica.ended is None:
            raise Refusal("wrong_stage", "In a running game you can only leave it.")
        self._waiting.stand(person)

    def _start(self) -> None:
        """The game begins, if everybody is ready; a second press finds it running."""
        room = self._room
        players = self._in_waiting_room().players()
        self._proposals.clear()
        room.notice = ""
        room.log = []
        config, host = room.config, room.signer.pk
        header = LogHeader(
            1, room.next_game, config.table, config.server, host, "host", host, room.now, config.program
        )
        room.out.append(NewFile(room.next_game, header))
        for bot in players:
            if bot.is_bot:
                room.store({"bot": bot.secret, "seat": bot.seat, "level": bot.level})
        self._ownership.store()
        keys = {p.seat: p.signer for p in players if p.signer is not None}
        room.match = Match(room, HostGame(room.signer, room.verifier), keys)
        room.match.begin(players, self._previous)

    def _rematch(self, person: Person) -> None:
        """After a game: somebody wants another one."""
        room, match = self._room, self._room.match
        if match is None or room.stage != "game_over":
            raise Refusal("wrong_stage", "The game is not over.")
        if person.seat != NOBODY:
            match.pressed.add(person.seat)
            room.changed()
        elif person.pk != room.owner or self._here():
            raise Refusal("not_seated", "You are watching; the players decide about another game.")
        else:
            self._back_to_the_waiting_room(match)

    def settle(self) -> None:
        """After a game: back to the waiting room once everybody wants another one.

        Who still looks at the result keeps it. Nobody waits for who is away, nor for a program that plays:
        one game may be enough for it.
        """
        match = self._room.match
        if match is None or self._room.stage != "game_over" or match.replica.ended is None:
            return
        here = self._here()
        people = {p.seat for p in here if p.kind == "person"}
        if people <= match.pressed and any(p.seat in match.pressed for p in here):
            self._back_to_the_waiting_room(match)

    def _here(self) -> list[Person]:
        """Who has a seat and is here, bots of the host aside."""
        return [p for p in self._room.people.seated() if p.online and not p.is_bot]

    def _back_to_the_waiting_room(self, match: Match) -> None:
        """Where everybody agrees to the next game."""
        room = self._room
        totals = match.replica.game.totals if match.replica.game else {}
        room.totals = {p.pk: totals.get(p.seat, 0) for p in room.people.seated()}
        self._previous = match.replica.head
        self._feeder.forget(match.replica.heads)
        room.match = None
        room.next_game = room.entropy(16)
        room.notice = ""
        self._waiting.open()
