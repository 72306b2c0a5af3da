"""A table and its clients on a fake wire: fake clock, fake disk, chance from a seed.

Every message crosses the wire as bytes. The clients verify with `ClientGame` and play by themselves (with the
bots' strategy) unless a test takes a hand. The disk is a list of frames; `restart` throws the table away and
makes a new one from what had been stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from protocol import codec, messages
from protocol.entries import decode_entry
from protocol.fields import Signed
from protocol.hashes import SHA, u64
from protocol.messages import Message
from protocol.signing import Ed25519Signer, Ed25519Verifier, Signer, Verifier
from protocol.unolog import Frame, LogHeader, encode_frame
from tests.signers import HashSigner, HashVerifier
from uno_lan.bots import choose, jump, react
from uno_lan.client.giveback import give_back
from uno_lan.engine import (
    NOBODY,
    Accept,
    Color,
    Command,
    Draw,
    Game,
    Keep,
    Leave,
    Pass,
    Phase,
    Round,
    Ruleset,
    View,
)
from uno_lan.fairness.client_game import ClientGame, Reaction
from uno_lan.host.effects import Close, Closed, Effect, Evidence, NewFile, Note, Send, Store
from uno_lan.host.match import Match
from uno_lan.host.table import Joined, Table, TableConfig, Times, make_terms

B = TypeVar("B")

START = 1_700_000_000_000
"""When the tests begin (Unix ms)."""
NORMAL: tuple[messages.Level, ...] = ("normal",)
QUICK = Times(think=(0, 0), keep=(0, 0), react=(0, 0))


class Chance:
    """Random-looking bytes that follow from a seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._count = 0

    def __call__(self, count: int) -> bytes:
        out = b""
        while len(out) < count:
            self._count += 1
            out += SHA(self._seed + u64(self._count))
        return out[:count]

    def random(self) -> float:
        """A number from 0 up to 1."""
        return int.from_bytes(self(6), "big") / 2**48


@dataclass(frozen=True)
class Keys:
    """How the tests sign."""

    signer: Callable[[bytes], Signer]
    verifier: Callable[[], Verifier]

    def named(self, name: str) -> Signer:
        """The key of somebody."""
        return self.signer(SHA(name.encode()))


HASHES = Keys(HashSigner, HashVerifier)
ED25519 = Keys(Ed25519Signer, Ed25519Verifier)


@dataclass
class Client:
    """One person's program."""

    name: str
    signer: Signer
    verifier: Verifier
    host: bytes
    chance: Chance
    peer: int = -1
    """Number of the link; -1: none."""
    game: ClientGame | None = None
    lobby: messages.Lobby | None = None
    files: list[list[Frame]] = field(default_factory=list)
    """Its own game files, one per game; the last is the running one."""
    wire: list[bytes] = field(default_factory=list)
    """Every payload the host sent it, over all links."""
    outbox: list[Message] = field(default_factory=list)
    sent: messages.Act | None = None
    """A move on its way."""
    lied: bool = False
    """Somebody spoke in its name."""
    held: int = -1
    """Time given with the newest `held`; -1: none."""
    nacks: list[str] = field(default_factory=list)
    errors: list[messages.Err] = field(default_factory=list)
    chats: list[messages.Chat] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    shown: list[tuple[int, tuple[int, ...], bool | None, bool]] = field(default_factory=list)
    """(target, hand, guilty, mine)."""
    plays: bool = True
    """Moves by itself."""
    ready: bool = True
    """Presses ready and next round by itself."""
    mute: frozenset[str] = frozenset()
    """Words of messages it does not send."""
    calls: bool = True
    """Calls UNO when it should."""
    style: Callable[[View, Ruleset, Callable[[], float]], Command] = choose
    """How it plays."""
    _pressed: tuple[str, bytes, int] | None = None
    _syncing: bool = False
    _votes: int = 0

    @property
    def seat(self) -> int:
        """Its seat at the table; NOBODY: watches."""
        if self.lobby is None:
            return NOBODY
        return next((s.seat for s in self.lobby.seats if s.pk == self.signer.pk and not s.gone), NOBODY)

    @property
    def sure(self) -> ClientGame:
        """Its game, which must be there."""
        assert self.game is not None
        return self.game

    @property
    def file(self) -> list[Frame]:
        """Its file of the running game."""
        return self.files[-1]

    def say(self, message: Message) -> None:
        """Put a message on the wire."""
        if message.t not in self.mute:
            self.outbox.append(message)

    def welcome(self, joined: Joined) -> None:
        """A link is up."""
        self._syncing = False
        self._pressed = None
        if joined.game is None:
            return
        if self.game is not None and self.game.replica.start and self.game.replica.game_id != joined.game:
            self.game = None
        self.sync()

    def sync(self) -> None:
        """Ask for what follows the newest entry."""
        replica = self.game.replica if self.game else None
        head = replica.head if replica and replica.seq else None
        self._syncing = True
        self.say(messages.SyncReq(replica.seq if replica else 0, head))

    def hear(self, payload: bytes, now: int) -> Message:
        """Take a payload of the host in. Returns what it says."""
        self.wire.append(payload)
        decoded = codec_message(payload)
        match decoded:
            case messages.EntryMessage(p, s):
                self._entry(p, s)
            case messages.Deal(p, s) | messages.Show(p, s):
                self._react(self.sure.on_private(p, s))
            case messages.Sync(_, entries, private, more):
                for signed in entries:
                    self._entry(signed.p, signed.s)
                for signed in private:
                    self._react(self.sure.on_private(signed.p, signed.s))
                if not more:
                    self._synced()
            case messages.SyncWant(start, head):
                heads = self.game.replica.heads if self.game is not None else []
                if 0 < start <= len(heads) and heads[start - 1] == head:
                    log = [(frame.data, frame.sig) for frame in self.file if frame.kind == "ent"]
                else:
                    assert self.lied, "the host has another history than mine"
                    log = []
                for part in give_back(log, start):
                    self.say(part)
            case messages.Lobby():
                self.lobby = decoded
                self._press()
            case messages.Nack(n, code):
                self.nacks.append(code)
                self._settled(n)
            case messages.Held(_, until):
                self.held = until
            case messages.Err():
                self.errors.append(decoded)
            case messages.Chat():
                self.chats.append(decoded)
            case messages.Bye(reason):
                self.byes.append(reason)
            case _:
                raise AssertionError(f"the host said {decoded}")
        return decoded

    def _entry(self, raw: bytes, sig: bytes) -> None:
        entry = decode_entry(raw)
        if entry.q == 0:
            self.game = ClientGame(self.signer, self.verifier, self.host)
            self.files.append([])
            self.sent = None
        game = self.sure
        assert entry.q == game.replica.seq, "entries come in order and only once"
        self._react(game.on_entry(raw, sig, b"" if self._syncing else self.chance(32), entry))
        if self.sent is not None and entry.c is not None and entry.c.p == self.sent.p:
            self.sent = None
            self.held = -1

    def _synced(self) -> None:
        self._syncing = False
        if self.game is not None:
            self._react(self.game.resend(self.chance(32)))
        if self.sent is not None:
            self.say(self.sent)

    def _react(self, reaction: Reaction) -> None:
        self.file.extend(reaction.frames)
        for message in reaction.send:
            self.say(message)
        if (shown := reaction.shown) is not None:
            self.shown.append((shown.target, shown.cards, shown.guilty, shown.mine))
        assert self.sure.fault is None, self.sure.fault

    def _settled(self, counter: int) -> None:
        if self.sent is not None and codec.decode_text(self.sent.p, messages.Action).counter == counter:
            self.sent = None
            self.held = -1

    def _press(self) -> None:
        """Ready, and the next round, by itself."""
        lobby = self.lobby
        assert lobby is not None
        key = (lobby.stage, lobby.game + messages.rules_hash(lobby.rules), lobby.round)
        watching = next((s for s in lobby.spectators if s.pk == self.signer.pk), None)
        if not self.ready or self._pressed == key:
            return
        if self.seat == NOBODY:
            if watching is not None and watching.wants_seat and lobby.stage in ("round", "round_over"):
                self._pressed = key
                signed = self.consent()
                self.say(messages.Consent(signed.p, signed.s))
        elif lobby.stage == "waiting":
            self._pressed = key
            self.change(messages.Ready(self.consent()))
        elif lobby.stage == "round_over":
            self._pressed = key
            self.change(messages.NextRound(lobby.round + 1))

    def consent(self) -> Signed:
        """Its consent to the rules shown."""
        lobby = self.lobby
        assert lobby is not None
        text = messages.ConsentText(lobby.table, lobby.game, messages.rules_hash(lobby.rules))
        payload = codec.encode_text(text)
        return Signed(payload, self.signer.sign("consent", payload))

    def change(self, change: messages.Change) -> None:
        """Ask for a change of the table."""
        self.say(messages.LobbySet(change))

    def admin(self, kind: messages.AdminKind, now: int, seat: int = NOBODY, pk: bytes | None = None) -> None:
        """Give an order as the owner."""
        assert self.lobby is not None
        payload = codec.encode_text(messages.AdminText(self.lobby.game, now, kind, seat, pk))
        self.say(messages.Admin(payload, self.signer.sign("admin", payload)))

    def vote(
        self,
        what: messages.VoteKind,
        now: int,
        seat: int = NOBODY,
        pk: bytes | None = None,
        choice: messages.Choice = "yes",
    ) -> None:
        """Vote about the table or a seat."""
        replica = self.sure.replica
        self._votes += 1
        text = messages.VoteText(replica.game_id, replica.round_no, now + self._votes, what, choice, seat, pk)
        payload = codec.encode_text(text)
        self.say(messages.Vote(payload, self.signer.sign(messages.VoteText.SIG, payload)))

    def act(self, command: Command, now: int) -> None:
        """Sign a command and send it."""
        reaction = self.sure.act(command, now)
        self.file.extend(reaction.frames)
        self.sent = next(m for m in reaction.send if isinstance(m, messages.Act))
        self.say(self.sent)

    def move(self, now: int) -> bool:
        """Do what a player would do now. False: nothing."""
        game = self.game
        if game is None or self.peer < 0 or not self.plays or self._syncing or self.sent is not None:
            return False
        if game.waits_for_cards or game.replica.round_end is not None or game.replica.ended is not None:
            return False
        view = game.view()
        if view is None or view.seat == NOBODY or view.seat in view.left:
            return False
        if view.phase in (Phase.WAITING, Phase.SHUFFLE, Phase.ROUND_OVER):
            return False
        rules = game.replica.rules
        if self.calls and (command := react(view) or jump(view, rules, self.chance.random)) is not None:
            self.act(command, now)
            return True
        if view.to_act != view.seat:
            return False
        command = self.style(view, rules, self.chance.random)
        if not self.calls and hasattr(command, "uno"):
            command = replace_uno(command)
        self.act(command, now)
        return True

    def reopen(self) -> None:
        """The program ends and starts again: all it knows is its file."""
        self.sent = None
        self.lobby = None
        if self.game is not None:
            self.game = ClientGame(self.signer, self.verifier, self.host)
            self.game.restore([*self.file])


def lazy(view: View, rules: Ruleset, random: Callable[[], float]) -> Command:
    """Never plays a card: the pile gets short soon, and the round never ends."""
    may = view.legal
    if may.color:
        return Color(view.seat, 0)
    if may.accept:
        return Accept(view.seat)
    if may.draw:
        return Draw(view.seat)
    return Keep(view.seat) if may.keep else Pass(view.seat)


def replace_uno(command: Command) -> Command:
    """The same play without the call."""
    return msgspec.structs.replace(command, uno=False)


def codec_message(payload: bytes) -> Message:
    """The message in a payload."""
    decoded = messages.decode(payload)
    assert decoded is not None
    return decoded[1]


class Pair:
    """A table with clients."""

    def __init__(
        self,
        names: Iterable[str] = ("Ann", "Ben"),
        *,
        rules: Ruleset | None = None,
        bots: int = 0,
        seed: str = "0",
        keys: Keys = HASHES,
        times: Times = QUICK,
        grace_ms: int = 60_000,
        standin: messages.StandinRule = "skip",
        max_seats: int = 10,
        owner: bytes = b"",
    ) -> None:
        self.now = START
        self.keys = keys
        self.seed = seed
        self.signer = keys.named("host")
        rules = rules or Ruleset.make("classic", uno_grace_ms=0)
        self.config = TableConfig(
            bytes(8), "Kitchen", make_terms(rules, grace_ms, standin), max_seats=max_seats, owner=owner,
            bots=NORMAL * bots, times=times,
        )  # fmt: skip
        self.chance = Chance(f"table {seed}")
        self.files: list[list[Frame]] = []
        """The host's game files; the last is the running one."""
        self._stored: set[bytes] = set()
        self.closed = ""
        self.notes: list[Note] = []
        self.evidence: list[tuple[str, bytes]] = []
        """Evidence files the table wants kept: (name, bytes)."""
        self.clients: dict[str, Client] = {}
        self._links: dict[int, Client] = {}
        self._peers = 0
        self.mute: dict[str, frozenset[str]] = {}
        """Words of messages that somebody who has not come yet will not send."""
        self.after: Callable[[], None] | None = None
        """Called after each message that the table has handled."""
        self._wire: deque[tuple[int, Message]] = deque()
        self.table = self._new_table()
        for name in names:
            self.connect(name)

    def _new_table(self) -> Table:
        return Table(self.config, self.signer, self.keys.verifier(), self.chance, self.keys.signer)

    def __getitem__(self, name: str) -> Client:
        return self.clients[name]

    @property
    def file(self) -> list[Frame]:
        """The host's file of the running game."""
        return self.files[-1]

    @property
    def header(self) -> Frame:
        """A header as the shells write it before the frames."""
        host = self.signer.pk
        game = self.match.replica.game_id
        head = LogHeader(1, game, self.config.table, bytes(8), host, "host", host, self.now, "0")
        return Frame("hdr", codec.encode_text(head))

    @property
    def match(self) -> Match:
        """The running game inside the table."""
        assert self.table.room.match is not None
        return self.table.room.match

    @property
    def scores(self) -> Game:
        """Totals and dealer of the running game."""
        assert self.match.replica.game is not None
        return self.match.replica.game

    def hand(self, seat: int) -> list[int]:
        """The true hand of a seat."""
        assert self.match.game.truth is not None
        return self.match.game.truth.hands[seat]

    def rows(self, kind: type[B]) -> list[B]:
        """Bodies of all entries of a type in the host's file."""
        bodies = (decode_entry(f.data).b for f in self.file if f.kind == "ent")
        return [body for body in bodies if isinstance(body, kind)]

    def lobby(self, name: str = "") -> messages.Lobby:
        """The table as somebody sees it (the first who has a link)."""
        client = self.clients[name] if name else next(c for c in self.clients.values() if c.peer >= 0)
        assert client.lobby is not None
        return client.lobby

    @property
    def round(self) -> Round:
        """The round in play."""
        assert self.match.replica.round is not None
        return self.match.replica.round

    # Links.

    def connect(self, name: str, role: messages.Role = "play", key: str = "") -> Client:
        """Somebody's program connects (again)."""
        client = self.clients.get(name)
        if client is None:
            signer = self.keys.named(key or name)
            chance = Chance(f"{name} {self.seed}")
            client = Client(name, signer, self.keys.verifier(), self.signer.pk, chance)
            client.mute = self.mute.get(name, frozenset())
            self.clients[name] = client
        self._peers += 1
        self._links[self._peers] = client
        joined = self.table.join(self._peers, client.signer.pk, name, role, self.now)
        client.peer = self._peers
        client.welcome(joined)
        self.pump()
        return client

    def drop(self, name: str) -> None:
        """Somebody's link breaks; what was on its way is lost."""
        client = self.clients[name]
        peer, client.peer = client.peer, -1
        self._links.pop(peer, None)
        client.outbox.clear()
        self._wire = deque(item for item in self._wire if item[0] != peer)
        self.table.lost(peer, self.now)
        self._carry_out()

    def restart(self) -> None:
        """The host's process dies and a new one takes up the file; all links are lost."""
        for client in self.clients.values():
            client.peer = -1
            client.outbox.clear()
        self._links.clear()
        self._wire.clear()
        self.table = self._new_table()
        self.table.resume([*self.file], self.now)
        self._carry_out()

    # The wire.

    def pump(self) -> None:
        """Deliver everything until nobody has anything to say."""
        self._carry_out()
        while True:
            for client in self.clients.values():
                if client.peer >= 0:
                    self._wire.extend((client.peer, message) for message in client.outbox)
                client.outbox.clear()
            if not self._wire:
                return
            peer, message = self._wire.popleft()
            if peer in self._links:
                self.table.message(peer, codec_message(messages.encode(message)), self.now)
                self._carry_out()
                if self.after is not None:
                    self.after()

    def _carry_out(self) -> None:
        """Work off the table's effects as a shell would."""
        for effect in self.table.take():
            self._carry(effect)

    def _carry(self, effect: Effect) -> None:
        """One effect."""
        match effect:
            case NewFile():
                self.files.append([])
            case Store(kind, raw, sig):
                encode_frame(kind, raw, sig)
                self.file.append(Frame(kind, raw, sig))
                self._stored.add(raw)
            case Send(peers, message):
                if isinstance(message, messages.EntryMessage):
                    assert message.p in self._stored, "told before it was stored"
                payload = messages.encode(message)
                for peer in peers:
                    if (client := self._links.get(peer)) is not None:
                        client.hear(payload, self.now)
            case Close(peer, _):
                closed = self._links.pop(peer, None)
                if closed is not None and closed.peer == peer:
                    closed.peer = -1
            case Closed(reason):
                self.closed = reason
            case Note():
                self.notes.append(effect)
            case Evidence(name, data):
                self.evidence.append((name, data))
            case _:
                pass

    # Time.

    def tick(self) -> None:
        """Jump to the table's next deadline."""
        deadline = self.table.deadline
        assert deadline is not None, "nothing will ever happen"
        self.now = max(self.now, deadline)
        self.table.tick(self.now)
        self.pump()

    def wait(self, ms: int) -> None:
        """Let time pass; nobody moves but the table."""
        end = self.now + ms
        ticks = 0
        while (deadline := self.table.deadline) is not None and deadline <= end:
            ticks = 0 if deadline > self.now else ticks + 1
            assert ticks < 1000, f"the table spins: it asks again and again to be woken at {deadline}"
            self.now = max(self.now, deadline)
            self.table.tick(self.now)
            self.pump()
        self.now = end

    def step(self) -> None:
        """One thing happens: a player moves, or else time passes to the next deadline."""
        self.pump()
        for client in self.clients.values():
            if client.move(self.now):
                self.pump()
                return
        self.tick()

    def play(self, until: Callable[[], bool], limit: int = 20_000) -> None:
        """Let everything run until something is the case."""
        self.pump()
        for _ in range(limit):
            if until():
                return
            self.step()
        raise AssertionError("it never came to that")

    # Stories.

    def start(self) -> None:
        """The first guest starts the game."""
        self.pump()
        owner = next(c for c in self.clients.values() if c.signer.pk == self.table.room.owner)
        owner.change(messages.Start())
        self.pump()

    @property
    def stage(self) -> str:
        """Stage of the table."""
        return self.table.status().stage

    def play_round(self) -> None:
        """To the end of the round in play: it is counted and attested."""
        number = self.match.replica.round_no
        self.play(lambda: self.stage in ("round_over", "game_over") or self.match.replica.round_no > number)

    def play_game(self) -> None:
        """To the end of the game."""
        self.play(lambda: self.stage == "game_over")

    def rematch(self) -> None:
        """After a game, everybody who is here and has a seat wants another one."""
        for client in self.clients.values():
            if client.peer >= 0 and client.seat != NOBODY:
                client.change(messages.Rematch())
        self.pump()

    def leave(self, name: str) -> None:
        """Somebody gives the seat up for good."""
        client = self.clients[name]
        client.act(Leave(client.seat), self.now)
        self.pump()

    def check(self) -> None:
        """Everybody who has a link knows the same history as the host and found nothing wrong."""
        heads = self.match.replica.heads
        for client in self.clients.values():
            if client.peer < 0:
                continue
            game = client.sure
            assert game.fault is None
            # A long log is sent in parts: who came a moment ago knows only its beginning.
            known = game.replica.heads
            assert known == (heads[: len(known)] if client._syncing else heads)
            seat = game.seat
            if seat != NOBODY and not game.waits_for_cards and self.match.game.truth is not None:
                assert sorted(game.hand) == sorted(self.match.game.truth.hands[seat])
