"""A move that lacks a color or a player: what is said to it, and the next line that completes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from uno_lan.client.forced import only_target
from uno_lan.client.model import Snapshot
from uno_lan.client.words import typed
from uno_lan.engine import NOBODY, Command, Jump, Play
from uno_lan.engine.notation import UNKNOWN, parse_color, parse_seat
from uno_lan.languages import N_, _

from .reading import in_english

LACKING: Final = {
    "color": N_("Name a color as well, as in: {what}"),
    "player": N_("Choose a player as well, as in: {what}"),
    "both": N_("Name a color and a player as well, as in: {what}"),
}
"""What is missing -> what is said to it; {what} is the whole line that works."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A move that was not sent, for the table would refuse it as it stands."""

    command: Play | Jump
    stands: tuple[object, ...]
    """How my round stood; when it changed, the move is forgotten."""


def unfinished(command: Command, now: Snapshot) -> Unfinished | None:
    """The move, if it lacks what must be named with it and could be played otherwise; else None."""
    view = now.view
    if view is None or not isinstance(command, Play | Jump):
        return None
    possible = view.legal.plays if isinstance(command, Play) else view.legal.jumps
    if command.card not in possible or not _lacking(command, now):
        return None
    return Unfinished(command, _stands(now))


def with_the_only(command: Command, now: Snapshot) -> Command:
    """The move with the player who is the only one to be chosen."""
    if now.view is None or not isinstance(command, Play | Jump) or command.target != NOBODY:
        return command
    only = only_target(now.view.legal, command.card)
    return command if only is None else replace(command, target=only)


def what_it_lacks(move: Unfinished, now: Snapshot) -> str:
    """What must be named as well, with a whole line that works."""
    return _(LACKING[_lacking(move.command, now)]).format(what=_whole(move.command, now))


def completed(move: Unfinished, text: str, now: Snapshot) -> Command | None:
    """The move together with a color, a player or both; None where the line says neither, or all changed.

    Args:
        text: the line in English: `blue`, `color blue`, `@Bora`, `B`, `blue @Bora`.
    """
    if _stands(now) != move.stands:
        return None
    command, left = move.command, text
    for verb in ("color ", "target "):
        left = left.removeprefix(verb)
    lacks = _lacking(command, now)
    if lacks != "player":
        word, _space, behind = left.partition(" ")
        color = parse_color(word, now.deck)
        if color != UNKNOWN and isinstance(command, Play):
            command, left = replace(command, color=color), behind
        elif lacks == "color":
            return None
    if left:
        seat = parse_seat(left, [now.name(number) for number in range(10)])
        if now.view is None or seat not in now.view.legal.targets:
            return None
        command = replace(command, target=seat)
    return command


def _lacking(command: Play | Jump, now: Snapshot) -> str:
    assert now.view is not None
    legal = now.view.legal
    color = isinstance(command, Play) and command.color == NOBODY and command.card in legal.color_needed
    asked = command.card in legal.target_needed and only_target(legal, command.card) is None
    player = command.target == NOBODY and asked
    if color and player:
        return "both"
    return "color" if color else "player" if player else ""


def _whole(command: Play | Jump, now: Snapshot) -> str:
    """`play W4 blue`, `play R7 Bora`: the move as it was typed, with all that it needs."""
    assert now.view is not None
    deck, legal = now.deck, now.view.legal
    cards = [command.card, *(command.more if isinstance(command, Play) else ())]
    said = [deck.text(card) for card in cards]
    if isinstance(command, Play) and command.card in legal.color_needed:
        said.append(_(deck.colors[command.color if command.color in range(len(deck.colors)) else -1]))
    if command.card in legal.target_needed and only_target(legal, command.card) is None:
        target = command.target if command.target in legal.targets else legal.targets[0]
        said.append(_named(now, target))
    said += [typed("uno")] if command.uno else []
    return typed("play" if isinstance(command, Play) else "jump", *said)


def _named(now: Snapshot, seat: int) -> str:
    """A player's name as it may be typed behind a card; with @ where it would mean something else."""
    name = now.name(seat)
    return name if in_english(name, now.deck, [name]) == f"@{name}" else f"@{name}"


def _stands(now: Snapshot) -> tuple[object, ...]:
    view = now.view
    return () if view is None else (now.round_no, view.phase, view.to_act, view.top, view.color, view.hand)
