"""A virtual world: one table, its clients, and the network between them.

Everything happens at a time of a virtual clock, in an order that follows from a seed alone. A connection
keeps the order of what goes through it, as TCP does, but each has a delay of its own, so that what different
people say arrives in any order. What is on its way when a connection breaks is lost; a client that comes back
says what was not answered once more. The host learns of a broken connection at once, or only after its six
seconds of silence.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from protocol import messages
from protocol.entries import decode_entry
from protocol.errors import ProtocolFault
from protocol.messages import Message
from protocol.unolog import Frame
from tests.host.pair import HASHES, START, Chance, Client, Keys
from uno_lan.engine import Ruleset
from uno_lan.host.effects import Close, Closed, NewFile, Send, Store
from uno_lan.host.table import Table, TableConfig, Times, make_terms

SILENCE_MS = 6_000
"""So long it takes at most until a side notices that the other is gone."""
TIMES = Times(
    think=(300, 1_500), keep=(100, 300), react=(200, 900), next_round=8_000, attest=3_000, recover=3_000,
    grace_together=20_000, empty=0,
)  # fmt: skip


@dataclass(eq=False)
class Link:
    """One connection."""

    peer: int
    client: Client
    delay: Callable[[], int]
    alive: bool = True
    up_at: int = 0
    """When the last thing sent upwards arrives: nothing overtakes it."""
    down_at: int = 0


@dataclass
class Story:
    """What happened, for whoever looks for the cause of a failure."""

    lines: list[str] = field(default_factory=list)

    def say(self, at: int, text: str) -> None:
        """Add a line."""
        self.lines.append(f"{at - START:>8} {text}")


class World:
    """The table, the players and their network.

    Args:
        seed: all that happens follows from it.
    """

    def __init__(
        self, seed: str, people: int, bots: int, rules: Ruleset, *, keys: Keys = HASHES, grace_ms: int = 5_000
    ) -> None:
        self.now = START
        self.random = random.Random(seed)
        self.keys = keys
        self.seed = seed
        self.story = Story()
        self.signer = keys.named("host")
        level: tuple[messages.Level, ...] = ("normal",)
        self.config = TableConfig(
            bytes(8), "Kitchen", make_terms(rules, grace_ms), max_seats=7, bots=level * bots, times=TIMES
        )
        self.chance = Chance(f"table {seed}")
        self.disk: list[Frame] = []
        """The frames of the running game, as the host wrote them."""
        self.files: list[list[Frame]] = []
        self.table: Table | None = Table(self.config, self.signer, keys.verifier(), self.chance, keys.signer)
        self.clients: dict[str, Client] = {}
        self.links: dict[int, Link] = {}
        self.lag = (1, 120)
        """Delay of a connection one way, least and most (ms)."""
        self.closed = ""
        self.said_to: list[tuple[Client, Message]] = []
        """What the host has sent to whom and what is private in it."""
        self._touched = True
        """The table was told something: it may have something to say, and another deadline."""
        self._due: int | None = None
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._ticks = 0
        self._peers = 0
        self._stored: set[bytes] = set()
        for number in range(people):
            self.arrive(f"P{number}")

    # Time.

    def at(self, ms: int, what: Callable[[], None]) -> None:
        """Have something happen so many ms from now."""
        self._count += 1
        heapq.heappush(self._queue, (self.now + max(0, ms), self._count, what))

    def step(self) -> bool:
        """The next thing happens. False: nothing ever will."""
        due = self._due
        if self.table is not None and due is not None and (not self._queue or due < self._queue[0][0]):
            self._ticks = 0 if due > self.now else self._ticks + 1
            assert self._ticks < 1000, f"the table spins: it asks again and again to be woken at {due}"
            self.now = max(self.now, due)
            self._touched = True
            self.table.tick(self.now)
        elif self._queue:
            at, _, what = heapq.heappop(self._queue)
            self.now = max(self.now, at)
            what()
        else:
            return False
        self.settle()
        return True

    def settle(self) -> None:
        """Send what the table and the clients have to say."""
        self._carry_out()
        for link in list(self.links.values()):
            self._send_up(link)

    # Links.

    def arrive(self, name: str, role: messages.Role = "play") -> Client:
        """Somebody new starts the program."""
        chance = Chance(f"{name} {self.seed}")
        client = Client(name, self.keys.named(name), self.keys.verifier(), self.signer.pk, chance)
        self.clients[name] = client
        self.connect(client, role)
        self.at(self.random.randint(50, 1_000), lambda: self._think(client))
        return client

    def connect(self, client: Client, role: messages.Role = "play") -> None:
        """A program reaches the host, or tries again a little later."""
        if client.peer >= 0 or self.closed or client.name not in self.clients:
            return
        if self.table is None:
            self.at(self.random.randint(200, 900), lambda: self.connect(client, role))
            return
        self._peers += 1
        peer = self._peers
        self._touched = True
        least, most = self.lag
        base = self.random.randint(least, most)
        link = Link(peer, client, lambda: base + self.random.randint(0, base // 4))
        try:
            joined = self.table.join(peer, client.signer.pk, client.name, role, self.now)
        except ProtocolFault as fault:
            self.story.say(self.now, f"{client.name} is turned away: {fault.code}")
            del self.clients[client.name]
            return
        self.links[peer] = link
        client.peer = peer
        client.outbox.clear()
        client.welcome(joined)
        self.settle()

    def cut(self, client: Client, *, noticed: bool, away_ms: int) -> None:
        """A connection breaks; the program tries again."""
        link = self.links.get(client.peer)
        if link is None:
            return
        self.story.say(self.now, f"{client.name} loses the link")
        self._break(link)
        self.at(0 if noticed else SILENCE_MS, lambda: self._noticed(link.peer))
        self.at(away_ms, lambda: self.connect(client))

    def _break(self, link: Link) -> None:
        link.alive = False
        link.client.peer = -1
        link.client.outbox.clear()

    def _noticed(self, peer: int) -> None:
        """The host finds that a connection is gone."""
        if self.links.pop(peer, None) is not None and self.table is not None:
            self._touched = True
            self.table.lost(peer, self.now)

    def _send_up(self, link: Link) -> None:
        client = link.client
        if not link.alive or client.peer != link.peer:
            return
        outbox, client.outbox = client.outbox, []
        for message in outbox:
            payload = messages.encode(message)
            link.up_at = max(link.up_at, self.now + link.delay())
            self.at(link.up_at - self.now, lambda payload=payload: self.arrives(link, payload))  # type: ignore[misc]

    def arrives(self, link: Link, payload: bytes) -> None:
        """Bytes reach the host."""
        if not link.alive or self.table is None or link.peer not in self.links:
            return
        try:
            self._touched = True
            decoded = messages.decode(payload)
            if decoded is not None:
                self.table.message(link.peer, decoded[1], self.now, decoded[0])
        except ProtocolFault as fault:
            self.story.say(self.now, f"{link.client.name} talks nonsense: {fault.code}")
            self._break(link)
            self._noticed(link.peer)
            self.at(1_000, lambda: self.connect(link.client))

    # The host.

    def _carry_out(self) -> None:
        table = self.table
        if table is None or not self._touched:
            return
        self._touched = False
        for effect in table.take():
            match effect:
                case NewFile():
                    self.disk = []
                    self.files.append(self.disk)
                case Store(kind, raw, sig):
                    self.disk.append(Frame(kind, raw, sig))
                    self._stored.add(raw)
                case Send(peers, message):
                    if isinstance(message, messages.EntryMessage):
                        assert message.p in self._stored, "told before it was stored"
                    payload = messages.encode(message)
                    for peer in peers:
                        self._send_down(peer, payload)
                case Close(peer, _):
                    self._closed(peer)
                case Closed(reason):
                    self.closed = reason
                case _:
                    pass
        self._due = table.deadline

    def _send_down(self, peer: int, payload: bytes) -> None:
        link = self.links.get(peer)
        if link is None or not link.alive:
            return
        link.down_at = max(link.down_at, self.now + link.delay())
        self.at(link.down_at - self.now, lambda: self._hears(link, payload))

    def _hears(self, link: Link, payload: bytes) -> None:
        """Bytes reach a client."""
        client = link.client
        if not link.alive or client.peer != link.peer:
            return
        self.said_to.append((client, client.hear(payload, self.now)))

    def _closed(self, peer: int) -> None:
        """The host closes a connection, after what it has said."""
        link = self.links.pop(peer, None)
        if link is None or not link.alive:
            return

        def ends() -> None:
            if link.alive and link.client.peer == link.peer:
                self._break(link)
                if "kicked" not in link.client.byes:
                    self.at(self.random.randint(200, 900), lambda: self.connect(link.client))

        self.at(max(0, link.down_at - self.now) + 1, ends)

    def crash(self, down_ms: int, lost: int = 0) -> None:
        """The host's process dies; the next one takes up the file.

        Args:
            lost: entries that the disk never got; secrets it always has.
        """
        if self.table is None or not self.disk:
            return
        self.story.say(self.now, f"the host dies and loses {lost} entries")
        self.table = None
        for link in self.links.values():
            self._break(link)
            self.at(self.random.randint(100, 700), lambda client=link.client: self.connect(client))  # type: ignore[misc]
        self.links.clear()
        self._cut_back(lost)
        self.at(down_ms, self._restart)

    def _cut_back(self, lost: int) -> None:
        kept: list[Frame] = []
        for frame in reversed(self.disk):
            if lost and frame.kind == "ent" and decode_entry(frame.data).q > 1:
                lost -= 1
            else:
                kept.append(frame)
        self.disk[:] = kept[::-1]

    def _restart(self) -> None:
        self.table = Table(self.config, self.signer, self.keys.verifier(), self.chance, self.keys.signer)
        self.table.resume([*self.disk], self.now)
        self._touched = True

    # The players.

    def _think(self, client: Client) -> None:
        """A player looks at the table, moves, and looks again a little later."""
        if client.name not in self.clients or self.closed:
            return
        client.move(self.now)
        self.at(self.random.randint(100, 1_200), lambda: self._think(client))

    def here(self) -> Iterator[Client]:
        """Who has a link."""
        return (client for client in self.clients.values() if client.peer >= 0)

    def someone(self, *, playing: bool = False) -> Client | None:
        """Somebody who has a link, and a seat if asked for."""
        some = [client for client in self.here() if not playing or client.seat >= 0]
        return self.random.choice(some) if some else None
