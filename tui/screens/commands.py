"""All that can be done on a screen, by its name (`Ctrl+P`): for whom the key does not come to mind.

In place of the toolkit's own list, which is in English, ends the program without asking and changes colors
past the settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.dom import DOMNode
from textual.widgets import Input, Static

from uno_lan.client.words.typed import folded
from uno_lan.languages import N_, _

from ..text import column
from ..widgets.rows import Item, Rows
from ..widgets.said import Said
from .base import Dialog, TooSmall, UnoScreen, type_into

if TYPE_CHECKING:
    from ..app import UnoApp

KEY = 10
"""Cells for a key."""
HINT: Final = N_("type a part of it, arrows choose, Enter does it, Esc back")
STEPS: Final = ("move", "move_to", "scroll", "back", "keep_name", "command_palette")
"""Actions that only move something on the screen, or go back: nobody looks for them by name."""
WITHIN: Final = ("list", "field")
"""First parts of the ids of keys that act within a list or a line of a form."""
HIDDEN_FOR_ROOM: Final = ("people", "react", "log")
"""Keys that the bar may leave out although they do something."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that a key of the screen does."""

    key: str
    name: str
    action: str
    node: DOMNode


def commands(app: UnoApp, screen: UnoScreen[None]) -> list[Command]:
    """What the keys of this screen do now, in the order of its bindings, then those that act everywhere."""
    shows = getattr(screen, "shows_key", None)
    found: dict[str, Command] = {}
    for active in screen.active_bindings.values():
        binding, name = active.binding, active.binding.action.partition("(")[0]
        if not (binding.id and binding.description and active.enabled) or name in STEPS:
            continue
        group = binding.id.partition(".")[0]
        if group in WITHIN or binding.system or binding.action in found:
            continue
        if shows is None or name in HIDDEN_FOR_ROOM or active.node is app or shows(binding.action):
            key = _(binding.key_display or app.get_key_display(binding))
            found[binding.action] = Command(key, _(binding.description), binding.action, active.node)
    own = [one for one in found.values() if one.node is not app]
    names = {one.name for one in own}
    return own + [one for one in found.values() if one.node is app and one.name not in names]


class CommandsDialog(Dialog[Command]):
    """Typing narrows the list; Enter does the marked one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", N_("Back"), show=False, id="dialog.back"),
        Binding("up", "move(-1)", N_("Up"), show=False),
        Binding("down", "move(1)", N_("Down"), show=False),
        Binding("pageup", "move(-10)", N_("Page up"), show=False),
        Binding("pagedown", "move(10)", N_("Page down"), show=False),
    ]

    def __init__(self, found: list[Command]) -> None:
        super().__init__()
        self.found = found
        self.line = Input(compact=True, max_length=40, id="line")
        self.line.cursor_blink = False
        self.rows = Rows(classes="seat-rows")
        self.rows.can_focus = False
        self.none = Static("", classes="words")

    def compose(self) -> ComposeResult:
        """Title, line, list."""
        yield TooSmall()
        with Vertical(classes="box choice"):
            yield Said(lambda: _("What can be done now"), classes="title")
            yield self.line
            yield self.rows
            yield self.none
            yield Said(
                lambda: _("type a part of it, arrows choose, Enter does it, Esc back"), classes="choice-hint"
            )

    def on_mount(self) -> None:
        """Type at once."""
        self._show()
        self.line.focus()

    def dress(self) -> None:
        """In other colors."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """What was typed too early belongs to the line as well."""
        type_into(self.line, event)

    def on_input_changed(self, message: Input.Changed) -> None:
        """Fewer rows, or more."""
        message.stop()
        self._show()

    def _show(self) -> None:
        palette, typed = self.uno.artist.palette, folded(self.line.value)
        fitting = [one for one in self.found if typed in folded(one.name)]
        items = []
        for one in fitting:
            key = Segment(column(one.key, KEY), palette.accent)
            items.append(Item(one.action, [key, Segment(one.name, palette.normal)]))
        self.rows.show(items)
        self.none.display = not fitting
        self.none.update(Text(_("Nothing here is called so.")))

    def action_move(self, step: int) -> None:
        """Mark another one."""
        self.rows.action_move(step)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter does the marked one."""
        message.stop()
        self._take()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """So does a second click."""
        message.stop()
        self._take()

    def _take(self) -> None:
        chosen = next((one for one in self.found if one.action == self.rows.key), None)
        if chosen is not None:
            self.dismiss(chosen)

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss(None)
