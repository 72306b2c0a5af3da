"""A random walk through rounds that checks what must hold at every step.

Shared by the property tests. Commands come from the views of the seats, from the host (time-outs, leaving)
and, to be refused, from nowhere.
"""

from __future__ import annotations

import functools
import random
from collections import deque
from itertools import pairwise
from typing import Any

from uno_lan.engine import (
    NOBODY,
    Begin,
    Catch,
    Challenge,
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
from uno_lan.engine.faces import MAX_SEATS

from .claims import ClaimReader, ClaimWriter

MOST_COMMANDS = 20_000
WAITING, SHUFFLE, ROUND_OVER = CLOSED = (Phase.WAITING, Phase.SHUFFLE, Phase.ROUND_OVER)
MOST_TRIED = 60
"""Commands of one seat that are tried at once."""
LATER = 10**6
"""When no grace time holds anything any more, in ms."""
PLAIN = 5
"""Every so many commands the whole state is looked through."""
PLAIN_TYPES = {tuple, int, str, bool, type(None)}


class Kept:
    """A round and its cards as they are at this moment: to find out later whether anything has changed."""

    def __init__(self, round_: Round, truth: Truth) -> None:
        self.public = round_.public()
        self.hands = [hand[:] for hand in truth.hands.values()]
        self.seats = list(truth.hands)
        self.pile = truth.pile[:]
        self.aside = truth.aside[:]
        self.marks = {seat: hand[:] for seat, hand in truth.marks.items()}
        self.last_drawn = truth.last_drawn.copy()

    def same(self, round_: Round, truth: Truth) -> bool:
        """Is all that a command or a telling can change as it was?"""
        return (
            self.public == round_.public()
            and self.hands == [*truth.hands.values()]
            and self.seats == [*truth.hands]
            and self.pile == truth.pile
            and self.aside == truth.aside
            and self.marks == truth.marks
            and self.last_drawn == truth.last_drawn
        )


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
        self.kept = Kept(self.round, self.truth)
        self.client = Round(rules, seats, dealer)
        self.folded = view(self.round)
        self.views: dict[int, View] = {}
        """Views of the round as it is now, as far as somebody has asked for them."""
        self.chooser = NOBODY
        """Whose view was checked last, and who may choose the next command."""
        self.ledger = Ledger()
        self.deck = set(range(rules.edition.size))
        self.log: list[tuple[Command, int, list[Any], tuple[Event, ...]]] = []

    def run(
        self, leave: float = 0.0, timeout: float = 0.05, nonsense: float = 0.1, deep: float = 0.05
    ) -> None:
        """Play to the end; the rates say how often these things happen per command."""
        self.do(Begin(NOBODY))
        while self.round.phase is not ROUND_OVER:
            assert len(self.log) < MOST_COMMANDS, "rounds end"
            if self.rng.random() < nonsense:
                self.refuse(self.random_nonsense())
            if self.rng.random() < deep:
                self.check_legality()
            if self.rng.random() < leave and self.round.phase is not WAITING:
                self.do(Leave(self.rng.choice(self.round.playing)))
            elif self.round.phase is SHUFFLE:
                self.shuffle()
            elif self.rng.random() < timeout:
                self.do_or_wait(Timeout(self.round.to_act))
            else:
                self.do_or_wait(self.random_choice())
        self.check_legality()
        for seat in self.round.seats:
            assert not enumerate_commands(self.view(seat))

    def view(self, seat: int) -> View:
        """What a seat sees, made of the round itself; the same as made of events."""
        seen = self.views.get(seat)
        if seen is None:
            hand, drawn = self.truth.hands[seat], drawn_card(self.round, self.truth)
            seen = self.views[seat] = view(self.round, hand, seat, drawn)
        return seen

    def random_seat(self) -> int:
        """Mostly the one for whom the round waits; also one that has left."""
        seat = self.round.to_act
        return self.rng.choice(self.round.seats) if seat == NOBODY or self.rng.random() < 0.3 else seat

    def random_choice(self) -> Command:
        """Something legal for the seat whose turn it is to choose, or else for whom the round waits."""
        choices = enumerate_commands(self.view(self.chooser))
        choices = choices or enumerate_commands(self.view(self.round.to_act))
        assert choices, "somebody can always do something"
        if self.rng.random() < 0.8:
            plays = [command for command in choices if type(command) is Play]
            if plays:
                called = [command for command in plays if command.uno]
                return self.rng.choice(called or plays if self.rng.random() < 0.7 else plays)
        return self.rng.choice(choices)

    def shuffle(self) -> None:
        order = self.truth.shuffle_input(self.round)
        assert self.round.wanted is not None
        assert len(order) == self.round.wanted.count
        self.rng.shuffle(order)
        self.truth.install(self.round, order)
        self.kept = Kept(self.round, self.truth)
        self.ledger.order = order
        self.do(Shuffled(NOBODY))

    def do_or_wait(self, command: Command) -> None:
        """Carry out a legal command; one that is held comes again when its time has come."""
        answer = self.attempt(command)
        if answer is not None:
            assert answer.code == "grace", (command, answer)
            assert answer.retry_at == self.round.grace_ends
            self.refuse(command)
            self.now = answer.retry_at
            self.chooser = self.random_seat()
            if self.rng.random() < 0.5:
                self.do(command)

    def do(self, command: Command) -> None:
        """Carry out a command that is not refused."""
        self.now += self.rng.randrange(400)
        answer = self.attempt(command)
        assert answer is None, (command, answer)

    def attempt(self, command: Command) -> Refused | None:
        """Carry out a command on the round, in a client and on the views; or it is refused.

        The round goes on as a copy, which shares nothing with the one it was made of.
        """
        former, cards = self.round, self.truth
        round_, truth = former.copy(), cards.copy()
        writer = ClaimWriter(truth)
        events = round_.apply(command, writer, self.now)
        assert self.kept.same(former, cards), command
        if isinstance(events, Refused):
            assert self.kept.same(round_, truth), command
            return events
        assert isinstance(events, tuple), (command, events)
        assert events
        self.round, self.truth, self.kept = round_, truth, Kept(round_, truth)
        self.views.clear()
        claims = writer.take()
        self.log.append((command, self.now, claims, events))
        for event in events:
            self.folded = fold(self.folded, event)
            self.ledger.take(event)
        reader = ClaimReader(claims)
        assert self.client.apply(command, reader, self.now) == events
        reader.finish()
        assert self.client.public() == self.kept.public
        self.check()
        return None

    def check(self) -> None:
        """What must hold after every command."""
        self.check_cards()
        assert view(self.round) == self.folded
        assert self.ledger.hands == self.truth.hands
        # Each seat's view is made of the public one in the same way: one of them at a time will do.
        seat = self.chooser = self.random_seat()
        hand, drawn = self.truth.hands[seat], drawn_card(self.round, self.truth)
        assert dress(self.folded, self.rules, hand, seat, drawn) == self.view(seat)
        if len(self.log) % PLAIN == 0:
            check_plain(self.kept.public)

    def check_cards(self) -> None:
        """Every card is in one place, and the public sizes are true."""
        state, truth = self.round, self.truth
        sizes = [state.size(seat) for seat in state.seats]
        assert sum(sizes) + state.pile_size + state.discard_size == self.rules.edition.size
        if self.collecting():
            return
        assert sizes == [len(truth.hands[seat]) for seat in state.seats]
        back = [] if state.returned == NOBODY else [state.returned]
        places = [*truth.pile, *back, *state.discard, *truth.aside]
        for hand in truth.hands.values():
            places += hand
        assert len(places) == len(self.deck)
        assert set(places) == self.deck
        assert state.pile_size == len(truth.pile) + len(back)
        assert state.aside == len(truth.aside)

    def collecting(self) -> bool:
        """Are all cards on their way into a new deal?"""
        wanted = self.round.wanted
        return not self.ledger.dealt or (wanted is not None and wanted.kind in ("dealer", "deal"))

    # Refusals.

    def unchanged(self) -> bool:
        """Are the round and all cards as the last command has left them?"""
        return self.kept.same(self.round, self.truth)

    def refuse(self, command: Command) -> None:
        """The command is refused, and nothing has changed."""
        answer = self.round.apply(command, ClaimWriter(self.truth), self.now)
        assert isinstance(answer, Refused), (command, answer)
        assert self.unchanged(), command

    def random_nonsense(self) -> Command:
        """A command that nobody may give now."""
        seats = self.round.seats
        while True:
            command = self._random_command()
            if command.seat in seats and command in enumerate_commands(self.view(command.seat)):
                continue
            if not self._is_allowed(command):
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
            return isinstance(command, Shuffled) and command.seat == NOBODY and state.phase is SHUFFLE
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
        for seat in (*self.round.seats, NOBODY):
            seen = self.view(seat) if seat != NOBODY else view(self.round)
            assert find_legal(seen, self.rules) == seen.legal
            offered = enumerate_commands(seen)
            for command in self.rng.sample(offered, MOST_TRIED) if len(offered) > MOST_TRIED else offered:
                assert isinstance(self.probe(command, True), tuple), command
            self._check_plays(seat, seen)
            self._check_rest(seat, seen.legal)
        assert self.unchanged()

    def probe(self, command: Command, may: bool) -> tuple[Event, ...] | Refused:
        """What the round would answer once no grace time holds it; what may be done is done to copies."""
        if may:
            return self.round.copy().apply(command, self.truth.copy(), self.now + LATER)
        return self.round.apply(command, self.truth, self.now + LATER)

    def _check_plays(self, seat: int, seen: View) -> None:
        """Each card is accepted exactly when it is offered, else refused for the reason the view gives."""
        legal = seen.legal
        other = next(iter(self.round.others(seat)), NOBODY) if seat != NOBODY else NOBODY
        apply, truth, later = self.round.apply, self.truth, self.now + LATER
        for card in {*seen.hand, *self.rng.choices(range(self.rules.edition.size), k=22)}:
            play = Play(seat, card, 0, other, True, 0)
            if card in legal.plays:
                assert isinstance(self.probe(play, True), tuple), play
                assert why_not(seen, self.rules, card) is None, card
                bare = self.probe(Play(seat, card, NOBODY, other), card not in legal.color_needed)
                assert isinstance(bare, Refused) == (card in legal.color_needed), bare
                aimless = self.probe(Play(seat, card, 0, NOBODY), card not in legal.target_needed)
                assert isinstance(aimless, Refused) == (card in legal.target_needed), aimless
            else:
                answer = apply(play, truth, later)
                assert isinstance(answer, Refused), (play, answer)
                assert why_not(seen, self.rules, card) == answer.code, (card, answer)
            if card in legal.jumps:
                assert isinstance(self.probe(Jump(seat, card, other), True), tuple), card
            else:
                assert isinstance(apply(Jump(seat, card, other), truth, later), Refused), card
        for first, second in pairwise(seen.hand):
            group = next((group for group in legal.together if first in group), ())
            may = first in legal.plays and second in group
            answer = self.probe(Play(seat, first, 0, other, more=(second,)), may)
            assert isinstance(answer, tuple) == may, answer

    def _check_rest(self, seat: int, legal: Legal) -> None:
        """Each other command is accepted exactly when it is offered."""
        allowed = [
            legal.draw,
            legal.keep,
            legal.may_pass,
            legal.accept,
            legal.challenge,
            legal.uno,
            legal.color,
            *(other in legal.target for other in range(MAX_SEATS)),
            *(other in legal.catch or self._is_false_catch(seat, other) for other in range(MAX_SEATS)),
        ]
        apply, truth, later = self.round.apply, self.truth, self.now + LATER
        for command, may in zip(rest(seat), allowed, strict=True):
            if may:
                assert isinstance(self.probe(command, True), tuple), command
            else:
                assert isinstance(apply(command, truth, later), Refused), command
        too_many = Discard(seat, tuple(range(legal.discards + 1)))
        assert isinstance(apply(too_many, truth, later), Refused), too_many


@functools.cache
def rest(seat: int) -> tuple[Command, ...]:
    """Each command of a seat that names no card."""
    alone = (Draw(seat), Keep(seat), Pass(seat), Accept(seat), Challenge(seat), Uno(seat), Color(seat, 2))
    return (
        *alone,
        *(Target(seat, other) for other in range(MAX_SEATS)),
        *(Catch(seat, other) for other in range(MAX_SEATS)),
    )


class Ledger:
    """Hands as events tell them: each card that leaves the pile is the next one of the order in force."""

    def __init__(self) -> None:
        self.order: list[int] = []
        self.pile: deque[int] = deque()
        self.collected: deque[int] = deque()
        self.hands: dict[int, list[int]] = {seat: [] for seat in range(MAX_SEATS)}
        self.dealt = False
        """Was there any deal yet?"""

    def clear(self) -> None:
        """Nobody holds a card."""
        self.hands = {seat: [] for seat in self.hands}

    def take(self, event: Event) -> None:
        """One event further."""
        match event:
            case ev.PhaseSet() | ev.ColorSet():
                pass
            case ev.ShuffleDone("hands"):
                self.clear()
                self.collected = deque(self.order)
            case ev.ShuffleDone(kind):
                if kind in ("dealer", "deal"):
                    self.clear()
                self.pile = deque(self.order)
            case ev.DealerCard(_, card) | ev.Flipped(card):
                assert self.pile.popleft() == card
            case ev.Dealt(seats, count, hands):
                self.dealt = True
                source = self.collected if hands else self.pile
                for place in range(count):
                    self.hands[seats[place % len(seats)]].append(source.popleft())
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


def check_plain(value: tuple[object, ...]) -> None:
    """Nothing but tuples, ints, strings, bools and None."""
    kinds = set(map(type, value))
    assert kinds <= PLAIN_TYPES, value
    if tuple in kinds:
        for part in value:
            if isinstance(part, tuple):
                check_plain(part)
