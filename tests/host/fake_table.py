"""A table without a game: what the shell around it does can be tested alone.

Whatever is said in chat is stored and told to everybody; some words make it do what a real table does rarely.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from protocol.errors import ProtocolFault
from protocol.messages import Chat, Err, Lobby, LobbySet, Message, Role, TableStatus
from protocol.unolog import LogHeader
from uno_lan.host.effects import Close, Closed, Effect, NewFile, Note, Send, StatusChanged, Store

TABLE = bytes(range(8))
GAME = bytes(range(16))


class FakeTable:
    """Stands in for `uno_lan.host.table.Table`."""

    def __init__(self) -> None:
        self.peers: dict[int, bytes] = {}
        self.seats: list[bytes] = []
        self.heard: list[tuple[int, Message]] = []
        self.losses: list[int] = []
        self.rtts: dict[int, int] = {}
        self.ticks: list[int] = []
        self.naps = 0
        self.stalls: list[int] = []
        self.deadline: int | None = None
        self._effects: list[Effect] = [
            NewFile(GAME, LogHeader(1, GAME, TABLE, bytes(8), bytes(32), "host", bytes(32), 1_000, "test"))
        ]

    def join(
        self, peer: int, pk: bytes, name: str, role: Role, now: int, pictures: tuple[str, ...] = ()
    ) -> Any:
        """Everybody may come, the newest connection of a key wins; `banned` is the one name that may not."""
        if name == "banned":
            raise ProtocolFault("E_BANNED", "by name")
        for old, key in tuple(self.peers.items()):
            if key == pk:
                del self.peers[old]
                self._effects.append(Close(old, "replaced"))
        self.peers[peer] = pk
        if pk not in self.seats:
            self.seats.append(pk)
        self._effects += [StatusChanged(), Note("seat.taken", {"seat": self.seats.index(pk)})]
        self._effects.append(Send((peer,), self.lobby(now)))
        return SimpleNamespace(
            seat=self.seats.index(pk), name=name, stage="waiting", game=None, seq=0, head=None
        )

    def message(self, peer: int, message: Message, now: int, ref: int = 0) -> None:
        """Chat is stored and goes to everybody."""
        self.heard.append((peer, message))
        if isinstance(message, LobbySet):
            self._effects.append(Send((peer,), Err("wrong_phase", "not now", ref, fatal=False)))
            return
        if not isinstance(message, Chat):
            return
        if message.text == "nonsense":
            raise ProtocolFault("E_SCHEMA", "nonsense")
        if message.text == "close":
            self._effects.append(Closed("owner"))
            return
        self._effects.append(Store("ent", message.text.encode()))
        copies = int(message.text[6:]) if message.text.startswith("flood ") else 1
        told = Chat("x" * 250 if copies > 1 else message.text)
        for _ in range(copies):
            self._effects.append(Send(tuple(self.peers), told))

    def lost(self, peer: int, now: int) -> None:
        """A connection is gone."""
        self.losses.append(peer)
        self.peers.pop(peer, None)

    def measured(self, peer: int, rtt_ms: int, now: int) -> None:
        """A round trip."""
        self.rtts[peer] = rtt_ms

    def woke(self, now: int) -> None:
        """The computer has slept."""
        self.naps += 1

    def stood_still(self, ms: int, now: int) -> None:
        """The program has not run for a while."""
        self.stalls.append(ms)

    @property
    def no_time_runs(self) -> bool:
        """Is nothing due?"""
        return self.deadline is None

    def tick(self, now: int) -> None:
        """The deadline is there."""
        self.ticks.append(now)
        self.deadline = None
        told = Chat("tick")
        self._effects.append(Send(tuple(self.peers), told))

    def is_seated(self, pk: bytes) -> bool:
        """Has this key a seat?"""
        return pk in self.seats

    def status(self) -> TableStatus:
        """What a lobby shows."""
        return TableStatus(
            TABLE, "Fake", "classic", "race", len(self.seats), 10, 0, "waiting", "code", None, (1,)
        )

    def take(self) -> list[Effect]:
        """What to do."""
        effects, self._effects = self._effects, []
        return effects

    def lobby(self, now: int) -> Lobby:
        """The smallest lobby there is."""
        return Lobby(TABLE, "Fake", "waiting", GAME, 0, "classic", "race", b"", (), (), 10, "code", now)
