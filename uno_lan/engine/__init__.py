"""The rules of the game, pure: no network, no time, no chance, no text for people.

`Round` is one round, `Game` counts rounds, `Ruleset` says by which rules. See `round.py` for how it works.
"""

from .commands import (
    NOBODY,
    Accept,
    Begin,
    Catch,
    Challenge,
    Color,
    Command,
    Discard,
    Draw,
    Jump,
    Keep,
    Leave,
    Pass,
    Play,
    Shuffled,
    Target,
    Timeout,
    Uno,
)
from .edition import SYMBOLS, Edition, RulesError, edition_ids, load_edition, read_edition
from .events import Event
from .game import Game, RoundScore
from .oracle import Oracle
from .phases import Phase
from .refused import REASONS, Refused
from .round import Round
from .rules import MODES, HouseRules, Ruleset, parse_switch
from .truth import Truth
from .views import Legal, View

__all__ = [
    "MODES",
    "NOBODY",
    "REASONS",
    "SYMBOLS",
    "Accept",
    "Begin",
    "Catch",
    "Challenge",
    "Color",
    "Command",
    "Discard",
    "Draw",
    "Edition",
    "Event",
    "Game",
    "HouseRules",
    "Jump",
    "Keep",
    "Leave",
    "Legal",
    "Oracle",
    "Pass",
    "Phase",
    "Play",
    "Refused",
    "Round",
    "RoundScore",
    "RulesError",
    "Ruleset",
    "Shuffled",
    "Target",
    "Timeout",
    "Truth",
    "Uno",
    "View",
    "edition_ids",
    "load_edition",
    "parse_switch",
    "read_edition",
]
