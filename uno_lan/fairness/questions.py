"""What the rules ask about a hand, with the host's answer: checked as soon as the hand is known.

The rules ask in the middle of a command, so a question keeps the bag of that moment. Who can open the whole
bag knows the true answer. That is the player whose hand it is, at once or when the cards just drawn have
come; and everybody when the round is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from uno_lan.engine import Edition, Fit, card_fits, fitting, has_match
from uno_lan.engine.fitting import wilds_in

from .ledger import Bag

What: TypeAlias = Literal["match", "playable", "fits", "wilds", "discards"]


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a hand, and what the host said."""

    what: What
    seat: int
    bag: Bag
    """The bag it is about, as it was then."""
    arguments: tuple[Any, ...]
    answer: Any
    at_mark: bool = False
    """It is about the hand that a Draw Four told to remember."""

    def truth(self, edition: Edition, hand: Sequence[int]) -> Any:
        """The true answer for this hand, which is in order of arrival."""
        match self.what, self.arguments:
            case "match", (int(color), int(wilds), int(without)):
                return has_match(edition, hand, color, wilds, without)
            case "playable", (Fit() as fit,):
                return bool(fitting(edition, hand, fit))
            case "fits", (Fit() as fit,):
                return bool(hand) and card_fits(edition, hand, hand[-1], fit)
            case "wilds", ():
                return wilds_in(edition, hand)
            case _:
                return tuple(sorted(hand)[: self.arguments[0]])
