"""Commands as plain values (a word and a table) and back: what stands in actions, entries and journals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from . import commands as c
from .commands import Command

PLAYER_KINDS: Final[Mapping[str, type[Command]]] = {
    "play": c.Play,
    "draw": c.Draw,
    "keep": c.Keep,
    "pass": c.Pass,
    "accept": c.Accept,
    "challenge": c.Challenge,
    "color": c.Color,
    "target": c.Target,
    "discard": c.Discard,
    "jump": c.Jump,
    "uno": c.Uno,
    "catch": c.Catch,
    "leave": c.Leave,
}
"""Words of the commands that a player gives."""

HOST_KINDS: Final[Mapping[str, type[Command]]] = {
    "begin": c.Begin,
    "shuffled": c.Shuffled,
    "timeout": c.Timeout,
}
"""Words of the commands that only the host gives; it also gives `leave` for a seat that is gone."""

KINDS: Final[Mapping[str, type[Command]]] = {**PLAYER_KINDS, **HOST_KINDS}
_WORDS: Final = {kind: word for word, kind in KINDS.items()}


def command_to_plain(command: Command) -> tuple[str, dict[str, Any]]:
    """(word, arguments) of a command without its seat; arguments at their default are left out."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    del plain["seat"]
    return _WORDS[type(command)], plain


def command_from_plain(seat: int, kind: str, args: Mapping[str, Any]) -> Command:
    """The command of `seat` that these plain values mean.

    Raises:
        ValueError: no such command, or arguments it does not have.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown command {kind!r}")
    if "seat" in args:
        raise ValueError("a command's seat is not one of its arguments")
    try:
        return msgspec.convert({**args, "seat": seat}, KINDS[kind])
    except msgspec.ValidationError as error:
        raise ValueError(f"{kind}: {error}") from None
