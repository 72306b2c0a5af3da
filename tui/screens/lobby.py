"""The lobby: tables found on this network, my name, and the ways to a game."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from uno_lan import languages
from uno_lan.languages import N_, _, n_

from ..port import GameRow, HostOptions, OwnTable
from ..text import plain
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Press
from ..widgets.rows import Rows
from ..widgets.said import Said
from .base import TooSmall, UnoScreen
from .lobby_rows import Columns, edition_name, game_item, own_item

LOW = 24
"""Rows below which an empty list leaves the keys to the buttons."""
NOT_OPENED = N_("The table was not opened")
OTHER_BOTS = N_("Another edition, other rules or bots: choose them with h; b then takes them.")
EMPTY = N_("""\
No table found yet; {new} shows up here by itself.

{hints}

  h  host a game for others
  b  play against bots, without any network
  a  join by address or code, from the host's waiting room
  l  learn to play in two minutes

Nothing shows up although a friend hosts? Both must be on the same network. Some guest Wi-Fi \
keeps laptops apart: then the address helps. In another terminal, uno-lan doctor finds out why.""")


class LobbyScreen(UnoScreen[None]):
    """Lists tables; every way to a game starts here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "join", N_("Join"), key_display="⏎", id="lobby.join"),
        Binding("h", "host", N_("Host a game"), show=False, id="lobby.host"),
        Binding("a", "address", N_("Join by address"), show=False, id="lobby.address", priority=True),
        Binding("b", "bots", N_("Play against bots"), show=False, id="lobby.bots"),
        Binding("x", "close_own", N_("Close my table"), id="lobby.close"),
        Binding("w", "past", N_("My games"), id="lobby.past"),
        Binding("n", "name", N_("My name"), id="lobby.name", priority=True),
        Binding("l", "learn", N_("Learn to play"), id="lobby.learn"),
        Binding("s", "settings", N_("Settings"), id="lobby.settings"),
        Binding("r", "refresh", N_("Search again"), id="lobby.refresh"),
        Binding("question_mark", "help", N_("Help"), key_display="?", id="lobby.help"),
        Binding("q", "quit", N_("Quit"), id="lobby.quit"),
        Binding("escape", "keep_name", N_("Back"), show=False, id="lobby.keep_name"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.head_bar = Bar(id="head")
        self.name_line = Input("", compact=True, max_length=32, id="name")
        self.name_word = Static("", id="name-word")
        self.tables = Rows(id="tables")
        self.tables.waits = True
        self.empty = Static("", id="empty")
        self.about = Static("", id="about")
        self._shown_name = ""
        """My name as it was last told."""
        self._left = ""
        """Id of the table that I came from, until its row is there."""
        self._left_from = ""
        """Where the cursor was then: if a person moves it, it stays where it is."""
        self._shown_width = 0
        """Columns that the rows were made for."""

    def compose(self) -> ComposeResult:
        """Bar, name, list, what to know, ways, keys."""
        yield TooSmall()
        yield self.top_bar
        with Horizontal(id="me"):
            yield Said(lambda: f" {_('Your name')} ", classes="label")
            yield self.name_line
            yield self.name_word
        yield self.head_bar
        with Vertical(id="list"):
            yield self.tables
            yield self.empty
        yield self.about
        with Horizontal(id="ways", classes="buttons"):
            yield Press(N_("Host a game"), "h", id="go-host")
            yield Press(N_("Join by address"), "a", id="go-address")
            yield Press(N_("Play against bots"), "b", id="go-bots")
            yield Press(N_("Quit"), "q", id="go-quit")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Follow the search."""
        self.name_line.cursor_blink = False
        self.uno.lobby_changed.subscribe(self, lambda _none: self._show())
        self._show()
        self.tables.focus()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """What the command line asked for."""
        start = self.uno.start
        address, start.address = start.address, ""
        opening, start.opening = start.opening, None
        if address:
            self._join_address(address, start.code)
        elif opening is not None and (name := self._given_name()):
            from ..joining import begin

            lobby = self.uno.lobby
            begin(
                self.uno,
                _("Opening the table…"),
                lambda _code, _trust: lobby.open_table(opening, name),
                failed=NOT_OPENED,
            )

    def on_screen_resume(self) -> None:
        """Back from a table: the title is the lobby's again, and the cursor is on that table."""
        self.uno.set_window_title("UNO LAN")
        left, self.uno.left_table = self.uno.left_table, b""
        if left:
            self._left, self._left_from = left.hex(), self.tables.key
            self._mark_left()
        self.refresh_bindings()

    # What is shown.

    def dress(self) -> None:
        """In other colors."""
        self._show()

    def _show(self) -> None:
        lobby, palette, glyphs = self.uno.lobby, self.uno.artist.palette, self.uno.artist.glyphs
        if lobby.name != self._shown_name and not self.name_line.has_focus:
            self.name_line.value = self._shown_name = lobby.name
        found = len(lobby.games)
        count = n_("{count} table", "{count} tables", found).format(count=found) if found else _("searching…")
        self.top_bar.show(
            Part("UNO·LAN" if glyphs.name == "unicode" else "UNO-LAN", palette.strong),
            Part(_("tables on this network"), palette.normal, 2),
            Part(f"{glyphs.dot} {count}", palette.good if found else palette.muted, 1),
            Part(plain(_heard(lobby.problem)), palette.alarm, 1),
        )
        self._shown_width = self.window.width
        columns = Columns.of(self._shown_width)
        self.head_bar.show(Part(columns.heads(), palette.muted))
        rows = [own_item(own, columns, palette) for own in lobby.own]
        rows += [game_item(game, columns, palette) for game in lobby.games]
        self._keep_on_server({row.key for row in rows})
        self.tables.show(rows)
        self._mark_left()
        self.empty.display = not rows
        self._display_tables(bool(rows))
        if not rows:
            hints = "\n".join(plain(line) for line in lobby.hints) or _("Looking at the network…")
            new = _("one that is announced") if lobby.local else _("a new one")
            said = _(EMPTY).format(hints=hints, new=new)
            low = self.window.height < LOW
            self.empty.update(Text(_without_ways(said) if low else said))
        self._show_about()
        self.refresh_bindings()

    def _mark_left(self) -> None:
        """Set the cursor on the table that I came from, one of mine or of others."""
        if not self._left:
            return
        if self._left_from and self.tables.key not in ("", self._left_from):
            self._left = ""
            return
        keys = [item.key for item in self.tables.items]
        mine = f"own:{self._left}"
        there = next((key for key in keys if key == mine or key.endswith(f"/{self._left}")), "")
        if there and self.tables.go_to(there) and there == mine:
            self._left = ""
        self._left_from = self.tables.key

    def _keep_on_server(self, keys: set[str]) -> None:
        """A server that has answered is listed as its table: the cursor stays on it."""
        key = self.tables.key
        tables = [other for other in keys if key.endswith("/") and other.startswith(key)]
        if key not in keys and len(tables) == 1:
            self.tables.rename(key, tables[0])

    def _display_tables(self, shown: bool) -> None:
        """Show or hide the list. The keys belong to it whenever it is there and nothing else has them.

        Left alone, the focus of a list that goes away moves on to the next button and stays there.
        """
        if not shown and self.focused is self.tables:
            self.set_focus(None)
        self.tables.display = shown
        if shown and self.focused is None:
            self.set_focus(self.tables)

    def on_resize(self) -> None:
        """Columns follow the width."""
        if self.window.width != self._shown_width or not self.tables.display:
            self._show()

    def on_rows_moved(self, _message: Rows.Moved) -> None:
        """The line below says more about the row."""
        self._show_about()
        self.refresh_bindings()

    def _show_about(self) -> None:
        self.about.update(Text(self._about()))

    def _about(self) -> str:
        own, game = self._own(), self._game()
        if own is not None:
            if own.running:
                said = _("Your table {name} still runs: Enter goes back to it, x closes it.")
            else:
                said = _(
                    "Your table {name} was not finished and can be taken up again: Enter goes back to it, "
                    "x closes it."
                )
            return said.format(name=plain(own.name))
        if game is None:
            return ""
        if not game.fits:
            return _("This table speaks another version of the game: both sides need the same one.")
        if game.mine or game.been:
            back = _("You play there: Enter goes back to your seat.")
            again = _("You played there: Enter goes back to that table.")
            return f"{plain(game.address)}  ·  {back if game.mine else again}".lstrip(" ·")
        known = _("known host") if game.known else _("host not seen before")
        code = _("needs the table code") if game.locked else _("open to everybody")
        code = _("table code known") if game.locked and game.code_known else code
        sure = game.locked or game.state  # nobody is told that a table is open before its host has said so
        return "  ·  ".join(filter(None, (plain(game.address), known, code if sure else "")))

    def _marked(self) -> list[str]:
        """The row that is marked, in sentences."""
        own, game = self._own(), self._game()
        if own is not None:
            return [self._about()]
        if game is None:
            return []
        if not game.seats:
            return [plain(game.name), self._about()]
        # Translators: a table of the lobby: its name, edition and seats.
        said = _("{name}: {edition}, {taken} of {seats} seats taken.").format(
            name=plain(game.name),
            edition=edition_name(game.edition),
            taken=game.seats_taken,
            seats=game.seats,
        )
        return [said, self._about()]

    def _own(self) -> OwnTable | None:
        key = self.tables.key
        return next((own for own in self.uno.lobby.own if f"own:{own.key}" == key), None)

    def _game(self) -> GameRow | None:
        key = self.tables.key
        return next((game for game in self.uno.lobby.games if f"game:{game.key}" == key), None)

    # My name.

    def action_name(self) -> None:
        """Edit my name."""
        self.set_focus(self.name_line)

    def action_keep_name(self) -> None:
        """Leave the name as it was."""
        if self.name_line.has_focus:
            self.name_line.value = self.uno.lobby.name
            self._leave_name()

    def _leave_name(self) -> None:
        self.set_focus(self.tables if self.tables.display else None)

    def on_descendant_focus(self) -> None:
        """Say how to get out of the line with the name."""
        typing = self.name_line.has_focus
        enter = self.uno.artist.glyphs.enter
        self.name_word.update(Text(_(" {enter} take it  Esc back").format(enter=enter) if typing else ""))

    on_descendant_blur = on_descendant_focus

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter takes the name."""
        message.stop()
        if self._given_name():
            self._leave_name()

    def _given_name(self) -> str:
        """My name as typed, or empty with a complaint; before it was read, as it was last used."""
        lobby = self.uno.lobby
        if not lobby.name and not self.name_line.value.strip():
            self.name_line.value = self._shown_name = lobby.know_name()
        text = self.name_line.value.strip()
        try:
            lobby.remember_name(text)
        except ValueError as error:
            self.uno.tell(languages.said(error), severe=True)
            self.set_focus(self.name_line)
            return ""
        return text

    # Ways to a game.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only keys that lead somewhere."""
        if action == "join":
            return self._own() is not None or self._game() is not None
        if action == "close_own":
            return self._own() is not None
        return super().check_action(action, parameters)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Enter on a row."""
        message.stop()
        self.action_join()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """A button is its key."""
        message.stop()
        ways = {"go-host": self.action_host, "go-address": self.action_address, "go-bots": self.action_bots}
        ways.get(message.button.id or "", self.action_quit)()

    def action_join(self) -> None:
        """Join the row under the cursor, or go back to a table of mine."""
        from ..joining import begin

        own, game, name = self._own(), self._game(), self._given_name()
        if not name:
            return
        lobby = self.uno.lobby
        if own is not None:
            begin(
                self.uno,
                _("Going back to {name}…").format(name=own.name),
                lambda _code, _trust: lobby.go_back(own, name),
                failed=NOT_OPENED,
                anew=lambda _code, _trust: lobby.go_back(own, name, anew=True),
            )
        elif game is not None and not game.fits:
            self.uno.tell(
                _("This table speaks another version of the game: both sides need the same one."), True
            )
        elif game is not None:
            begin(
                self.uno,
                _("Joining {name}…").format(name=game.name),
                lambda code, trust: lobby.join(game, code, name, trust),
            )

    def action_address(self) -> None:
        """Ask for an address and join it."""
        from .dialogs import LinePrompt

        text = N_("HOST:PORT, an address code, or the whole uno:// text from the host's waiting room.")
        box = LinePrompt(lambda: _("Join by address"), lambda: _(text), placeholder="192.168.1.5:40444")
        self.app.push_screen(box, lambda given: self._join_address(given or ""))

    def _join_address(self, text: str, code: str = "") -> None:
        from ..joining import begin

        name = self._given_name() if text else ""
        if name:
            begin(
                self.uno,
                _("Joining {name}…").format(name=text),
                lambda given, trust: self.uno.lobby.join_address(text, given, name, trust),
                code,
            )

    def action_host(self) -> None:
        """Ask what table to open."""
        from .host import HostScreen

        name = self._given_name()
        if name:
            self.app.push_screen(HostScreen(name, self.uno.host_form.entered), self._host)

    def _host(self, options: HostOptions | None) -> None:
        from ..joining import begin

        name = self._given_name()
        if options is not None and name:
            lobby = self.uno.lobby
            opening = _("Opening {name}…").format(name=options.name)
            begin(
                self.uno,
                f"{opening}\n\n{_(OTHER_BOTS)}" if options.at_once else opening,
                lambda _code, _trust: lobby.host(options, name),
                failed=NOT_OPENED,
            )

    def action_bots(self) -> None:
        """A table of my own on this machine only: as last chosen with h, else Classic with three bots."""
        from .host import against_bots

        name = self._given_name()
        if name:
            table = _("{name} and bots").format(name=name)
            self._host(against_bots(table, self.uno.host_form.entered))

    def action_past(self) -> None:
        """My games, to be looked at again."""
        from .past import PastScreen

        self.app.push_screen(PastScreen(self.uno.lobby.past_games()))

    def action_close_own(self) -> None:
        """Close a table of mine that still runs."""
        own = self._own()
        if own is not None:
            from .leave import ask_to_close_own

            ask_to_close_own(self.uno, own)

    def action_refresh(self) -> None:
        """Search afresh."""
        self.uno.lobby.refresh()
        self.uno.tell(_("Searching again…"))

    def action_learn(self) -> None:
        """The practice round."""
        from ..tutorial import Practice

        name = self._given_name()
        if name:
            self.uno.sit_down(Practice(name))

    def action_settings(self) -> None:
        """Looks and keys."""
        self.uno.action_settings()

    def action_help(self) -> None:
        """What is marked, the keys of this screen, then those of the table and the rules in short."""
        from .help import HelpDialog
        from .keys_here import LOBBY

        self.app.push_screen(HelpDialog(self._marked, LOBBY))

    def action_quit(self) -> None:
        """End."""
        self.app.exit(0)


def _heard(problem: str) -> str:
    """What is wrong with the search, in the language in use."""
    if not problem:
        return ""
    from uno_lan.client.words.heard import heard

    return heard(problem)


def _without_ways(said: str) -> str:
    """The text of an empty lobby without its list of keys: the buttons and the key bar say them as well."""
    lines = [line for line in said.splitlines() if not line.startswith("  ")]
    pairs = zip(lines, ["", *lines], strict=False)
    return "\n".join(line for line, before in pairs if line or before)
