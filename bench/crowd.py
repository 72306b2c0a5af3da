"""Many tables' worth of players in one process: clients that play by the rules and check nothing.

A real client verifies two signatures per move and keeps a record; a thousand of them in one process would
measure themselves. The guests of a table here share one copy of the log, folded with the real rules, to know
their cards and whose turn it is; they take every signature for good and make random moves. Everything they
send is what a real client sends.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import ssl
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from protocol import bodies, codec, entries, messages, shuffle
from protocol.fields import Signed
from protocol.framing import LIMIT_HOST, FrameDecoder, frame
from protocol.handshake import ClientHandshake, HostSeen, Joined
from protocol.messages import (
    Action,
    AttestText,
    CommitText,
    Message,
    SeedText,
    decode,
    decode_private,
    encode,
    rules_hash,
)
from protocol.signing import Ed25519Signer
from uno_lan.bots import choose
from uno_lan.client.dial import client_tls
from uno_lan.engine import NOBODY, Command, Phase, Ruleset, View, command_to_plain, view
from uno_lan.engine.events import ShuffleWanted
from uno_lan.fairness.oracles import ClientOracle
from uno_lan.fairness.replica import Replica

AT_ONCE: Final = 32
"""Joins that go on at the same time."""
LIMIT_S: Final = 60.0
"""Nothing may take longer."""


class Credulous:
    """Takes every signature for good."""

    def verify(self, pk: bytes, kind: str, payload: bytes, sig: bytes) -> bool:
        """Yes."""
        return True


def _fine(*_: object) -> None:
    """Nobody here knows better."""


class Log:
    """The log of one table's game, folded once for all its guests, and the cards they were sent."""

    def __init__(self) -> None:
        self.replica = Replica(Credulous())
        self._opened: dict[tuple[int, int], int] = {}
        self.seats: dict[bytes, int] = {}

    def entry(self, raw: bytes) -> None:
        """Take in an entry, if it is the next one."""
        entry = entries.decode_entry(raw)
        r = self.replica
        if entry.q != r.seq:
            return
        happened = r.fold_entry(entry, entries.head(raw), self._oracle)
        if any(
            isinstance(event, ShuffleWanted) and event.kind in ("dealer", "deal") for event in happened.events
        ):
            self._opened.clear()
        if isinstance(entry.b, bodies.Roster):
            self.seats = {who.pk: seat for seat, who in r.roster.items()}

    def _oracle(self, command: Command, claims: tuple[Any, ...]) -> ClientOracle:
        return ClientOracle(claims, self.replica.running(command), _fine, _fine, _fine)

    def cards(self, payload: bytes) -> None:
        """Take in cards that somebody was sent."""
        text = decode_private(payload)
        if isinstance(text, messages.DealText):
            self._opened |= {(text.epoch, one.leaf): one.uid for one in text.openings}
        else:
            self._opened |= {(one.epoch, one.leaf): one.uid for one in text.bag}

    def may_move(self, seat: int) -> bool:
        """May a seat move, and has it all its cards?"""
        r = self.replica
        if r.round is None or r.round.to_act != seat or r.round.phase in (Phase.SHUFFLE, Phase.ROUND_OVER):
            return False
        return r.ledger.bag(seat).is_open(self._opened)

    def view(self, seat: int) -> View:
        """The round as a seat sees it that may move."""
        r = self.replica
        assert r.round is not None
        hand = r.ledger.bag(seat).known(self._opened)
        drawn = hand[-1] if r.round.phase is Phase.DRAWN else NOBODY
        return view(r.round, tuple(hand), seat, drawn)


class Guest(asyncio.Protocol):
    """One seat: the handshake, then the game.

    Args:
        table: whom it tells when it may act and when an entry of a move has come.
    """

    def __init__(self, table: Table, number: int) -> None:
        self._table = table
        self._number = number
        self._signer = Ed25519Signer(os.urandom(32))
        self._decoder = FrameDecoder(LIMIT_HOST)
        self._hands: ClientHandshake | None = None
        self._lobby: messages.Lobby | None = None
        self._ready = False
        self._counter = 0
        self._seed = b""
        self.joined = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.bytes_in = 0
        self.signed = 0
        """Messages that this guest signed: moves, promises, seeds, attestations."""
        self.signed_bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        binding = hashlib.sha256(transport.get_extra_info("ssl_object").getpeercert(True)).digest()
        self._hands = ClientHandshake(
            cb=binding,
            cn=os.urandom(32),
            signer=self._signer,
            verifier=Credulous(),
            name=f"P{self._number}",
            table=self._table.id,
        )
        self._write(self._hands.hello())

    def data_received(self, data: bytes) -> None:
        self.bytes_in += len(data)
        for payload in self._decoder.feed(data):
            if self._hands is not None:
                self._shake(self._hands.receive(payload))
            elif (message := self._table.read(payload)) is not None:
                self._hear(message)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.joined.done():
            self.joined.set_exception(RuntimeError("a guest was turned away"))
        self._table.lost = self._table.lost or str(exc or "the server closed a link")

    def _write(self, payload: bytes) -> None:
        self.transport.write(frame(payload))

    def say(self, message: Message) -> None:
        """Send a message."""
        self._write(encode(message))

    def _shake(self, step: object) -> None:
        assert self._hands is not None
        if isinstance(step, HostSeen):
            self._write(self._hands.auth(None))
        elif isinstance(step, Joined):
            self._hands = None
            self.joined.set_result(None)

    def _hear(self, message: Message) -> None:
        match message:
            case messages.EntryMessage(p, _):
                self._entry(p)
            case messages.Deal(p, _) | messages.Show(p, _):
                self._table.log.cards(p)
            case messages.Ping(n):
                self.say(messages.Pong(n))
            case messages.Lobby():
                self._lobby = message
                self._table.news(self)
            case messages.Sync():
                for entry in message.entries:
                    self._entry(entry.p)
                for private in message.private:
                    self._table.log.cards(private.p)
            case messages.Err(code, msg):
                raise RuntimeError(f"{code}: {msg}")
            case messages.Nack(_, code):
                raise RuntimeError(f"refused: {code}")
            case _:
                pass
        self._table.may_act(self)

    def _entry(self, raw: bytes) -> None:
        log = self._table.log
        if b"GAME_START" in raw[:200] and log.replica.ended is not None:
            self._table.log = log = Log()
        log.entry(raw)
        r, pk = log.replica, self._signer.pk
        seat = log.seats.get(pk, NOBODY)
        if b"\xa1t\xa3ACT\xa2" in raw:
            self._table.arrived(self)
        elif b"\xa1t\xaaEPOCH_OPEN\xa2" in raw and (attempt := r.attempt) and seat in attempt.contributors:
            self._seed = os.urandom(32)
            text = CommitText(attempt.ctx, shuffle.seed_commit(attempt.ctx, pk, self._seed))
            self._sign(messages.Commit, CommitText.SIG, text)
        elif b"\xa1t\xadEPOCH_COMMITS\xa2" in raw and (attempt := r.attempt) and seat in attempt.contributors:
            self._sign(messages.Reveal, SeedText.SIG, SeedText(attempt.key, self._seed))
        elif b"\xa1t\xa9ROUND_END\xa2" in raw:
            attest = AttestText(r.game_id, r.round_no, r.seq - 1, r.head, "ok", ())
            self._sign(messages.Attest, AttestText.SIG, attest)

    def _sign(self, kind: Any, sig_type: str, text: object) -> None:
        payload = codec.encode_text(text)
        message = encode(kind(payload, self._signer.sign(sig_type, payload)))
        self.signed += 1
        self.signed_bytes += len(message) + 4
        self._write(message)

    # What the table has it do.

    def ready(self) -> None:
        """Agree to the rules and be ready, once."""
        lobby = self._lobby
        if lobby is None or self._ready:
            return
        self._ready = True
        text = codec.encode_text(messages.ConsentText(lobby.table, lobby.game, rules_hash(lobby.rules)))
        consent = Signed(text, self._signer.sign(messages.ConsentText.SIG, text))
        self.say(messages.LobbySet(messages.Ready(consent)))

    @property
    def lobby(self) -> messages.Lobby | None:
        """The table as last told."""
        return self._lobby

    @property
    def has_turn(self) -> bool:
        """May it move now?"""
        log = self._table.log
        return log.may_move(log.seats.get(self._signer.pk, NOBODY))

    def act(self, rules: Ruleset, chance: random.Random) -> int:
        """Make a move; bytes sent."""
        log = self._table.log
        seen = log.view(log.seats[self._signer.pk])
        r = log.replica
        kind, args = command_to_plain(choose(seen, rules, chance.random))
        self._counter = max(self._counter + 1, time.time_ns() // 1_000_000)
        text = codec.encode_text(Action(r.game_id, r.round_no, self._counter, r.seq - 1, r.head, kind, args))
        payload = encode(messages.Act(text, self._signer.sign(Action.SIG, text)))
        self._write(payload)
        self.signed += 1
        self.signed_bytes += len(payload) + 4
        return len(payload) + 4


class Table:
    """Some guests at one table.

    Args:
        turn: hears when somebody at this table may move.
    """

    def __init__(self, id: bytes, host: bytes, rules: Ruleset, turn: Callable[[Table], None]) -> None:
        self.id = id
        self.host = host
        self.guests: list[Guest] = []
        self.log = Log()
        self._rules = rules
        self._turn = turn
        self._chance = random.Random(id)
        self._actor: Guest | None = None
        self._waiting = 0
        self._sent = 0.0
        self._started = False
        self.may_start = False
        """Its guests are seated; what a join costs is measured before a game begins."""
        self._next = 0
        self.moves = 0
        self.up = 0
        self.lost = ""
        """Why a player is here no more: nothing would be measured from then on."""
        self.times: list[float] = []
        """Seconds from a move until the last guest had its entry."""
        self._read: tuple[bytes, Message | None] = (b"", None)

    def read(self, payload: bytes) -> Message | None:
        """What a guest was told; nearly always the others are told the same."""
        if payload != self._read[0]:
            found = decode(payload)
            self._read = (payload, found[1] if found is not None else None)
        return self._read[1]

    def news(self, guest: Guest) -> None:
        """The table changed: ready, start, next round."""
        lobby = guest.lobby
        if lobby is None or not self.may_start:
            return
        if lobby.stage == "waiting":
            if len(lobby.seats) == 4:
                guest.ready()
            everybody = len(lobby.seats) == 4 and all(seat.ready for seat in lobby.seats)
            if guest is self.guests[0] and everybody and not self._started:
                self._started = True
                guest.say(messages.LobbySet(messages.Start()))
        elif lobby.stage == "round_over" and guest is self.guests[0] and lobby.round != self._next:
            self._next = lobby.round
            for one in self.guests:
                one.say(messages.LobbySet(messages.NextRound(lobby.round + 1)))

    def may_act(self, guest: Guest) -> None:
        """Is it this guest's turn, and is nothing on its way?"""
        if self._actor is None and not self._waiting and guest.has_turn:
            self._actor = guest
            self._turn(self)

    def act(self) -> None:
        """Whose turn it is moves now."""
        actor, self._actor = self._actor, None
        if actor is None or not actor.has_turn:
            return
        self._waiting = len(self.guests)
        self._sent = time.perf_counter()
        self.up += actor.act(self._rules, self._chance)

    def arrived(self, guest: Guest) -> None:
        """A guest has the entry of the move."""
        self._waiting -= 1
        if self._waiting == 0:
            self.moves += 1
            self.times.append(time.perf_counter() - self._sent)
            for one in self.guests:
                self.may_act(one)


class Crowd:
    """All tables of one server, played as fast as it goes or at a pace."""

    def __init__(self, port: int, host: bytes, tables: list[bytes], rules: Ruleset) -> None:
        self._port = port
        self._due: deque[Table] = deque()
        self._pace = 0.0
        self._playing = False
        self.tables = [Table(id, host, rules, self._turn) for id in tables]

    @property
    def moves(self) -> int:
        """Moves made so far."""
        return sum(table.moves for table in self.tables)

    @property
    def signed(self) -> int:
        """Messages that guests have signed so far."""
        return sum(guest.signed for table in self.tables for guest in table.guests)

    @property
    def signed_bytes(self) -> int:
        """Bytes of these messages."""
        return sum(guest.signed_bytes for table in self.tables for guest in table.guests)

    @property
    def bytes_in(self) -> int:
        """Bytes all guests have received."""
        return sum(guest.bytes_in for table in self.tables for guest in table.guests)

    def _turn(self, table: Table) -> None:
        if self._playing and not self._pace:
            asyncio.get_running_loop().call_soon(table.act)
        else:
            self._due.append(table)

    async def join(self, seats: int = 4) -> None:
        """Seat everybody."""
        context = client_tls()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table, number: int) -> None:
            async with gate:
                await self._connect(context, table, number)

        # One after the other at each table: the first one owns it.
        for number in range(seats):
            await asyncio.gather(*(one(table, number) for table in self.tables))

    async def _connect(self, context: ssl.SSLContext, table: Table, number: int) -> None:
        _, guest = await asyncio.get_running_loop().create_connection(
            lambda: Guest(table, number), "127.0.0.1", self._port, ssl=context, server_hostname=""
        )
        table.guests.append(guest)
        async with asyncio.timeout(LIMIT_S):
            await guest.joined

    async def dealt(self) -> None:
        """Begin a game at every table, until a move can be made there."""
        for table in self.tables:
            table.may_start = True
            for guest in table.guests:
                table.news(guest)
        async with asyncio.timeout(LIMIT_S):
            while len(self._due) < len(self.tables):
                await asyncio.sleep(0.01)

    async def play(self, seconds: float, pace: float = 0.0) -> tuple[int, float, list[float]]:
        """Play for so long; then all moves on their way are waited for.

        Args:
            pace: moves per second in all; 0: as fast as it goes.

        Returns:
            (moves made, seconds they took, seconds of each from sent to shown everywhere).
        """
        before = self.moves
        for table in self.tables:
            table.times.clear()
        began = time.perf_counter()
        self._playing, self._pace = True, pace
        if pace:
            await self._paced(began, seconds, pace)
        else:
            due, self._due = list(self._due), deque()
            for table in due:
                table.act()
            await asyncio.sleep(seconds)
        took = time.perf_counter() - began
        moves = self.moves - before
        self._playing = False
        times = [t for table in self.tables for t in table.times]
        await asyncio.sleep(0.3)
        lost = [table.lost for table in self.tables if table.lost]
        if lost or not moves:
            raise RuntimeError(
                f"{len(lost)} of {len(self.tables)} tables lost a player ({lost[:1]}), {moves} moves"
            )
        return moves, took, times

    async def _paced(self, began: float, seconds: float, pace: float) -> None:
        made = 0
        while (now := time.perf_counter()) < began + seconds:
            while self._due and made < (now - began) * pace:
                self._due.popleft().act()
                made += 1
            await asyncio.sleep(0.001)

    def leave(self) -> None:
        """Cut all links."""
        for table in self.tables:
            for guest in table.guests:
                guest.transport.abort()
