"""Short stories: a position in card texts, commands in words, and what happened.

s = Story(top="R5", hands={"A": "W4 R3", "B": "G1 G2"}, pile="B1 B2")
s("A: play W4 blue")          # events; fails when it is refused
s.refused("B: draw", "wrong_phase")
"""

from __future__ import annotations

from collections.abc import Mapping

from uno_lan.engine import (
    NOBODY,
    Begin,
    Command,
    Edition,
    Event,
    Leave,
    Legal,
    Refused,
    Round,
    Ruleset,
    Shuffled,
    Timeout,
    Truth,
    drawn_card,
    view,
)
from uno_lan.engine.notation import parse_card, parse_command

LETTERS = "ABCDEFGHIJ"


class Deck:
    """Takes cards out of an edition by their texts."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.left = list(range(edition.size))

    def take(self, text: str) -> list[int]:
        cards = []
        for word in text.split():
            card = parse_card(word, self.edition, self.left)
            self.left.remove(card)
            cards.append(card)
        return cards

    def order(self, text: str) -> list[int]:
        """These cards first, then all others in edition order; for a shuffle of the whole deck."""
        return [*self.take(text), *self.left]


class Story:
    """A round with all its cards. Without `top` it has not begun yet."""

    def __init__(
        self,
        *,
        hands: Mapping[str, str] | None = None,
        top: str = "",
        color: int = NOBODY,
        pile: str = "",
        under: str = "",
        rest: bool = True,
        seats: int = 0,
        dealer: int | None = None,
        to_act: str = "A",
        direction: int = 1,
        called: str = "",
        owes: str = "",
        rules: Ruleset | None = None,
        now: int = 0,
    ) -> None:
        """`rest`: cards not named lie under the pile; without it they are out of the game."""
        self.rules = rules or Ruleset.make("classic", uno_grace_ms=0)
        self.edition = self.rules.edition
        self.now = now
        if not top:
            self.round = Round(self.rules, range(seats), NOBODY if dealer is None else dealer)
            self.truth = Truth(self.edition)
            return
        deck = Deck(self.edition)
        held = {LETTERS.index(name): deck.take(text) for name, text in (hands or {}).items()}
        discard = deck.take(f"{under} {top}")
        cards = deck.take(pile) + (deck.left if rest else [])
        self.truth = Truth(self.edition, held, reversed(cards))
        self.round = Round.position(
            self.rules,
            tuple(held),
            dealer=max(held) if dealer is None else dealer,
            to_act=LETTERS.index(to_act),
            sizes={seat: len(hand) for seat, hand in held.items()},
            discard=discard,
            pile_size=len(cards),
            color=color,
            direction=direction,
            called=[LETTERS.index(name) for name in called],
            owes=[LETTERS.index(name) for name in owes],
            now=now,
        )

    def command(self, text: str) -> Command:
        """`begin`, or `A: play R5`, `A: timeout`, `A: leave`."""
        if text == "begin":
            return Begin(NOBODY)
        name, _, words = text.partition(": ")
        seat = LETTERS.index(name)
        if words == "timeout":
            return Timeout(seat)
        if words == "leave":
            return Leave(seat)
        return parse_command(
            words, self.edition, seat, self.truth.hands[seat], drawn_card(self.round, self.truth)
        )

    def do(self, command: Command) -> tuple[Event, ...]:
        events = self.round.apply(command, self.truth, self.now)
        assert not isinstance(events, Refused), (command, events)
        return events

    def __call__(self, *texts: str) -> tuple[Event, ...]:
        """Give commands; the events of the last one."""
        events: tuple[Event, ...] = ()
        for text in texts:
            events = self.do(self.command(text))
        return events

    def shuffle(self, text: str = "") -> tuple[Event, ...]:
        """Answer a wanted shuffle: these cards first, the others as they lie."""
        order = self.truth.shuffle_input(self.round)
        first = []
        for word in text.split():
            card = next(card for card in order if self.edition.text(card) == word)
            order.remove(card)
            first.append(card)
        self.truth.install(self.round, first + order)
        return self.do(Shuffled(NOBODY))

    def refused(self, command: str | Command, code: str) -> None:
        """It is refused for this reason and changes nothing."""
        command = self.command(command) if isinstance(command, str) else command
        before = self.round.public(), {seat: list(hand) for seat, hand in self.truth.hands.items()}
        answer = self.round.apply(command, self.truth, self.now)
        assert isinstance(answer, Refused), answer
        assert answer.code == code
        after = self.round.public(), {seat: list(hand) for seat, hand in self.truth.hands.items()}
        assert before == after

    # What is the case.

    def legal(self, seat: int) -> Legal:
        """What a seat may do."""
        return view(self.round, self.truth.hands[seat], seat, drawn_card(self.round, self.truth)).legal

    @property
    def phase(self) -> str:
        return self.round.phase.label

    @property
    def to_act(self) -> str:
        return self.name(self.round.to_act)

    @property
    def top(self) -> str:
        return self.edition.text(self.round.top)

    @property
    def color(self) -> str:
        return self.edition.colors[self.round.color] if self.round.color != NOBODY else ""

    @property
    def winner(self) -> str:
        return self.name(self.round.winner)

    def name(self, seat: int) -> str:
        return LETTERS[seat] if seat != NOBODY else ""

    def hand(self, name: str) -> str:
        return " ".join(map(self.edition.text, self.truth.hands[LETTERS.index(name)]))

    def size(self, name: str) -> int:
        return self.round.size(LETTERS.index(name))

    @property
    def owes(self) -> str:
        return "".join(map(self.name, self.round.owes))

    @property
    def called(self) -> str:
        return "".join(map(self.name, self.round.called))
