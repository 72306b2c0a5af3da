"""Rounds of all editions and rule sets between a host and its clients, in which anything legal may happen."""

from __future__ import annotations

import random

from protocol import messages
from protocol.messages import Message
from tests.engine.variety import random_rules
from tests.fairness.rig import Rig
from uno_lan.engine import NOBODY, Command, Leave, Phase, Play, Ruleset, View, enumerate_commands, view
from uno_lan.fairness.host_game import HostGame, Nack, Output

MOST_STEPS = 6000
OPEN = (Phase.FIRST_COLOR, Phase.TURN, Phase.DRAWN, Phase.ANSWER, Phase.PICK_TARGET, Phase.PICK_COLOR,
        Phase.PICK_DISCARDS)  # fmt: skip


class Restless(Rig):
    """A round whose players do whatever they may: also out of turn, too late, or leave in a shuffle."""

    def __init__(
        self,
        people: int,
        seed: str,
        rules: Ruleset,
        host: type[HostGame] = HostGame,
        leave: float = 0.0,
        timeout: float = 0.0,
    ) -> None:
        """`leave`, `timeout`: how often that happens, per step."""
        super().__init__(people, seed, host, rules)
        self.rng = random.Random(seed)
        self.leave, self.timeout = leave, timeout
        self.seen: set[str] = set()
        """Names of the events that happened."""

    def feed(self, outputs: list[Output]) -> None:
        """Note what happens."""
        super().feed(outputs)
        for written in self.written[-len(outputs) :]:
            self.seen |= {type(event).__name__ for event in written.happened.events}

    def answer(self, seat: int, message: Message) -> None:
        """Somebody may leave at any step of a shuffle; what comes for a shuffle given up is refused."""
        running = self.host.replica.attempt
        if running is not None and self.rng.random() < self.leave and len(self.round.playing) > 2:
            self.go(self.rng.choice(self.round.playing))
        try:
            super().answer(seat, message)
        except Nack as nack:
            assert nack.code == "E_STALE", nack.code
            assert isinstance(message, messages.Commit | messages.Reveal)

    def go(self, seat: int) -> None:
        """Somebody leaves, in the middle of whatever goes on."""
        act = self.clients[seat].act(Leave(seat), self.now).send[0]
        assert isinstance(act, messages.Act)
        self.feed(self.host.act(seat, act.p, act.s, self.now))

    def step(self) -> bool:
        """Something happens; False when the round is over or somebody has found something."""
        if self.is_broken or self.round.phase not in OPEN:
            return False
        self.now += self.rng.choice((1, 100, 2000))
        rng, awaited = self.rng, self.round.to_act
        if rng.random() < self.leave and len(self.round.playing) > 2:
            self.go(rng.choice(self.round.playing))
            self.settle()
        elif rng.random() < self.timeout:
            self.late(awaited)
        else:
            seat = rng.choice(self.round.playing) if rng.random() < 0.3 else awaited
            seat = seat if enumerate_commands(self.seen_by(seat)) else awaited
            self.move(seat, any_legal(self.seen_by(seat), rng))
        return True

    def seen_by(self, seat: int) -> View:
        """What a client sees of the round."""
        seen = self.clients[seat].view()
        assert seen is not None
        return seen

    def late(self, seat: int) -> None:
        """The clock runs out for who is awaited."""
        self.now += self.rules.house.turn_timer * 1000 + 10_000
        self.feed(self.host.timeout(seat, self.now))
        self.settle()

    def move(self, seat: int, command: Command) -> None:
        """A move, which the UNO grace may hold for a moment."""
        try:
            self.act(seat, command)
        except Nack as nack:
            assert nack.code == "grace", (command, nack.code)
            self.now = max(self.now, nack.retry_at)
            self.act(seat, command)

    def check(self) -> None:
        """Every client's cards are its true hand, and nothing is awaited or in doubt."""
        state = self.round.public()
        for seat, client in self.clients.items():
            if seat in self.faults:
                continue
            assert client.replica.round is not None
            assert client.replica.round.public() == state
            assert not client.waits_for_cards
            if seat != NOBODY and seat in self.round.playing:
                assert client.hand == self.truth.hands[seat]
                assert not client._questions
                drawn = client.hand[-1] if self.round.to_act == seat and client.hand else NOBODY
                assert client.view() == view(self.round, self.truth.hands[seat], seat, drawn)

    def run(self) -> None:
        """Play the round to its end, count it, and check every step."""
        self.start()
        steps = 0
        while self.step():
            self.check()
            steps += 1
            assert steps < MOST_STEPS, "rounds end"
        self.finish()

    @classmethod
    def of(cls, edition: str, number: int, rate: float = 0.2) -> Restless:
        """A round of an edition with rules and players that follow from a number."""
        rng = random.Random(f"{edition} {number}")
        people = rng.randint(2, 8) if number % 5 else 10
        rules = random_rules(rng, edition, people, rate, turn_timer=rng.choice((0, 5)))
        timeout = 0.05 if rules.house.turn_timer else 0.0
        leave = 0.02 if number % 2 else 0.0
        return cls(people, f"{edition} {number}", rules, leave=leave, timeout=timeout)


def any_legal(seen: View, rng: random.Random) -> Command:
    """Something that may be done, mostly a play."""
    commands = enumerate_commands(seen)
    plays = [command for command in commands if isinstance(command, Play)]
    if plays and rng.random() < 0.8:
        return rng.choice(plays)
    return rng.choice(commands)
