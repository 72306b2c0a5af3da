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
from .deck import DataError, Edition
from .edition import (
    edition_from_plain,
    edition_ids,
    folder_editions,
    load_edition,
    open_edition,
    read_edition,
)
from .events import Event
from .faces import MODES, SYMBOLS, RulesError
from .fitting import Fit, card_fits, fitting, has_match
from .game import Game, RoundScore
from .house import (
    PRESETS,
    SWITCHES,
    HouseRules,
    Preset,
    Switch,
    find_preset,
    find_switch,
    parse_switch,
)
from .legality import enumerate_commands, find_legal, why_not
from .oracle import ClaimError, Oracle
from .phases import Phase
from .plain import HOST_KINDS, PLAYER_KINDS, command_from_plain, command_to_plain
from .refused import REASONS, Refused
from .round import Round
from .rules import Ruleset
from .seeing import dress, fold, view
from .truth import Truth, drawn_card
from .views import Legal, View
from .written import READY, WrittenRule, read_rule

__all__ = [
    "HOST_KINDS",
    "MODES",
    "NOBODY",
    "PLAYER_KINDS",
    "PRESETS",
    "READY",
    "REASONS",
    "SWITCHES",
    "SYMBOLS",
    "Accept",
    "Begin",
    "Catch",
    "Challenge",
    "ClaimError",
    "Color",
    "Command",
    "DataError",
    "Discard",
    "Draw",
    "Edition",
    "Event",
    "Fit",
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
    "Preset",
    "Refused",
    "Round",
    "RoundScore",
    "RulesError",
    "Ruleset",
    "Shuffled",
    "Switch",
    "Target",
    "Timeout",
    "Truth",
    "Uno",
    "View",
    "WrittenRule",
    "card_fits",
    "command_from_plain",
    "command_to_plain",
    "drawn_card",
    "dress",
    "edition_from_plain",
    "edition_ids",
    "enumerate_commands",
    "find_legal",
    "find_preset",
    "find_switch",
    "fitting",
    "fold",
    "folder_editions",
    "has_match",
    "load_edition",
    "open_edition",
    "parse_switch",
    "read_edition",
    "read_rule",
    "view",
    "why_not",
]
