"""Settings: name, looks, sounds, questions, keys. A change acts at once and is kept at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from uno_lan import languages
from uno_lan.languages import AUTO, AVAILABLE, N_, _, own_name

from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Knob, Pick, Press
from ..widgets.said import Said
from .base import TooSmall, UnoScreen

FIELDS: Final[dict[str, tuple[str, tuple[tuple[str, str], ...], str]]] = {
    "theme": (
        N_("Colors"),
        (
            ("dark", N_("dark")),
            ("light", N_("light")),
            ("contrast", N_("high contrast")),
            ("terminal", N_("the terminal's own")),
        ),
        N_("NO_COLOR in the environment turns all colors off."),
    ),
    "glyphs": (
        N_("Signs"),
        (("auto", N_("as the terminal can")), ("unicode", N_("Unicode")), ("ascii", N_("ASCII only"))),
        N_("R◆ Y● G▲ B■ in Unicode, R: Y. G^ B# in ASCII."),
    ),
    "motion": (
        N_("Motion"),
        (("full", N_("things may move")), ("reduced", N_("nothing moves"))),
        N_("Nothing ever waits for a movement to end."),
    ),
    "sounds": (
        N_("Bell"),
        (("off", N_("never")), ("turn", N_("when it is my turn")), ("all", N_("at my turn, calls and chat"))),
        N_("It is the terminal's bell; many terminals can show it instead."),
    ),
    "language": (
        N_("Language"),
        ((AUTO, N_("as the locale says")), *((one, own_name(one)) for one in AVAILABLE)),
        N_("The log keeps what was said before in the language it was said in."),
    ),
    "ask_leave": (
        N_("Leaving"),
        (("yes", N_("asks how")), ("no", N_("leaves at once and keeps my seat"))),
        N_("q and Ctrl+Q at a table. v has the other ways: give the seat up, close the table."),
    ),
    "ask_final": (
        N_("No way back"),
        (("yes", N_("asks first")), ("no", N_("is done at once"))),
        N_("To close a table, give a seat up, put somebody out, give the table away."),
    ),
    "ipv6": (
        N_("IPv6"),
        (("no", N_("only where there is no IPv4")), ("yes", N_("as well as IPv4"))),
        N_("For searching, at once, and for tables that I open from now on."),
    ),
}
"""Rows: label, values with their names, a sentence; marked for translation."""


def _label(label: str) -> str:
    return f" {_(label)}"


class SettingsScreen(UnoScreen[None]):
    """Each change is applied and written down."""

    CSS_PATH = "../styles/host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", N_("Up"), show=False, priority=True, id="settings.up"),
        Binding("down", "app.focus_next", N_("Down"), show=False, priority=True, id="settings.down"),
        Binding("f3", "keys", N_("Keys"), key_display="F3", id="settings.keys"),
        Binding("escape,q", "leave", N_("Back"), key_display=N_("Esc"), id="settings.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.name_line = Input("", compact=True, max_length=32, id="my-name")
        self.name_line.cursor_blink = False
        self.keys = Knob("keys-row", opens=True)
        self.sentence = Static("", id="sentence")

    def compose(self) -> ComposeResult:
        """A row per choice."""
        chosen = self.uno.preferences
        yield TooSmall()
        yield self.top_bar
        with VerticalScroll(id="form", can_focus=False):
            if self.uno.lobby is not None:
                with Horizontal(classes="field"):
                    yield Said(lambda: f" {_('My name')}", classes="label")
                    yield self.name_line
            for name, (label, values, _sentence) in FIELDS.items():
                with Horizontal(classes="field"):
                    yield Said(partial(_label, label), classes="label")
                    yield Pick(values, getattr(chosen, name), id=name)
            with Horizontal(classes="field"):
                yield Said(lambda: f" {_('Keys')}", classes="label")
                yield self.keys
        yield self.sentence
        with Horizontal(classes="buttons"):
            yield Press(N_("Back"), id="back")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin at the colors."""
        if self.uno.lobby is not None:
            self.name_line.value = self.uno.lobby.name
        self.query_one("#theme").focus()
        self._show()

    def dress(self) -> None:
        """In other colors, or another language."""
        self._show()

    def _show(self) -> None:
        palette = self.uno.artist.palette
        self.top_bar.show(
            Part(_("Settings"), palette.strong),
            Part(_("arrows change a value; it acts at once"), palette.muted, 1),
        )
        own = len(self.uno.preferences.keys)
        self.keys.show(_("{count} of my own").format(count=own) if own else _("as usual"))
        self._say()

    def _say(self) -> None:
        name = (self.focused.id if self.focused else "") or ""
        if name in FIELDS:
            text = _(FIELDS[name][2])
        elif name == "my-name":
            text = _("What you are called at the next table.")
        else:
            text = _("Enter shows all keys; each can be given another one.")
        where = self.uno.preferences_file
        if where is not None:
            kept = _("Kept in {file}.").format(file=where)
        else:
            kept = _("Not kept: there is no place for it.")
        self.sentence.update(Text(f"{text}\n{kept}"))

    def on_descendant_focus(self) -> None:
        """Say what the field is about."""
        if self.is_mounted:
            self._say()

    def on_pick_picked(self, message: Pick.Picked) -> None:
        """Take the value, show it, keep it."""
        message.stop()
        name = message.field.id or ""
        if name == "theme" and self.app.no_color:
            self.uno.tell(_("NO_COLOR is set: the screens stay without color."))
        changes: dict[str, Any] = {name: str(message.field.value)}
        self.uno.choose(replace(self.uno.preferences, **changes))
        self._show()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter takes the name and goes on."""
        message.stop()
        if self._take_name():
            self.focus_next()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """So does going on to another row."""
        if event.widget is self.name_line:
            self._take_name()

    def _take_name(self) -> bool:
        """Keep my name if it is another one; say why it cannot be."""
        lobby, text = self.uno.lobby, self.name_line.value.strip()
        if text == lobby.name:
            return True
        try:
            lobby.remember_name(text)
        except ValueError as error:
            self.uno.tell(languages.said(error), severe=True)
            self.name_line.value = lobby.name
            return False
        self.uno.lobby_changed.publish(None)
        return True

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
