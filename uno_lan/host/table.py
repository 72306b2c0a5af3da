"""A table: who may do what when, from the first guest to the last. No I/O, no clock, no chance of its own.

    table.join(peer, pk, name, role, now)      a proven guest comes in
    table.message(peer, message, now)          somebody says something
    table.lost(peer, now)                      a link is gone
    table.tick(now)                            when `deadline` has come
    table.take()                               after each of these: what to do, in order

A message at the wrong time or of the wrong person is answered with a sentence and changes nothing. Peers are
numbers that the shell gives to its connections. A link gets entries of the log only after it has asked for
what it does not have (`sync_req`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from protocol import messages
from protocol.errors import ProtocolFault, TextError, sentence
from protocol.fields import Signed
from protocol.messages import Message, Role, Stage, TableStatus, VoteText
from protocol.names import clean_chat
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame
from uno_lan.engine import NOBODY
from uno_lan.fairness.replica import PROTOCOL_VERSION

from .catchup import Feeder
from .config import TableConfig, Times, make_terms
from .earliest import earliest
from .effects import Close, Closed, Effect, NewFile, Note, Send, StatusChanged, Store
from .lobby import lobby_of
from .match import Match
from .owner import Ownership
from .people import Link, Person
from .polls import Polls
from .proposals import Proposals
from .recovery import Recovery
from .requests import Requests
from .resume import CannotResume, read_game
from .room import MakeSigner, Refusal, Room, read
from .takeup import seat_players, take_up
from .waiting import WaitingRoom

__all__ = [
    "CannotResume",
    "Close",
    "Closed",
    "Effect",
    "Joined",
    "NewFile",
    "Note",
    "Send",
    "StatusChanged",
    "Store",
    "Table",
    "TableConfig",
    "Times",
    "make_terms",
]

RECOVERING = (messages.SyncReq, messages.SyncUp, messages.Bye, messages.Chat, messages.Consent)
"""What is heard while the table comes back after a restart: nothing that would be written."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Joined:
    """Where a guest ended up: what the welcome says."""

    seat: int
    """NOBODY: watches."""
    name: str
    """As the table shows it."""
    stage: Stage
    game: bytes | None
    """The game whose log can be asked for."""
    seq: int
    """Entries in it."""
    head: bytes | None


class Table:
    """One table.

    Args:
        signer: the host's key.
        verifier: checks everybody's signatures.
        entropy: gives so many fresh random bytes.
        make_signer: makes the keys of bots out of 32 random bytes.
    """

    def __init__(
        self,
        config: TableConfig,
        signer: Signer,
        verifier: Verifier,
        entropy: Callable[[int], bytes],
        make_signer: MakeSigner,
    ) -> None:
        self.room = Room(config, signer, verifier, entropy, make_signer)
        """The state of the table, for its parts and for tests; a shell looks at `status` and `take`."""
        self._waiting = WaitingRoom(self.room)
        self._ownership = Ownership(self.room)
        self._feeder = Feeder(self.room)
        self._polls = Polls(self.room, self._ownership.store, self._feeder.hand_over)
        self._proposals = Proposals(self.room, self._waiting)
        self._requests = Requests(self.room, self._waiting, self._proposals, self._ownership, self._feeder)
        self._recovery: Recovery | None = None
        self._empty_since = 0
        self._closed = False
        self._told: TableStatus | None = None
        self._clock_told: tuple[int, int] | None = None
        for level in config.bots:
            self._waiting.add_bot(level)

    # What the shell asks.

    def take(self) -> list[Effect]:
        """What to do now, in order; each effect is given once."""
        room = self.room
        clock = room.match.turn_clock if room.match else None
        changed = room.lobby_due
        if (room.lobby_due or clock != self._clock_told) and not self._closed:
            if room.match is None:
                self._proposals.settle()  # who just left need not agree any more
            room.lobby_due = False
            self._clock_told = clock
            if room.people.links:
                votes = self._polls.state(room.match) if room.match else ()
                room.tell(lobby_of(room, self._proposals.state, votes))
                for person in room.people.linked():
                    person.rtt_told = person.rtt
        # Whatever the status says, the lobby says too.
        if changed and (status := self.status()) != self._told:
            self._told = status
            room.out.append(StatusChanged())
        effects, room.out = room.out, []
        return effects

    def status(self) -> TableStatus:
        """The table as others may see it."""
        room = self.room
        return TableStatus(
            id=room.config.table,
            name=room.config.name,
            edition=room.rules.edition.id,
            mode=room.rules.mode,
            seats=len(room.people.seated()),
            max_seats=room.config.max_seats,
            spectators=sum(1 for p in room.people.watching() if p.online),
            stage=room.stage,
            lock=room.config.lock,
            game=room.match.replica.game_id if room.match else None,
            v=(PROTOCOL_VERSION,),
        )

    def is_seated(self, pk: bytes) -> bool:
        """Has this key a seat, so that it needs no code to come back?"""
        person = self.room.people.get(pk)
        return person is not None and person.seat != NOBODY

    @property
    def deadline(self) -> int | None:
        """When `tick` is due (Unix ms)."""
        if self._closed:
            return None
        room = self.room
        times = [room.match.deadline if room.match else self._waiting.deadline, self._feeder.deadline]
        times.append(self._recovery.deadline if self._recovery is not None else self._polls.deadline)
        if room.config.times.empty and not room.people.links:
            times.append(self._empty_since + room.config.times.empty)
        return earliest(times)

    # Coming and going.

    def join(
        self, peer: int, pk: bytes, name: str, role: Role, now: int, pictures: tuple[str, ...] = ()
    ) -> Joined:
        """A guest who has proven who they are. Whoever is here already with the same key is replaced.

        Args:
            pictures: the four pictures of the link, for people to compare.

        Raises:
            ProtocolFault: E_BANNED, E_FULL, or E_TABLE when it is closed.
        """
        self._at(now)
        room = self.room
        people = room.people
        if self._closed:
            raise ProtocolFault("E_TABLE", "the table is closed")
        if pk in people.banned:
            raise ProtocolFault("E_BANNED")
        person = people.get(pk)
        if (person is None or person.link is None) and people.links >= room.config.max_links:
            raise ProtocolFault("E_FULL")
        if person is None:
            person = people.add(Person(pk, name, "external" if role == "bot" else "person"))
            self._place(person, role)
        link = Link(peer, room.now, synced=room.match is None, pictures=pictures)
        old = people.connect(person, link)
        if old is not None:
            room.out += [Send((old.peer,), messages.Bye("replaced")), Close(old.peer, "replaced")]
        for line in room.talk.came(pk, room.now):
            room.send(person, line)
        self._ownership.first(person)
        room.changed()
        replica = room.match.replica if room.match else None
        return Joined(
            person.seat,
            person.name,
            room.stage,
            replica.game_id if replica else None,
            replica.seq if replica else 0,
            replica.head if replica else None,
        )

    def _place(self, person: Person, role: Role) -> None:
        """A seat for somebody new, if there is one and they want it."""
        if role == "watch":
            return
        if self.room.match is None and self._waiting.free_seat() != NOBODY:
            self._waiting.sit(person)
        else:
            person.wants_seat = True

    def lost(self, peer: int, now: int) -> None:
        """A link is gone. The seat is kept."""
        self._at(now)
        person = self.room.people.of(peer)
        if person is not None:
            self.room.people.unlink(person)
            self._gone_away(person)
            self._settle()

    def _drop(self, person: Person, reason: str) -> None:
        """Close somebody's link; the seat is kept."""
        self.room.close(person, reason)
        self._gone_away(person)

    def _gone_away(self, person: Person) -> None:
        """Somebody has no link any more."""
        room = self.room
        person.away_since = room.now
        if self._recovery is not None:
            self._recovery.lost(person)
        if room.match is not None:
            room.match.lost(person)
        if person.seat == NOBODY and person.pk != room.owner:
            room.people.remove(person)
        room.changed()

    def measured(self, peer: int, rtt_ms: int, now: int) -> None:
        """A round trip to somebody was measured.

        One that is clearly another is told with the next news, or by itself when the next measurement agrees:
        else everybody would be told twice that somebody came, and again and again how busy a network is.
        """
        self._at(now)
        person = self.room.people.of(peer)
        if person is None:
            return
        rtt = min(max(rtt_ms, 0), 60_000)
        if person.rtt < 0 or abs(rtt - person.rtt) > max(20, person.rtt // 2):
            person.rtt = rtt
        elif person.rtt != person.rtt_told:
            self.room.changed()

    # Messages.

    def message(self, peer: int, message: Message, now: int, ref: int = 0) -> None:
        """Somebody said something. Whatever it is, the table stays whole.

        Args:
            ref: number of the envelope, for the answer.
        """
        self._at(now)
        person = self.room.people.of(peer)
        if person is None or self._closed:
            return
        try:
            self._hear(person, message)
        except Refusal as refusal:
            text = refusal.sentence or sentence(refusal.code)
            self.room.send(person, messages.Err(refusal.code, text[:200], ref, fatal=False))
        self._settle()

    def _hear(self, person: Person, message: Message) -> None:
        if self.room.recovering and not isinstance(message, RECOVERING):
            raise Refusal("wrong_stage", "The table is just coming back. A moment, please.")
        if type(message) is messages.Act and self.room.match is not None:  # nearly all that is said
            self._play(self.room.match, person, message)
            return
        match message:
            case messages.LobbySet(change):
                self._requests.change(person, change)
            case messages.Chat(text):
                self._chat(person, text)
            case messages.SyncReq(start, head):
                self._sync(person, start, head)
            case messages.Admin(p, s):
                if self._ownership.order(person, p, s):
                    self._close("owner")
            case messages.Consent(p, s):
                self._requests.late_consent(person, Signed(p, s))
            case messages.Bye():
                self._drop(person, "left")
            case messages.SyncUp(_, signed, more):
                if self._recovery is not None:
                    self._recovery.take(person, signed, more)
            case _ if self.room.match is None:
                raise Refusal("wrong_stage", "No game is running.")
            case _:
                self._play(self.room.match, person, message)

    def _play(self, game: Match, person: Person, message: Message) -> None:
        match message:
            case messages.Act(p, s):
                game.take_back(game.scribe.seat_of(person))
                game.moves.act(person, p, s)
            case messages.Commit(p, s):
                game.witness.commit(person, p, s)
            case messages.Reveal(p, s):
                game.witness.reveal(person, p, s)
            case messages.Answer(p, s):
                game.witness.answer(person, p, s)
            case messages.AckHead(p, s):
                game.witness.acknowledge(person, p, s)
            case messages.AckVerdict(p, s):
                game.witness.verdict(person, p, s)
            case messages.Attest(p, s):
                game.witness.attest(person, p, s)
            case messages.Vote(p, s) if read(p, VoteText).what == "dispute":
                game.ballot.vote(person, p, s)
            case messages.Vote(p, s):
                self._polls.vote(game, person, p, s)
            case messages.Dispute(p, s):
                game.witness.dispute(person, p, s)
                self.room.notice = f"{person.name} says that something is wrong in this game."
                self.room.changed()
            case _:
                raise Refusal("E_TYPE", "The host cannot do anything with that.")

    def _chat(self, person: Person, text: str) -> None:
        try:
            line = clean_chat(text)
        except TextError as error:
            raise Refusal("empty", str(error)) from None
        self.room.say(line, person.pk, person.name)

    def _sync(self, person: Person, start: int, head: bytes | None) -> None:
        ask = self._recovery.ask if self._recovery is not None else self._feeder.ask
        if not ask(person, start, head):
            self._forked(person, start)

    def _forked(self, person: Person, start: int) -> None:
        """Somebody has another history of the game: they are told, and have what proves it."""
        fork = messages.Err("E_FORK", "The host's history is not the one you have.", fatal=True)
        self.room.send(person, fork)
        self.room.note("link.fork", start=start)
        self._drop(person, "fork")

    # Time.

    def woke(self, now: int) -> None:
        """This computer has slept: times that ran out meanwhile ran out for nobody, and begin anew."""
        self._at(now)
        if self.room.match is not None:
            self.room.match.woke()
        self.room.note("table.woke")

    def stood_still(self, ms: int, now: int) -> None:
        """The host's program has stood still, which `now` does not count: the screens set their clocks."""
        self._at(now)
        self.room.note("table.stood_still", ms=ms)
        self.room.changed()

    @property
    def no_time_runs(self) -> bool:
        """Could the time jump now without anybody being late, or taking it for a false clock?

        Who is here compares the time stamps of the log with the clock of their welcome, and objects to
        one that runs ahead.
        """
        match = self.room.match
        if self._closed or self.room.people.links or self.deadline is not None:
            return False
        return match is None or match.replica.ended is not None

    def tick(self, now: int) -> None:
        """Do what is due by the clock."""
        self._at(now)
        if self._closed:
            return
        room = self.room
        if room.match is None:
            self._waiting.tick()
        else:
            room.match.tick()
        for person in self._feeder.tick():
            self._drop(person, "timeout")
        limit = room.config.times.empty
        if limit and not room.people.links and room.now >= self._empty_since + limit:
            self._close("empty")
        self._settle()

    def _at(self, now: int) -> None:
        """Take the time, which never goes back here."""
        room = self.room
        if not room.now:
            self._empty_since = now
            self._ownership.opened(now)
        room.now = max(room.now, now)
        if room.people.links:
            self._empty_since = room.now

    def _settle(self) -> None:
        """Whatever follows from what has just happened."""
        if self._closed:
            return
        if self._recovery is not None:
            if not self._recovery.is_over:
                return
            self._recovered()
        self._polls.settle(self.room.match)
        if self.room.match is not None:
            self.room.match.settle()
        self._requests.settle()
        self._ownership.settle()

    def by_server(self, order: Callable[[Room], T], now: int) -> T:
        """Carry out an order of whoever runs the server (see `orders`).

        Raises:
            Refusal: it makes no sense now.
        """
        self._at(now)
        done = order(self.room)
        self._settle()
        return done

    def close(self, reason: str, now: int) -> None:
        """Close it because its server wants so."""
        self._at(now)
        if not self._closed:
            self._close(reason)

    def _close(self, reason: str) -> None:
        """The table is closed for good. One that is merely empty can be taken up again from its file."""
        room = self.room
        if room.match is not None and reason == "owner":
            room.match.close()
        room.tell(messages.Bye("closed"))
        for person in room.people.linked():
            room.close(person, "closed")
        self._closed = True
        room.out.append(Closed(reason))

    # After a restart.

    def resume(self, frames: Iterable[Frame], now: int) -> None:
        """Take up the unfinished game of a file, before anybody has come.

        Raises:
            CannotResume: there is no game in it that can go on.
        """
        self._at(now)
        room = self.room
        found = read_game(room.signer, room.verifier, frames)
        replica = found.game.replica
        assert replica.start is not None
        room.set_rules(replica.start.terms)
        room.log = found.log
        for bot in room.people.seated():
            room.people.remove(bot)
        room.people.banned |= found.banned
        room.owner = found.owner
        room.match = take_up(room, found)
        if replica.ended is None:
            self._recovery = Recovery(room, room.match)
            room.recovering = self._feeder.holds = True

    def _recovered(self) -> None:
        """Nobody knows more of the game than the host: it goes on."""
        room, recovery, match = self.room, self._recovery, self.room.match
        assert recovery is not None and match is not None
        self._recovery = None
        room.recovering = self._feeder.holds = False
        if recovery.taken:
            room.note("table.taken_back", entries=recovery.taken)
            seat_players(room, match)
        match.reconcile()
        for person, start in self._feeder.release():
            self._forked(person, start)
