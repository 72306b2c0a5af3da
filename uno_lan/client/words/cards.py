"""What a card does at this table, in one sentence; and what it does as the answer to a draw card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from uno_lan.engine.commands import NOBODY
from uno_lan.engine.deck import Edition
from uno_lan.engine.fitting import has_match
from uno_lan.engine.phases import Phase
from uno_lan.engine.playbook import playbook
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.views import View
from uno_lan.engine.written import WrittenRule
from uno_lan.languages import N_, _
from uno_lan.rulebook.written import describe

from .small import Naming, color_name, count, headed

ITEMS: Final = {
    "mushroom": N_("Mushroom"),
    "banana_peel": N_("Banana Peel"),
    "green_shell": N_("Green Shell"),
    "lightning": N_("Lightning"),
    "bob_omb": N_("Bob-omb"),
}
"""Items of an Item Box by their names in the rules."""

DOES: Final = {
    "reverse": N_("The direction of play turns round."),
    "skip": N_("The next player is skipped."),
    "star": N_("You name the color. As the answer to a draw card it sends the cards back."),
    "force": N_("You name a color and look into another hand: who holds that color draws 2."),
    "item_box": N_("The next card of the pile is turned over: its color says which item you get."),
    "shuffle_hands": N_("You name the color; all hands are shuffled together and dealt anew."),
    "swap": N_("You swap hands with a player of your choice."),
    "rotate": N_("All hands move on to the next player."),
}
"""Effect -> what it does, said to who plays it."""
DOES_PLAIN_WILD: Final = N_("You name the color.")


def does(rules: Ruleset, card: int) -> str:
    """What a card does when it is played; empty for a plain number."""
    edition = rules.edition
    face = playbook(rules).actions[edition.symbol_of[card]].face
    if face.effect == "draw":
        if face.is_wild:
            said = _("You name the color; the next player draws {number} and loses the turn.")
        else:
            said = _("The next player draws {number} and loses the turn.")
        return said.format(number=face.draws)
    if face.effect == "customizable":
        return written(rules, card)
    effect = face.effect
    if rules.house.seven_zero and effect == "none" and face.kind in ("7", "0"):
        effect = "swap" if face.kind == "7" else "rotate"
    return _(DOES.get(effect, DOES_PLAIN_WILD if face.is_wild else ""))


def rule_on(rules: Ruleset | None, card: int) -> WrittenRule | None:
    """What is written on a card; None where nothing can be, or nothing is."""
    if rules is None or not rules.custom or not 0 <= card < rules.edition.size:
        return None
    face = rules.edition.face_of[rules.edition.symbol_of[card]]
    rule = rules.written_on(card) if face.effect == "customizable" else None
    return rule if rule is not None and (rule.clauses or rule.text) else None


def written(rules: Ruleset, card: int) -> str:
    """The rule on a customizable card in plain words; `No rule is written there …` for a blank one."""
    rule = rule_on(rules, card)
    if rule is None:
        return _("No rule is written there: you name the color.")
    return describe(rule, rules.edition.colors)


def items(edition: Edition) -> list[str]:
    """`red: Mushroom` for each color of an edition with Item Boxes."""
    colors = (*edition.colors, N_("wild"))
    return [headed(_(colors[color]), _(ITEMS[item])) for color, item in enumerate(edition.data.items)]


def item_on(edition: Edition, card: int) -> str:
    """The item that a turned card stands for; empty where there are none."""
    found = edition.data.items
    color = edition.color_of[card] if 0 <= card < edition.size else len(found)
    return _(ITEMS[found[color]]) if color < len(found) else ""


def answers(rules: Ruleset, view: View, name: Naming, card: int) -> str:
    """What playing `card` does to the penalty that waits for me, as a phrase that begins with a name."""
    edition, attacker = rules.edition, name(view.attacker)
    face = edition.face_of[edition.symbol_of[card]]
    if face.effect == "star":
        return _("{who} draws {number} instead").format(who=attacker, number=view.pending)
    if face.effect == "reverse":
        return _faces(name(following(view, -view.direction)), view.pending)
    if face.effect == "skip":
        return _faces(name(following(view, view.direction)), view.pending)
    return _faces(name(following(view, view.direction)), view.pending + face.draws)


def judged_by(view: View, colors: Sequence[str], shape: str = "") -> str:
    """The color that was in force before a Draw Four: what a challenge is about; empty where there is none.

    Args:
        shape: how a face draws it, as `Y●`; it stands before the word.
    """
    if not view.can_challenge or view.before == NOBODY:
        return ""
    color = f"{shape} {color_name(view.before, colors)}".lstrip()
    # Translators: {color} is the color in force before a Draw Four was played, alone as in a table.
    return _("Color before it: {color}.").format(color=color)


def _faces(who: str, cards: int) -> str:
    # Translators: a penalty of so many cards waits for {who} now.
    return _("{who} faces {cards}").format(who=who, cards=count(cards))


def following(view: View, direction: int) -> int:
    """Who comes after the seat to act in a direction of play."""
    seats = [seat for seat in view.seats if seat not in view.left or seat == view.to_act]
    place = seats.index(view.to_act)
    return seats[(place + (1 if direction >= 0 else -1)) % len(seats)]


def bluffs(rules: Ruleset, view: View, card: int) -> str:
    """A warning when this Draw Four would be a bluff that can be challenged; empty when it would not."""
    if view.phase is Phase.ANSWER or not playbook(rules).actions[rules.edition.symbol_of[card]].challenge:
        return ""
    if not has_match(rules.edition, view.hand, view.color, rules.wilds_match, card):
        return ""
    color_of = rules.edition.color_of
    wild = all(color_of[other] != view.color for other in view.hand)
    if wild:
        return _("A bluff: you hold another wild. If challenged, you draw 4.")
    color = color_name(view.color, rules.edition.colors)
    return _("A bluff: you hold a {color} card. If challenged, you draw 4.").format(color=color)
