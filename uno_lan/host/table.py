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

from protocol import messages
from protocol.errors import ProtocolFault, TextError, sentence
from protocol.fields import SeatSigned, Signed
from protocol.messages import AdminText, Message, Role, Stage, TableStatus
from protocol.names import clean_chat
from protocol.signing import Signer, Verifier
from protocol.unolog import Frame, LogHeader
from uno_lan.engine import NOBODY
from uno_lan.fairness.host_game import HostGame
from uno_lan.fairness.replica import PROTOCOL_VERSION

from .catchup import last_part, parts
from .config import TableConfig, Times, make_terms
from .effects import Close, Closed, Effect, NewFile, Note, Send, StatusChanged, Store
from .lobby import kind_of, lobby_of
from .match import Match, read
from .people import Link, Person
from .resume import CannotResume, read_game
from .room import MakeSigner, Refusal, Room
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
        self._room = Room(config, signer, verifier, entropy, make_signer)
        self._waiting = WaitingRoom(self._room)
        self._match: Match | None = None
        self._previous: bytes | None = None
        """Final head of the game before."""
        self._old_heads: frozenset[bytes] = frozenset()
        """All its heads: a link may still ask for it."""
        self._owner_until = 0
        """Until when the table is kept for the owner it was opened for, who has not come yet."""
        self._empty_since = 0
        self._closed = ""
        self._told: TableStatus | None = None
        self._clock_told: tuple[int, int] | None = None
        for level in config.bots:
            self._waiting.add_bot(level)

    # What the shell asks.

    def take(self) -> list[Effect]:
        """What to do now, in order; each effect is given once."""
        room = self._room
        clock = self._match.turn_clock if self._match else None
        if (room.lobby_due or clock != self._clock_told) and not self._closed:
            room.lobby_due = False
            self._clock_told = clock
            if room.people.links:
                room.tell(lobby_of(room, self._match))
        status = self.status()
        if status != self._told:
            self._told = status
            room.out.append(StatusChanged())
        effects, room.out = room.out, []
        return effects

    def status(self) -> TableStatus:
        """The table as others may see it."""
        room = self._room
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
            game=self._match.replica.game_id if self._match else None,
            v=(PROTOCOL_VERSION,),
        )

    def is_seated(self, pk: bytes) -> bool:
        """Has this key a seat, so that it needs no code to come back?"""
        person = self._room.people.get(pk)
        return person is not None and person.seat != NOBODY

    @property
    def deadline(self) -> int | None:
        """When `tick` is due (Unix ms)."""
        if self._closed:
            return None
        room = self._room
        times: list[int | None] = [self._waiting.deadline if self._match is None else self._match.deadline]
        if room.config.times.empty and not room.people.links:
            times.append(self._empty_since + room.config.times.empty)
        for person in room.people.linked():
            link = person.link
            if link is not None and not link.synced:
                late = link.since + room.config.times.sync
                times.append(link.ready_at if link.cursor >= 0 else late)
        return min((t for t in times if t is not None), default=None)

    # Coming and going.

    def join(self, peer: int, pk: bytes, name: str, role: Role, now: int) -> Joined:
        """A guest who has proven who they are. Whoever is here already with the same key is replaced.

        Raises:
            ProtocolFault: E_BANNED, E_FULL, or E_TABLE when it is closed.
        """
        self._at(now)
        room = self._room
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
        old = people.connect(person, Link(peer, room.now, synced=self._match is None))
        if old is not None:
            room.out.append(Send(old.peer, messages.Bye("replaced")))
            room.out.append(Close(old.peer, "replaced"))
        if not room.owner and person.kind == "person":
            room.owner = pk
        room.changed()
        replica = self._match.replica if self._match else None
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
        if self._match is None and self._waiting.free_seat() != NOBODY:
            self._waiting.sit(person)
        else:
            person.wants_seat = True

    def lost(self, peer: int, now: int) -> None:
        """A link is gone. The seat is kept."""
        self._at(now)
        person = self._room.people.of(peer)
        if person is not None:
            self._room.people.unlink(person)
            self._gone_away(person)
            self._settle()

    def _gone_away(self, person: Person) -> None:
        """Somebody has no link any more."""
        room = self._room
        person.away_since = room.now
        if self._match is not None:
            self._match.lost(person)
        if person.seat == NOBODY and person.pk != room.owner:
            room.people.remove(person)
        if not room.people.links:
            self._empty_since = room.now
        room.changed()

    def measured(self, peer: int, rtt_ms: int, now: int) -> None:
        """A round trip to somebody was measured; told when it is clearly another one."""
        self._at(now)
        person = self._room.people.of(peer)
        if person is None:
            return
        rtt = min(max(rtt_ms, 0), 60_000)
        if person.rtt < 0 or abs(rtt - person.rtt) > max(20, person.rtt // 2):
            person.rtt = rtt
            self._room.changed()

    # Messages.

    def message(self, peer: int, message: Message, now: int, ref: int = 0) -> None:
        """Somebody said something. Whatever it is, the table stays whole."""
        self._at(now)
        person = self._room.people.of(peer)
        if person is None or self._closed:
            return
        try:
            self._hear(person, message)
        except Refusal as refusal:
            text = refusal.sentence or sentence(refusal.code)
            self._room.send(person, messages.Err(refusal.code, text[:200], ref, fatal=False))
        self._settle()

    def _hear(self, person: Person, message: Message) -> None:
        match message:
            case messages.LobbySet(change):
                self._change(person, change)
            case messages.Chat(text):
                self._chat(person, text)
            case messages.SyncReq(start, head):
                self._sync(person, start, head)
            case messages.Admin(p, s):
                self._admin(person, p, s)
            case messages.Consent(p, s):
                self._late_consent(person, Signed(p, s))
            case messages.Bye():
                self._leave_link(person)
            case messages.Vote():
                raise Refusal("wrong_stage", "There is nothing to vote on.")
            case _ if self._match is None:
                raise Refusal("wrong_stage", "No game is running.")
            case _:
                self._play(self._match, person, message)

    def _play(self, game: Match, person: Person, message: Message) -> None:
        match message:
            case messages.Act(p, s):
                game.act(person, p, s)
            case messages.Commit(p, s):
                game.commit(person, p, s)
            case messages.Reveal(p, s):
                game.reveal(person, p, s)
            case messages.AckHead(p, s):
                game.acknowledge(person, p, s)
            case messages.AckVerdict(p, s):
                game.acknowledge_verdict(person, p, s)
            case messages.Attest(p, s):
                game.attest(person, p, s)
            case messages.Dispute(p, s):
                game.dispute(person, p, s)
                self._room.notice = f"{person.name} says that something is wrong in this game."
                self._room.changed()
            case _:
                raise Refusal("E_TYPE", "The host cannot do anything with that.")

    def _late_consent(self, person: Person, consent: Signed | None) -> None:
        """A watcher who waits for a seat agrees to the rules of the running game."""
        if self._match is None:
            raise Refusal("wrong_stage", "No game is running.")
        if person.seat != NOBODY:
            return
        person.consent = self._room.check_consent(person.pk, consent, self._match.replica.game_id)
        person.wants_seat = True
        self._room.changed()

    def _chat(self, person: Person, text: str) -> None:
        try:
            line = clean_chat(text)
        except TextError as error:
            raise Refusal("empty", str(error)) from None
        self._room.tell(messages.Chat(line, person.pk, person.name, self._room.now))

    def _leave_link(self, person: Person) -> None:
        """Somebody closes the link on purpose; the seat is kept."""
        self._room.close(person, "left")
        self._gone_away(person)

    # The log for those who need it.

    def _sync(self, person: Person, start: int, head: bytes | None) -> None:
        """Somebody asks for the log from `start` on; `head` is the one they have before it."""
        link, game = person.link, self._match
        assert link is not None
        if game is None:
            link.synced = True
            self._room.send(person, messages.Sync(0, ()))
            return
        heads = game.replica.heads
        if start and head in self._old_heads:
            start = 0  # asked before they knew that another game has begun
        elif start > len(heads) or (start and heads[start - 1] != head):
            fork = messages.Err("E_FORK", "The host's history is not the one you have.", fatal=True)
            self._room.send(person, fork)
            self._room.note("link.fork", start=start)
            self._room.close(person, "fork")
            self._gone_away(person)
            return
        link.cursor, link.synced, link.ready_at = start, False, self._room.now
        self._feed(person, link)

    def _feed(self, person: Person, link: Link) -> None:
        """Send the next parts of the log; at its end, what belongs to the seat alone."""
        game, room = self._match, self._room
        assert game is not None
        out, link.cursor = parts(room.log, link.cursor)
        for part in out:
            room.send(person, part)
        if link.cursor < len(room.log):
            link.ready_at = room.now + room.config.times.pace
            return
        for part in last_part(link.cursor, game.game.own_bag(game.seat_of(person))):
            room.send(person, part)
        link.cursor, link.synced = -1, True
        game.back(person)

    # Changes of the table.

    def _change(self, person: Person, change: messages.Change) -> None:
        match change:
            case messages.Ready(consent):
                self._ready(person, consent)
            case messages.Unready():
                self._in_waiting_room().unready(person)
            case messages.Start():
                self._owner_only(person)
                self._start()
            case messages.NextRound(round):
                if self._match is None:
                    raise Refusal("wrong_stage", "No game is running.")
                self._match.wants_next(person, round)
            case messages.Rematch():
                self._rematch(person)
            case messages.Rename(name):
                self._in_waiting_room()
                self._rename(person, name)
            case messages.Sit():
                self._sit(person)
            case messages.Stand():
                self._stand(person)
            case messages.Propose() | messages.Agree():
                raise Refusal("no_card", "No card of this edition has a text to agree on.")
            case _:
                self._owner_only(person)
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
        if self._match is not None:
            raise Refusal("wrong_stage", "That can only be changed in the waiting room.")
        return self._waiting

    def _owner_only(self, person: Person) -> None:
        if person.pk != self._room.owner:
            raise Refusal("not_owner", "Only the owner of the table can do that.")

    def _ready(self, person: Person, consent: Signed | None) -> None:
        if self._match is None:
            self._waiting.ready(person, consent)
        elif person.seat == NOBODY:
            self._late_consent(person, consent)
        elif self._room.stage == "round_over":
            self._match.wants_next(person, self._match.replica.round_no + 1)
        else:
            raise Refusal("wrong_stage", "There is nothing to be ready for.")

    def _rename(self, person: Person, name: str) -> None:
        try:
            self._room.people.rename(person, name)
        except TextError as error:
            raise Refusal("bad_name", str(error)) from None
        self._room.changed()

    def _sit(self, person: Person) -> None:
        if self._match is None:
            self._waiting.sit(person)
        elif person.seat == NOBODY:
            person.wants_seat = True
            self._room.changed()

    def _stand(self, person: Person) -> None:
        game = self._match
        if game is not None and person.seat != NOBODY and game.replica.ended is None:
            raise Refusal("wrong_stage", "In a running game you can only leave it.")
        self._waiting.stand(person)

    def _start(self) -> None:
        """The game begins, if everybody is ready; a second press finds it running."""
        room = self._room
        players = self._in_waiting_room().players()
        room.notice = ""
        room.log = []
        header = LogHeader(
            1, room.next_game, room.config.table, room.config.server, room.signer.pk, "host",
            room.signer.pk, room.now, room.config.program,
        )  # fmt: skip
        room.out.append(NewFile(room.next_game, header))
        keys = {p.seat: p.signer for p in players if p.signer is not None}
        for bot in players:
            if bot.is_bot:
                room.store({"bot": bot.secret, "seat": bot.seat, "level": bot.level})
        self._store_house()
        game = HostGame(room.signer, room.verifier)
        self._match = Match(room, game, keys)
        self._match.begin(room.config.name, players, self._previous)

    def _store_house(self) -> None:
        """Keep for a restart what the log does not hold."""
        room = self._room
        room.store({"owner": room.owner, "banned": tuple(sorted(room.people.banned))})

    def _rematch(self, person: Person) -> None:
        """After a game: back to the waiting room, where everybody agrees to the next one."""
        room, game = self._room, self._match
        if game is None or room.stage != "game_over":
            raise Refusal("wrong_stage", "The game is not over.")
        if person.seat == NOBODY and person.pk != room.owner:
            raise Refusal("not_seated", "You are watching; the players decide about another game.")
        totals = game.replica.game.totals if game.replica.game else {}
        room.totals = {p.pk: totals.get(p.seat, 0) for p in room.people.seated()}
        self._previous = game.replica.head
        self._old_heads = frozenset(game.replica.heads)
        self._match = None
        room.next_game = room.entropy(16)
        room.notice = ""
        for other in room.people.linked():
            if other.link is not None:
                other.link.cursor, other.link.synced = -1, True
        self._waiting.open()

    # Orders of the owner.

    def _admin(self, person: Person, payload: bytes, sig: bytes) -> None:
        room, game = self._room, self._match
        self._owner_only(person)
        order = read(payload, AdminText)
        if order.game != (game.replica.game_id if game else room.next_game):
            raise Refusal("wrong_stage", "That order was for another game.")
        if order.counter <= person.order:
            raise Refusal("E_COUNTER", "")
        if not room.verifier.verify(person.pk, AdminText.SIG, payload, sig):
            raise Refusal("E_SIG", "")
        person.order = order.counter
        match order.kind:
            case "kick":
                self._kick(person, order, SeatSigned(max(person.seat, 0), payload, sig))
            case "owner":
                self._give_table(order)
            case "close":
                self._close("owner")
            case "pause" | "resume":
                room.paused = order.kind == "pause"
                room.changed()
            case _:
                raise Refusal("wrong_stage", "A seat can only be given up by who has it.")

    def _kick(self, owner: Person, order: AdminText, signed: SeatSigned) -> None:
        room, game = self._room, self._match
        people = room.people
        target = people.at(order.seat) if order.pk is None else people.get(order.pk)
        if target is None or target is owner:
            raise Refusal("no_player", "There is nobody to remove.")
        if game is not None and game.seat_of(target) not in (NOBODY, *game.gone):
            owns = game.seat_of(owner) not in (NOBODY, *game.gone)
            game.kick(target, signed if owns and target.seat == order.seat else None)
        if not target.is_bot:
            people.banned.add(target.pk)
            if game is not None:
                self._store_house()
        room.send(target, messages.Bye("kicked"))
        room.close(target, "kicked")
        people.remove(target)
        if not people.links:
            self._empty_since = room.now
        room.changed()

    def _give_table(self, order: AdminText) -> None:
        heir = self._room.people.get(order.pk) if order.pk else self._room.people.at(order.seat)
        if heir is None or heir.is_bot:
            raise Refusal("no_player", "There is nobody to give the table to.")
        self._inherit(heir)

    def _inherit(self, heir: Person) -> None:
        self._room.owner = heir.pk
        self._room.changed()
        game = self._match
        if game is not None and game.replica.ended is None:
            game.write_roster()
            self._store_house()

    def _keep_owner(self) -> None:
        """The table always belongs to somebody: who leaves it hands it on, to people who are here first."""
        room = self._room
        owner = room.people.get(room.owner)
        if owner is not None and (owner.seat != NOBODY or owner.online):
            return
        awaited = owner is None and room.owner and room.owner == room.config.owner
        if awaited and room.now < self._owner_until:
            return
        seated = [p for p in room.people.seated() if not p.is_bot]
        watching = [p for p in room.people.watching() if p.online and p.kind == "person"]
        heirs = [*(p for p in seated if p.online), *seated, *watching]
        if heirs:
            self._inherit(heirs[0])

    # Time.

    def tick(self, now: int) -> None:
        """Do what is due by the clock."""
        self._at(now)
        if self._closed:
            return
        room = self._room
        if self._match is None:
            self._waiting.tick()
        else:
            self._match.tick()
        for person in room.people.linked():
            link = person.link
            if link is None or link.synced:
                continue
            if link.cursor >= 0:
                if room.now >= link.ready_at:
                    self._feed(person, link)
            elif room.now >= link.since + room.config.times.sync:
                room.close(person, "timeout")
                self._gone_away(person)
        limit = room.config.times.empty
        if limit and not room.people.links and room.now >= self._empty_since + limit:
            self._close("empty")
        self._settle()

    def _at(self, now: int) -> None:
        """Take the time, which never goes back here."""
        room = self._room
        if not room.now:
            self._empty_since = now
            self._owner_until = now + room.config.times.waiting_room
        room.now = max(room.now, now)

    def _settle(self) -> None:
        """Whatever follows from what has just happened."""
        if self._closed:
            return
        if self._match is not None:
            self._match.settle()
        self._keep_owner()

    def _close(self, reason: str) -> None:
        """The table is closed for good. One that is merely empty can be taken up again from its file."""
        room = self._room
        if self._match is not None and reason == "owner":
            self._match.close()
        room.tell(messages.Bye("closed"))
        for person in room.people.linked():
            room.close(person, "closed")
        self._closed = reason
        room.out.append(Closed(reason))

    # After a restart.

    def resume(self, frames: Iterable[Frame], now: int) -> None:
        """Take up the unfinished game of a file, before anybody has come.

        Raises:
            CannotResume: there is no game in it that can go on.
        """
        self._at(now)
        room = self._room
        found = read_game(room.signer, room.verifier, frames)
        replica = found.game.replica
        assert replica.start is not None
        room.set_rules(replica.start.terms)
        room.log = found.log
        for bot in room.people.seated():
            room.people.remove(bot)
        keys = {}
        left = replica.round.left if replica.round else ()
        for who in replica.roster.values():
            if who.seat in left:
                continue
            person = Person(who.pk, who.name, kind_of(who.kind), who.seat, away_since=room.now)
            if (key := found.bots.get(who.seat)) is not None:
                person.secret, person.level = key.secret, key.level
                person.signer = keys[who.seat] = room.make_signer(key.secret)
            room.people.add(person)
        room.people.banned |= set(found.banned)
        room.owner = found.owner
        room.stage = "game_over" if replica.ended else "round"
        self._match = Match(room, found.game, keys)
        self._match.gone |= found.gone
        self._match.reconcile()
        self._empty_since = room.now
        self._settle()
