"""Whole evenings at a table where everything happens: people come, go, fall asleep, press all buttons."""

from __future__ import annotations

import pytest

from protocol import codec, messages
from protocol.errors import ProtocolFault
from protocol.unolog import Frame, LogHeader
from tests.amounts import amount
from tests.host.pair import Client, Pair
from uno_lan.engine import NOBODY, Catch, Draw, Keep, Leave, Play, Ruleset, Uno
from uno_lan.fairness.audit import audit
from uno_lan.host.table import Times

RULES = (
    Ruleset.make("classic"),
    Ruleset.make("classic", "single_hand", turn_timer=5),
    Ruleset.make("classic", "penalty_rounds", rounds_n=3, uno_grace_ms=0),
    Ruleset.make("classic", "agreed_hands", rounds_n=2, turn_timer=20, hand_size_n=12),
)


class Evening:
    """One table and the things that happen at it."""

    def __init__(self, number: int) -> None:
        self.pair = Pair(
            [f"P{i}" for i in range(2 + number % 3)],
            bots=number % 2,
            seed=f"evening {number}",
            rules=RULES[number % len(RULES)],
            max_seats=6,
            grace_ms=20_000,
            times=Times(think=(0, 0), keep=(0, 0), react=(0, 0), empty=0),
        )
        self.pair.start()
        self.chance = self.pair.chance
        self.guests = 0

    def pick(self, *, here: bool) -> Client | None:
        """Somebody who has a link, or who has none."""
        some = [c for c in self.pair.clients.values() if (c.peer >= 0) == here]
        return some[int(self.chance.random() * len(some))] if some else None

    def happen(self) -> None:
        """One thing happens."""
        things = (
            self.drop, self.drop, self.back, self.back, self.back, self.leave, self.arrive, self.kick,
            self.restart, self.press, self.press, self.nonsense, self.hush, self.wait, self.call, self.owner,
        )  # fmt: skip
        things[int(self.chance.random() * len(things))]()

    def drop(self) -> None:
        if client := self.pick(here=True):
            self.pair.drop(client.name)
            if self.chance.random() < 0.3:
                client.reopen()

    def back(self) -> None:
        if client := self.pick(here=False):
            if client.signer.pk in self.pair.table.room.people.banned:
                with pytest.raises(ProtocolFault, match="E_BANNED"):
                    self.pair.connect(client.name)
                del self.pair.clients[client.name]
            else:
                self.pair.connect(client.name)

    def leave(self) -> None:
        client = self.pick(here=True)
        playing = self.pair.table.room.match is not None
        if client and client.seat != NOBODY and playing and self.chance.random() < 0.2:
            client.act(Leave(client.seat), self.pair.now)

    def arrive(self) -> None:
        self.guests += 1
        if len(self.pair.clients) < 9:
            self.pair.connect(f"G{self.guests}", "watch" if self.guests % 3 == 0 else "play")

    def the_owner(self) -> Client | None:
        """Who owns the table, if here."""
        pk = self.pair.table.room.owner
        return next((c for c in self.pair.clients.values() if c.signer.pk == pk and c.peer >= 0), None)

    def begin(self) -> None:
        """Everybody sits down and is ready, and the owner starts."""
        for client in self.pair.clients.values():
            if client.peer >= 0 and client.lobby:
                client.change(messages.Sit() if client.seat == NOBODY else messages.Ready(client.consent()))
        self.pair.pump()
        if owner := self.the_owner():
            owner.change(messages.Start())

    def owner(self) -> None:
        """The owner gives the table away, or pauses it for a moment."""
        heir, owner = self.pick(here=True), self.the_owner()
        if owner and heir:
            kind: messages.AdminKind = "owner" if self.chance.random() < 0.5 else "pause"
            owner.admin(kind, self.pair.now, pk=heir.signer.pk)
            self.pair.pump()
            owner.admin("resume", self.pair.now + 1)

    def kick(self) -> None:
        owner = self.the_owner()
        if owner and owner.lobby and self.chance.random() < 0.1:
            owner.admin("kick", self.pair.now, int(self.chance.random() * 6))

    def restart(self) -> None:
        if self.pair.table.room.match is None or self.chance.random() < 0.5:
            return
        here = [c.name for c in self.pair.clients.values() if c.peer >= 0]
        self.pair.restart()
        for name in here:
            self.pair.connect(name)

    def press(self) -> None:
        """The owner presses start; somebody presses something."""
        client = self.pick(here=True)
        if client is None:
            return
        changes = (
            messages.Start(), messages.Start(), messages.Rematch(), messages.Sit(), messages.Stand(),
            messages.AddBot(), messages.RemoveBot(2), messages.SwapSeats(0, 3), messages.Unready(),
            messages.NextRound(2), messages.Ready(client.consent() if client.lobby else None),
        )  # fmt: skip
        client.change(changes[int(self.chance.random() * len(changes))])

    def nonsense(self) -> None:
        """A move that is none, in somebody's own name."""
        client = self.pick(here=True)
        if client is None or client.game is None or client.game.replica.round is None or client._syncing:
            return
        moves = (Draw(0), Keep(1), Play(0, 17), Play(2, 101, 1), Uno(0), Catch(1, 0), Catch(0, 9))
        client.say(client.sure.act(moves[int(self.chance.random() * len(moves))], self.pair.now).send[0])

    def hush(self) -> None:
        """Somebody's program does not answer for a while."""
        if client := self.pick(here=True):
            words = (frozenset(("commit",)), frozenset(("reveal",)), frozenset(("attest",)), frozenset[str]())
            client.mute = words[int(self.chance.random() * len(words))]

    def wait(self) -> None:
        self.pair.wait(int(self.chance.random() * 30_000))

    def call(self) -> None:
        if client := self.pick(here=True):
            client.calls = not client.calls
            client.plays = True


def play(evening: Evening, steps: int) -> None:
    """So many steps; between any two, all who are here know the same history."""
    pair = evening.pair
    for step in range(steps):
        if pair.closed:
            return
        if step % 5 == 0:
            evening.happen()
        elif pair.stage == "waiting":
            evening.begin()
        elif any(client.move(pair.now) for client in pair.clients.values()):
            pass
        elif pair.table.deadline is not None:
            pair.tick()
        pair.pump()
        if pair.table.room.match is not None:
            pair.check()


@pytest.mark.parametrize("number", range(amount(8, 150, 3000)))
def test_an_evening(number: int) -> None:
    evening = Evening(number)
    play(evening, 500)
    assert_sound(evening.pair)


def assert_sound(pair: Pair) -> None:
    """Whoever reads the files of the evening finds them right."""
    assert pair.files
    for file in pair.files:
        report = audit([header(pair), *file], pair.keys.verifier())
        assert report.fault is None, report.fault


def header(pair: Pair) -> Frame:
    """A header that fits any of the files."""
    host = pair.signer.pk
    head = LogHeader(1, bytes(16), bytes(8), bytes(8), host, "host", host, pair.now, "0")
    return Frame("hdr", codec.encode_text(head))
