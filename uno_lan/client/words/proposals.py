"""Rules that change in the waiting room: what is proposed for a card, who agrees, what the owner changed."""

from __future__ import annotations

from collections.abc import Sequence

from uno_lan.client.model import Proposed
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.switches import SWITCHES, value_text
from uno_lan.engine.written import READY, read_rule
from uno_lan.languages import N_, _
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
    return _(ready.name) if ready else text


def proposals(before: Sequence[Proposed], after: Sequence[Proposed], name: Naming, me: int) -> list[Said]:
    """What was proposed, and who has agreed, since then."""
    was = {(said.seat, said.text): said for said in before}
    out = []
    for said in after:
        old = was.pop((said.seat, said.text), None)
        if old is None:
            if said.seat == me:
                form = _("You propose for a card: {rule}. {meaning}")
            else:
                form = _("{who} proposes for a card: {rule}. {meaning}")
            text = form.format(who=name(said.seat), rule=called(said.text), meaning=said.means)
            out.append(Said(text, said.seat))
            continue
        for seat in said.agreed:
            if seat not in old.agreed:
                form = _("You agree to: {rule}") if seat == me else _("{who} agrees to: {rule}")
                out.append(Said(form.format(who=name(seat), rule=called(said.text)), seat))
    return out


def change(old: Ruleset, new: Ruleset) -> str:
    """What is different about the rules."""
    parts = []
    if old.edition.id != new.edition.id:
        parts.append(_(new.edition.name))
    if old.mode != new.mode:
        parts.append(mode_title(new.mode, new.house.target_score, new.house.rounds_n))
    for switch in SWITCHES:
        value = getattr(new.house, switch.key)
        if value != getattr(old.house, switch.key):
            shown = _(SHOWN[value]) if value in SHOWN else value_text(value)
            parts.append(f"{_(switch.name)} {shown}")
    if old.custom != new.custom:
        fresh = [called(text) for text in new.custom if text and text not in old.custom]
        if fresh:
            parts.append(_("on a card now stands: {rules}").format(rules=listed(fresh)))
        else:
            parts.append(_("cards are blank again"))
    if not parts:
        return _("The rules have changed. Everybody says ready again.")
    return _("The rules have changed: {what}. Everybody says ready again.").format(what=listed(parts))


SHOWN: dict[object, str] = {True: N_("on"), False: N_("off"), None: N_("as the edition says")}
