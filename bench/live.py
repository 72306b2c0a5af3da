"""A real table: `uno-lan serve` in a process of its own, and real clients that play by a script.

The clients of one table share this process, so what they do to one and the same entry happens one after the
other; with a computer for each player it happens at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from protocol.entries import decode_entry
from protocol.messages import Act, EntryMessage, Message, encode
from protocol.signing import Ed25519Signer
from tests.ports import free_port
from uno_lan.bots import choose
from uno_lan.client.link import Event, Got, Target
from uno_lan.client.model import LinkState, Snapshot, Stage
from uno_lan.client.player import Player
from uno_lan.client.session import Pause
from uno_lan.engine import Phase, Ruleset

START_S: Final = 60.0
"""Until a server must listen."""
STEP_S: Final = 60.0
"""Until a move must have arrived everywhere."""
PACE_S: Final = 0.01
NEVER: Final = Pause(3_600_000, 3_600_000)
"""The script keeps drawn cards itself."""
HEADER: Final = 4
"""Bytes before each payload on the wire."""


@dataclass(frozen=True)
class Server:
    """A running server."""

    pid: int
    port: int

    def cpu_ms(self) -> float:
        """CPU time of all its threads until now; 0 where the system does not tell."""
        total = 0
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{self.pid}/task").iterdir():
                total += int((task / "schedstat").read_text().split()[0])
        return total / 1e6


@contextlib.contextmanager
def serve(folder: Path, *options: str) -> Iterator[Server]:
    """Run a server on loopback until the block ends."""
    arguments = ["--local", "--open", "--port", str(free_port()), "--state-dir", str(folder)]
    arguments += ["--rule", "uno_grace_ms=0", *options]
    with open(folder.with_suffix(".log"), "wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "uno_lan", "serve", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=log,
            # A script is faster than people: without this the server holds it to 20 messages a second.
            env=os.environ | {"UNO_LAN_LIMITS": "rate=100000"},
        )
    try:
        ready: dict[str, Any] = {}
        deadline = time.perf_counter() + START_S
        while not ready:
            if process.poll() is not None or time.perf_counter() > deadline:
                raise RuntimeError(folder.with_suffix(".log").read_text()[-500:] or "no server")
            time.sleep(0.01)
            for file in folder.glob("tables/*/ready.json"):
                ready = json.loads(file.read_text())
        yield Server(process.pid, ready["port"])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(START_S)


@dataclass
class Move:
    """One move on its way, times in seconds of `time.perf_counter`."""

    waiting: int
    """Clients that have not shown it yet."""
    sent: float = 0.0
    arrived: float = 0.0
    """The first client has its bytes."""
    shown: float = 0.0
    """The last client has verified it and tells its screen."""
    work: list[float] = field(default_factory=list)
    """What each client needed for it."""
    entry: bytes = b""


class Client(Player):
    """A client that notes when a message came and when it was done with it."""

    table: Table

    async def _handle(self, event: Event) -> None:
        came = time.perf_counter()
        await super()._handle(event)
        if isinstance(event, Got):
            self.table.heard(event, came, time.perf_counter())


class Table:
    """The clients of one table, and their script.

    Args:
        pace: least time from one move to the next, in seconds: what follows a move may settle.
    """

    def __init__(self, clients: list[Client], pace: float) -> None:
        self.clients = clients
        self._pace = pace
        self._chance = random.Random(4)
        self._rules = Ruleset.make("classic")
        self._move = Move(0)
        self._done = asyncio.Event()
        self._next_at = 0.0
        self.shuffle_from = 0.0
        """When the first client knew of the newest shuffle."""
        self._shuffle = b""
        self.entries: dict[str, bytes] | None = None
        """The newest entry of each type, when asked for by a dict: that costs time."""

    def heard(self, event: Got, came: float, done: float) -> None:
        """A client has taken in a message."""
        message = event.message
        if not isinstance(message, EntryMessage):
            return
        # Read by the name in the canonical bytes: decoding here would delay the other clients.
        if b"\xa1t\xa3ACT\xa2" in message.p:
            move = self._move
            move.arrived = move.arrived or came
            move.work.append(done - came)
            move.entry = message.p
            move.waiting -= 1
            if move.waiting == 0:
                move.shown = done
                self._done.set()
        elif b"\xa1t\xaaEPOCH_OPEN" in message.p and message.p != self._shuffle:
            self._shuffle = message.p
            self.shuffle_from = came
        if self.entries is not None:
            self.entries[decode_entry(message.p).t] = message.p

    async def start(self) -> None:
        """From the waiting room to the first turn."""
        await self._until(lambda s: len(s.seats) == len(self.clients) and s.me >= 0)
        for client in self.clients:
            client.ready(True)
        await self._until(lambda s: all(seat.ready for seat in s.seats))
        self.clients[0].start()
        await self._until(_may_go_on)

    async def play(self) -> Move:
        """One move, from the key press to the last screen."""
        client = await self._turn()
        await asyncio.sleep(self._next_at - time.perf_counter())
        view = client.snapshot.view
        assert view is not None
        command = choose(view, self._rules, self._chance.random)
        self._move = move = Move(len(self.clients))
        self._done.clear()
        move.sent = time.perf_counter()
        self._next_at = move.sent + self._pace
        client.send(command)
        try:
            async with asyncio.timeout(STEP_S):
                await self._done.wait()
        except TimeoutError:
            raise RuntimeError(f"{command}: {client.snapshot.notice or 'no entry came'}") from None
        return move

    async def _turn(self) -> Client:
        """Whose turn it is, as soon as there is one; rounds and games follow each other by themselves."""
        deadline = time.perf_counter() + STEP_S
        while True:
            for client in self.clients:
                view = client.snapshot.view
                if view is not None and view.seat == view.to_act and _may_go_on(client.snapshot):
                    return client
            await self.next_round()
            if time.perf_counter() > deadline:
                raise RuntimeError("nobody's turn comes")
            await asyncio.sleep(0.001)

    async def next_round(self) -> bool:
        """Ask for the next round if the last one is over for everybody."""
        stage = self.clients[0].snapshot.stage
        if stage is Stage.GAME_OVER:
            raise RuntimeError("the game is over: measure fewer rounds")
        if stage is not Stage.ROUND_OVER:
            return False
        await self._until(lambda s: s.stage is Stage.ROUND_OVER)
        number = self.clients[0].snapshot.round_no
        for client in self.clients:
            client.next_round()
        await self._until(lambda s: s.round_no == number + 1)
        return True

    async def deal(self) -> tuple[float, float]:
        """Play the round to its end and have the next one dealt.

        Returns:
            (s from the first client's news of the shuffle to the last client's verified hand, from the wish
            for the next round).
        """
        while self.clients[0].snapshot.stage is not Stage.ROUND_OVER:
            await self.play()
            await self._until(lambda s: s.stage is Stage.ROUND_OVER or _may_go_on(s))
        asked = time.perf_counter()
        await self.next_round()
        await self._until(_may_go_on)
        now = time.perf_counter()
        return now - self.shuffle_from, now - asked

    async def _until(self, holds: Any) -> None:
        """Until something holds for all clients."""
        news = asyncio.Event()
        ends = [client.subscribe(lambda _: news.set()) for client in self.clients]
        try:
            async with asyncio.timeout(STEP_S):
                while not all(holds(client.snapshot) for client in self.clients):
                    news.clear()
                    await news.wait()
        finally:
            for end in ends:
                end()


def down_bytes(entry: bytes) -> int:
    """What an entry costs on the wire, to each client."""
    return HEADER + len(encode(EntryMessage(entry, bytes(64))))


def up_bytes(message: Message) -> int:
    """What a client's message costs on the wire."""
    return HEADER + len(encode(message))


def act_bytes(entry: bytes) -> int:
    """What the move in this entry cost on the wire, on its way to the host."""
    signed = decode_entry(entry).c
    assert signed is not None
    return up_bytes(Act(signed.p, signed.s))


def _may_go_on(snapshot: Snapshot) -> bool:
    """Does this client see a running round with all its own cards, verified?"""
    view = snapshot.view
    if snapshot.link is LinkState.CLOSED or snapshot.fair.fault:
        raise RuntimeError(snapshot.closed_reason or snapshot.fair.fault)
    if view is None or view.phase in (Phase.SHUFFLE, Phase.ROUND_OVER) or snapshot.stage is not Stage.ROUND:
        return False
    return len(view.hand) == view.sizes[view.seats.index(view.seat)]


@contextlib.asynccontextmanager
async def seat(server: Server, folder: Path, players: int, pace: float = PACE_S) -> AsyncIterator[Table]:
    """Seat players at a served table and start the game."""
    target = Target((("127.0.0.1", server.port),))
    clients = [
        Client(
            target,
            Ed25519Signer(secrets.token_bytes(32)),
            f"Player {number}",
            state=folder / f"player-{number}",
            pause=NEVER,
        )
        for number in range(players)
    ]
    table = Table(clients, pace)
    try:
        for client in clients:
            client.table = table
            await client.join()
        await table.start()
        yield table
    finally:
        for client in clients:
            client.step_away()
        await asyncio.gather(*(client.run() for client in clients))
