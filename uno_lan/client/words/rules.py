"""The rules of a table in a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from uno_lan.engine.deck import CUSTOMIZABLE
from uno_lan.engine.rules import Ruleset
from uno_lan.engine.switches import SWITCHES, value_text

from .cards import written
from .small import card_name, count, listed

TOLD: Final = {"target_score", "rounds_n", "turn_timer", "hand_size_n", "wilds_match_wd4", "uno_grace_ms"}
"""House rules that have a line of their own, or need none."""

MODES: Final[Mapping[str, tuple[str, str]]] = {
    "race_500": ("Race to {target}", "The winner of a round collects the points of all other hands."),
    "single_hand": ("Single hand", "The first player out wins the game."),
    "agreed_hands": ("{rounds} hands", "After {rounds} hands the highest total wins."),
    "penalty_500": (
        "Penalty to {target}",
        "Everybody adds up the cards left over; the lowest total wins.",
    ),
    "penalty_rounds": (
        "{rounds} penalty rounds",
        "After {rounds} rounds the lowest total wins.",
    ),
}


def mode_title(mode: str, target: int = 500, rounds: int = 3) -> str:
    """`Race to 500`."""
    return MODES.get(mode, (mode, ""))[0].format(target=target, rounds=rounds)


def mode_sentence(mode: str, target: int = 500, rounds: int = 3) -> str:
    """What the mode means."""
    return MODES.get(mode, ("", ""))[1].format(target=target, rounds=rounds)


def rule_lines(mode: str, target: int, rules: Mapping[str, object]) -> list[str]:
    """The rules in force in a few sentences."""
    rounds = number(rules, "rounds_n", 3)
    lines = [f"{mode_title(mode, target, rounds)}: {mode_sentence(mode, target, rounds)}"]
    timer = number(rules, "turn_timer", 0)
    lines.append(f"Turn clock: {timer} s." if timer else "No turn clock.")
    hand = number(rules, "hand_size_n", 7)
    if hand != 7:
        lines.append(f"{count(hand)} each instead of 7.")
    wilds = rules.get("wilds_match_wd4")
    if wilds is not None:
        lines.append(f"Wilds {'count as a' if wilds else 'are no'} match for a Draw Four.")
    return lines + house_lines(rules)


def house_lines(rules: Mapping[str, object]) -> list[str]:
    """A sentence for each other house rule that is not as published."""
    lines = []
    for switch in SWITCHES:
        value = rules.get(switch.key, switch.default)
        if switch.key in TOLD or value == switch.default:
            continue
        chosen = "" if value is True else f" ({value_text(value)}{' ' + switch.unit if switch.unit else ''})"
        lines.append(f"{switch.name}{chosen}: {switch.sentence}")
    return lines


def written_lines(rules: Ruleset) -> list[str]:
    """What is written on the customizable cards, in plain words; one line for cards that say the same."""
    cards: dict[str, list[str]] = {}
    for uid, face in enumerate(rules.edition.symbol_of):
        if face == CUSTOMIZABLE:
            cards.setdefault(written(rules, uid), []).append(card_name(rules.edition, uid))
    return [f"{listed(list(dict.fromkeys(names)))}: {text}" for text, names in cards.items()]


def number(rules: Mapping[str, object], key: str, default: int) -> int:
    """A number among the rules."""
    value = rules.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
