"""A whole game heard in the plain client: the rules play it, a person types it, every line is kept.

No network and no chance but a number that counts on: the same game every time. What is said comes through the
same sentences, snapshots and speaker as at a real table.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tests.plain.fakes import FakeTable
from uno_lan.client import words
from uno_lan.client.model import (
    LinkState,
    LogLine,
    RoundResult,
    SeatInfo,
    ShownHand,
    Snapshot,
    Stage,
)
from uno_lan.client.words.typed import COLORS, typed
from uno_lan.engine import NOBODY, Begin, Command, Game, Phase, Play, Refused, Round, Ruleset, Truth
from uno_lan.engine import events as ev
from uno_lan.engine.legality import enumerate_commands
from uno_lan.engine.notation import command_text
from uno_lan.engine.seeing import view
from uno_lan.engine.simulate import answer_shuffle, fair_truth
from uno_lan.engine.truth import drawn_card
from uno_lan.engine.views import View
from uno_lan.languages import _
from uno_lan.plain.console import Console
from uno_lan.plain.speaker import Speaker, Verbosity

NAMES = ("Anna", "Bora", "Cem", "Deniz")
ME = 0
Item = TypeVar("Item")


def spoken(text: str) -> str:
    """A line in English as it is typed in the language in use: its command, and the names of colors."""
    verb, *rest = [text] if text.startswith("help ") else text.split()
    return typed(verb, *(_(word) if word in COLORS else word for word in rest))


class Counter:
    """Chance that is the same everywhere: a linear congruence."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, n: int) -> int:
        """A number from 0 up to n."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % n

    def random(self) -> float:
        """A number from 0 up to 1."""
        return self.below(1 << 30) / (1 << 30)

    def choice(self, seq: Sequence[Item]) -> Item:
        """One of these."""
        return seq[self.below(len(seq))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put into another order."""
        for place in range(len(x) - 1, 0, -1):
            other = self.below(place + 1)
            x[place], x[other] = x[other], x[place]


class WholeGame:
    """Anna types; the others do what comes; `lines` is what a screen reader would read."""

    def __init__(self, rules: Ruleset, seed: int, verbosity: Verbosity = Verbosity.NORMAL) -> None:
        self.lines: list[str] = []
        self._rules = rules
        self._chance = Counter(seed)
        self._game = Game(rules, range(len(NAMES)))
        self._speaker = Speaker(verbosity)
        seats = tuple(SeatInfo(n, name, "person", owner=n == 0) for n, name in enumerate(NAMES))
        self._now = Snapshot(
            link=LinkState.ONLINE,
            table_name="Anna's table",
            me=ME,
            my_name=NAMES[ME],
            owner=ME,
            edition=rules.edition.id,
            mode=rules.mode,
            target=rules.house.target_score,
            rules=rules.to_plain()["house"],
            ruleset=rules,
            seats=seats,
        )
        self._table = FakeTable(self._now)
        self._console = Console(self._table, self._speaker, lambda: 0)
        self._log: list[LogLine] = []
        self._turn = 0

    def play(self) -> list[str]:
        """The whole game; all lines, those typed after a `>`."""
        self._hear()
        for line in ("help", "help cards", "help all", "rules", "players", "ready", "start"):
            self._type(line)
        while not self._game.over:
            self._round()
            if not self._game.over:
                self._type("next")
        return self.lines

    # Saying and typing.

    def _hear(self, **changes: Any) -> None:
        self._now = replace(self._now, **changes, log=tuple(self._log))
        self._table.snapshot = self._now
        self.lines += self._speaker.hear(self._now)

    def _type(self, text: str) -> Command | None:
        """Type a line in the language in use; the game command that came of it."""
        text = spoken(text)
        self.lines.append(f"> {text}")
        self._table.asked.clear()
        self.lines += self._console.line(text)
        return next((what for _, what in self._table.asked if isinstance(what, Command)), None)

    # A round.

    def _round(self) -> None:
        round_ = self._game.new_round()
        truth = fair_truth(self._rules, self._chance)
        if self._game.round_no > 1:
            dealer = self._game.next_dealer
            who = "" if dealer == ME else NAMES[dealer]
            self._log.append(LogLine("game", words.round_begins(self._game.round_no, who), dealer))
        self._do(round_, truth, Begin(NOBODY))
        while round_.phase is not Phase.ROUND_OVER:
            if round_.phase is Phase.SHUFFLE:
                self._do(round_, truth, answer_shuffle(round_, truth, self._chance))
            else:
                seat, command = self._next(round_, truth)
                self._do(round_, truth, self._said(round_, command) if seat == ME else command)
        hands = {seat: tuple(truth.hands[seat]) for seat in round_.seats}
        score = self._game.finish_round(round_, hands)
        result = RoundResult(
            self._game.round_no,
            score.winner,
            score.why,
            hands,
            score.points,
            score.totals,
            True,
            tuple(range(len(NAMES))),
            score.over,
            score.winners,
        )
        self._hear(result=result, stage=Stage.GAME_OVER if score.over else Stage.ROUND_OVER)

    def _said(self, round_: Round, command: Command) -> Command:
        """Anna types it; what the console made of that must be the same move."""
        self._turn += 1
        if self._turn % 9 == 1:
            for line in ("counts", "turn", "help"):
                self._type(line)
            if isinstance(command, Play):
                self._type(f"why {self._rules.edition.text(command.card)}")
        typed = self._type(command_text(command, self._rules.edition))
        assert typed is not None, command
        assert command_text(typed, self._rules.edition) == command_text(command, self._rules.edition)
        return typed

    def _next(self, round_: Round, truth: Truth) -> tuple[int, Command]:
        """Who moves next: one who can catch or jump in, else whom the round waits for."""
        for seat in (*range(1, len(NAMES)), ME):
            seen = self._seen(round_, truth, seat)
            if seen.legal.catch or (seen.legal.jumps and seat != seen.to_act):
                options = [c for c in enumerate_commands(seen) if type(c).__name__ in ("Catch", "Jump")]
                return seat, options[-1]
        seat = round_.to_act
        options = enumerate_commands(self._seen(round_, truth, seat))
        plays = [c for c in options if isinstance(c, Play)]
        forgets = self._chance.below(3) == 0
        plays = [c for c in plays if c.uno != forgets] or plays
        others = [c for c in options if not isinstance(c, Play) and type(c).__name__ not in ("Uno", "Catch")]
        if plays and (not others or self._chance.below(8)):
            best = max(len(c.more) for c in plays)
            return seat, self._chance.choice([c for c in plays if len(c.more) == best])
        return seat, self._chance.choice(others)

    def _seen(self, round_: Round, truth: Truth, seat: int) -> View:
        return view(
            round_, truth.hands[seat], seat, drawn_card(round_, truth) if seat == round_.to_act else -1
        )

    def _do(self, round_: Round, truth: Truth, command: Command) -> None:
        before = set(truth.hands[ME])
        events = round_.apply(command, truth, 0)
        assert not isinstance(events, Refused), (command, events)
        name: Callable[[int], str] = NAMES.__getitem__
        edition = self._rules.edition
        asks = round_.phase in (Phase.FIRST_COLOR, Phase.PICK_COLOR)
        color = NOBODY if asks else round_.color
        for said in words.tell(events, name, ME, edition, color, command, self._rules):
            self._log.append(LogLine("game", said.text, said.seat, said.color, said.card, said.minor))
        drawn = any(isinstance(event, ev.Drew) and event.seat == ME for event in events)
        moved = any(isinstance(event, ev.HandsMoved | ev.Dealt) for event in events)
        fresh = [card for card in truth.hands[ME] if card not in before]
        if drawn and fresh and not moved:
            chosen = any(isinstance(event, ev.Drew) and event.why == "turn" for event in events)
            self._log.append(LogLine("drawn", words.own_cards(edition, fresh, chosen).text, ME))
        shown = self._now.shown
        if any(isinstance(event, ev.Shown) and event.viewer == ME for event in events):
            shown = self._shown(events, truth)
        self._hear(
            stage=Stage.ROUND,
            round_no=self._game.round_no,
            view=self._seen(round_, truth, ME),
            teams=dict(self._game.teams),
            shown=shown,
        )

    def _shown(self, events: Sequence[ev.Event], truth: Truth) -> ShownHand | None:
        """A hand that Anna is shown."""
        for event in events:
            if isinstance(event, ev.Searched):
                hand = tuple(truth.hands[event.target])[: None if not event.found else -2]
                return ShownHand(event.target, hand, event.found, True, event.color, "force")
            if isinstance(event, ev.Challenged):
                hand = tuple(truth.marks.get(event.target, truth.hands[event.target]))
                return ShownHand(event.target, hand, event.guilty, True)
        return None
