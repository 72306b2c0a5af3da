"""Votes of the people at a table about itself: pause it, go on, give up a seat, put somebody out, or give a
seat to a new key whose owner lost the old one.

Like votes on a disputed round they are signed and stand in the log, so that everybody comes to the same
result and can check that the host does no more than was decided. More than half of those who can vote decide:
the people who are here and not meant themselves. Source: docs/protocol.md 3.6.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from protocol.messages import Choice, VoteKind, VoteText
from uno_lan.engine import NOBODY

TABLE: Final = ("pause", "resume")
"""Questions about the table as a whole."""
ABSENT: Final = ("release", "reseat")
"""Questions about the seat of somebody who is away for longer than the grace."""
SEAT: Final = (*ABSENT, "remove")
"""Questions about one seat."""
VOTE_MS: Final = 60_000
"""A vote counts for so long."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is voted on."""

    what: VoteKind
    seat: int = NOBODY
    pk: bytes | None = None
    """`reseat`: the key that gets the seat."""

    @classmethod
    def of(cls, vote: VoteText) -> Question:
        """What this vote is on."""
        return cls(vote.what, vote.seat, vote.pk)

    @property
    def is_whole(self) -> bool:
        """Does it name all that it is about, and nothing else?"""
        if self.what in TABLE:
            return self.seat == NOBODY and self.pk is None
        return self.what in SEAT and self.seat != NOBODY and (self.what == "reseat") == (self.pk is not None)


@dataclass(frozen=True, slots=True)
class _Vote:
    choice: Choice
    ts: int


class Polls:
    """All votes of one game about its table and seats."""

    def __init__(self) -> None:
        self._votes: dict[Question, dict[int, _Vote]] = {}
        self._counters: dict[int, int] = {}
        self.granted: set[Question] = set()
        """Decided with yes, about a seat, and not carried out yet."""

    def is_new(self, seat: int, counter: int) -> bool:
        """Is this later than all votes of that seat, so that no old one can be used again?"""
        return counter > self._counters.get(seat, -1)

    def cast(self, seat: int, vote: VoteText, ts: int) -> None:
        """Take a vote in; a new one of the same seat takes the place of the last."""
        self._counters[seat] = vote.counter
        self._votes.setdefault(Question.of(vote), {})[seat] = _Vote(vote.choice, ts)

    def votes(self, question: Question, voters: Collection[int], ts: int) -> dict[int, Choice]:
        """seat -> choice of the votes that count at this time."""
        cast = self._votes.get(question, {})
        return {s: v.choice for s, v in cast.items() if s in voters and ts < v.ts + VOTE_MS}

    def outcome(self, question: Question, voters: Collection[int], ts: int) -> str:
        """`yes`, or `no` when it can become nothing else; empty while it is open."""
        choices = list(self.votes(question, voters, ts).values())
        if 2 * choices.count("yes") > len(voters):
            return "yes"
        return "no" if 2 * (len(voters) - choices.count("no")) <= len(voters) else ""

    def decided(self, question: Question) -> None:
        """The votes on this have done their work."""
        self._votes.pop(question, None)

    def may(self, *questions: Question) -> bool:
        """Was one of these decided with yes?"""
        return not self.granted.isdisjoint(questions)

    def forget(self, seat: int) -> None:
        """Nobody sits there any more, or somebody else does."""
        self.granted = {question for question in self.granted if question.seat != seat}
        for question in [question for question in self._votes if question.seat == seat]:
            del self._votes[question]
        self._counters.pop(seat, None)
        for cast in self._votes.values():
            cast.pop(seat, None)
