"""Which plays a call of UNO goes with, although they do not leave one card by themselves: they move hands.

Everybody knows how large all hands are, and so what a swap, a rotation or a shuffle of hands will leave.
"""

from __future__ import annotations

from .effects import EFFECTS, Action
from .views import View
from .written.rule import WrittenRule


def may_come_to_one(view: View, action: Action, rule: WrittenRule | None) -> bool:
    """Can this card of the view's seat leave it with one card, other than by being the last but one?

    Args:
        rule: what is written on the card, if anything.
    """
    effect = action.effect
    left = len(view.hand) - 1
    if not effect.late or not (left or effect.resolves):
        return False
    playing = [seat for seat in view.seats if seat not in view.left]
    sizes = dict(zip(view.seats, view.sizes, strict=True))
    if rule is not None:
        return left > 0 and rule.may_leave_one(left, [sizes[seat] for seat in playing if seat != view.seat])
    if effect.played is EFFECTS["swap"].played:
        return any(sizes[seat] == 1 for seat in playing if seat != view.seat)
    if effect.played is EFFECTS["rotate"].played:
        giver = playing[(playing.index(view.seat) - view.direction) % len(playing)]
        return sizes[giver] == 1
    if effect.played is EFFECTS["shuffle_hands"].played:
        # Dealt from the left: who played the card gets the last card of each time around.
        return (sum(sizes.values()) - 1) // len(playing) == 1
    # A box turns over a Bob-omb, and only one card is left to draw.
    return not left and view.pile_size + view.discard_size == 1
