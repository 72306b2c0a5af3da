"""Sentences: what happened, what is asked, why something was refused, in words for people.

The TUI and the plain client say the same things because they take them from here. Pure text: no screen, no
network, no state.
"""

from __future__ import annotations

from .asking import prompt
from .coming import people
from .refusals import (
    CHOICES,
    DISPUTED,
    NOT_PASSED_ON,
    OBJECTIONS,
    REFUSALS,
    TROUBLE,
    mismatch,
    objection,
    refusal,
    trouble,
)
from .rules import MODES, mode_sentence, mode_title, number, rule_lines
from .small import (
    COLORS,
    SYMBOLS,
    WILD,
    Faces,
    Naming,
    capital,
    card_name,
    color_name,
    count,
    direction_name,
    listed,
)
from .telling import DRAW_REASONS, ENDINGS, SHUFFLES, Said, tell, time_up

__all__ = [
    "CHOICES",
    "COLORS",
    "DISPUTED",
    "DRAW_REASONS",
    "ENDINGS",
    "MODES",
    "NOT_PASSED_ON",
    "OBJECTIONS",
    "REFUSALS",
    "SHUFFLES",
    "SYMBOLS",
    "TROUBLE",
    "WILD",
    "Faces",
    "Naming",
    "Said",
    "capital",
    "card_name",
    "color_name",
    "count",
    "direction_name",
    "listed",
    "mismatch",
    "mode_sentence",
    "mode_title",
    "number",
    "objection",
    "people",
    "prompt",
    "refusal",
    "rule_lines",
    "tell",
    "time_up",
    "trouble",
]
