"""Own keys: what can be given another key, what is taken, and which of a person's choices can be followed.

The names are the ids of the bindings. Two things of one screen never share a key; some keys are nobody's to
give away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from textual.binding import Binding, BindingType

from uno_lan.languages import N_, _

RESERVED: Final = {"escape", "tab", "shift+tab", "ctrl+q", "ctrl+c", "ctrl+p", "up", "down", "left", "right"}
"""Keys that mean the same everywhere."""
CARD_KEYS: Final = {*"rygbow", *"0123456789"}
"""At the table these name cards."""
GROUPS: Final[Mapping[str, str]] = {
    "app": N_("Everywhere"),
    "lobby": N_("Lobby"),
    "waiting": N_("Waiting room"),
    "table": N_("Table"),
    "result": N_("Round over"),
}
"""Screens by the first part of a binding's id, marked for translation."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something a key does."""

    id: str
    name: str
    """Marked for translation."""
    keys: tuple[str, ...]
    """Its usual keys."""

    @property
    def group(self) -> str:
        """The screen it belongs to."""
        return self.id.partition(".")[0]


@cache
def acts() -> Mapping[str, Act]:
    """Everything that can be given another key, by id, in the order of the screens."""
    found: dict[str, Act] = {}
    for bindings in _bindings():
        for binding in bindings:
            if not isinstance(binding, Binding) or not binding.id or not binding.description:
                continue
            keys = tuple(key.strip() for key in binding.key.split(","))
            act = Act(binding.id, binding.description, keys)
            if act.group in GROUPS and not set(keys) <= RESERVED:
                found.setdefault(act.id, act)
    return {act.id: act for group in GROUPS for act in found.values() if act.group == group}


def _bindings() -> Iterator[list[BindingType]]:
    from .app import UnoApp
    from .screens.lobby import LobbyScreen
    from .screens.round_over import ResultScreen
    from .screens.table import TableScreen
    from .screens.waiting import WaitingScreen

    for owner in (UnoApp, LobbyScreen, WaitingScreen, TableScreen, ResultScreen):
        yield owner.BINDINGS


def keys_of(id: str, own: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of something, with a person's own choices."""
    return tuple(own[id].split(",")) if id in own else acts()[id].keys


def problem(id: str, key: str, own: Mapping[str, str]) -> str:
    """Why something cannot have this key, as a sentence; empty when it can."""
    if id not in acts():
        return _("There is nothing called {name}.").format(name=id[:40])
    if key in RESERVED:
        return _("{key} means the same everywhere.").format(key=key)
    group = acts()[id].group
    if group == "table" and key in CARD_KEYS:
        return _("{key} names cards at the table.").format(key=key)
    for other in acts().values():
        meets = group in ("app", other.group) or other.group == "app"
        if other.id != id and meets and key in keys_of(other.id, own):
            return _("{key} is taken: {name} ({group}).").format(
                key=key, name=_(other.name), group=_(GROUPS[other.group])
            )
    return ""


def usable(own: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The choices that can be followed, and why the others cannot."""
    good: dict[str, str] = {}
    wrong = []
    for id, keys in own.items():
        words = [key.strip() for key in keys.split(",") if key.strip()]
        others = {name: text for name, text in own.items() if name in acts() and name != id}
        why = next(filter(None, (problem(id, key, others) for key in words)), "")
        if why or not words:
            wrong.append(why or _("{name} has no key.").format(name=id[:40]))
        else:
            good[id] = ",".join(words)
    return good, wrong
