"""Keys, and the rules in a few lines."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from .base import Dialog, TooSmall

KEYS = """\
Choose a card     arrows, or h and the right arrow; Home, End
Play it           Enter or Space; a second click
Play by place     1 to 9, and 0 for the tenth
Play by name      r5, bd, gr, ys, w, w4: colour, then number or
                  d draw two, r reverse, s skip; w4 draw four
Draw, keep, pass  d, k, p
Draw Four         a accept, c challenge
UNO!              u at any time, also before the last but one card
Catch             x when somebody forgot to call
Sort, chat, log   s, t, l
Leave             q asks: keep the seat, give it up, close the table
"""
RULES = """\
Play a card of the same colour, number or symbol, or a wild. Or draw one:
if it fits, you may play that one. Call UNO with one card left; who forgets
and is caught draws two. A Draw Four is honest only without a card of the
colour in force; the victim may challenge: a bluff costs the player four,
a wrong challenge costs six. The first without cards wins the round.
"""


class HelpDialog(Dialog[None]):
    """Closes with any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "leave", "Back", show=False, id="dialog.back")
    ]

    def __init__(self) -> None:
        super().__init__()
        self.scroller = VerticalScroll(
            Static(Text(KEYS)), Static("The game", classes="title"), Static(Text(RULES))
        )

    def compose(self) -> ComposeResult:
        """Keys, then rules."""
        yield TooSmall()
        with Vertical(classes="box", id="help"):
            yield Static("Keys", classes="title")
            yield self.scroller
            yield Static("Esc back", classes="hint")

    def on_mount(self) -> None:
        """Arrow keys scroll."""
        self.scroller.focus()

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
