"""Votes on a round that somebody did not find right: does it count, is it void, or is the game to stop?

Everybody who reads the log comes to the same result: a majority of all people at the table decides, each
with the newest vote; without a majority the round is void. Source: docs/protocol.md 2.8.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from protocol.messages import Choice, VoteText

OUTCOMES: Final = ("count", "void", "stop")
"""Choices of a vote on a disputed round."""


class Votes:
    """The votes on one round."""

    def __init__(self) -> None:
        self._newest: dict[int, VoteText] = {}

    @property
    def by_seat(self) -> dict[int, Choice]:
        """seat -> choice."""
        return {seat: vote.choice for seat, vote in self._newest.items()}

    def is_new(self, seat: int, vote: VoteText) -> bool:
        """Is this later than the last vote of that seat, so that no old one can be used again?"""
        last = self._newest.get(seat)
        return last is None or vote.counter > last.counter

    def cast(self, seat: int, vote: VoteText) -> None:
        """Take a vote in; a new one of the same seat takes the place of the last."""
        self._newest[seat] = vote

    def majority(self, people: int) -> str:
        """The choice of more than half of so many people; empty while there is none."""
        counts = Counter(self.by_seat.values())
        return next((choice for choice in OUTCOMES if counts[choice] * 2 > people), "")

    def outcome(self, people: int) -> str:
        """What the votes come to when no more are awaited."""
        return self.majority(people) or "void"
