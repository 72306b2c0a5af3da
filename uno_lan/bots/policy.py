"""The port for bots that people write: a function from what a seat sees to what it does.

Source: docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias

import msgspec

from uno_lan.engine import PLAYER_KINDS, Command, Ruleset, View

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
        return cls(**{name: _checked(name, function) for name, function in found.items()})


class NotAMove(Exception):
    """What a function gave is no move at all: a mistake in the program, not in the game."""


def _checked(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with a sentence about what it gives that is no move of its own seat."""

    @wraps(function)
    def asked(view: View, *more: Any) -> Command | None:
        given = function(view, *more)
        if given is None and name != "choose":
            return None
        if type(given) not in PLAYER_KINDS.values():
            what = given.__name__ + ", which lacks its seat" if isinstance(given, type) else repr(given)
            raise NotAMove(f"{name} gave {what}; a move is for example Draw(view.seat)")
        if given.seat != view.seat:
            raise NotAMove(f"{name} gave {given!r}, a move of seat {given.seat}; its own seat is {view.seat}")
        try:
            # A list or a number of another library will do where it means the same.
            move: Command = msgspec.convert(msgspec.structs.asdict(given), type(given), strict=False)
        except msgspec.ValidationError as error:
            raise NotAMove(f"{name} gave {given!r}: {error}") from None
        return move

    return asked


BUILT_IN = Policy(simple.choose)
"""Plays like the bots that fill seats."""
