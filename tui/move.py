"""A move that is being put together: a card, and what still has to be named with it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from uno_lan.client.forced import only_target
from uno_lan.engine.views import Legal

COLOR = "color"
SECOND = "second"
TARGET = "target"


@dataclass(frozen=True, slots=True)
class Move:
    """A play, or a jump out of turn. Unnamed colors and players are -1."""

    card: int
    more: tuple[int, ...] = ()
    """Further cards of the same number; the last one lies on top."""
    color: int = -1
    second: int = -1
    """Color to draw, where a written rule asks for one."""
    target: int = -1
    jump: bool = False

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards of the move, the top one last."""
        return (self.card, *self.more)

    def missing(self, legal: Legal) -> str:
        """What has to be named next: `color`, `second`, `target`, or nothing."""
        if self.card in legal.color_needed and self.color < 0:
            return COLOR
        if self.card in legal.second_color and self.second < 0:
            return SECOND
        if self.card in legal.target_needed and self.target < 0 and only_target(legal, self.card) is None:
            return TARGET
        return ""

    def whole(self, legal: Legal) -> Move:
        """With the player who is the only one to be chosen."""
        only = only_target(legal, self.card)
        return self if only is None or self.target >= 0 else replace(self, target=only)

    def is_possible(self, legal: Legal) -> bool:
        """Can it still be made?"""
        if self.jump:
            return self.card in legal.jumps
        if not self.more:
            return self.card in legal.plays
        return any(set(self.cards) <= set(group) for group in legal.together)


def group_of(card: int, legal: Legal) -> tuple[int, ...]:
    """Cards that may go down together with this one; empty when there are none."""
    return next((group for group in legal.together if card in group), ())


def in_order(chosen: Sequence[int], plays: Sequence[int]) -> tuple[int, ...]:
    """The chosen cards so that the first one can be played and the last one stays the top; empty when no
    such order exists."""
    if not chosen or chosen[0] in plays:
        return tuple(chosen)
    first = next((card for card in chosen[:-1] if card in plays), -1)
    return (first, *(card for card in chosen if card != first)) if first >= 0 else ()


def toggled(chosen: Sequence[int], card: int) -> tuple[int, ...]:
    """A card is pressed: a new one lies on top, one below comes to the top, the top one goes back."""
    rest = tuple(other for other in chosen if other != card)
    return rest if chosen and chosen[-1] == card else (*rest, card)
