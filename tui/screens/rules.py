"""The rule book on the screen: the text of `uno-lan rules` for the rules in force or being chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from uno_lan import languages
from uno_lan.client.draft import Draft
from uno_lan.engine import RulesError, Ruleset
from uno_lan.languages import N_, _, n_
from uno_lan.rulebook import as_text, rule_book

from ..text import Row
from ..widgets.bars import Bar, KeyBar, Part
from ..widgets.pages import Pages
from .base import TooSmall, UnoScreen

if TYPE_CHECKING:
    from ..app import UnoApp

WIDEST = 100
"""Longer lines are hard to read."""
MARK = "*"
"""Begins a line that a house rule changed."""


class RulesScreen(UnoScreen[None]):
    """Scrolls through the book; Tab goes from section to section."""

    CSS_PATH = "../styles/rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", N_("Scroll"), key_display="↑ ↓", id="book.up"),
        Binding("down,j", "scroll(1)", N_("Down"), show=False, id="book.down"),
        Binding("pageup", "page(-1)", N_("Page up"), show=False, id="book.page_up"),
        Binding("pagedown,space", "page(1)", N_("Page"), key_display=N_("Space"), id="book.page_down"),
        Binding(
            "tab,n,right",
            "section(1)",
            N_("Next section"),
            key_display=N_("Tab"),
            id="book.next",
            priority=True,
        ),
        Binding(
            "shift+tab,b,left",
            "section(-1)",
            N_("Section before"),
            show=False,
            id="book.before",
            priority=True,
        ),
        Binding("m", "mark(1)", N_("Next change"), id="book.mark"),
        Binding("e", "edition", N_("Next edition"), id="book.edition"),
        Binding("home", "scroll(-99999)", N_("First"), show=False, id="book.first"),
        Binding("end", "scroll(99999)", N_("Last"), show=False, id="book.last"),
        Binding(
            "escape,enter,q,question_mark,f1", "leave", N_("Back"), key_display=N_("Esc"), id="book.back"
        ),
    ]

    def __init__(self, rules: Ruleset, section: str = "", editions: Sequence[str] = ()) -> None:
        """Make the screen.

        Args:
            section: key of the section to begin at; empty: the first one.
            editions: others to leaf through, by their keys; the first is the one shown.
        """
        super().__init__()
        self._rules = rules
        self._book = rule_book(rules)
        self._editions = tuple(editions)
        self._place = 0
        self._begin = section
        self.top_bar = Bar(id="top")
        self.pages = Pages(id="book")

    def compose(self) -> ComposeResult:
        """Title, text, keys."""
        yield TooSmall()
        yield self.top_bar
        yield self.pages
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """The keys belong to the text."""
        self.pages.focus()

    def on_resize(self) -> None:
        """Lines follow the width."""
        self._lay_out()

    def dress(self) -> None:
        """In other colors, or another language."""
        self._book = rule_book(self._rules)
        self._lay_out()

    def _lay_out(self) -> None:
        palette = self.uno.artist.palette
        changed = len(self._book.changed)
        what = n_(
            "{count} house rule changed, marked {mark}", "{count} house rules changed, marked {mark}", changed
        ).format(count=changed, mark=MARK)
        self.top_bar.show(
            Part(self._book.title, palette.strong),
            Part(_("rule book"), palette.normal, 1),
            Part(what if changed else _("as published"), palette.accent if changed else palette.muted, 2),
        )
        width = min(self.window.width - 4, WIDEST)
        lines = as_text(self._book, width).splitlines()
        rows: list[Row] = []
        titles = {section.title: section.key for section in self._book.sections}
        sections: dict[str, int] = {}
        marks: list[int] = []
        marked = False
        for number, line in enumerate(lines):
            heads = number + 1 < len(lines) and line and set(lines[number + 1]) in ({"-"}, {"="})
            if heads and line in titles:
                sections[titles[line]] = number
            begins = bool(sections) and line.startswith(MARK)  # the legend is above all sections
            if begins:
                marks.append(number)
            # What follows a marked line, further in, still belongs to it.
            marked = begins or (marked and line.startswith("  "))
            style = palette.accent if marked else palette.strong if heads else palette.normal
            rows.append([Segment(f"  {line}", style)])
        self.pages.show(rows, list(sections.values()), marks)
        if self._begin:
            self.pages.go_to(sections.get(self._begin, 0))
            self._begin = ""

    # Keys.

    def action_scroll(self, lines: int) -> None:
        """Some lines on or back."""
        self.pages.move(lines)

    def action_page(self, pages: int) -> None:
        """A page on or back."""
        self.pages.move(pages * max(1, self.pages.size.height - 1))

    def action_section(self, step: int) -> None:
        """To the next or previous section."""
        self.pages.jump(self.pages.sections, step)

    def action_mark(self, step: int) -> None:
        """To the next rule that is not as published."""
        self.pages.jump(self.pages.marks, step)

    def action_edition(self) -> None:
        """The book of the next edition; one whose file describes none is passed over."""
        for _edition in self._editions:
            self._place = (self._place + 1) % len(self._editions)
            try:
                self._rules = Ruleset.make(self.uno.lobby.edition(self._editions[self._place]))
            except ValueError as error:
                self.uno.tell(languages.said(error), severe=True)
                continue
            self._book = rule_book(self._rules)
            self.pages.first = 0
            self._lay_out()
            return

    def shows_key(self, action: str) -> bool:
        """Without house rules there is no change to go to, at a table no other edition."""
        if action.startswith("mark"):
            return bool(self._book.changed)
        return bool(self._editions) or action != "edition"

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)


def show_book(app: UnoApp, draft: Draft, section: str = "") -> None:
    """Open the book for rules as they stand, or say why they are none."""
    open_book(app, draft.rules, section)


def open_book(
    app: UnoApp, rules: Callable[[], Ruleset], section: str = "", editions: Sequence[str] = ()
) -> None:
    """Open the book, or say why there is none."""
    try:
        made = rules()
    except RulesError as error:
        app.tell(languages.said(error), severe=True)
        return
    app.push_screen(RulesScreen(made, section, editions))
