"""Rules that change in the waiting room: what is proposed for a card, who agrees, what the owner changed."""

from __future__ import annotations

from collections.abc import Sequence

from uno_lan.client.model import Proposed
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.switches import SWITCHES, value_text
from uno_lan.engine.written import READY, read_rule
from uno_lan.rulebook.written import describe

from .rules import mode_title
from .small import Naming, listed
from .telling import Said


def means(text: str, colors: Sequence[str]) -> str:
    """What a text on a card means, in plain words.

    Raises:
        RulesError: it cannot be read; one line that says what could stand there.
    """
    return describe(read_rule(text), colors)


def called(text: str) -> str:
    """A text on a card as it is said: a ready-made rule by its name, everything else as it was written."""
    ready = READY.get(text.strip())
    return ready.name if ready else text


def proposals(before: Sequence[Proposed], after: Sequence[Proposed], name: Naming, me: int) -> list[Said]:
    """What was proposed, and who has agreed, since then."""
    was = {(said.seat, said.text): said for said in before}
    out = []
    for said in after:
        old = was.pop((said.seat, said.text), None)
        if old is None:
            who = "You propose" if said.seat == me else f"{name(said.seat)} proposes"
            out.append(Said(f"{who} for a card: {called(said.text)}. {said.means}", said.seat))
            continue
        for seat in said.agreed:
            if seat not in old.agreed:
                who = "You agree" if seat == me else f"{name(seat)} agrees"
                out.append(Said(f"{who} to: {called(said.text)}", seat))
    return out


def change(old: Ruleset, new: Ruleset) -> str:
    """What is different about the rules."""
    parts = []
    if old.edition.id != new.edition.id:
        parts.append(new.edition.name)
    if old.mode != new.mode:
        parts.append(mode_title(new.mode, new.house.target_score, new.house.rounds_n))
    for switch in SWITCHES:
        value = getattr(new.house, switch.key)
        if value != getattr(old.house, switch.key):
            parts.append(f"{switch.name} {SHOWN.get(value, value_text(value))}")
    if old.custom != new.custom:
        fresh = [called(text) for text in new.custom if text and text not in old.custom]
        parts.append(f"on a card now stands: {listed(fresh)}" if fresh else "cards are blank again")
    what = f": {listed(parts)}" if parts else ""
    return f"The rules have changed{what}. Everybody says ready again."


SHOWN: dict[object, str] = {True: "on", False: "off", None: "as the edition says"}
