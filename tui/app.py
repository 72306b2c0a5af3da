"""The App: holds lobby, client and what all screens share.

State flows one way. The client's worker changes its model and calls back with an immutable snapshot; the App
publishes it; screens render it. Acts of the player are calls on the client, and what came of them is in the
next snapshot. No screen talks to the network, and no worker belongs to a screen, so none dies with one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.signal import Signal
from textual.worker import Worker, WorkerState

from uno_lan.errors import BUG, OK
from uno_lan.languages import N_, _
from uno_lan.preferences import Preferences

from . import garbage
from .bell import NoteBell
from .cards import Artist, Face, face_of
from .fairness import Alarm
from .glyphs import Glyphs
from .hung_up import LOOK_S, hung_up
from .kept_form import KeptForm
from .looks import DressedApp
from .port import Lobby, TableClient, Unsubscribe
from .screens.base import UnoScreen
from .screens.lobby import LobbyScreen
from .stages import Stages

if TYPE_CHECKING:
    from uno_lan.client.model import ShownHand, Snapshot
    from uno_lan.engine.edition import Edition

    from .stale import Ground


@dataclass
class Start:
    """What to do once the lobby stands, from the command line."""

    address: str = ""
    """Join this address at once."""
    code: str = ""
    opening: tuple[str, ...] | None = None
    """Open a table at once, by these options of `uno-lan serve`."""
    complaint: str = ""
    """What is wrong with the settings file."""


class UnoApp(DressedApp):
    """One window: a lobby, and at most one table."""

    TITLE = "UNO LAN"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit_app", N_("Quit"), show=False, priority=True, id="app.quit"),
        Binding("f1", "rule_book", N_("Rule book"), show=False, id="app.rules"),
        Binding("f2", "fairness", N_("Fair play"), show=False, id="app.fairness"),
        Binding("f4", "settings", N_("Settings"), show=False, id="app.settings"),
        Binding("ctrl+c", "quit_app", N_("Quit"), show=False, priority=True, id="app.interrupt", system=True),
    ]

    _snapshot: Snapshot | None = None
    """What the client told last; None in the lobby."""

    def __init__(
        self,
        lobby: Lobby,
        glyphs: Glyphs | str = "auto",
        start: Start | None = None,
        clock: Callable[[], int] | None = None,
        preferences: Preferences | None = None,
        preferences_file: Path | None = None,
        host_file: Path | None = None,
    ) -> None:
        """Make the app.

        Args:
            lobby: finds, joins and opens tables.
            glyphs: a set of characters, or `auto`, `unicode`, `ascii`.
            start: what to do at once.
            clock: wall clock in Unix ms; tests give their own.
            preferences: looks and keys.
            preferences_file: where they are kept; None: nowhere.
            host_file: where what was entered for a new table is kept; None: nowhere.
        """
        super().__init__(glyphs, preferences, preferences_file)
        self.lobby = lobby
        self.start = start or Start()
        self.now: Callable[[], int] = clock or _wall_clock
        self.client: TableClient | None = None
        self.replaying: Snapshot | None = None
        """The moment of a replay that is looked at; the living table goes on below it."""
        self.host_form = KeptForm(host_file, lambda key: self.lobby.edition(key))
        """What was entered on the screen *Host a game*."""
        self.hand_order = 1
        """How the hand is sorted; kept from round to round."""
        self.left_table = b""
        """Id of the table that was left last, until the lobby has marked it."""
        self.seen_hand: ShownHand | None = None
        """The hand shown to me last: each is laid open once."""
        self.changed: Signal[Snapshot] = Signal(self, "snapshot")
        self.lobby_changed: Signal[None] = Signal(self, "lobby")
        self._leave_lobby: Unsubscribe | None = None
        self._leave_client: Unsubscribe | None = None
        self._stages = Stages(self)
        self._alarm = Alarm()
        self._bell = NoteBell()
        self._told_on: Ground | None = None
        """What the last refusal of the table was based on; None: there was none."""

    def new_artist(self) -> Artist:
        """In the colors of the edition in play."""
        artist = super().new_artist()
        if self._snapshot is not None:
            artist.dress(self._snapshot.deck.letters, self._snapshot.deck.colors)
        return artist

    def choose(self, preferences: Preferences) -> None:
        """Other preferences, one of which is the lobby's."""
        before = self.preferences
        super().choose(preferences)
        if before.ipv6 != preferences.ipv6 and self.lobby is not None:
            self.lobby.use_ipv6(preferences.ipv6 == "yes")

    def get_default_screen(self) -> LobbyScreen:
        """The lobby lies below everything."""
        return LobbyScreen()

    def on_mount(self) -> None:
        """The first screen stands."""
        self.begin()

    def begin(self) -> None:
        """Search once the first frame is out."""
        if not self.is_headless:
            self.set_interval(LOOK_S, self._end_without_terminal)
        self._leave_lobby = self.lobby.subscribe(self._lobby_moved)
        self.call_after_refresh(self.settle)
        self.call_after_refresh(self._search)
        self.begin_with_settings(self.start.complaint)

    def _end_without_terminal(self) -> None:
        """As if the program had been killed: the table goes on beside it, a seat is kept."""
        if hung_up(0):
            self.exit(OK)

    def _lobby_moved(self) -> None:
        self.lobby_changed.publish(None)

    @work(group="lobby", exclusive=True, exit_on_error=False)
    async def _search(self) -> None:
        await self.lobby.run()

    def on_unmount(self) -> None:
        """The last callbacks must not reach a closed app."""
        if self._leave_lobby is not None:
            self._leave_lobby()
        self._drop_client()

    # The table.

    @property
    def snapshot(self) -> Snapshot:
        """The newest state of the table, or the moment of a replay; an empty one in the lobby."""
        if self.replaying is not None:
            return self.replaying
        if self._snapshot is None:
            from uno_lan.client.model import Snapshot

            self._snapshot = Snapshot()
        return self._snapshot

    def sit_down(self, client: TableClient) -> None:
        """Show a table that was joined, and keep its link until it is left."""
        self._drop_client()
        self._bell.forget()
        self.client = client
        self._leave_client = client.subscribe(self._client_moved)
        self._client_moved(client.snapshot)
        self._keep_link(client)

    @work(group="net", exclusive=True, exit_on_error=False)
    async def _keep_link(self, client: TableClient) -> None:
        await client.run()

    def _client_moved(self, snapshot: Snapshot) -> None:
        if self.client is None:
            return
        self._snapshot = snapshot
        self._drop_stale(snapshot)
        self.artist.dress(snapshot.deck.letters, snapshot.deck.colors)
        if self._stages.show(snapshot):
            self.changed.publish(snapshot)
        self._bell.hear(self, snapshot)
        if snapshot.is_closed:
            self._say_closed(snapshot.closed_reason)
        else:
            self._alarm.look(self, snapshot)

    def look_again(self) -> None:
        """Show what the client is told now, if there is a table."""
        if self.client is not None:
            self._client_moved(self.client.snapshot)

    def _say_closed(self, reason: str) -> None:
        """The table is gone: say why, once, then back to the lobby."""
        from .screens.dialogs import OK, Question

        self._drop_client()
        sentence = reason or (lambda: _("The link to the table has ended."))
        self.push_screen(
            Question(lambda: _("Back to the lobby"), sentence, OK), lambda _answer: self.stand_up()
        )

    def settle(self, clean: bool = False) -> None:
        """What was loaded stays; not so in a test, which has many apps in one process."""
        if not self.is_headless:
            garbage.settle(clean)

    def stand_up(self) -> None:
        """Back to the lobby; nothing of the table stays on the screen but the mark on its row."""
        self._drop_client()
        self._stages.back_to_lobby()
        self.seen_hand = None
        self._alarm.forget()
        self._snapshot = self._told_on = None
        self.lobby.refresh()

    def _drop_client(self) -> None:
        if self.client is not None:
            self.left_table = self.client.table_id
        self.client = None
        self.workers.cancel_group(self, "net")
        if self._leave_client is not None:
            self._leave_client()
            self._leave_client = None

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A worker that fails says so; the screens go on."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            if event.worker.group == "lobby":
                said = _("The search for tables failed: {error}")
            else:
                said = _("The link to the table failed: {error}")
            self.notify(said.format(error=error), severity="error", markup=False, timeout=8)

    # What is shared.

    @property
    def edition(self) -> Edition:
        """The edition in play."""
        deck = self.snapshot.deck
        self.artist.dress(deck.letters, deck.colors)
        return deck

    def face(self, uid: int) -> Face | None:
        """Color and symbol of a card, or None when there is no such card."""
        edition = self.edition
        return face_of(edition, uid) if 0 <= uid < edition.size else None

    def card_name(self, uid: int) -> str:
        """A card in words."""
        from uno_lan.client.words import card_name

        return card_name(self.edition, uid)

    def tell_for_now(self, sentence: str, severe: bool = False) -> None:
        """`tell` for what is true of the table as it stands: gone as soon as that has changed."""
        from .stale import ground

        self.tell(sentence, severe)
        self._told_on = ground(self.snapshot)

    def _drop_stale(self, snapshot: Snapshot) -> None:
        if self._told_on is None:
            return
        from .stale import ground

        if ground(snapshot) != self._told_on:
            self._told_on = None
            self.clear_notifications()

    def action_rule_book(self) -> None:
        """The rules of the table I am at; in the lobby those of any edition."""
        from .screens.rules import RulesScreen, open_book

        if isinstance(self.screen, RulesScreen):
            return
        if self.snapshot.ruleset is not None:
            open_book(self, lambda: self.snapshot.law)
        else:
            from uno_lan.engine import Ruleset

            keys = [key for key, _name in self.lobby.editions()]
            open_book(self, lambda: Ruleset.make(self.lobby.edition(keys[0])), editions=keys)

    def action_settings(self) -> None:
        """Looks, bell and keys."""
        self._stages.open_settings()

    def action_command_palette(self) -> None:
        """What can be done on this screen, by its name."""
        from .screens.commands import Command, CommandsDialog, commands

        screen = self.screen
        if isinstance(screen, CommandsDialog):
            screen.dismiss(None)
        if not isinstance(screen, UnoScreen):
            return  # a box has few answers, and all of them stand in it

        def chosen(command: Command | None) -> None:
            if command is not None:
                self.call_later(self.run_action, command.action, command.node)

        self.push_screen(CommandsDialog(commands(self, screen)), chosen)

    def action_fairness(self) -> None:
        """What is wrong at this table, or what the mark of the deal promises."""
        from . import fairness

        fairness.show(self)

    async def action_quit_app(self) -> None:
        """Ctrl+C and Ctrl+Q: ask when a table would be left, else end."""
        if self.client is not None and not self.snapshot.is_closed:
            from .screens.leave import ask_to_leave

            ask_to_leave(self, quit_after=True)
        else:
            self.exit(0)


def exit_code(app: App[int], result: int | None) -> int:
    """The code of a program whose screens have ended; a mistake in them, shown by Textual, is none of 0."""
    return BUG if app.return_code else result or OK


def _wall_clock() -> int:
    return time.time_ns() // 1_000_000
