"""The rules of a table in a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from uno_lan.engine.deck import CUSTOMIZABLE
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.switches import SWITCHES, Switch, value_text
from uno_lan.languages import N_, _, p_

from .cards import written
from .small import card_name, count, headed, listed

TOLD: Final = {"target_score", "rounds_n", "turn_timer", "hand_size_n", "wilds_match_wd4", "uno_grace_ms"}
"""House rules that have a line of their own, or need none."""

IN_FORCE: Final[Mapping[tuple[str, str], str]] = {
    ("stack_cross", "up"): N_("A Wild Draw Four may go on a stack of Draw Twos."),
    ("stack_cross", "both"): N_(
        "A Wild Draw Four may go on a stack of Draw Twos, and a Draw Two of the named color on a Wild Draw "
        "Four."
    ),
    ("deflect", "any"): N_(
        "Whom a draw card is aimed at may answer with a Reverse, which turns it back, or a Skip, which moves "
        "it on."
    ),
    ("deflect", "color"): N_(
        "Whom a draw card is aimed at may answer with a Reverse of the active color, which turns it back, or "
        "such a Skip, which moves it on."
    ),
    ("no_special_finish", "wilds"): N_("The last card may not be a wild."),
    ("no_special_finish", "wilds_and_draws"): N_("The last card may not be a wild or a Draw Two."),
    ("elimination", "True"): N_("Who reaches the target is out of the game; the last one left wins."),
    ("force_last", "resolve"): N_("It does its work first."),
    ("box_last", "resolve"): N_("The item comes first, and only an empty hand wins."),
    ("shuffle_last", "resolve"): N_("The hands are dealt anew, and only an empty hand wins."),
}
"""A rule and its value in force -> what holds, without the names of other values and of settings."""

MODES: Final[Mapping[str, tuple[str, str]]] = {
    "race_500": (N_("Race to {target}"), N_("The winner of a round collects the points of all other hands.")),
    "single_hand": (N_("Single hand"), N_("The first player out wins the game.")),
    "agreed_hands": (N_("{rounds} hands"), N_("After {rounds} hands the highest total wins.")),
    "penalty_500": (
        N_("Penalty to {target}"),
        N_("Everybody adds up the cards left over; the lowest total wins."),
    ),
    "penalty_rounds": (
        N_("{rounds} penalty rounds"),
        N_("After {rounds} rounds the lowest total wins."),
    ),
}


def mode_title(mode: str, target: int = 500, rounds: int = 3) -> str:
    """`Race to 500`."""
    return _(MODES.get(mode, (mode, ""))[0]).format(target=target, rounds=rounds)


def mode_sentence(mode: str, target: int = 500, rounds: int = 3) -> str:
    """What the mode means."""
    return _(MODES.get(mode, ("", ""))[1]).format(target=target, rounds=rounds)


def rule_lines(mode: str, target: int, rules: Mapping[str, object]) -> list[str]:
    """The rules in force in a few sentences."""
    rounds = number(rules, "rounds_n", 3)
    lines = [headed(mode_title(mode, target, rounds), mode_sentence(mode, target, rounds))]
    timer = number(rules, "turn_timer", 0)
    clock = _("Turn clock: {seconds}.").format(seconds=count(timer, "second"))
    lines.append(clock if timer else _("No turn clock."))
    hand = number(rules, "hand_size_n", 7)
    if hand != 7:
        # Translators: {cards} is how many: 5 cards.
        lines.append(_("{cards} each instead of 7.").format(cards=count(hand)))
    wilds = rules.get("wilds_match_wd4")
    if wilds is not None:
        if wilds:
            lines.append(_("Wilds count as a match for a Draw Four."))
        else:
            lines.append(_("Wilds are no match for a Draw Four."))
    return lines + house_lines(rules)


def house_lines(rules: Mapping[str, object]) -> list[str]:
    """A sentence for each other house rule that is not as published."""
    lines = []
    for switch in SWITCHES:
        value = rules.get(switch.key, switch.default)
        if switch.key in TOLD or value == switch.default:
            continue
        if said := IN_FORCE.get((switch.key, str(value))):
            lines.append(headed(_(switch.name), _(said)))
            continue
        chosen = ""
        if value is not True:
            unit = f" {unit_word(switch.unit)}" if switch.unit else ""
            chosen = f" ({value_word(value)}{unit})"
        lines.append(headed(f"{_(switch.name)}{chosen}", _(switch.sentence)))
    return lines


def changed_rules(rules: Mapping[str, object]) -> list[Switch]:
    """House rules that are not as published: the same ones wherever they are named or counted."""
    return [switch for switch in SWITCHES if rules.get(switch.key, switch.default) != switch.default]


def value_word(value: object) -> str:
    """The value of a house rule as it is read: numbers and unknown ones as they are typed."""
    match value_text(value):
        case "off":
            return p_("value of a house rule", "off")
        case "up":
            return p_("value of a house rule", "up")
        case "both":
            return p_("value of a house rule", "both")
        case "any":
            return p_("value of a house rule", "any")
        case "color":
            return p_("value of a house rule", "color")
        case "wilds":
            return p_("value of a house rule", "wilds")
        case "wilds_and_draws":
            return p_("value of a house rule", "wilds_and_draws")
        case "win":
            return p_("value of a house rule", "win")
        case "resolve":
            return p_("value of a house rule", "resolve")
        case "true":
            return p_("value of a house rule", "true")
        case "false":
            return p_("value of a house rule", "false")
        case "unset":
            return p_("value of a house rule", "unset")
        case text:
            return text


def unit_word(unit: str) -> str:
    """The unit of a house rule behind its number."""
    match unit:
        case "cards":
            return _("cards")
        case "points":
            return _("points")
        case "rounds":
            return _("rounds")
        case _other:
            return unit


def written_lines(rules: Ruleset) -> list[str]:
    """What is written on the customizable cards, in plain words; one line for cards that say the same."""
    cards: dict[str, list[str]] = {}
    for uid, face in enumerate(rules.edition.symbol_of):
        if face == CUSTOMIZABLE:
            cards.setdefault(written(rules, uid), []).append(card_name(rules.edition, uid))
    return [headed(listed(list(dict.fromkeys(names))), text) for text, names in cards.items()]


def number(rules: Mapping[str, object], key: str, default: int) -> int:
    """A number among the rules."""
    value = rules.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
