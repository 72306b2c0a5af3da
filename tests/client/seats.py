"""A real table with real sessions at it, over a wire of bytes, with a clock and chance of their own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from protocol import messages
from protocol.messages import Message, WelcomeText
from protocol.unolog import Frame
from tests.host.pair import HASHES, START, Chance, Keys
from uno_lan.bots import choose
from uno_lan.client.session import Evidence, NewFile, Pause, Send, Session, Store
from uno_lan.engine import NOBODY, Command, Phase, Ruleset
from uno_lan.host import effects
from uno_lan.host.table import Table, TableConfig, Times, make_terms

QUICK = Times(think=(0, 0), keep=(0, 0), react=(0, 0))


class Seat:
    """One person's session and what it asked for."""

    def __init__(self, name: str, host: bytes, pause: Pause, keys: Keys = HASHES) -> None:
        self.name = name
        self.keys = keys
        self.signer = keys.named(name)
        self.chance = Chance(f"seat {name}")
        self._host = host
        self._pause = pause
        self.session = self.fresh()
        self.peer = -1
        self.files: list[list[Frame]] = []
        self.evidence: list[Evidence] = []
        self.outbox: deque[Message] = deque()
        self.deaf = False
        """Messages of the host are lost on the way."""

    def fresh(self) -> Session:
        """A session as a program has it that was just started."""
        return Session(self.signer, self.keys.verifier(), self._host, self.chance, self._pause)

    def flush(self) -> None:
        """Work the session's effects off."""
        for effect in self.session.take():
            match effect:
                case NewFile():
                    self.files.append([])
                case Store(frame):
                    self.files[-1].append(frame)
                case Send(message):
                    self.outbox.append(message)
                case Evidence():
                    self.evidence.append(effect)


class Sessions:
    """The table, the seats, the wire."""

    def __init__(
        self,
        *names: str,
        bots: int = 0,
        rules: Ruleset | None = None,
        pause: Pause | None = None,
        times: Times = QUICK,
        keys: Keys = HASHES,
    ) -> None:
        self.now = START
        self.keys = keys
        self.signer = keys.named("host")
        terms = make_terms(rules or Ruleset.make("classic", uno_grace_ms=0), 60_000)
        level: tuple[messages.Level, ...] = ("normal",)
        self.config = TableConfig(bytes(8), "Kitchen", terms, bots=level * bots, times=times)
        self.table = Table(self.config, self.signer, keys.verifier(), Chance("table"), keys.signer)
        self._pause = pause or Pause(0, 0)
        self.seats: dict[str, Seat] = {}
        self._links: dict[int, Seat] = {}
        self._peers = 0
        self.tamper: Callable[[Seat, Message], Message] = lambda _seat, message: message
        """May change what the host sends to a seat."""
        for name in names:
            self.join(name)

    def __getitem__(self, name: str) -> Session:
        return self.seats[name].session

    def join(self, name: str) -> Session:
        """Somebody connects (again)."""
        seat = self.seats.get(name)
        if seat is None:
            seat = self.seats[name] = Seat(name, self.signer.pk, self._pause, self.keys)
        self._peers += 1
        joined = self.table.join(self._peers, seat.signer.pk, name, "play", self.now)
        self._links[self._peers] = seat
        seat.peer = self._peers
        seat.outbox.clear()
        text = WelcomeText(
            self.config.table, joined.seat, joined.name, joined.stage, joined.game, joined.seq, joined.head,
            self.now,
        )  # fmt: skip
        seat.session.welcome(text, self.now)
        seat.flush()
        self.pump()
        return seat.session

    def drop(self, name: str) -> None:
        """Somebody's link breaks."""
        seat = self.seats[name]
        self._links.pop(seat.peer, None)
        self.table.lost(seat.peer, self.now)
        seat.session.lost()
        seat.flush()
        self.pump()

    def reopen(self, name: str) -> Session:
        """Somebody's program ends and starts again with nothing but its file."""
        seat = self.seats[name]
        seat.session = seat.fresh()
        if seat.files:
            seat.session.restore(self.signer.pk, seat.files[-1])
        return self.join(name)

    def pump(self) -> None:
        """Deliver everything."""
        while True:
            for effect in self.table.take():
                self._carry_out(effect)
            said = [(peer, seat.outbox.popleft()) for peer, seat in self._links.items() if seat.outbox]
            if not said:
                return
            for peer, message in said:
                decoded = messages.decode(messages.encode(message))
                assert decoded is not None
                self.table.message(peer, decoded[1], self.now)

    def _carry_out(self, effect: effects.Effect) -> None:
        if isinstance(effect, effects.Close):
            self._links.pop(effect.peer, None)
        if not isinstance(effect, effects.Send):
            return
        for peer in effect.peers:
            seat = self._links.get(peer)
            if seat is None or seat.deaf:
                continue
            decoded = messages.decode(messages.encode(self.tamper(seat, effect.message)))
            assert decoded is not None
            seat.session.message(decoded[1], self.now)
            seat.flush()

    def ask(self, name: str, change: messages.Change) -> None:
        """Somebody changes the table."""
        self[name].change(change)
        self.seats[name].flush()
        self.pump()

    def act(self, name: str, command: Command) -> bool:
        """Somebody makes a move."""
        sent = self[name].act(command, self.now)
        self.seats[name].flush()
        self.pump()
        return sent

    def start(self) -> None:
        """Everybody is ready and the owner starts."""
        for name in list(self.seats):
            self.ask(name, messages.Ready(self[name].consent()))
        owner = next(n for n in self.seats if self[n].snapshot.owner == self[n].snapshot.me)
        self.ask(owner, messages.Start())

    def wait(self, ms: int) -> None:
        """Let time pass."""
        until = self.now + ms
        while True:
            due = [seat.session.deadline for seat in self.seats.values() if seat.session.deadline]
            if self.table.deadline is not None:
                due.append(self.table.deadline)
            at = min(due, default=until + 1)
            if at > until:
                self.now = until
                return
            self.now = max(self.now, at)
            self.table.tick(self.now)
            for seat in self.seats.values():
                seat.session.tick(self.now)
                seat.flush()
            self.pump()

    def to_act(self) -> str | None:
        """Whose move it is, if it is one of the sessions'."""
        for name, seat in self.seats.items():
            view = seat.session.snapshot.view
            if view is not None and view.to_act == view.seat != NOBODY and view.phase is not Phase.ROUND_OVER:
                return name
        return None

    def play(self, moves: int = 10_000) -> None:
        """Play on until the round is over, or so many moves."""
        chance = Chance("moves")
        for _ in range(moves):
            self.wait(1)
            name = self.to_act()
            if name is None:
                stage = next(iter(self.seats.values())).session.snapshot.stage.value
                if stage != "round":
                    return
                self.wait(10_000)
                continue
            view = self[name].snapshot.view
            assert view is not None
            game = self[name].game
            assert game is not None
            if not self.act(name, choose(view, game.replica.rules, chance.random)):
                self.wait(100)
