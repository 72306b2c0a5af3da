"""A lobby and a table that do what a test says, and write down what the screens ask of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tui.port import CodeNeeded, GameRow, HostOptions, JoinTrouble, OwnTable, TableClient, Unsubscribe
from uno_lan.client.model import Fairness, LinkState, LogLine, Poll, SeatInfo, Snapshot, Stage
from uno_lan.client.replay import PastGame
from uno_lan.engine.edition import Edition, edition_ids, load_edition
from uno_lan.engine.legality import find_legal
from uno_lan.engine.phases import Phase
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import View

CLASSIC = load_edition("classic")
PLAIN = Ruleset.make(CLASSIC)
NAMES = ("Anna", "Bora", "Cem", "Deniz", "Elif", "Faruk", "Gül", "Hakan", "Ipek", "Jale")


def uid(text: str, copy: int = 0, edition: Edition = CLASSIC) -> int:
    """Card by its text: `R5`, `BD`, `W4`."""
    return [card for card in range(edition.size) if edition.text(card) == text][copy]


def uids(text: str, edition: Edition = CLASSIC) -> tuple[int, ...]:
    """Cards by their texts; a text named twice means two copies."""
    seen: dict[str, int] = {}
    out = []
    for word in text.split():
        out.append(uid(word, seen.get(word, 0), edition))
        seen[word] = seen.get(word, 0) + 1
    return tuple(out)


def seats(count: int = 4, **changes: dict[str, Any]) -> tuple[SeatInfo, ...]:
    """Seats of a table; `bora={"online": False}` changes one of them."""
    made = [
        SeatInfo(
            number,
            NAMES[number],
            "person",
            owner=number == 0,
            host=number == 0,
            rtt_ms=3 + number,
            total=40 * number,
        )
        for number in range(count)
    ]
    return tuple(
        replace(seat, **changes.get(seat.name.lower(), changes.get(f"{seat.name.lower()}_", {})))
        for seat in made
    )


def view(
    hand: str = "R7 R0 Y9 Y3 G2 B4 BR BD W W4",
    top: str = "BD",
    count: int = 4,
    rules: Ruleset = PLAIN,
    **changes: Any,
) -> View:
    """A round in which it is my turn (seat 0), unless changed; what I may do is what the engine says."""
    edition = rules.edition
    cards, top_uid = uids(hand, edition), uid(top, -1, edition)
    color = changes.get("color", edition.color_of[top_uid] % 4)
    sizes = [7, 1, 12, 4, 6, 3, 8, 2, 5, 9][: count - 1]
    values: dict[str, Any] = {
        "seat": 0,
        "edition": edition.id,
        "phase": Phase.TURN,
        "seats": tuple(range(count)),
        "left": (),
        "sizes": (len(cards), *sizes),
        "to_act": 0,
        "dealer": count - 1,
        "direction": 1,
        "color": color,
        "top": top_uid,
        "discard_size": 9,
        "pile_size": 58,
        "called": (2,) if count > 2 else (),
        "owes": (),
        "pending": 0,
        "attacker": -1,
        "can_challenge": False,
        "winner": -1,
        "hand": cards,
    }
    values.update(changes)
    if "legal" not in values:
        values["legal"] = find_legal(View(**values), rules)
    return View(**values)


LOG = (
    LogLine("game", "Anna played blue 4.", 0, 3, uid("B4")),
    LogLine("game", "Bora played blue Draw Two.", 1, 3, uid("BD")),
    LogLine("game", "Cem called UNO!", 2),
    LogLine("chat", "Deniz: nice one :)", 3),
    LogLine("link", "Elif is away; the seat is kept.", 4),
)


def playing(shown: View | None = None, /, **changes: Any) -> Snapshot:
    """A table in the middle of a round."""
    shown = view() if shown is None else shown
    values: dict[str, Any] = {
        "link": LinkState.ONLINE,
        "stage": Stage.ROUND,
        "table_name": "anna's table",
        "host_name": "anna-laptop",
        "code": "7KQM-2XPA",
        "address": "uno://192.168.1.5:40444/#3fk2m9qd7w4xz8nbtr5h6jc1ve.7KQM2XPA",
        "sas": ("anchor", "tulip", "rocket", "owl"),
        "me": 0,
        "my_name": "Anna",
        "owner": 0,
        "rtt_ms": 3,
        "mode": "race_500",
        "target": 500,
        "seats": seats(len(shown.seats)),
        "round_no": 2,
        "view": shown,
        "fair": Fairness(contributors=3),
        "log": LOG,
    }
    values.update(changes)
    return Snapshot(**values)


def waiting(count: int = 3, **changes: Any) -> Snapshot:
    """A table before the game."""
    return playing(
        view(count=max(count, 2)), **{"stage": Stage.WAITING, "seats": seats(count), "round_no": 0} | changes
    )


class FakeDesk:
    """Writes down wishes about people."""

    def __init__(self, calls: list[tuple[object, ...]]) -> None:
        self._calls = calls

    def ask(self, what: str, seat: int = -1, pk: bytes | None = None) -> None:
        self._calls.append(("ask", what, seat, pk))

    def answer(self, poll: Poll, yes: bool) -> None:
        self._calls.append(("answer", poll.what, yes))

    def rest(self, pause: bool) -> None:
        self._calls.append(("rest", pause))

    def let_in(self, pk: bytes) -> None:
        self._calls.append(("let_in", pk))

    def give(self, seat: int) -> None:
        self._calls.append(("give", seat))

    def take_back(self) -> None:
        self._calls.append(("take_back",))

    def mute(self, name: str, muted: bool = True) -> None:
        self._calls.append(("mute", name, muted))


class FakeClient:
    """A table that stands still until the test pushes it; `calls` lists what was asked."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.table_id = b""
        self.calls: list[tuple[object, ...]] = []
        self.ran = False
        self._over = asyncio.Event()
        self._callbacks: list[Callable[[Snapshot], None]] = []

    def push(self, snapshot: Snapshot | None = None, **changes: Any) -> None:
        """A new snapshot."""
        self.snapshot = replace(snapshot or self.snapshot, **changes)
        for callback in list(self._callbacks):
            callback(self.snapshot)

    def subscribe(self, callback: Callable[[Snapshot], None]) -> Unsubscribe:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    @property
    def watched(self) -> bool:
        """Does a screen still listen?"""
        return bool(self._callbacks)

    async def run(self) -> None:
        self.ran = True
        await self._over.wait()

    @property
    def desk(self) -> FakeDesk:
        return FakeDesk(self.calls)

    def _call(self, *words: object) -> None:
        self.calls.append(words)

    def play(
        self,
        card: int,
        color: int = -1,
        uno: bool = False,
        target: int = -1,
        second: int = -1,
        more: Sequence[int] = (),
    ) -> None:
        text = self.snapshot.deck.text
        cards = " ".join(map(text, (card, *more)))
        named = {"target": target, "second": second}
        self._call("play", cards, color, uno, *((key, seat) for key, seat in named.items() if seat >= 0))

    def jump(self, card: int, target: int = -1, uno: bool = False) -> None:
        self._call("jump", self.snapshot.deck.text(card), target, uno)

    def choose(self, seat: int) -> None:
        self._call("choose", seat)

    def discard(self, cards: Sequence[int]) -> None:
        self._call("discard", " ".join(map(self.snapshot.deck.text, cards)))

    def draw(self) -> None:
        self._call("draw")

    def keep(self) -> None:
        self._call("keep")

    def pass_turn(self) -> None:
        self._call("pass")

    def accept(self) -> None:
        self._call("accept")

    def challenge(self) -> None:
        self._call("challenge")

    def name_color(self, color: int) -> None:
        self._call("color", color)

    def call_uno(self) -> None:
        self._call("uno")

    def catch(self, seat: int) -> None:
        self._call("catch", seat)

    def ready(self, ready: bool) -> None:
        self._call("ready", ready)

    def start(self) -> None:
        self._call("start")

    def add_bot(self) -> None:
        self._call("add_bot")

    def remove_bot(self, seat: int) -> None:
        self._call("remove_bot", seat)

    def kick(self, seat: int) -> None:
        self._call("kick", seat)

    def set_rules(self, rules: Ruleset) -> None:
        self._call("set_rules", rules)

    def propose(self, text: str) -> None:
        self._call("propose", text)

    def agree(self, seat: int) -> None:
        self._call("agree", seat)

    def swap(self, first: int, second: int) -> None:
        self._call("swap", first, second)

    def vote(self, choice: str) -> None:
        self._call("vote", choice)

    def next_round(self) -> None:
        self._call("next_round")

    def rematch(self) -> None:
        self._call("rematch")

    def say(self, text: str) -> None:
        self._call("say", text)

    def sit(self) -> None:
        self._call("sit")

    def seen_hand(self) -> None:
        self._call("seen_hand")

    def leave(self) -> None:
        self._call("leave")
        self._over.set()

    def close_table(self) -> None:
        self._call("close_table")
        self._over.set()

    def step_away(self) -> None:
        self._call("step_away")
        self._over.set()


GAMES = (
    GameRow(
        "s1/t1",
        "anna's table",
        seats_taken=3,
        state="open",
        locked=True,
        rtt_ms=2,
        address="192.168.1.5:40444",
    ),
    GameRow(
        "s2/t1", "kitchen", seats_taken=4, seats=4, state="watch", rtt_ms=11, address="192.168.1.9:40444"
    ),
    GameRow("s3/t1", "old laptop", seats_taken=1, fits=False, address="192.168.1.7:40444"),
)


class FakeLobby:
    """A lobby whose tables and answers are set by the test; `calls` lists what was asked."""

    def __init__(self, client: TableClient | None = None, games: tuple[GameRow, ...] = GAMES) -> None:
        self.client = client
        self.games = games
        self.own: tuple[OwnTable, ...] = ()
        self.hints: tuple[str, ...] = ("This computer: 192.168.1.4 on wlan0", "Searching on wlan0, eth0")
        self.problem = ""
        self.broken: dict[str, str] = {}
        """Editions whose file describes none."""
        self.name = self.last_name = "Anna"
        self.local = False
        self.past: tuple[PastGame, ...] = ()
        self.calls: list[tuple[object, ...]] = []
        self.troubles: list[JoinTrouble] = []
        """Raised one after the other by the next attempts to join."""
        self.refreshed = 0
        self.hang = False
        """Attempts to join never end."""
        self._callbacks: list[Callable[[], None]] = []

    def change(self, **changes: Any) -> None:
        """Change something and tell the screens."""
        for key, value in changes.items():
            setattr(self, key, value)
        for callback in list(self._callbacks):
            callback()

    def subscribe(self, callback: Callable[[], None]) -> Unsubscribe:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    async def run(self) -> None:
        await asyncio.Event().wait()

    def refresh(self) -> None:
        self.refreshed += 1

    def use_ipv6(self, wanted: bool) -> None:
        self.calls.append(("ipv6", wanted))

    def editions(self) -> list[tuple[str, str]]:
        return [(key, load_edition(key).name) for key in edition_ids()] + list(self.broken.items())

    def edition(self, key: str) -> Edition:
        if key in self.broken:
            raise ValueError(f"{key}.toml: line 3: unknown color 'pink'")
        return load_edition(key)

    def past_games(self) -> tuple[PastGame, ...]:
        return self.past

    def know_name(self) -> str:
        if not self.name:
            self.change(name=self.last_name)
        return self.name

    def remember_name(self, name: str) -> None:
        if not name:
            raise ValueError("Please type a name.")
        self.name = name

    async def _answer(self, *words: object) -> TableClient:
        self.calls.append(words)
        if self.hang:
            await asyncio.Event().wait()
        if self.troubles:
            raise self.troubles.pop(0)
        if self.client is None:
            raise JoinTrouble("Nothing listens at that address.")
        return self.client

    async def join(self, row: GameRow, code: str, name: str, trust_new: bool = False) -> TableClient:
        if row.locked and not code:
            raise CodeNeeded
        return await self._answer("join", row.name, code, name, trust_new)

    async def join_address(self, text: str, code: str, name: str, trust_new: bool = False) -> TableClient:
        return await self._answer("join_address", text, code, name, trust_new)

    async def host(self, options: HostOptions, name: str) -> TableClient:
        return await self._answer("host", options, name)

    async def open_table(self, options: Sequence[str], name: str) -> TableClient:
        return await self._answer("open_table", list(options), name)

    async def go_back(self, table: OwnTable, name: str, anew: bool = False) -> TableClient:
        return await self._answer("go_back", table.name, name, *(["anew"] if anew else []))

    async def close(self, table: OwnTable) -> None:
        self.calls.append(("close", table.name))
        if self.troubles:
            raise self.troubles.pop(0)
        self.change(own=tuple(own for own in self.own if own.key != table.key))


_AS_PORT: TableClient = FakeClient(Snapshot())
"""The fake has every method of the port; the type checker proves it here."""
