"""Settings: looks, signs, motion, sounds, keys. A change acts at once and is kept at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from uno_lan.languages import AUTO, AVAILABLE, own_name

from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Knob, Pick, Press
from .base import TooSmall, UnoScreen

FIELDS: Final[dict[str, tuple[str, tuple[tuple[str, str], ...], str]]] = {
    "theme": (
        "Colors",
        (
            ("dark", "dark"),
            ("light", "light"),
            ("contrast", "high contrast"),
            ("terminal", "the terminal's own"),
        ),
        "NO_COLOR in the environment turns all colors off.",
    ),
    "glyphs": (
        "Signs",
        (("auto", "as the terminal can"), ("unicode", "Unicode"), ("ascii", "ASCII only")),
        "R◆ Y● G▲ B■ in Unicode, R: Y. G^ B# in ASCII.",
    ),
    "motion": (
        "Motion",
        (("full", "things may move"), ("reduced", "nothing moves")),
        "Nothing ever waits for a movement to end.",
    ),
    "sounds": (
        "Bell",
        (("off", "never"), ("turn", "when it is my turn"), ("all", "at my turn, calls and chat")),
        "It is the terminal's bell; many terminals can show it instead.",
    ),
    "language": (
        "Language",
        ((AUTO, "as the locale says"), *((one, own_name(one)) for one in AVAILABLE)),
        "What is open keeps its language until it is opened again.",
    ),
}
"""Rows: label, values with their names, a sentence."""


class SettingsScreen(UnoScreen[None]):
    """Each change is applied and written down."""

    CSS_PATH = "../styles/host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Up", show=False, priority=True, id="settings.up"),
        Binding("down", "app.focus_next", "Down", show=False, priority=True, id="settings.down"),
        Binding("f3", "keys", "Keys", key_display="F3", id="settings.keys"),
        Binding("escape,q", "leave", "Back", key_display="Esc", id="settings.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.keys = Knob("keys-row", opens=True)
        self.sentence = Static("", id="sentence")

    def compose(self) -> ComposeResult:
        """A row per choice."""
        chosen = self.uno.preferences
        yield TooSmall()
        yield self.top_bar
        with VerticalScroll(id="form", can_focus=False):
            for name, (label, values, _about) in FIELDS.items():
                with Horizontal(classes="field"):
                    yield Static(f" {label}", classes="label")
                    yield Pick(values, getattr(chosen, name), id=name)
            with Horizontal(classes="field"):
                yield Static(" Keys", classes="label")
                yield self.keys
        yield self.sentence
        with Horizontal(classes="buttons"):
            yield Press("Back", id="back")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin at the colors."""
        self.query_one("#theme").focus()
        self._show()

    def _show(self) -> None:
        palette = self.uno.artist.palette
        self.top_bar.show(
            Part("Settings", palette.strong), Part("arrows change a value; it acts at once", palette.muted, 1)
        )
        own = len(self.uno.preferences.keys)
        self.keys.show(f"{own} of my own" if own else "as usual")
        self._say()

    def _say(self) -> None:
        name = (self.focused.id if self.focused else "") or ""
        if name in FIELDS:
            text = FIELDS[name][2]
        else:
            text = "Enter shows all keys; each can be given another one."
        where = self.uno.preferences_file
        kept = f"\nKept in {where}." if where is not None else "\nNot kept: there is no place for it."
        self.sentence.update(Text(text + kept))

    def on_descendant_focus(self) -> None:
        """Say what the field is about."""
        if self.is_mounted:
            self._say()

    def on_pick_picked(self, message: Pick.Picked) -> None:
        """Take the value, show it, keep it."""
        message.stop()
        name = message.field.id or ""
        if name == "theme" and self.app.no_color:
            self.uno.tell("NO_COLOR is set: the screens stay without color.")
        changes: dict[str, Any] = {name: str(message.field.value)}
        self.uno.choose(replace(self.uno.preferences, **changes))
        self._show()

    def on_knob_opened(self, message: Knob.Opened) -> None:
        """The list of keys."""
        message.stop()
        self.action_keys()

    def action_keys(self) -> None:
        """The list of keys."""
        from .keys import KeysScreen

        self.app.push_screen(KeysScreen(), lambda _none: self._show())

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Back."""
        message.stop()
        self.action_leave()

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)
