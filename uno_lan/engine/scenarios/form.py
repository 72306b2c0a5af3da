"""What may stand in a scenario file, as types; `docs/notation.md` explains every key.

Reading checks shape only: keys, types, and which keys go together. Whether the cards add up is the business
of `setup.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ..toml import TomlError, parse_toml

DRAW_FOR_DEALER = "draw"
"""`dealer = "draw"`: the round begins with the draw for dealer."""


class ScenarioError(ValueError):
    """The file is no scenario; the message is one line that says what is wrong and where."""


class StepForm(Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[step]]`."""

    seat: str
    do: str
    refused: bool | str = False
    """True: by any reason; a code: by this one; False: it is accepted."""
    after_ms: int = 0
    """Time that passes before it."""


class ExpectForm(Struct, frozen=True, forbid_unknown_fields=True):
    """`[expect]`; only what is written is compared."""

    to_act: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    color: str | UnsetType = UNSET
    dir: int | UnsetType = UNSET
    top: str | UnsetType = UNSET
    discard: list[str] | UnsetType = UNSET
    hands: dict[str, str] | UnsetType = UNSET
    sizes: dict[str, int] | UnsetType = UNSET
    pile_size: int | UnsetType = UNSET
    discard_size: int | UnsetType = UNSET
    drew: dict[str, int] | UnsetType = UNSET
    shown: list[tuple[str, str]] | UnsetType = UNSET
    called: list[str] | UnsetType = UNSET
    owes_uno: list[str] | UnsetType = UNSET
    pending: int | UnsetType = UNSET
    left: list[str] | UnsetType = UNSET
    dealer: str | UnsetType = UNSET
    next_dealer: str | UnsetType = UNSET
    winner: str | UnsetType = UNSET
    winners: list[str] | UnsetType = UNSET
    points: dict[str, int] | UnsetType = UNSET
    scores: dict[str, int] | UnsetType = UNSET
    over: str | UnsetType = UNSET


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file: a position or the start of a round, the steps, and what must be true."""

    name: str
    edition: str
    seats: list[str]
    """Names, clockwise."""
    mode: str | None = None
    rules: dict[str, Any] = {}
    dealer: str | UnsetType = UNSET
    scores: dict[str, int] = {}
    round: int = 1
    """The how many-th of the rounds that count for `rounds_n`."""
    custom: dict[str, str] = {}
    # A position in the middle of a round ...
    dir: int | UnsetType = UNSET
    top: str | UnsetType = UNSET
    discard: list[str] | UnsetType = UNSET
    color: str | UnsetType = UNSET
    hands: dict[str, str] | UnsetType = UNSET
    pile: str | UnsetType = UNSET
    pile_only: bool | UnsetType = UNSET
    to_act: str | UnsetType = UNSET
    called: list[str] | UnsetType = UNSET
    owes_uno: list[str] | UnsetType = UNSET
    # ... or the start of one.
    begin: bool = False
    deck: str | UnsetType = UNSET
    dealer_deck: str | UnsetType = UNSET
    # Answers to shuffles.
    reshuffle: list[str] = []
    rehand: list[str] = []
    step: list[StepForm] = []
    expect: ExpectForm = ExpectForm()


POSITION_KEYS = (
    "dir",
    "top",
    "discard",
    "color",
    "hands",
    "pile",
    "pile_only",
    "to_act",
    "called",
    "owes_uno",
)
"""Keys that set a position and so do not go with `begin`."""


def parse_scenario(text: str) -> Scenario:
    """Read the text of a scenario file.

    Raises:
        ScenarioError: no TOML, or no scenario.
    """
    try:
        return load_scenario(parse_toml(text))
    except TomlError as error:
        raise ScenarioError(str(error)) from None


def load_scenario(data: Mapping[str, Any]) -> Scenario:
    """The scenario that parsed TOML describes.

    Raises:
        ScenarioError: unknown or missing keys, values of the wrong kind, keys that do not go together.
    """
    try:
        scenario = msgspec.convert(dict(data), Scenario)
    except msgspec.ValidationError as error:
        raise ScenarioError(_where(str(error))) from None
    _check_names(scenario.seats)
    _check_keys(scenario)
    return scenario


def _check_names(names: list[str]) -> None:
    """Names must tell the seats apart; a single letter means its place wherever seats are written."""
    if len({name.casefold() for name in names}) != len(names):
        raise ScenarioError("seats: two have the same name")
    for place, name in enumerate(names):
        if not name.strip() or "@" in name:
            raise ScenarioError(f"seats: {name!r} is no name")
        if len(name) == 1 and name.upper() in "ABCDEFGHIJ" and name.upper() != "ABCDEFGHIJ"[place]:
            raise ScenarioError(f"seats: a single letter names its place, and {name} does not stand there")


def _check_keys(scenario: Scenario) -> None:
    def has(key: str) -> bool:
        return getattr(scenario, key) is not UNSET

    if scenario.begin:
        extra = [key for key in POSITION_KEYS if has(key)]
        if extra:
            raise ScenarioError(f"{extra[0]}: does not go with begin = true, which deals from the deck")
    else:
        for key in ("deck", "dealer_deck"):
            if has(key):
                raise ScenarioError(f"{key}: only with begin = true")
        if scenario.dealer == DRAW_FOR_DEALER:
            raise ScenarioError('dealer: "draw" only with begin = true')
        if not has("hands"):
            raise ScenarioError("hands: missing (or begin = true)")
        if has("top") == has("discard"):
            raise ScenarioError("top: give either top or discard")
    if has("dealer_deck") and scenario.dealer != DRAW_FOR_DEALER:
        raise ScenarioError('dealer_deck: only with dealer = "draw"')
    if has("dir") and scenario.dir not in (1, -1):
        raise ScenarioError(f"dir: 1 or -1, not {scenario.dir}")
    if scenario.round < 1:
        raise ScenarioError(f"round: counts from 1, not {scenario.round}")
    for number, step in enumerate(scenario.step, start=1):
        if step.after_ms < 0:
            raise ScenarioError(f"step {number}: after_ms: time does not run backwards")


def _where(message: str) -> str:
    """Turn "what - at `$.step[0].seat`" into "step 1: seat: what"."""
    what, _, path = message.partition(" - at `")
    path = path.rstrip("`").removeprefix("$").replace("[...]", "")
    path = re.sub(r"\[(\d+)\]", lambda index: f" {int(index[1]) + 1}", path)
    places = [place for place in path.split(".") if place]
    return ": ".join([*places, what[:1].lower() + what[1:]])
