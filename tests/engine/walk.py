"""A random walk through rounds that checks what must hold at every step.

Shared by the property tests. Commands come from the views of the seats, from the host (time-outs, leaving)
and, to be refused, from nowhere.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any

from uno_lan.engine import (
    NOBODY,
    Begin,
    Catch,
    Challenge,
    ClaimReader,
    ClaimWriter,
    Color,
    Command,
    Discard,
    Draw,
    Event,
    Jump,
    Keep,
    Leave,
    Legal,
    Pass,
    Phase,
    Play,
    Refused,
    Round,
    Ruleset,
    Shuffled,
    Target,
    Timeout,
    Truth,
    Uno,
    View,
    drawn_card,
    dress,
    enumerate_commands,
    find_legal,
    fold,
    view,
    why_not,
)
from uno_lan.engine import events as ev
from uno_lan.engine.commands import Accept

MOST_COMMANDS = 20_000
CLOSED = (Phase.WAITING, Phase.SHUFFLE, Phase.ROUND_OVER)


def truth_state(truth: Truth) -> Any:
    """All that a telling could have changed."""
    hands = {seat: list(hand) for seat, hand in truth.hands.items() if hand}
    return hands, list(truth.pile), list(truth.aside), dict(truth.marks), dict(truth.last_drawn)


PLAIN = 5
"""Every so many commands the whole state is looked through."""


class Walk:
    """One round, played at random."""

    def __init__(
        self, rules: Ruleset, seats: tuple[int, ...], rng: random.Random, dealer: int = NOBODY
    ) -> None:
        self.rules = rules
        self.rng = rng
        self.now = 1_000_000
        self.round = Round(rules, seats, dealer)
        self.truth = Truth(rules.edition, flip=lambda name, n: rng.randrange(n))
        self.writer = ClaimWriter(self.truth)
        self.client = Round(rules, seats, dealer)
        self.folded = view(self.round)
        self.ledger = Ledger()
        self.log: list[tuple[Command, int, list[Any], tuple[Event, ...]]] = []

    def run(
        self, leave: float = 0.0, timeout: float = 0.05, nonsense: float = 0.1, deep: float = 0.05
    ) -> None:
        """Play to the end; the rates say how often these things happen per command."""
        self.do(Begin(NOBODY))
        while self.round.phase is not Phase.ROUND_OVER:
            assert len(self.log) < MOST_COMMANDS, "rounds end"
            if self.rng.random() < nonsense:
                self.refuse(self.random_nonsense())
            if self.rng.random() < deep:
                self.check_legality()
            playing = self.round.playing
            if self.rng.random() < leave and self.round.phase is not Phase.WAITING:
                self.do(Leave(self.rng.choice(playing)))
            elif self.round.phase is Phase.SHUFFLE:
                self.shuffle()
            elif self.rng.random() < timeout:
                self.do_or_wait(Timeout(self.round.to_act))
            else:
                self.do_or_wait(self.random_choice())
        self.check_legality()
        for seat in self.round.seats:
            assert not enumerate_commands(self.view(seat))

    def view(self, seat: int) -> View:
        return view(self.round, self.truth.hands[seat], seat, drawn_card(self.round, self.truth))

    def random_choice(self) -> Command:
        """Something legal for a random seat, mostly for whom the round waits."""
        seat = self.round.to_act
        if self.rng.random() < 0.3:
            seat = self.rng.choice(self.round.playing)
        choices = enumerate_commands(self.view(seat)) or enumerate_commands(self.view(self.round.to_act))
        assert choices, "somebody can always do something"
        plays = [command for command in choices if isinstance(command, Play)]
        if plays and self.rng.random() < 0.8:
            called = [command for command in plays if command.uno]
            return self.rng.choice(called or plays if self.rng.random() < 0.7 else plays)
        return self.rng.choice(choices)

    def shuffle(self) -> None:
        order = self.truth.shuffle_input(self.round)
        assert self.round.wanted is not None
        assert len(order) == self.round.wanted.count
        self.rng.shuffle(order)
        self.truth.install(self.round, order)
        self.ledger.order = order
        self.do(Shuffled(NOBODY))

    def do_or_wait(self, command: Command) -> None:
        """Carry out a legal command; one that is held comes again when its time has come."""
        before = self.state()
        answer = self.round.copy().apply(command, self.truth.copy(), self.now)
        if isinstance(answer, Refused):
            assert answer.code == "grace", (command, answer)
            assert answer.retry_at == self.round.grace_ends
            self.refuse(command)
            self.now = answer.retry_at
            if self.rng.random() < 0.5:
                return
        assert self.state() == before
        self.do(command)

    def do(self, command: Command) -> None:
        """Carry out a command on the round, in a client and on the views."""
        self.now += self.rng.randrange(400)
        events = self.round.apply(command, self.writer, self.now)
        assert isinstance(events, tuple), (command, events)
        assert events
        claims = self.writer.take()
        self.log.append((command, self.now, claims, events))
        for event in events:
            self.folded = fold(self.folded, event)
            self.ledger.take(event)
        reader = ClaimReader(claims)
        assert self.client.apply(command, reader, self.now) == events
        reader.finish()
        assert self.client.public() == self.round.public()
        self.check()

    def check(self) -> None:
        """What must hold after every command."""
        self.check_cards()
        assert view(self.round) == self.folded
        seats = self.round.seats
        for seat in seats:
            assert self.ledger.hands.get(seat, []) == self.truth.hands[seat]
        # Each seat's view is made of the public one in the same way: one of them at a time will do.
        seat = seats[len(self.log) % len(seats)]
        hand, drawn = self.truth.hands[seat], drawn_card(self.round, self.truth)
        assert dress(self.folded, self.rules, hand, seat, drawn) == self.view(seat)
        if len(self.log) % PLAIN == 0:
            check_plain(self.round.public())

    def check_cards(self) -> None:
        """Every card is in one place, and the public sizes are true."""
        state, truth = self.round, self.truth
        assert all(state.size(seat) == len(truth.hands[seat]) for seat in state.seats) or self.collecting()
        sizes = sum(state.size(seat) for seat in state.seats)
        assert sizes + state.pile_size + state.discard_size == self.rules.edition.size
        if self.collecting():
            return
        back = [] if state.returned == NOBODY else [state.returned]
        places = [*truth.pile, *back, *state.discard, *truth.aside]
        for hand in truth.hands.values():
            places += hand
        assert sorted(places) == list(range(self.rules.edition.size))
        assert state.pile_size == len(truth.pile) + len(back)
        assert state.aside == len(truth.aside)

    def collecting(self) -> bool:
        """Are all cards on their way into a new deal?"""
        wanted = self.round.wanted
        none_dealt = all(not isinstance(e, ev.Dealt) for _, _, _, events in self.log for e in events)
        return none_dealt or (wanted is not None and wanted.kind in ("dealer", "deal"))

    # Refusals.

    def state(self) -> Any:
        return self.round.public(), truth_state(self.truth)

    def refuse(self, command: Command) -> None:
        """The command is refused, and nothing has changed."""
        before = self.state()
        answer = self.round.apply(command, self.writer, self.now)
        assert isinstance(answer, Refused), (command, answer)
        assert self.state() == before
        self.writer.take()

    def random_nonsense(self) -> Command:
        """A command that nobody may give now."""
        legal = {command for seat in self.round.seats for command in enumerate_commands(self.view(seat))}
        while True:
            command = self._random_command()
            if command in legal or self._is_allowed(command):
                continue
            return command

    def _random_command(self) -> Command:
        rng, size = self.rng, self.rules.edition.size
        seat, card, other = rng.randrange(-1, 11), rng.randrange(-2, size + 12), rng.randrange(-2, 12)
        kind = rng.randrange(16)
        if kind < 6:
            more = (rng.randrange(-2, size + 12),) if kind == 5 else ()
            color, second = rng.randrange(-2, 7), rng.choice((-1, -1, -2, 2, 7))
            return Play(seat, card, color, other, rng.random() < 0.5, second, more)
        alone = [Draw, Keep, Pass, Accept, Challenge, Uno, Leave, Begin, Shuffled, Timeout]
        if kind < 11:
            return rng.choice(alone)(seat)
        if kind == 11:
            return Color(seat, other)
        if kind == 12:
            return Target(seat, other)
        if kind == 13:
            return Discard(seat, tuple(rng.choice((card, other)) for _ in range(rng.randrange(3))))
        if kind == 14:
            return Jump(seat, card, other)
        return Catch(seat, other)

    def _is_allowed(self, command: Command) -> bool:
        """Legal although it is not enumerated, or only with arguments that mean nothing."""
        state = self.round
        if command.seat not in state.seats:
            return isinstance(command, Shuffled) and command.seat == NOBODY and state.phase is Phase.SHUFFLE
        legal = self.view(command.seat).legal
        match command:
            case Leave(seat):
                return state.is_playing(seat)
            case Timeout(seat):
                return seat == state.to_act
            case Play(_, card, color, target, _, second, more):
                group = next((group for group in legal.together if card in group), ())
                several = not more or (
                    card not in more and len(set(more)) == len(more) and set(more) <= set(group)
                )
                return card in legal.plays and several and self._choices_fit(card, color, target, second)
            case Jump(_, card, target):
                return card in legal.jumps and (card not in legal.target_needed or target in legal.targets)
            case Discard(seat, cards):
                held = set(cards) <= set(self.truth.hands[seat])
                return held and 0 < legal.discards == len(cards) == len(set(cards))
            case Catch(seat, target):
                return target in legal.catch or self._is_false_catch(seat, target)
        return False

    def _choices_fit(self, card: int, color: int, target: int, second: int) -> bool:
        legal = self.view(self.round.to_act).legal
        if card in legal.second_color and second not in (NOBODY, *range(4)):
            return False
        if (
            card in legal.color_needed
            and color not in range(4)
            and (len(self.truth.hands[self.round.to_act]) > 1 or second == NOBODY)
        ):
            return False
        return card not in legal.target_needed or target in legal.targets

    def _is_false_catch(self, seat: int, target: int) -> bool:
        """Is this a catch without effect that costs cards?"""
        state = self.round
        return (
            self.rules.house.false_catch
            and state.phase not in CLOSED
            and state.is_playing(seat)
            and state.is_playing(target)
            and seat != target
            and not state.owed_bits >> target & 1
        )

    # What a seat may do.

    def check_legality(self) -> None:
        """Every command that a view offers is accepted, and every play it does not offer is refused."""
        before = self.state()
        for seat in (*self.round.seats, NOBODY):
            seen = self.view(seat) if seat != NOBODY else view(self.round)
            assert find_legal(seen, self.rules) == seen.legal
            offered = enumerate_commands(seen)
            for command in self.rng.sample(offered, min(len(offered), 60)):
                assert isinstance(self.probe(command, True), tuple), command
            self._check_plays(seat, seen)
            self._check_rest(seat, seen.legal)
        assert self.state() == before

    def probe(self, command: Command, may: bool) -> tuple[Event, ...] | Refused:
        """What the round would answer once no grace time holds it; what may be done is done to copies."""
        later = self.now + 10**6
        if may:
            return self.round.copy().apply(command, self.truth.copy(), later)
        return self.round.apply(command, self.truth, later)

    def _check_plays(self, seat: int, seen: View) -> None:
        """Each card is accepted exactly when it is offered, else refused for the reason the view gives."""
        legal = seen.legal
        other = next((other for other in self.round.others(seat)), NOBODY) if seat != NOBODY else NOBODY
        size = self.rules.edition.size
        for card in {*seen.hand, *self.rng.sample(range(size), 20)}:
            play = Play(seat, card, 0, other, True, 0)
            may = card in legal.plays
            answer = self.probe(play, may)
            assert isinstance(answer, tuple) == may, (play, answer)
            reason = why_not(seen, self.rules, card)
            assert reason == (answer.code if isinstance(answer, Refused) else None), (card, reason)
            if may:
                bare = self.probe(Play(seat, card, NOBODY, other), card not in legal.color_needed)
                assert isinstance(bare, Refused) == (card in legal.color_needed), bare
                aimless = self.probe(Play(seat, card, 0, NOBODY), card not in legal.target_needed)
                assert isinstance(aimless, Refused) == (card in legal.target_needed), aimless
            jump = self.probe(Jump(seat, card, other), card in legal.jumps)
            assert isinstance(jump, tuple) == (card in legal.jumps), jump
        for first, second in zip(seen.hand, seen.hand[1:], strict=False):
            group = next((group for group in legal.together if first in group), ())
            may = first in legal.plays and second in group
            answer = self.probe(Play(seat, first, 0, other, more=(second,)), may)
            assert isinstance(answer, tuple) == may, answer

    def _check_rest(self, seat: int, legal: Legal) -> None:
        """Each other command is accepted exactly when it is offered."""
        others: list[tuple[Command, bool]] = [
            (Draw(seat), legal.draw),
            (Keep(seat), legal.keep),
            (Pass(seat), legal.may_pass),
            (Accept(seat), legal.accept),
            (Challenge(seat), legal.challenge),
            (Uno(seat), legal.uno),
            (Color(seat, 2), legal.color),
            (Discard(seat, tuple(range(legal.discards + 1))), False),
            *((Target(seat, other), other in legal.target) for other in range(10)),
            *(
                (Catch(seat, other), other in legal.catch or self._is_false_catch(seat, other))
                for other in range(10)
            ),
        ]
        for command, may in others:
            answer = self.probe(command, may)
            assert isinstance(answer, tuple) == may, (command, answer)


class Ledger:
    """Hands as events tell them: each card that leaves the pile is the next one of the order in force."""

    def __init__(self) -> None:
        self.order: list[int] = []
        self.pile: deque[int] = deque()
        self.collected: deque[int] = deque()
        self.hands: dict[int, list[int]] = {}

    def take(self, event: Event) -> None:
        """One event further."""
        match event:
            case ev.ShuffleDone("hands"):
                self.hands = {}
                self.collected = deque(self.order)
            case ev.ShuffleDone(kind):
                if kind in ("dealer", "deal"):
                    self.hands = {}
                self.pile = deque(self.order)
            case ev.DealerCard(_, card) | ev.Flipped(card):
                assert self.pile.popleft() == card
            case ev.Dealt(seats, count, hands):
                source = self.collected if hands else self.pile
                for place in range(count):
                    self.hands.setdefault(seats[place % len(seats)], []).append(source.popleft())
            case ev.Drew(seat, count):
                assert count > 0
                self.hands[seat] += [self.pile.popleft() for _ in range(count)]
            case ev.Played(seat, card):
                self.hands[seat].remove(card)
            case ev.Dropped(seat, cards):
                for card in cards:
                    self.hands[seat].remove(card)
            case ev.HandsMoved(moves):
                self.hands.update([(to, self.hands[source]) for source, to in moves])
            case ev.SeatLeft(seat):
                self.hands[seat] = []
            case _:
                pass


def check_plain(value: object) -> None:
    """Nothing but tuples, ints, strings, bools and None."""
    if type(value) is tuple:
        for part in value:
            check_plain(part)
    else:
        assert type(value) in (int, str, bool, type(None)), value
