"""Rules being put together by somebody who opens a table: edition, mode, a preset, and house rules on top.

Nothing is refused while it is edited: a draft may be impossible and says why, so that a screen can show it
at once. What comes out are the options of `uno-lan serve`, or a rule set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from uno_lan.engine import Ruleset
from uno_lan.engine.edition import Edition, RulesError
from uno_lan.engine.house import (
    PRESET,
    SWITCHES,
    HouseRules,
    Switch,
    Value,
    clashes,
    find_switch,
    make_house,
    playable_counts,
    player_clashes,
    value_text,
)
from uno_lan.languages import N_, _, n_, said

from .words.rules import value_word
from .words.small import listed

NO_PRESET: Final = "official"
GROUPS: Final[Mapping[str, str]] = {
    "cards": N_("Cards"),
    "turn": N_("The turn"),
    "uno": N_("UNO calls"),
    "game": N_("The game"),
    "table": N_("The table"),
}
"""Titles of the groups that house rules are listed in."""
WORDS: Final[Mapping[Value, str]] = {None: N_("as the edition says"), True: N_("on"), False: N_("off")}
STEPS: Final[Mapping[str, int]] = {"points": 50, "s": 5, "ms": 250}
"""By how much an arrow key changes a number of this unit."""
ONLY_IN: Final[Mapping[str, Sequence[str]]] = {
    "target_score": ("race_500", "penalty_500"),
    "rounds_n": ("agreed_hands", "penalty_rounds"),
}
"""Rules that only some games have, and those games."""
SPECIAL: Final = ("star", "force", "item_box", "customizable", "shuffle_hands")
"""Effects that only some editions have."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Rules as they stand so far."""

    edition: Edition
    mode: str
    preset: str = NO_PRESET
    own: Mapping[str, Value] = field(default_factory=dict)
    """What was chosen on top of the preset."""
    custom: tuple[str, ...] = ()
    """What is written on customizable cards."""

    @classmethod
    def of(cls, edition: Edition) -> Draft:
        """The published rules of an edition."""
        return cls(edition, edition.data.mode)

    @classmethod
    def of_rules(cls, rules: Ruleset) -> Draft:
        """The rules of a table, to be changed."""
        house = {switch.key: getattr(rules.house, switch.key) for switch in SWITCHES}
        own = {switch.key: house[switch.key] for switch in SWITCHES if house[switch.key] != switch.default}
        return cls(rules.edition, rules.mode, NO_PRESET, own, rules.custom)

    # Reading.

    def value(self, key: str) -> Value:
        """The value a rule has now."""
        switch = find_switch(key)
        return self.own.get(key, PRESET[self.preset].switches.get(key, switch.default))

    @property
    def switches(self) -> list[Switch]:
        """Rules this game asks for that the edition has cards for, and those changed all the same."""
        asked = [s for s in SWITCHES if self.means_something(s.key)]
        return [s for s in asked if s.fits(self.edition) or self.value(s.key) != s.default]

    def means_something(self, key: str) -> bool:
        """Does the game that is played ask for this rule? A single hand has neither a score nor rounds."""
        return key not in ONLY_IN or self.mode in ONLY_IN[key]

    @property
    def changed(self) -> list[Switch]:
        """Rules that are not as published."""
        return [switch for switch in SWITCHES if self.value(switch.key) != switch.default]

    @property
    def house(self) -> HouseRules:
        """The house rules.

        Raises:
            RulesError: a value that cannot be.
        """
        return make_house({switch.key: self.value(switch.key) for switch in self.changed})

    def problems(self, seats: int = 10, bots: int = 0) -> list[str]:
        """Why it cannot be played like this, one line each."""
        try:
            house = self.house
        except RulesError as error:
            return [said(error)]
        found = list(clashes(self.edition, self.mode, house))
        edition = self.edition.variant(house.decks_n, False)
        counts = range(max(2, bots + 1), seats + 1)
        if not playable_counts(edition, house, counts):
            found += list(player_clashes(edition, house, seats))[:1]
        return found

    def players(self, seats: int = 10) -> str:
        """With how many it can be played, when not with any number; else empty."""
        try:
            house = self.house
        except RulesError:
            return ""
        edition = self.edition.variant(house.decks_n, False)
        counts = playable_counts(edition, house, range(2, seats + 1))
        if not counts or len(counts) == seats - 1:
            return ""
        if list(counts) == list(range(counts[0], counts[-1] + 1)) and len(counts) > 2:
            return _("For {least} to {most} players.").format(least=counts[0], most=counts[-1])
        # Translators: {numbers} are several, as in 2, 4, 6.
        return _("For {numbers} players.").format(numbers=", ".join(map(str, counts)))

    # Changing.

    def with_edition(self, edition: Edition) -> Draft:
        """Another edition, in its own mode; house rules stay, except those it has no card for."""
        own = {key: value for key, value in self.own.items() if find_switch(key).fits(edition)}
        return replace(self, edition=edition, mode=edition.data.mode, own=own, custom=())

    def with_mode(self, mode: str) -> Draft:
        """Another mode."""
        return replace(self, mode=mode)

    def with_preset(self, preset: str) -> Draft:
        """A preset, and nothing on top of it."""
        return replace(self, preset=preset, own={})

    def with_value(self, key: str, value: Value) -> Draft:
        """Another value of a rule."""
        own = {**self.own, key: value}
        if value == PRESET[self.preset].switches.get(key, find_switch(key).default):
            del own[key]
        return replace(self, own=own)

    def stepped(self, key: str, step: int) -> Draft:
        """The next value of a rule, or the one before: round and round for words, to the end for numbers."""
        switch, value = find_switch(key), self.value(key)
        if switch.values:
            place = switch.values.index(value) if value in switch.values else 0
            return self.with_value(key, switch.values[(place + step) % len(switch.values)])
        return self.with_value(key, _stepped(switch, value if isinstance(value, int) else switch.least, step))

    # Out.

    def options(self) -> list[str]:
        """As options of `uno-lan serve`, without the edition."""
        out = [f"--mode={self.mode}"]
        if self.preset != NO_PRESET:
            out.append(f"--preset={self.preset}")
        out += [f"--rule={key}={value_text(value)}" for key, value in self.own.items()]
        return out + [f"--custom={text}" for text in self.custom]

    def rules(self) -> Ruleset:
        """The rule set.

        Raises:
            RulesError: it cannot be played.
        """
        switches = {switch.key: self.value(switch.key) for switch in self.changed}
        base = self.edition.variant(1, False)
        return Ruleset.make(base, self.mode, self.custom, **switches)


def _stepped(switch: Switch, value: int, step: int) -> int:
    """A number one step on, on round multiples of the step and within the bounds."""
    size = STEPS.get(switch.unit, 1)
    if switch.off and (value == 0 or value + step < switch.least):
        return switch.least if step > 0 else 0
    on = (value // size + 1) * size if step > 0 else (value - 1) // size * size
    return max(switch.least, min(switch.most, on))


def shown(switch: Switch, value: Value) -> str:
    """A value as a screen shows it: `on`, `7 cards`."""
    if switch.is_number and isinstance(value, int) and not isinstance(value, bool):
        if switch.off and value == 0:
            return _("off")
        return _counted(switch.unit, value)
    if isinstance(value, (bool, type(None))):
        return _(WORDS[value])
    if isinstance(value, int):
        return _counted(switch.unit, value)
    return value_word(value).replace("_", " ")


def _counted(unit: str, value: int) -> str:
    match unit:
        case "s":
            form = n_("{number} second", "{number} seconds", value)
        case "ms":
            form = n_("{number} millisecond", "{number} milliseconds", value)
        case "cards":
            form = n_("{number} card", "{number} cards", value)
        case "points":
            form = n_("{number} point", "{number} points", value)
        case "rounds":
            form = n_("{number} round", "{number} rounds", value)
        case _other:
            return f"{value} {unit.removesuffix('s') if value == 1 else unit}".rstrip()
    return form.format(number=value)


def allowed(switch: Switch) -> str:
    """What values there are, and which is the published one."""
    if switch.is_number:
        form = _("0 (off) or {least} to {most}") if switch.off else _("{least} to {most}")
        values = form.format(least=switch.least, most=switch.most)
    else:
        values = ", ".join(shown(switch, value) for value in switch.values)
    # Translators: the values a house rule can have, and that of the published rules.
    return _("{values}; published: {usual}").format(values=values, usual=shown(switch, switch.default))


def edition_sentence(edition: Edition) -> str:
    """What an edition is, in a sentence or two."""
    special = [_(face.name).removeprefix("Wild ") for face in edition.data.faces if face.effect in SPECIAL]
    if len(edition.colors) == 4:
        colors = ", ".join(map(_, edition.colors))
    else:
        colors = _("{number} colors").format(number=len(edition.colors))
    text = [_("{cards} cards in {colors}.").format(cards=edition.data.cards, colors=colors)]
    if special:
        text.append(_("Special: {names}.").format(names=listed(special)))
    least, most = edition.data.players
    if (least, most) != (2, 10):
        text.append(_("For {least} to {most} players.").format(least=least, most=most))
    return " ".join(text)
