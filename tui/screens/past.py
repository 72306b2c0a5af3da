"""My games: a list of the files of games I took part in; each can be looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.languages import N_, _, n_

from ..text import Row, column, fit, plain
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.rows import Item, Rows
from ..widgets.said import Said
from .base import TooSmall, UnoScreen

if TYPE_CHECKING:
    from uno_lan.client.replay import PastGame

BEGUN, ROUNDS, RESULT = 18, 8, 17
"""Least columns of a row beside the table's name."""
EMPTY = N_("No games yet. Each game you take part in is recorded, and shows up here.")


class PastScreen(UnoScreen[None]):
    """Enter looks at a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", N_("Look at it"), key_display="⏎", id="past.look"),
        Binding("q,escape", "leave", N_("Back"), key_display="q", id="past.leave"),
    ]

    def __init__(self, games: Sequence[PastGame]) -> None:
        super().__init__()
        self.games = tuple(games)
        self.top_bar = Bar(id="top")
        self.head_bar = Bar(id="head")
        self.rows = Rows(id="tables")
        self.about = Static("", id="about")

    def compose(self) -> ComposeResult:
        """Bar, list, what is known of the chosen one, keys."""
        yield TooSmall()
        yield self.top_bar
        yield self.head_bar
        with Vertical(id="list"):
            yield self.rows
            yield Said(lambda: _(EMPTY), id="empty")
        yield self.about
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Show the list."""
        self._show()
        self.query_one("#empty").display = not self.games
        self.rows.focus()

    def on_resize(self) -> None:
        """Columns follow the width."""
        self._show()

    def dress(self) -> None:
        """In other colors, or another language."""
        self._show()

    def _show(self) -> None:
        palette = self.uno.artist.palette
        count = len(self.games)
        self.top_bar.show(
            Part(_("My games"), palette.bar_strong),
            Part(n_("{count} game", "{count} games", count).format(count=count), palette.bar, 1),
        )
        room = self._room()
        columns = f"{fit(_('Begun'), BEGUN)}{fit(_('Table'), room)}{fit(_('Rounds'), _rounds())}{_('Result')}"
        self.head_bar.show(Part(f" {columns}", palette.muted))
        self.rows.show([self._item(game, room) for game in self.games])
        self._show_about()

    def _room(self) -> int:
        """Columns of a table's name."""
        return max(8, self.window.width - BEGUN - _rounds() - RESULT - 4)

    def _item(self, game: PastGame, room: int) -> Item:
        palette = self.uno.artist.palette
        begun = datetime.fromtimestamp(game.made / 1000).strftime("%Y-%m-%d %H:%M")
        style = palette.normal if game.ended else palette.muted
        row: Row = [
            Segment(fit(begun, BEGUN), palette.muted),
            Segment(column(plain(game.table), room), palette.strong),
            Segment(column(str(game.rounds), _rounds()), palette.normal),
            Segment(fit(_result(game), RESULT), style),
        ]
        return Item(game.path, row)

    def on_rows_moved(self, _message: Rows.Moved) -> None:
        """The line below says more about the row."""
        self._show_about()

    def _show_about(self) -> None:
        game = next((game for game in self.games if game.path == self.rows.key), None)
        if game is None:
            self.about.update("")
            return
        players = words.listed([plain(name) for name in game.players])
        told = _("{edition} with {players}").format(edition=_(plain(game.edition)), players=players)
        self.about.update(Text(f"{told}\n{plain(game.path)}"))

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A second click."""
        message.stop()
        self.action_look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that lead somewhere."""
        return bool(self.games) if action == "look" else True

    def action_look(self) -> None:
        """Look at the chosen game."""
        from ..replaying import look_at

        if self.rows.key:
            look_at(self.uno, self.rows.key)

    def action_leave(self) -> None:
        """Back to the lobby."""
        self.dismiss(None)


def _rounds() -> int:
    """Columns of the number of rounds: its head must have room in every language."""
    return max(ROUNDS, cell_len(_("Rounds")) + 1)


def _result(game: PastGame) -> str:
    if not game.ended:
        return _("not finished")
    if not game.winners:
        return _("ended early")
    told = n_("{names} won", "{names} won", len(game.winners))
    return told.format(names=plain(words.listed(game.winners)))
