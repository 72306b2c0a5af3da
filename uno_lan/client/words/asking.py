"""What is asked: what the round waits for, said to one person."""

from __future__ import annotations

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.phases import Phase
from uno_lan.engine.views import View

from .small import Faces, Naming, card_name, count


def prompt(view: View, name: Naming, faces: Faces) -> str:
    """What the round waits for, said to the person at `view.seat`."""
    who = name(view.to_act)
    mine = view.to_act == view.seat and view.seat != NOBODY
    if view.phase is Phase.SHUFFLE:
        return "Everybody shuffles together…"
    if view.phase is Phase.TURN:
        if not mine:
            return f"{who} is to play."
        if view.legal.may_pass:
            return "Your turn. No card can be drawn: play or pass."
        return "Your turn: play a card or draw." if view.legal.plays else "Your turn: no card fits, so draw."
    if view.phase is Phase.DRAWN:
        if not mine:
            return f"{who} has drawn and may play that card."
        drawn = card_name(faces, view.drawn)
        if view.legal.plays:
            return f"You drew {drawn}: play it or keep it."
        return f"You drew {drawn}. It does not fit and stays in your hand."
    if view.phase is Phase.ANSWER:
        attacker = name(view.attacker)
        if not mine:
            whose = "your" if view.attacker == view.seat else f"{attacker}'s"
            return f"{who} answers {whose} draw card."
        if view.can_challenge:
            return f"{attacker} played a Draw Four on you: accept or challenge."
        return f"{attacker} makes you draw {count(view.pending)}: accept or answer."
    if view.phase in (Phase.FIRST_COLOR, Phase.PICK_COLOR):
        return "Name a colour." if mine else f"{who} names a colour."
    if view.phase is Phase.PICK_TARGET:
        return "Choose a player." if mine else f"{who} chooses a player."
    if view.phase is Phase.PICK_DISCARDS:
        return f"Choose {count(view.legal.discards)} to discard." if mine else f"{who} chooses discards."
    return ""
