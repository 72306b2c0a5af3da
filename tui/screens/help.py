"""Keys, signs, and the rules in a few lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ..glyphs import Glyphs
from .base import Dialog, TooSmall

KEYS = (
    ("Choose a card", "left and right arrow; Home, End"),
    ("Play it", "Enter or Space; a second click"),
    ("Play by place", "1 to 9, and 0 for the tenth"),
    (
        "Play by name",
        "r5, bd, gr, ys, w, w4: the color, then a number or d Draw Two, r Reverse, s Skip; w Wild, "
        "w4 Draw Four",
    ),
    ("Draw, keep, pass", "d, k, p"),
    ("Draw Four", "a accept, c challenge"),
    ("UNO!", "u, before you play the last card but one or right after it"),
    ("Catch", "x, when somebody has one card and did not call"),
    ("Sort, chat, log", "s, t, l"),
    ("Leave", "q asks: keep the seat, give it up, close the table"),
)
RULES = """\
Play a card of the same color, number or symbol, or a wild. Or draw one: if it fits, you may play that one. \
Call UNO with one card left; who forgets and is caught draws two. A Draw Four is honest only without a card \
of the color in force; the victim may challenge: a bluff costs the player four, a wrong challenge costs \
six. The first without cards wins the round."""


def signs(glyphs: Glyphs) -> tuple[tuple[str, str], ...]:
    """What the signs on the screen mean."""
    colors = ("red", "yellow", "green", "blue", "wild")
    return (
        ("Cards", ", ".join(f"{shape} {word}" for shape, word in zip(glyphs.shapes, colors, strict=True))),
        ("", f"{glyphs.symbols[10]} Draw Two, {glyphs.symbols[11]} Reverse, {glyphs.symbols[12]} Skip"),
        (glyphs.playable, "below or beside a card: it can be played"),
        (glyphs.lost, "the link is lost; the seat is kept"),
        (
            f"deal {glyphs.check} 2",
            "so many players besides the host shuffled with it, so nobody could choose the cards",
        ),
    )


def _grid(rows: Iterable[tuple[str, str]]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=16, no_wrap=True)
    grid.add_column(ratio=1)
    for name, text in rows:
        grid.add_row(Text(name), Text(text))
    return grid


class HelpDialog(Dialog[None]):
    """Closes with any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "leave", "Back", show=False, id="dialog.back"),
        Binding("r,f1", "book", "Rule book", show=False, id="dialog.book"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.scroller = VerticalScroll()

    def compose(self) -> ComposeResult:
        """Keys, then signs and rules."""
        yield TooSmall()
        with Vertical(classes="box", id="help"):
            yield Static("Keys", classes="title")
            with self.scroller:
                yield Static(_grid(KEYS))
                yield Static("Signs", classes="title")
                yield Static(_grid(signs(self.uno.artist.glyphs)))
                yield Static("The game", classes="title")
                yield Static(Text(RULES))
            yield Static("arrows scroll, r rule book, Esc back", classes="hint")

    def on_mount(self) -> None:
        """Arrow keys scroll."""
        self.scroller.focus()

    def action_book(self) -> None:
        """The rule book instead."""
        self.dismiss(None)
        self.uno.action_rule_book()

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
