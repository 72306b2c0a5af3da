"""The rules of the game, pure: no network, no time, no chance, no text for people.

`Round` is one round, `Game` counts rounds, `Ruleset` says by which rules. See `round.py` for how it works.
"""

from .claims import ClaimError, ClaimReader, ClaimWriter
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
from .legality import enumerate_commands, find_legal, legal, why_not
from .oracle import Oracle
from .phases import Phase
from .plain import HOST_KINDS, PLAYER_KINDS, command_from_plain, command_to_plain
from .refused import REASONS, Refused
from .round import Round
from .rules import BOUNDS, MODES, HouseRules, Ruleset, parse_switch
from .seeing import dress, fold, view
from .truth import Truth, drawn_card
from .views import Legal, View

__all__ = [
    "BOUNDS",
    "HOST_KINDS",
    "MODES",
    "NOBODY",
    "PLAYER_KINDS",
    "REASONS",
    "SYMBOLS",
    "Accept",
    "Begin",
    "Catch",
    "Challenge",
    "ClaimError",
    "ClaimReader",
    "ClaimWriter",
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
    "command_from_plain",
    "command_to_plain",
    "drawn_card",
    "dress",
    "edition_ids",
    "enumerate_commands",
    "find_legal",
    "fold",
    "legal",
    "load_edition",
    "parse_switch",
    "read_edition",
    "view",
    "why_not",
]
