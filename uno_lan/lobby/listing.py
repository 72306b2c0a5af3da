"""Servers as lines of a list: one that holds several tables is expanded into them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from uno_lan.discovery import FoundGame


@dataclass(frozen=True, slots=True)
class Listed:
    """One table of one server, or a server that has not been asked yet."""

    game: FoundGame
    """The server."""
    table: str
    """Id of the table, 16 hex digits; empty: not known yet."""
    name: str
    edition: str
    taken: int
    seats: int
    """0: not told."""
    state: str
    """`open`, `running` or `watch`; empty: not known yet."""
    lock: bool


def listed(games: Iterable[FoundGame]) -> list[Listed]:
    """All tables, in the order of their servers and as each server lists them."""
    lines: list[Listed] = []
    for game in games:
        if len(game.tables) < 2:
            # What is announced is told at every change; the status is as old as the last probe.
            table = game.tables[0].id if game.tables else ""
            lines.append(
                Listed(game, table, game.name, game.edition, game.taken, game.seats, game.state, game.lock)
            )
        lines += [
            Listed(game, one.id, one.name, one.edition, one.taken, one.seats, one.state, one.lock)
            for one in game.tables
            if len(game.tables) > 1
        ]
    return lines
