"""From a line of the lobby to a place that can be joined."""

from __future__ import annotations

from uno_lan.client.link import Target
from uno_lan.discovery import FoundGame


def target_of(game: FoundGame, table: str = "") -> Target:
    """Where a found server is.

    Args:
        table: id of one of its tables, 16 hex digits; empty: the only one.
    """
    ids = [one.id for one in game.tables]
    chosen = table or (ids[0] if len(ids) == 1 else "")
    return Target(
        places=tuple((address, game.port) for address in game.addresses),
        server=bytes.fromhex(game.id) if len(game.id) == 16 else None,
        table=bytes.fromhex(chosen) if chosen else None,
        name=game.name,
    )
