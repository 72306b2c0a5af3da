"""The port for bots that people write: a function from what a seat sees to what it does.

Source: docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from uno_lan.engine import Command, Ruleset, View

from . import simple
from .table import Random

Choose: TypeAlias = Callable[[View, Ruleset, Random], Command]
React: TypeAlias = Callable[[View], Command | None]
Jump: TypeAlias = Callable[[View, Ruleset, Random], Command | None]


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat is played."""

    choose: Choose
    """The move of the seat that the round waits for."""
    react: React = simple.react
    """A call or a catch that is possible now, out of turn; None: nothing."""
    jump: Jump = simple.jump
    """A card to play out of turn; None: nothing."""

    @classmethod
    def of(cls, names: dict[str, Any]) -> Policy:
        """The policy in the names of a module.

        Raises:
            ValueError: it has no function `choose`.
        """
        found = {name: names[name] for name in ("choose", "react", "jump") if callable(names.get(name))}
        if "choose" not in found:
            raise ValueError("it has no function choose(view, rules, random)")
        return cls(**found)


BUILT_IN = Policy(simple.choose)
"""Plays like the bots that fill seats."""
