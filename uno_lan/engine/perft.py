"""Counting what can happen: all sequences of legal commands from a dealt round, up to a length.

The same numbers on every machine and in every version say that the rules are still the same: what the views
offer, what the round accepts, and where it leads. As in chess programs, which call this "perft".

A position is a deal: seat 0 is left of the dealer, shuffles are answered by a chance that depends on nothing
but how many there were before, so that the order of commands is all that differs between two lines. Every
player may do whatever its view offers at any moment; time-outs, leaving and waiting are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from .commands import NOBODY, Begin, Command
from .legality import enumerate_commands
from .refused import Refused
from .round import Round
from .rules import Ruleset
from .seeing import view
from .simulate import Chance, answer_shuffle
from .truth import Truth, drawn_card

__all__ = ["Line", "Perft", "perft"]


class Line(Struct, frozen=True):
    """A first command and what may follow it."""

    command: Command
    count: int
    """Sequences of the greatest length that begin with it."""


class Perft(Struct, frozen=True):
    """Numbers of sequences, and how the longest ones begin."""

    counts: tuple[int, ...]
    """Sequences of length 1, 2, ...; a round that is over has none."""
    lines: tuple[Line, ...]
    """The longest sequences by their first command, in the order in which the views offer them."""


class _Position:
    """A round with all its cards, and the number of shuffles it took."""

    __slots__ = ("round", "shuffles", "truth")

    def __init__(self, round_: Round, truth: Truth, shuffles: int = 0) -> None:
        self.round = round_
        self.truth = truth
        self.shuffles = shuffles

    def commands(self) -> Iterator[Command]:
        """All that the players may do now, seat by seat."""
        for seat in self.round.seats:
            hand = self.truth.hands[seat]
            yield from enumerate_commands(view(self.round, hand, seat, drawn_card(self.round, self.truth)))

    def after(self, command: Command, chance_of: Callable[[int], Chance]) -> _Position:
        """The position that a command leads to.

        Raises:
            AssertionError: it is refused, so views offer what the round does not take.
        """
        new = _Position(self.round.copy(), self.truth.copy(), self.shuffles)
        new.do(command, chance_of)
        return new

    def do(self, command: Command, chance_of: Callable[[int], Chance]) -> None:
        answer = self.round.apply(command, self.truth)
        assert not isinstance(answer, Refused), (command, answer)
        while self.round.wanted is not None:
            shuffled = answer_shuffle(self.round, self.truth, chance_of(self.shuffles))
            self.shuffles += 1
            answer = self.round.apply(shuffled, self.truth)
            assert not isinstance(answer, Refused), answer


def perft(rules: Ruleset, players: int, depth: int, chance_of: Callable[[int], Chance]) -> Perft:
    """Count the sequences of commands up to a length.

    Args:
        depth: the greatest length, at least 1.
        chance_of: a fresh generator for the n-th shuffle of a line, the same one for the same number.

    Raises:
        RulesError: so many cannot play by these rules.
    """
    start = _Position(Round(rules, range(players), players - 1), Truth(rules.edition))
    start.do(Begin(NOBODY), chance_of)
    counts = [0] * depth
    lines = []
    for command in start.commands():
        below = [0] * depth
        _count(start.after(command, chance_of), chance_of, 1, below)
        below[0] = 1
        counts = [total + more for total, more in zip(counts, below, strict=True)]
        lines.append(Line(command, below[-1]))
    return Perft(tuple(counts), tuple(lines))


def _count(position: _Position, chance_of: Callable[[int], Chance], length: int, counts: list[int]) -> None:
    """Add the sequences that go on from a position which `length` commands have led to."""
    if length == len(counts):
        return
    for command in position.commands():
        counts[length] += 1
        _count(position.after(command, chance_of), chance_of, length + 1, counts)
