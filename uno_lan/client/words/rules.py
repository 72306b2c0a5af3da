"""The rules of a table in a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .small import count

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
    return lines


def number(rules: Mapping[str, object], key: str, default: int) -> int:
    """A number among the rules."""
    value = rules.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
