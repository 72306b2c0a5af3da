"""Rule sets of all kinds, made at random: what the property tests play by."""

from __future__ import annotations

import random
from typing import Any

from uno_lan.engine import MODES, SWITCHES, RulesError, Ruleset, load_edition

WRITTEN = (
    "",
    "draw_to_color",
    "others_drop_wilds",
    "punish_3",
    "extra_turn",
    "set_hand_7",
    "text: sing a song",
    "next draws 3",
    "everyone else draws 1 then I play again",
    "next draws until red",
    "swap hands with a chosen player",
    "reverse",
    "skip 2",
    "all pass hands left",
    "chosen discards wilds",
    "everyone discards 1, then next draws until a chosen color",
    "I discard wilds, then shuffle hands",
    "reverse, next draws 2, all pass hands on, everyone goes to 3",
    "previous discards 4 then chosen draws 1 then swap hands with next then I play again",
    "shuffle hands then everyone discards wilds",
)
LEFT_ALONE = ("uno_grace_ms", "turn_timer", "target_score", "rounds_n")
"""Switches that change nothing in a round, or that a test sets itself."""


def random_rules(rng: random.Random, edition: str, players: int, rate: float = 0.15, **fixed: Any) -> Ruleset:
    """Valid rules of an edition for so many players; each switch is changed with this rate."""
    while True:
        switches: dict[str, Any] = {"uno_grace_ms": rng.choice((0, 0, 1500))}
        for switch in SWITCHES:
            if switch.key in LEFT_ALONE or rng.random() >= rate or not switch.fits(load_edition(edition)):
                continue
            values = switch.values or tuple(range(switch.least, switch.most + 1))
            switches[switch.key] = rng.choice(values)
        copies = load_edition(edition).customizable
        custom = [rng.choice(WRITTEN) for _ in range(rng.randint(0, copies))]
        mode = "penalty_500" if switches.get("elimination") else rng.choice(MODES)
        try:
            rules = Ruleset.make(edition, mode, custom, **{**switches, **fixed})
            rules.check_players(players)
        except RulesError:
            continue
        return rules
