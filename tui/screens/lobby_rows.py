"""The rows of the lobby's list: what is written of a table, in columns that have room in every language."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from uno_lan.languages import N_, _

from ..palette import Palette
from ..port import GameRow, OwnTable
from ..text import Row, column, fit, plain
from ..widgets.rows import Item

STATES = {"open": N_("open"), "running": N_("running"), "watch": N_("watch only")}
EDITION = 13
"""Columns of an edition: the longest of those that come with the program, and a blank."""
REPLY = 11
"""Columns of the time of a reply, and of the mark before a row."""

MINE, BEEN, OTHER = N_("your seat"), N_("you were here"), N_("other version")
"""The state of a table that I play at, of one I played at before, and of one that cannot be joined."""
SILENT = N_("no answer")
"""The state of a table that was there a moment ago."""
RUNS, STOPPED = N_("yours, running"), N_("yours, stopped")
"""The state of a table that I opened."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Widths of the list's columns: a name has what the others leave."""

    name: int
    edition: int
    seats: int
    state: int

    @classmethod
    def of(cls, width: int) -> Columns:
        """The widths in a window so wide; heads and states have room in every language."""
        edition = max(EDITION, cell_len(_("Edition")) + 1)
        seats = max(7, cell_len(_("Seats")) + 1)
        locked = [_("{state}, code").format(state=_(STATES[state])) for state in ("open", "running")]
        states = (_("State"), *map(_, (MINE, BEEN, OTHER, SILENT, RUNS, STOPPED)), *locked)
        state = max(14, *(cell_len(word) + 1 for word in states))
        return cls(max(8, width - edition - seats - state - REPLY), edition, seats, state)

    def heads(self) -> str:
        """The words above the columns."""
        edition, seats = fit(_("Edition"), self.edition), fit(_("Seats"), self.seats)
        return f" {fit(_('Table'), self.name)}{edition}{seats}{fit(_('State'), self.state)}{_('Reply')}"


def game_item(game: GameRow, columns: Columns, palette: Palette) -> Item:
    """The row of a table that was found."""
    usable = game.fits and not game.silent
    style = palette.normal if usable else palette.muted
    state = _(STATES[game.state]) if game.state in STATES else game.state
    state = state if game.fits else _(OTHER)
    state = _("{state}, code").format(state=state) if usable and game.locked and state else state
    state = _(MINE if game.mine else BEEN) if usable and (game.mine or game.been) else state
    state = _(SILENT) if game.silent else state
    reply = f"{game.rtt_ms} ms" if game.rtt_ms >= 0 and not game.silent else ""
    row: Row = [
        Segment(column(plain(game.name), columns.name), palette.strong if usable else palette.muted),
        Segment(column(edition_name(game.edition), columns.edition), style),
        Segment(column(f"{game.seats_taken}/{game.seats}" if game.seats else "", columns.seats), style),
        Segment(
            column(state, columns.state), palette.good if usable and game.state == "open" else palette.muted
        ),
        Segment(reply, palette.muted),
    ]
    return Item(f"game:{game.key}", row)


def own_item(own: OwnTable, columns: Columns, palette: Palette) -> Item:
    """The row of a table of mine."""
    strong, muted = palette.accent, palette.muted
    state = _(RUNS) if own.running else _(STOPPED)
    taken = str(own.players) if own.players >= 0 else "-"
    row: Row = [
        Segment(column(plain(own.name), columns.name), strong),
        Segment(column(edition_name(own.edition), columns.edition), muted),
        Segment(column(f"{taken}/{own.seats}" if own.seats else "", columns.seats), muted),
        Segment(column(state, columns.state), strong),
        Segment(f"{own.rtt_ms} ms" if own.rtt_ms >= 0 else "", muted),
    ]
    return Item(f"own:{own.key}", row)


def edition_name(key: str) -> str:
    """The name of an edition in the list."""
    name = " ".join(word.capitalize() for word in plain(key).replace("_", "-").split("-"))
    return _(name)
