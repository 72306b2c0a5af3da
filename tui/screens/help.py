"""Keys, signs, and the rules in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from uno_lan.client import words
from uno_lan.languages import N_, _

from ..cards import Artist
from ..text import plain
from ..widgets.said import Said
from .base import Dialog, TooSmall

if TYPE_CHECKING:
    from uno_lan.engine.edition import Edition

    from .keys_here import Keys

KEYS = (
    (N_("Choose a card"), N_("left and right arrow; Home, End")),
    (N_("Play it"), N_("Enter or Space; a second click")),
    (N_("Play by place"), N_("1 to 9, and 0 for the tenth")),
    (
        N_("Play by name"),
        N_(
            "r5, bd, gr, ys, w, w4: the color, then a number or d Draw Two, r Reverse, s Skip; w Wild, "
            "w4 Draw Four, ws Super Star, wf The Force, wi Item Box, wc Customizable, wh Shuffle Hands"
        ),
    ),
    (N_("Draw, keep, pass"), "d, k, p"),
    (N_("Draw cards"), N_("a accept, c challenge; Enter answers with the chosen card where one fits")),
    (N_("House rules"), N_("m several equal numbers at once, j jump in with the very card on top")),
    (N_("UNO!"), N_("u, before you play the last card but one or right after it")),
    (N_("Catch"), N_("x, when somebody has one card and did not call")),
    (N_("Sort, chat, log"), "s, t, l"),
    (N_("Short words"), N_("e, then a number: Nice one!, Ouch!, Good luck! and others, without typing")),
    (N_("People"), N_("v: votes, pause, mute, and what the owner may order")),
    (N_("About the table"), N_("i: code and address for others, rules in force, who watches")),
    (N_("Rules, settings"), N_("F1 rule book; F4 colors, signs, bell and keys, at any moment")),
    (N_("Leave"), N_("q asks: keep the seat, give it up, close the table")),
)
RULES = N_("""\
Play a card of the same color, number or symbol, or a wild. Or draw one: if it fits, you may play that one. \
Call UNO with one card left; who forgets and is caught draws two. A Draw Four is honest only without a card \
of the color in force; the victim may challenge: a bluff costs the player four, a wrong challenge costs \
six. The first without cards wins the round.""")


def signs(artist: Artist, edition: Edition) -> tuple[tuple[str, str], ...]:
    """What the signs on the screen mean, with the cards of the edition in play."""
    glyphs = artist.glyphs
    colors = [*edition.colors, N_("wild")]
    shapes = [f"{artist.shape(color)} {_(word)}" for color, word in enumerate(colors)]
    cards = [face for face in edition.data.faces if not face.kind.isdecimal()]
    return (
        (_("Colors"), ", ".join(shapes)),
        (_("Cards"), ", ".join(f"{glyphs.symbols[face.symbol]} {_(face.name)}" for face in cards)),
        (glyphs.playable, _("below or beside a card: it can be played")),
        (glyphs.lost, _("away: the seat is kept")),
        (glyphs.partner, _("before a name: your partner")),
        (
            _("deal {mark} {count}").format(mark=glyphs.check, count=2),
            _("so many players besides the host shuffled with it: F2 says more"),
        ),
    )


def _grid(rows: Iterable[tuple[str, str]]) -> Table:
    pairs = [(_(name), _(text)) for name, text in rows]
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=max(16, *(cell_len(name) for name, _text in pairs)), no_wrap=True)
    grid.add_column(ratio=1)
    for name, text in pairs:
        grid.add_row(Text(name), Text(text))
    return grid


class HelpDialog(Dialog[None]):
    """Closes with any of the usual keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark", "leave", N_("Back"), show=False, id="dialog.back"),
        Binding("r,f1", "book", N_("Rule book"), show=False, id="dialog.book"),
    ]

    def __init__(self, about: Callable[[], Sequence[str]] = tuple, here: Keys = ()) -> None:
        """Make the box.

        Args:
            about: gives sentences about this very moment, said first.
            here: the keys of the screen below, before those of the table.
        """
        super().__init__()
        self._about = about
        self._here = here

    def compose(self) -> ComposeResult:
        """Keys, then signs and rules."""
        about = self._about()
        self.scroller = VerticalScroll()
        yield TooSmall()
        with Vertical(classes="box", id="help"):
            yield Said(lambda: _("Now, and keys") if about else _("Keys"), classes="title")
            with self.scroller:
                if about:
                    yield Static(Text("\n".join(about)), classes="about")
                if self._here:
                    yield Static(_grid(self._here))
                    yield Said(lambda: _("At the table"), classes="title")
                yield Static(_grid(KEYS))
                yield Said(lambda: _("Signs"), classes="title")
                yield Static(_grid(signs(self.uno.artist, self.uno.edition)))
                if self.uno.client is not None:
                    yield Said(lambda: _("Is all fair? (F2)"), classes="title", id="fair-title")
                    yield Static(Text(self._fair()), id="fair")
                yield Said(lambda: _("The game"), classes="title")
                yield Said(lambda: _(RULES))
            yield Said(lambda: _("arrows scroll, r rule book, Esc back"), classes="hint")

    async def _made_again(self) -> None:
        await self.recompose()
        self.on_mount()

    def dress(self) -> None:
        """In other colors, or another language."""
        self.call_later(self._made_again)

    def _fair(self) -> str:
        """What the mark of this deal promises, and its limit; or what is wrong."""
        snapshot = self.uno.snapshot
        if snapshot.trouble is not None:
            return "\n".join(plain(sentence) for sentence in words.wrong(snapshot, self.uno.now()))
        return "\n".join(words.explained(snapshot.fair))

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
