"""Shuffles that were given up: who did not answer, who showed the seed afterwards, what was lost with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.deck import Edition
from uno_lan.engine.notation import cards_text
from uno_lan.languages import N_, _

from .small import Naming, listed

if TYPE_CHECKING:
    from uno_lan.fairness.lost import Lost

WOULD: Final = {
    "dealer": N_("The draw for dealer that was given up would have turned over:"),
    "deal": N_("The deal that was given up would have been:"),
    "hands": N_("The new hands that were given up would have been:"),
    "restart": N_("With the shuffle that was given up, these cards would have come:"),
    "refill": N_("With the shuffle that was given up, these cards would have come:"),
}
"""Kind of shuffle -> what it would have done; lines with cards follow."""


def given_up(culprits: Sequence[int], phase: str, left: bool, name: Naming, me: int) -> str:
    """A shuffle was given up.

    Args:
        phase: `commit` or `reveal`: what was awaited.
        left: who is named did not stay silent but left the game, with cards of the shuffle.
    """
    others = listed([name(seat) for seat in culprits if seat != me])
    if left:
        return _("{name} left with cards of the shuffle: it begins anew.").format(name=others or "?")
    if me not in culprits:
        if phase == "commit":
            return _("The shuffle begins anew: {name} sealed no number in time.").format(name=others)
        return _("The shuffle begins anew: {name} did not open the sealed number in time.").format(
            name=others
        )
    if not others:
        if phase == "commit":
            return _("The shuffle begins anew: the table says that you sealed no number in time.")
        return _("The shuffle begins anew: the table says that you did not open your number in time.")
    if phase == "commit":
        return _(
            "The shuffle begins anew: the table says that you and {name} sealed no number in time."
        ).format(name=others)
    return _(
        "The shuffle begins anew: the table says that you and {name} did not open the number in time."
    ).format(name=others)


def answered(seat: int, name: Naming, me: int) -> str:
    """Who was named has shown the number after all."""
    if seat == me:
        return _(
            "You have shown everybody your number for the shuffle that was given up. It deals nothing now."
        )
    return _(
        "{name} has shown the number that the shuffle given up had waited for. It fits its seal, "
        "and deals nothing now."
    ).format(name=name(seat))


def would_have(lost: Lost, edition: Edition, name: Naming, me: int) -> list[str]:
    """What a shuffle that was given up would have dealt, a line for each player."""
    lines = [_(WOULD[lost.kind])]
    for seat, cards in lost.hands:
        who = _("You") if seat == me else name(seat)
        lines.append(_("{name}: {cards}").format(name=who, cards=cards_text(cards, edition)))
    if lost.turned != NOBODY:
        lines.append(_("First card: {card}").format(card=cards_text((lost.turned,), edition)))
    if lost.pile:
        lines.append(_("Next on the pile: {cards}").format(cards=cards_text(lost.pile, edition)))
    if lost.dealer == me != NOBODY:
        lines.append(_("You would have dealt."))
    elif lost.dealer != NOBODY:
        lines.append(_("{name} would have dealt.").format(name=name(lost.dealer)))
    return lines


__all__ = ["WOULD", "answered", "given_up", "would_have"]
