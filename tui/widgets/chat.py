"""The chat line: hidden until it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.binding import Binding, BindingType
from textual.widgets import Input

from uno_lan.languages import N_, _

if TYPE_CHECKING:
    from ..app import UnoApp

LIMIT = 200


class ChatLine(Input):
    """Enter sends, Escape closes; either gives the keys back to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", N_("Close"), show=False, id="chat.close"),
        Binding("enter", "send", N_("Send"), show=False, id="chat.send"),
    ]

    def __init__(self) -> None:
        super().__init__(
            placeholder=_("say something, Enter sends, Esc closes"), compact=True, max_length=LIMIT, id="chat"
        )
        self.cursor_blink = False
        self.display = False

    def open(self) -> None:
        """Show the line and type."""
        self.display = True
        self.screen.set_focus(self)  # at once: `focus` waits for a free moment, and keys may follow

    def action_close(self) -> None:
        """Hide the line and forget what was typed."""
        self.value = ""
        self.display = False
        self.screen.set_focus(self.screen.query("Rows").first() if self.screen.query("Rows") else None)

    def action_send(self) -> None:
        """Say it."""
        text = self.value.strip()
        client = cast("UnoApp", self.app).client
        if text and client is not None:
            client.say(text)
        self.action_close()
