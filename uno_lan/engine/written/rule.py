"""What a written rule is made of: plain clauses, in the order in which they happen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from ..commands import NOBODY

MAX_CLAUSES: Final = 4
MAX_TEXT: Final = 160
"""Characters of a written rule."""
MAX_CARDS: Final = 10
"""Cards that one clause can make somebody draw or discard."""
MAX_HAND: Final = 15
"""Largest hand size that a rule can set."""
MAX_SKIPS: Final = 9

WHO: Final = ("me", "next", "previous", "chosen", "others", "all")
"""Whom a clause is about: who played the card, the player after or before it, one that comes with the play,
everybody else, everybody."""


class Clause(NamedTuple):
    """One thing that happens."""

    what: str
    """`draw` (number), `until` (color), `wilds` (all are discarded), `discard` (number, own choice), `level`
    (draw or discard to a hand of number), `swap` (hands of who played and `who`), `pass` (all hands move one
    seat; number +1 left, -1 right, 0 in the direction of play), `shuffle` (all hands), `reverse`, `skip`
    (number), `again` (who played has another turn), `unable` (who cannot play draws number and is skipped).
    """
    who: str = "me"
    number: int = 0
    color: int = NOBODY
    """Of `until`; NOBODY: the one that is named with the play."""


class WrittenRule(NamedTuple):
    """What is written on a card."""

    text: str = ""
    """As the players wrote it."""
    clauses: tuple[Clause, ...] = ()
    """Empty: the card is a plain wild."""

    def has(self, what: str) -> bool:
        """Has it a clause of this kind?"""
        return any(clause.what == what for clause in self.clauses)

    @property
    def needs_target(self) -> bool:
        """Must a player be named with the play?"""
        return any(clause.who == "chosen" for clause in self.clauses)

    @property
    def names_second_color(self) -> bool:
        """May a color to draw be named with the play?"""
        return any(clause.what == "until" and clause.color == NOBODY for clause in self.clauses)

    def may_leave_one(self, left: int, others: Collection[int]) -> bool:
        """Can it give who plays the card a hand of one card, or take the own hand down to one?

        Args:
            left: cards in that hand after the play.
            others: cards in the hands of the others.
        """
        moves = [clause.what for clause in self.clauses if clause.what in ("swap", "pass", "shuffle")]
        shrinks = [clause for clause in self.clauses if clause.what in ("discard", "level", "wilds")]
        if not moves and not any(clause.who in ("me", "all") for clause in shrinks):
            return False
        # Given away once, the own hand does not come back.
        least = min(others) if moves in (["swap"], ["pass"]) else min(left, *others) if moves else left
        for clause in shrinks:
            by_number = {"discard": least - clause.number, "level": min(least, clause.number)}
            least = by_number.get(clause.what, 0)
        return least <= 1

    @property
    def free_text(self) -> str:
        """What the players settle themselves."""
        return self.text.removeprefix(FREE).strip() if self.text.startswith(FREE) else ""


FREE: Final = "text:"
"""Free text begins with this."""


class Ready(NamedTuple):
    """A rule that is chosen by its name."""

    key: str
    name: str
    clauses: tuple[Clause, ...]


READY: Final[Mapping[str, Ready]] = {
    ready.key: ready
    for ready in (
        Ready("draw_to_color", "Draw to a color", (Clause("until", "next"),)),
        Ready("others_drop_wilds", "Others drop wilds", (Clause("wilds", "others"),)),
        Ready("punish_3", "Punish three", (Clause("unable", "next", 3),)),
        Ready("extra_turn", "Extra turn", (Clause("again"),)),
        Ready("set_hand_7", "Hand of seven", (Clause("level", "next", 7),)),
        Ready("text", "Free text", ()),
    )
}
"""Ready-made rules by key."""
