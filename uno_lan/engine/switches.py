"""The house rules, described: `SWITCHES` says what each is called, does and may be; `PRESETS` groups some.

One table for command line help, the host's screen, the rule book and the checks in `house.py`. What each rule
means exactly is in `docs/rules.md` D2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from .deck import Edition
from .sentence import worded

Value: TypeAlias = bool | int | str | None


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The switches of a table. Defaults are the published rules; `SWITCHES` describes each."""

    target_score: int = 500
    rounds_n: int = 3
    turn_timer: int = 0
    uno_grace_ms: int = 1500
    wilds_match_wd4: bool | None = None
    hand_size_n: int = 7
    decks_n: int = 1
    stack_d2: bool = False
    stack_d4: bool = False
    stack_cross: Literal["off", "up", "both"] = "off"
    deflect: Literal["off", "any", "color"] = "off"
    seven_zero: bool = False
    jump_in: bool = False
    draw_to_match: bool = False
    must_play: bool = False
    must_play_drawn: bool = False
    no_bluff: bool = False
    no_challenge: bool = False
    multi_play: bool = False
    no_special_finish: Literal["off", "wilds", "wilds_and_draws"] = "off"
    uno_penalty_n: int = 2
    false_catch: bool = False
    auto_uno: bool = False
    team: bool = False
    elimination: bool = False
    shuffle_last: Literal["win", "resolve"] = "win"
    box_last: Literal["win", "resolve"] = "win"
    force_last: Literal["win", "resolve"] = "win"


class Switch(NamedTuple):
    """One house rule, described for people."""

    key: str
    name: str
    sentence: str
    """What it changes, as one sentence."""
    group: str
    """`cards`, `turn`, `uno`, `game` or `table`: where a screen lists it."""
    sections: tuple[str, ...]
    """Sections of `docs/rules.md` that read differently with it."""
    values: tuple[Value, ...] = (False, True)
    """All values it can have, the default one among them; empty for a number with bounds."""
    least: int = 0
    most: int = 0
    off: bool = False
    """May a number also be 0, which turns it off?"""
    unit: str = ""
    """Unit of a number: `s`, `ms`, `cards`, `points`, `rounds`."""
    effect: str = ""
    """Only for editions with a card of this effect."""

    @property
    def default(self) -> Value:
        """The value of the published rules."""
        value: Value = getattr(DEFAULTS, self.key)
        return value

    @property
    def is_number(self) -> bool:
        """Is it a number between `least` and `most` (or 0, if `off`)?"""
        return not self.values

    @property
    def allowed(self) -> str:
        """The values it can have, in words."""
        if self.is_number:
            if self.off:
                return worded("0 (off) or {least} to {most}", least=self.least, most=self.most)
            return worded("{least} to {most}", least=self.least, most=self.most)
        return ", ".join(map(value_text, self.values))

    def allows(self, value: Value) -> bool:
        """May it have this value?"""
        if self.is_number:
            number = isinstance(value, int) and not isinstance(value, bool)
            return number and ((self.off and value == 0) or self.least <= int(value or 0) <= self.most)
        return any(
            value is allowed or (value == allowed and type(value) is type(allowed)) for allowed in self.values
        )

    def fits(self, edition: Edition) -> bool:
        """Has the edition the cards that this is about?"""
        return not self.effect or edition.has_effect(self.effect)


def value_text(value: object) -> str:
    """A value as people write it."""
    if value is None:
        return "unset"
    return str(value).lower() if isinstance(value, bool) else str(value)


DEFAULTS: Final = HouseRules()

THREE: Final = {
    "stack_cross": ("off", "up", "both"),
    "deflect": ("off", "any", "color"),
    "no_special_finish": ("off", "wilds", "wilds_and_draws"),
}
LAST: Final = ("win", "resolve")

SWITCHES: Final[tuple[Switch, ...]] = (
    Switch(
        "stack_d2",
        "Stack Draw Twos",
        "A Draw Two may be answered with a Draw Two; the next player then faces the sum.",
        "cards",
        ("A6", "A13"),
    ),
    Switch(
        "stack_d4",
        "Stack Draw Fours",
        "A Wild Draw Four may be answered with a Wild Draw Four, which gives up the challenge.",
        "cards",
        ("A8", "A13"),
    ),
    Switch(
        "stack_cross",
        "Mix stacks",
        "up: a Wild Draw Four may go on a stack of Draw Twos; "
        "both: also a Draw Two of the named color on a Draw Four.",
        "cards",
        ("A6", "A8"),
        THREE["stack_cross"],
    ),
    Switch(
        "deflect",
        "Deflect draw cards",
        "Whom a draw card is aimed at may answer with a Reverse (it turns back) or a Skip (it moves on); "
        "color: only one of the active color.",
        "cards",
        ("A6", "A8", "A13"),
        THREE["deflect"],
    ),
    Switch(
        "seven_zero",
        "Seven swaps, zero passes",
        "Who plays a 7 swaps hands with another player; with a 0 all hands move one seat on.",
        "cards",
        ("A5", "A10"),
    ),
    Switch(
        "no_bluff",
        "No bluffing",
        "A Wild Draw Four is refused while a card of the active color is in hand; nobody can challenge.",
        "cards",
        ("A8",),
    ),
    Switch(
        "no_challenge",
        "No challenge",
        "A Wild Draw Four may always be played and cannot be challenged.",
        "cards",
        ("A8",),
    ),
    Switch(
        "wilds_match_wd4",
        "Wilds count against a Draw Four",
        "Does a wild in hand make a Wild Draw Four illegal? Unset: as the edition says.",
        "cards",
        ("A8",),
        (None, True, False),
    ),
    Switch(
        "force_last",
        "The Force as last card",
        "win: it wins at once; resolve: it does its work first.",
        "cards",
        ("A11",),
        LAST,
        effect="force",
    ),
    Switch(
        "box_last",
        "Item Box as last card",
        "win: it wins at once; resolve: the item comes first, and only an empty hand wins.",
        "cards",
        ("A11",),
        LAST,
        effect="item_box",
    ),
    Switch(
        "shuffle_last",
        "Shuffle Hands as last card",
        "win: it wins at once; resolve: the hands are dealt anew, and only an empty hand wins.",
        "cards",
        ("A11",),
        LAST,
        effect="shuffle_hands",
    ),
    Switch(
        "jump_in",
        "Jump in",
        "Who holds the very card on top may play it out of turn; play goes on from there.",
        "turn",
        ("A5", "A13"),
    ),
    Switch(
        "draw_to_match",
        "Draw until it fits",
        "Who draws goes on drawing until a card can be played.",
        "turn",
        ("A5",),
    ),
    Switch(
        "must_play",
        "Play if you can",
        "Nobody may draw or pass with a playable card in hand.",
        "turn",
        ("A5", "A12"),
    ),
    Switch(
        "must_play_drawn",
        "Play what you drew",
        "A drawn card that can be played may not be kept.",
        "turn",
        ("A5",),
    ),
    Switch(
        "multi_play",
        "Several equal numbers",
        "Several cards of one number may be played at once; the last one sets the color.",
        "turn",
        ("A5",),
    ),
    Switch(
        "no_special_finish",
        "No wild at the end",
        "The last card may not be a wild; wilds_and_draws: nor a Draw Two.",
        "turn",
        ("A5", "A11"),
        THREE["no_special_finish"],
    ),
    Switch(
        "uno_penalty_n",
        "Penalty for a missed call",
        "Cards that a player draws who is caught without having called UNO.",
        "uno",
        ("A10",),
        (2, 4, 6),
        unit="cards",
    ),
    Switch(
        "false_catch",
        "Penalty for a wrong catch",
        "Who points at a player who owes no call draws 2 cards.",
        "uno",
        ("A10",),
    ),
    Switch(
        "auto_uno",
        "UNO calls itself",
        "Every call is made by the program, so nobody can be caught.",
        "uno",
        ("A10",),
    ),
    Switch(
        "uno_grace_ms",
        "Time to catch",
        "How long the next turn waits while somebody can still be caught.",
        "uno",
        ("A10",),
        (),
        0,
        10_000,
        unit="ms",
    ),
    Switch(
        "target_score",
        "Target score",
        "The total that ends race_500 and penalty_500.",
        "game",
        ("A11",),
        (),
        50,
        5000,
        unit="points",
    ),
    Switch(
        "rounds_n",
        "Rounds",
        "The number of rounds of agreed_hands and penalty_rounds.",
        "game",
        ("A11",),
        (),
        1,
        50,
        unit="rounds",
    ),
    Switch(
        "team",
        "Teams",
        "Players opposite each other are partners; the first to go out wins for both.",
        "game",
        ("A11", "A14"),
    ),
    Switch(
        "elimination",
        "Elimination",
        "In penalty_500 who reaches the target is out of the game; the last one left wins.",
        "game",
        ("A11",),
    ),
    Switch(
        "decks_n",
        "Decks",
        "How many decks are shuffled together.",
        "table",
        ("A1",),
        (),
        1,
        4,
    ),
    Switch(
        "hand_size_n",
        "Cards at the start",
        "How many cards each player is dealt.",
        "table",
        ("A3",),
        (),
        2,
        15,
        unit="cards",
    ),
    Switch(
        "turn_timer",
        "Clock",
        "Seconds for each decision; then the game takes the simplest one. 0: no clock.",
        "table",
        ("A14",),
        (),
        5,
        600,
        off=True,
        unit="s",
    ),
)
"""All house rules in the order in which they are listed."""

SWITCH: Final[Mapping[str, Switch]] = {switch.key: switch for switch in SWITCHES}
"""The same by key."""


class Preset(NamedTuple):
    """Some switches under one name."""

    key: str
    name: str
    sentence: str
    switches: Mapping[str, Any]


PRESETS: Final[tuple[Preset, ...]] = (
    Preset("official", "Official", "The rules as they are published.", {}),
    Preset(
        "party",
        "Party",
        "Stacks, swaps and jumping in: loud and quick to turn.",
        {"stack_d2": True, "stack_d4": True, "seven_zero": True, "jump_in": True},
    ),
    Preset(
        "quick",
        "Quick",
        "Five cards, a clock, and 200 points are enough.",
        {"hand_size_n": 5, "turn_timer": 20, "target_score": 200, "must_play_drawn": True},
    ),
    Preset(
        "kids",
        "Kids",
        "No challenges and no missed calls.",
        {"hand_size_n": 5, "no_challenge": True, "auto_uno": True, "target_score": 200},
    ),
    Preset(
        "progressive",
        "Progressive",
        "Draw cards pile up: each may be answered with one of its kind.",
        {"stack_d2": True, "stack_d4": True},
    ),
)
"""Ready-made sets of switches; what is chosen besides goes on top."""

PRESET: Final[Mapping[str, Preset]] = {preset.key: preset for preset in PRESETS}
