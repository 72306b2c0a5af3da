"""Run a scenario: the steps in order, with the clock, shuffles and held actions as on the host's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from ..commands import NOBODY, Begin, Command, Shuffled, Timeout
from ..events import Event
from ..hold import Hold
from ..notation import NotationError, parse_command
from ..phases import Phase
from ..refused import REASONS, Refused
from ..round import Round
from ..truth import Truth, drawn_card
from .form import Scenario, ScenarioError, StepForm
from .setup import Setup, build, order_of
from .state import Tally, compare, describe

CODES = frozenset(REASONS) - {"grace"}
"""Reasons a step may be refused by. What comes too early is held, so no step ends with `grace`."""
MAX_SHUFFLES = 100
"""More than this many shuffles after one command means a deal that never opens."""


Watcher: TypeAlias = Callable[[Round, Truth, Command | None, tuple[Event, ...]], None]
"""Told the start (no command) and every command that was carried out, each with the round after it."""


class Result(Struct, frozen=True):
    """How a scenario went."""

    name: str
    differences: tuple[str, ...]
    """What is not as the file says, one line each; empty when all is."""
    state: dict[str, Any]
    """What is true at the end, under the keys of `[expect]`."""

    @property
    def ok(self) -> bool:
        """Is everything as the file says?"""
        return not self.differences

    @property
    def line(self) -> str:
        """The result as one line: `PASS name` or `FAIL name: what differed`."""
        if self.ok:
            return f"PASS {self.name}"
        return f"FAIL {self.name}: {'; '.join(self.differences)}"


def run_scenario(scenario: Scenario, watch: Watcher | None = None) -> Result:
    """Run a scenario to its end and compare.

    Args:
        watch: for tests that hold something else than `[expect]` against what happens.

    Raises:
        ScenarioError: the file is wrong: unknown cards, seats or rules, a command that cannot be read, a step
            after the end of the round.
    """
    return _Runner(build(scenario), watch).run()


class _Held(Struct, frozen=True):
    """A step that waits for the end of a grace time."""

    number: int
    step: StepForm
    command: Command


class _Stop(Exception):
    """A step went otherwise than the file says: what comes after it means nothing."""


class _Runner:
    def __init__(self, setup: Setup, watch: Watcher | None) -> None:
        self.setup = setup
        self.scenario = setup.scenario
        self.round = setup.round
        self.truth = setup.truth
        self.watch = watch or (lambda *_: None)
        self.now = 0
        self.hold: Hold[_Held] = Hold()
        self.tally = Tally()
        self.differences: list[str] = []
        self.used = {"deck": 0, "dealer_deck": 0, "reshuffle": 0, "rehand": 0}
        """How many of the orders of each key have been used."""

    def run(self) -> Result:
        self.watch(self.round, self.truth, None, ())
        begin = Begin(NOBODY)
        try:
            if self.scenario.begin:
                self.accepted(begin, self.round.apply(begin, self.truth, self.now))
            for number, step in enumerate(self.scenario.step, start=1):
                self.take(number, step)
            self.let_pass(None)
        except _Stop:
            return self.result(compare_all=False)
        return self.result(compare_all=True)

    def result(self, compare_all: bool) -> Result:
        score = None
        if self.round.phase is Phase.ROUND_OVER:
            score = self.setup.game.finish_round(self.round, self.truth.hands)
        state = describe(self.setup, self.tally, score)
        expected = compare(self.scenario.expect, state, self.setup)
        if compare_all:
            self.differences += expected
            self.check_orders()
        self.check_cards()
        return Result(self.scenario.name, tuple(self.differences), state)

    # Steps.

    def take(self, number: int, step: StepForm) -> None:
        """One step: time passes, then the command."""
        self.let_pass(self.now + step.after_ms)
        if self.round.phase is Phase.ROUND_OVER and step.refused is False:
            raise ScenarioError(f"step {number}: the round is over")
        if isinstance(step.refused, str) and step.refused not in CODES:
            raise ScenarioError(f"step {number}: refused: there is no reason {step.refused!r}")
        action = _Held(number, step, self.read(number, step))
        outcome = self.try_(action)
        if isinstance(outcome, Refused) and outcome.retry_at is not None:
            self.hold.keep(action, outcome.retry_at)
        else:
            self.judge(action, outcome)
            self.release()

    def read(self, number: int, step: StepForm) -> Command:
        seat = self.setup.seat(step.seat, f"step {number}: seat")
        if step.do.strip().lower() == "timeout":
            return Timeout(seat)
        drawn = drawn_card(self.round, self.truth) if seat == self.round.to_act else NOBODY
        try:
            return parse_command(
                step.do, self.setup.edition, seat, self.truth.hands[seat], drawn, self.scenario.seats
            )
        except NotationError as error:
            raise ScenarioError(f"step {number}: {error}") from None

    def try_(self, action: _Held) -> tuple[Event, ...] | Refused:
        """Apply a command; a refusal must leave everything as it was."""
        before = self.snapshot()
        outcome = self.round.apply(action.command, self.truth, self.now)
        if isinstance(outcome, Refused) and self.snapshot() != before:
            self.differ(action, f"was refused ({outcome.code}) and changed the state")
        return outcome

    def snapshot(self) -> tuple[Any, ...]:
        hands = tuple(tuple(self.truth.hands[seat]) for seat in self.round.seats)
        truth = self.truth
        hidden = (hands, tuple(truth.pile), tuple(truth.aside), dict(truth.marks), dict(truth.last_drawn))
        return self.round.public(), *hidden

    def judge(self, action: _Held, outcome: tuple[Event, ...] | Refused) -> None:
        """Compare the answer to a command with what the file says; an accepted one gets its shuffles."""
        wanted = action.step.refused
        if not isinstance(outcome, Refused):
            if wanted is not False:
                self.differ(action, f"was accepted, expected refused{'' if wanted is True else f' {wanted}'}")
            self.accepted(action.command, outcome)
        elif wanted is False:
            self.differ(action, f"was refused ({outcome.code}), expected accepted")
        elif wanted not in (True, outcome.code):
            self.differ(action, f"was refused ({outcome.code}), expected {wanted}")

    def differ(self, action: _Held, what: str) -> None:
        self.differences.append(f"step {action.number} ({action.step.seat} {action.step.do}): {what}")
        raise _Stop

    # Time and held actions.

    def let_pass(self, until: int | None) -> None:
        """Time passes up to `until` (None: until nothing is held any more); what is due meanwhile is done."""
        while (due := self.hold.retry_at) is not None and (until is None or due <= until):
            self.now = max(self.now, due)
            self.release()
        self.now = self.now if until is None else until

    def release(self) -> None:
        """Carry out what is held and due now; it is checked against the state of now."""
        while (action := self.hold.pop(self.now, owed=bool(self.round.owes))) is not None:
            outcome = self.try_(action)
            if isinstance(outcome, Refused) and outcome.retry_at is not None:
                self.hold.put_back(action, outcome.retry_at)
            else:
                self.judge(action, outcome)

    # Shuffles.

    def accepted(self, command: Command, events: tuple[Event, ...] | Refused) -> None:
        """Count what happened, and shuffle as often as the round wants it."""
        for _ in range(MAX_SHUFFLES):
            assert not isinstance(events, Refused), events
            self.tally.see(events)
            self.watch(self.round, self.truth, command, events)
            if self.round.wanted is None:
                return
            self.truth.install(self.round, self.order(self.round.wanted.kind))
            command = Shuffled(NOBODY)
            events = self.round.apply(command, self.truth, self.now)
        raise ScenarioError("the cards are shuffled again and again and no round begins")

    def order(self, kind: str) -> list[int]:
        """The order of the wanted shuffle, next card first, as the file states it."""
        key = {"dealer": "dealer_deck", "deal": "deck", "hands": "rehand"}.get(kind, "reshuffle")
        stated = getattr(self.scenario, key)
        orders = stated if isinstance(stated, list) else [stated or ""]
        place = self.used[key]
        self.used[key] += 1
        text = orders[place] if place < len(orders) else ""
        where = f"{key} {place + 1}" if key in ("reshuffle", "rehand") else key
        return order_of(text, self.going_in(kind), self.setup.edition, where)

    def going_in(self, kind: str) -> list[int]:
        """The cards of the wanted shuffle in the default order."""
        cards = self.truth.shuffle_input(self.round)
        if kind != "hands":
            return cards
        wanted = self.round.wanted
        assert wanted is not None
        seats = self.round.seats
        first = seats.index(wanted.seat) + 1
        hands = (sorted(self.truth.hands[seat]) for seat in (*seats[first:], *seats[:first]))
        return [card for hand in hands for card in hand]

    def check_orders(self) -> None:
        """Orders for shuffles that did not happen are a mistake somewhere."""
        for key in ("reshuffle", "rehand"):
            stated = len(getattr(self.scenario, key))
            if self.used[key] < stated:
                self.differences.append(f"{key}: {stated} orders given, {self.used[key]} used")

    def check_cards(self) -> None:
        """No card may have been made or lost, and what everybody sees must agree with where the cards are."""
        cards = [*self.truth.pile, *self.truth.aside, *self.round.discard, *self.setup.outside]
        for hand in self.truth.hands.values():
            cards += hand
        if sorted(cards) != list(range(self.setup.edition.size)):
            self.differences.append("cards were made or lost")
        sizes = [self.round.size(seat) for seat in self.round.seats]
        if sizes != [len(self.truth.hands[seat]) for seat in self.round.seats]:
            self.differences.append("hand sizes do not agree with the hands")
        if (self.round.pile_size, self.round.aside) != (len(self.truth.pile), len(self.truth.aside)):
            self.differences.append("pile sizes do not agree with the piles")
