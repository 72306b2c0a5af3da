"""A long text that is scrolled by lines, pages, and from one of its marked lines to the next."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual import events

from ..text import Row
from .painted import Painted


class Pages(Painted, can_focus=True):
    """Shows a window of rows; the last column tells where it is."""

    DEFAULT_CSS = "Pages { height: 1fr; width: 100%; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: tuple[Row, ...] = ()
        self.sections: tuple[int, ...] = ()
        """Lines at which sections begin."""
        self.marks: tuple[int, ...] = ()
        """Lines that stand out."""
        self.first = 0
        """The line at the top."""

    def show(self, lines: Sequence[Row], sections: Sequence[int] = (), marks: Sequence[int] = ()) -> None:
        """Show another text. When the old one was scrolled, the same share of the new one is above."""
        share = self.first / len(self.lines) if self.lines else 0.0
        self.lines, self.sections, self.marks = tuple(lines), tuple(sections), tuple(marks)
        self.first = self._within(round(share * len(self.lines)))
        self.repaint()

    def _within(self, line: int) -> int:
        return max(0, min(line, len(self.lines) - max(1, self.size.height)))

    def paint(self, width: int, height: int) -> list[Row]:
        """The window, with a mark at its right edge that says how far down it is."""
        self.first = self._within(self.first)
        shown = [list(row) for row in self.lines[self.first : self.first + height]]
        rest = len(self.lines) - height
        if rest > 0:
            at = round(self.first / rest * (height - 1))
            for number, row in enumerate(shown):
                used = sum(segment.cell_length for segment in row)
                bar = self.glyphs.pip if number == at else self.glyphs.rule
                style = self.palette.accent if number == at else self.palette.faint
                row += [Segment(" " * max(0, width - 1 - used)), Segment(bar, style)]
        return shown

    def go_to(self, line: int) -> None:
        """Put this line on top."""
        self.first = self._within(line)
        self.repaint()

    def move(self, lines: int) -> None:
        """Some lines on (or back)."""
        self.go_to(self.first + lines)

    def jump(self, places: Sequence[int], step: int) -> None:
        """To the next (or previous) of these lines, round and round."""
        if not places:
            return
        if step > 0:
            seen_all = self.first >= self._within(len(self.lines))
            after = [] if seen_all else [place for place in places if place > self.first]
            self.go_to(after[0] if after else places[0])
        else:
            before = [place for place in places if place < self.first]
            self.go_to(before[-1] if before else places[-1])

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Down."""
        event.stop()
        self.move(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Up."""
        event.stop()
        self.move(-3)
