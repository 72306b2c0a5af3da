"""What the network said, in the terms of `tui.port`: rows of the lobby, and a host whose key is another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uno_lan.languages import _

from .port import GameRow, OwnTable, PinChanged

if TYPE_CHECKING:
    from protocol.messages import TableStatus
    from uno_lan.discovery import FoundGame, ProbeResult


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def rows_of(game: FoundGame, known: bool) -> list[tuple[GameRow, str]]:
    """A row per table of a server; one for the server when its tables are not known yet."""
    rtt = round(game.rtt_ms) if game.rtt_ms >= 0 else -1
    server = game.id or game.address
    if not game.tables:
        row = GameRow(
            f"{server}/",
            game.name,
            game.edition,
            game.taken,
            game.seats,
            game.state or ("open" if game.rtt_ms >= 0 else ""),
            game.lock,
            game.version_ok,
            rtt,
            game.address,
            known,
            silent=not game.alive,
        )
        return [(row, "")]
    return [
        (
            GameRow(
                f"{server}/{table.id}",
                table.name,
                table.edition,
                table.taken,
                table.seats,
                table.state,
                table.lock,
                game.version_ok,
                rtt,
                game.address,
                known,
                silent=not game.alive,
            ),
            table.id,
        )
        for table in game.tables
    ]


def row_of_choice(table: TableStatus) -> GameRow:
    """A table that its server named when it was asked for by address."""
    state = "open" if table.stage == "waiting" else "running"
    return GameRow(
        table.id.hex(), table.name, table.edition, table.seats, table.max_seats, state, table.lock == "code"
    )


def pin_changed(error: Exception) -> PinChanged:
    from datetime import datetime

    from protocol.signing import host_id
    from uno_lan.client import errors

    assert isinstance(error, errors.PinChanged) and error.before is not None
    before = error.before
    first = datetime.fromtimestamp(before.first_seen / 1000).date().isoformat()
    return PinChanged(
        before.name or before.address,
        _("first met on {date}, last at {address}").format(date=first, address=before.address),
        _("identity {identity}").format(identity=host_id(error.key)),
    )


def as_asked(own: OwnTable, answer: ProbeResult | None) -> OwnTable:
    """A table of mine that is not announced, with what it told when it was asked."""
    if answer is None or not answer.tables:
        return own
    told = answer.tables[0]  # what is opened here has a server of its own
    rtt = round(answer.rtt_ms) if answer.rtt_ms >= 0 else -1
    return replace(own, edition=told.edition, players=told.taken, seats=told.seats, rtt_ms=rtt)


def as_seen(own: OwnTable, game: FoundGame | None) -> OwnTable:
    """A table of mine with what its announcement tells, as other tables are listed."""
    if game is None or not own.running:
        return own
    rtt = round(game.rtt_ms) if game.rtt_ms >= 0 else -1
    return replace(own, edition=game.edition, players=game.taken, seats=game.seats, rtt_ms=rtt)
