"""Host a game: everything about a new table on one screen, with a sentence for what is chosen."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static

from uno_lan.client import words

from ..port import HostOptions
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Pick, Press
from .base import TooSmall, UnoScreen

LEAST_PASSWORD = 10

MODES = [
    ("race_500", "Race to a target"),
    ("single_hand", "Single hand"),
    ("agreed_hands", "Agreed number of hands"),
    ("penalty_500", "Penalty points to a target"),
    ("penalty_rounds", "Penalty points over rounds"),
]
TARGETS = [(n, f"{n} points") for n in (500, 300, 200, 100, 50, 1000)]
ROUNDS = [(n, f"{n} rounds" if n > 1 else "1 round") for n in (3, 5, 7, 10, 1, 2)]
SEATS = [(n, f"{n} seats") for n in range(2, 11)]
CLOCKS = [(0, "off"), *((n, f"{n} seconds") for n in (15, 20, 30, 45, 60, 120))]
LOCKS = [
    ("code", "with a table code made for it"),
    ("own", "with a password of my own"),
    ("open", "nobody needs a code"),
]
REACH = [(False, "announced on this network"), (True, "this computer only")]


class HostScreen(UnoScreen[HostOptions]):
    """Gives the options, or nothing."""

    CSS_PATH = "../styles/host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f2", "open", "Open the table", key_display="F2", id="host.open"),
        Binding("up", "app.focus_previous", "Up", show=False, priority=True, id="host.up"),
        Binding("down", "app.focus_next", "Down", show=False, priority=True, id="host.down"),
        Binding("escape", "leave", "Back", key_display="Esc", id="host.back"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._my_name = name

    def compose(self) -> ComposeResult:
        """A row per question."""
        yield TooSmall()
        yield Bar(id="top")
        with VerticalScroll(id="form", can_focus=False):
            yield from _row(
                "Table", Input(f"{self._my_name}'s table"[:32], compact=True, max_length=32, id="table")
            )
            yield from _row("Edition", Pick([("classic", "Classic")], "classic", id="edition"))
            yield from _row("Game", Pick(MODES, "race_500", id="mode"))
            yield from _row("Target", Pick(TARGETS, 500, id="target"))
            yield from _row("Rounds", Pick(ROUNDS, 3, id="rounds"))
            yield from _row("Seats", Pick(SEATS, 10, id="seats"))
            yield from _row("Bots", Pick([(n, "none" if not n else str(n)) for n in range(10)], 0, id="bots"))
            yield from _row("Turn clock", Pick(CLOCKS, 0, id="clock"))
            yield from _row("Entry", Pick(LOCKS, "code", id="lock"))
            yield from _row("Password", Input("", compact=True, max_length=64, password=True, id="password"))
            yield from _row("Reach", Pick(REACH, False, id="reach"))
        yield Static("", id="sentence")
        with Horizontal(classes="buttons"):
            yield Press("Open the table", id="open")
            yield Press("Back", id="back")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin at the mode; the name is good as it is."""
        for line in self.query(Input):
            line.cursor_blink = False
        palette = self.uno.artist.palette
        self.query_one("#top", Bar).show(
            Part("Host a game", palette.strong), Part("arrows change a value", palette.muted)
        )
        self.query_one("#mode").focus()
        self._show()

    def _pick(self, name: str) -> object:
        return self.query_one(f"#{name}", Pick).value

    def _number(self, name: str) -> int:
        value = self._pick(name)
        return value if isinstance(value, int) else 0

    def _show(self) -> None:
        """Hide what does not apply, and say what the choice means."""
        mode, lock = str(self._pick("mode")), self._pick("lock")
        for name, shown in (
            ("target", mode.endswith("_500")),
            ("rounds", mode in ("agreed_hands", "penalty_rounds")),
            ("password", lock == "own"),
        ):
            row = self.query_one(f"#{name}").parent
            if isinstance(row, Widget):
                row.display = shown
        complaint = self._complaint()
        sentence = self.query_one("#sentence", Static)
        sentence.update(Text(complaint or self._sentence(mode)))
        sentence.set_class(bool(complaint), "complaint")

    def _sentence(self, mode: str) -> str:
        text = words.mode_sentence(mode, self._number("target"), self._number("rounds"))
        if self._pick("lock") == "open" and not self._pick("reach"):
            text += " Anybody on this network can join."
        return text

    def _complaint(self) -> str:
        if not self.query_one("#table", Input).value.strip():
            return "The table needs a name."
        if self._number("bots") >= self._number("seats"):
            return f"{self._number('bots')} bots leave no seat for you: take fewer bots or more seats."
        password = self.query_one("#password", Input).value.strip()
        if self._pick("lock") == "own" and len(password) < LEAST_PASSWORD:
            return f"A password of your own needs at least {LEAST_PASSWORD} characters."
        return ""

    def on_pick_picked(self, message: Pick.Picked) -> None:
        """Another value."""
        message.stop()
        self._show()

    def on_input_changed(self, _message: Input.Changed) -> None:
        """Another text."""
        if self.is_mounted:
            self._show()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter goes on to the next field."""
        message.stop()
        self.focus_next()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Open, or back."""
        message.stop()
        if message.button.id == "open":
            self.action_open()
        else:
            self.action_leave()

    def action_open(self) -> None:
        """Give the options, if they hold together."""
        if self._complaint():
            self.app.bell()
            return
        own = self._pick("lock") == "own"
        self.dismiss(
            HostOptions(
                name=self.query_one("#table", Input).value.strip(),
                edition=str(self._pick("edition")),
                mode=str(self._pick("mode")),
                target=self._number("target"),
                rounds=self._number("rounds"),
                seats=self._number("seats"),
                bots=self._number("bots"),
                turn_timer=self._number("clock"),
                locked=self._pick("lock") != "open",
                password=self.query_one("#password", Input).value.strip() if own else "",
                local=bool(self._pick("reach")),
            )
        )

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss(None)


def _row(label: str, field: Widget) -> ComposeResult:
    with Horizontal(classes="field"):
        yield Static(f" {label}", classes="label")
        yield field
