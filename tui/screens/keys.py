"""All keys in a list: each can be given another one, unless that is taken."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from uno_lan.languages import N_, _

from .. import keymap
from ..text import Row, fit
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.fields import Press
from ..widgets.rows import Item, Rows
from ..widgets.said import Said
from .base import Dialog, TooSmall, UnoScreen

HEAD = "head:"


class KeyPrompt(Dialog[str]):
    """Waits for one key; gives its name, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Back"), show=False, priority=True, id="dialog.back")
    ]

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield TooSmall()
        with Vertical(classes="box"):
            yield Static(Text(self._what), classes="title")
            yield Said(lambda: _("Press the new key, or Esc to leave it as it is."), classes="words")

    def on_key(self, event: events.Key) -> None:
        """The key that was pressed."""
        event.stop()
        event.prevent_default()
        self.dismiss(event.key)

    def action_leave(self) -> None:
        """None."""
        self.dismiss("")


class KeysScreen(UnoScreen[None]):
    """Lists what keys do, screen by screen."""

    CSS_PATH = "../styles/host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "change", N_("Another key"), key_display="⏎", id="keys.change"),
        Binding("d,delete", "usual", N_("As usual"), key_display="d", id="keys.usual"),
        Binding("escape,q", "leave", N_("Back"), key_display=N_("Esc"), id="keys.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.top_bar = Bar(id="top")
        self.rows = Rows(id="rule-rows")

    def compose(self) -> ComposeResult:
        """The list."""
        yield TooSmall()
        yield self.top_bar
        yield self.rows
        with Horizontal(classes="buttons"):
            yield Press(N_("Another key"), id="change")
            yield Press(N_("Back"), id="back")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Begin at the first key."""
        self._show()
        self.rows.focus()

    def dress(self) -> None:
        """In other colors, or another language."""
        self._show()

    def _show(self) -> None:
        palette = self.uno.artist.palette
        own = self.uno.preferences.keys
        self.top_bar.show(
            Part(_("Keys"), palette.strong), Part(_("those of my own are marked *"), palette.muted, 1)
        )
        items: list[Item] = []
        group = ""
        for act in keymap.acts().values():
            if act.group != group:
                group = act.group
                items.append(
                    Item(HEAD + group, [Segment(_(keymap.GROUPS[group]), palette.muted)], rests=False)
                )
            mine = act.id in own
            keys = ", ".join(
                self.app.get_key_display(Binding(key, "")) for key in keymap.keys_of(act.id, own)
            )
            row: Row = [
                Segment("* " if mine else "  ", palette.accent),
                Segment(fit(_(act.name), 24), palette.strong if mine else palette.normal),
                Segment(fit(keys, 16), palette.accent),
                Segment(act.id, palette.muted),
            ]
            items.append(Item(act.id, row))
        self.rows.show(items)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """A second click."""
        message.stop()
        self.action_change()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """A button is its key."""
        message.stop()
        (self.action_change if message.button.id == "change" else self.action_leave)()

    def action_change(self) -> None:
        """Ask for another key."""
        act = keymap.acts().get(self.rows.key)
        if act is not None:
            self.app.push_screen(KeyPrompt(_(act.name)), lambda key: self._give(act, key or ""))

    def _give(self, act: keymap.Act, key: str) -> None:
        chosen = self.uno.preferences
        if not key:
            return
        if why := keymap.problem(act.id, key, chosen.keys):
            self.uno.tell(why, severe=True)
            return
        self._keep({**chosen.keys, act.id: key})

    def action_usual(self) -> None:
        """The usual key again, unless that was given away meanwhile."""
        own = dict(self.uno.preferences.keys)
        act = keymap.acts().get(self.rows.key)
        if act is None or own.pop(act.id, None) is None:
            return
        if why := next(filter(None, (keymap.problem(act.id, key, own) for key in act.keys)), ""):
            self.uno.tell(why, severe=True)
            return
        self._keep(own)

    def _keep(self, own: dict[str, str]) -> None:
        usual = keymap.acts()
        own = {name: keys for name, keys in own.items() if keys != ",".join(usual[name].keys)}
        self.uno.choose(replace(self.uno.preferences, keys=own))
        self._show()

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)
