"""A list of rows to choose from, by keys or mouse. Keeps the chosen row when the list changes around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from uno_lan.languages import N_

from ..text import Row, pad
from .painted import Painted


@dataclass(frozen=True)
class Item:
    """A row: what is painted, and what it stands for."""

    key: str
    row: Row = field(hash=False)
    rests: bool = True
    """May the cursor rest on it? Not so on a heading, with which nothing can be done."""


class Rows(Painted, can_focus=True):
    """Posts `Chosen` on a second click, `Moved` when the cursor stands on another row.

    Enter is left to the screen, so that its key bar can say what choosing does.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", N_("Up"), show=False, id="list.up"),
        Binding("down,j", "move(1)", N_("Down"), show=False, id="list.down"),
        Binding("pageup", "move(-10)", N_("Page up"), show=False, id="list.page_up"),
        Binding("pagedown", "move(10)", N_("Page down"), show=False, id="list.page_down"),
        Binding("home", "move(-9999)", N_("First"), show=False, id="list.first"),
        Binding("end", "move(9999)", N_("Last"), show=False, id="list.last"),
    ]

    @dataclass
    class Chosen(Message):
        """A row was chosen."""

        rows: Rows
        key: str

    @dataclass
    class Moved(Message):
        """The cursor stands on another row."""

        rows: Rows
        key: str

    items: tuple[Item, ...] = ()
    cursor = 0
    waits = False
    """When the row under the cursor goes, does the cursor wait for it, on no row, until a person moves it?
    For lists that change by themselves: a key pressed for one row must not be taken for its neighbor."""
    _gone = ""
    """Key of the row that the cursor waits for."""
    _first = 0

    def show(self, items: Sequence[Item]) -> None:
        """Show other rows; the cursor stays on the row it is on, if that is still there."""
        before, had_rows = self.key, bool(self.items)
        key = self._gone or before
        self.items = tuple(items)
        found = next((i for i, item in enumerate(self.items) if item.key == key and had_rows), None)
        lost = self.waits and had_rows and found is None and bool(self.items)
        self._gone = key if lost else ""
        self.cursor = self.cursor if found is None else found
        self.cursor = self._resting(max(0, min(self.cursor, len(self.items) - 1)), 1)
        self._rows = None
        self.refresh(layout=True)
        if self.key != before:
            self.post_message(self.Moved(self, self.key))

    def rename(self, old: str, new: str) -> None:
        """A row has another key from now on; the cursor stays on it."""
        self.items = tuple(replace(item, key=new) if item.key == old else item for item in self.items)
        self._gone = new if self._gone == old else self._gone

    def go_to(self, key: str) -> bool:
        """Set the cursor on the row with this key. False: there is none."""
        found = next((i for i, item in enumerate(self.items) if item.key == key), None)
        if found is not None:
            self._go(found)
        return found is not None

    @property
    def key(self) -> str:
        """Key of the row under the cursor, empty when there is none."""
        there = self.cursor < len(self.items) and self.items[self.cursor].rests and not self._gone
        return self.items[self.cursor].key if there else ""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row each."""
        return len(self.items)

    def paint(self, width: int, height: int) -> list[Row]:
        """The window around the cursor; a mark at the edge says that there is more."""
        self._first = max(0, min(self._first, len(self.items) - height))
        top = self.cursor
        while top and not self.items[top - 1].rests:
            top -= 1  # its heading is seen with it
        if top < self._first:
            self._first = top
        elif self.cursor >= self._first + height:
            self._first = self.cursor - height + 1
        rows: list[Row] = []
        palette, glyphs = self.palette, self.glyphs
        shown = self.items[self._first : self._first + height]
        for index, item in enumerate(shown, self._first):
            here = index == self.cursor and item.rests and not self._gone
            mark = f"{glyphs.turn if here and self.has_focus else glyphs.right if here else ' '} "
            style = palette.cursor if here and self.has_focus else palette.cursor_off if here else None
            row: Row = [Segment(mark), *item.row]
            if style is not None:
                row = [Segment(segment.text, style) for segment in pad(row, width)]
            rows.append(row)
        if self._first and rows:
            rows[0] = [Segment(f"{glyphs.up} ", palette.accent), *rows[0][1:]]
        if self._first + height < len(self.items) and rows:
            rows[-1] = [Segment(f"{glyphs.down} ", palette.accent), *rows[-1][1:]]
        return rows

    def action_move(self, step: int) -> None:
        """Move the cursor; one that waits on no row stands above the row that took its place."""
        step = step - 1 if self._gone and step > 0 else step
        self._go(self._resting(max(0, min(self.cursor + step, len(self.items) - 1)), step or 1))

    def _resting(self, index: int, way: int) -> int:
        """This row or the next one in this way on which the cursor may rest; else the nearest behind."""
        if not self.items:
            return 0
        ahead = range(index, len(self.items)) if way > 0 else range(index, -1, -1)
        behind = range(index, -1, -1) if way > 0 else range(index, len(self.items))
        return next((place for place in (*ahead, *behind) if self.items[place].rests), index)

    def _go(self, index: int) -> None:
        if (index != self.cursor or self._gone) and self.items:
            self.cursor, self._gone = index, ""
            self.repaint()
            self.post_message(self.Moved(self, self.key))

    def on_click(self, event: events.Click) -> None:
        """First click: move there; second click on the same row: choose it."""
        event.stop()
        index = self._first + event.y
        if index >= len(self.items) or not self.items[index].rests:
            return
        if index == self.cursor and not self._gone:
            self.post_message(self.Chosen(self, self.key))
        else:
            self._go(index)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Down."""
        event.stop()
        self.action_move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Up."""
        event.stop()
        self.action_move(-1)

    def on_focus(self) -> None:
        """The cursor row is painted stronger."""
        self.repaint()

    def on_blur(self) -> None:
        """The cursor row is painted weaker."""
        self.repaint()
