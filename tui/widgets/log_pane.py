"""The last lines of log and chat."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style

from uno_lan.client.model import LogLine
from uno_lan.languages import N_, _

from ..cards import Face
from ..palette import Palette
from ..text import Row, plain, wrap
from .painted import Painted

MARK = "\ue000"
"""Stands for a blank inside a card's tag, so that the tag is not broken over two lines; as wide as one."""


class LogPane(Painted):
    """Shows as many of the newest lines as fit, oldest of them on top."""

    lines: tuple[LogLine, ...] = ()
    title = N_("Log")
    """Marked for translation."""
    back = 0
    """Rows scrolled back from the end."""

    def show(self, lines: tuple[LogLine, ...]) -> None:
        """Show another log."""
        if lines != self.lines:
            self.lines = lines
            self.repaint()

    def scroll(self, rows: int) -> None:
        """Move back (positive) or forward through the log."""
        self.back = max(0, self.back + rows)
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Title and lines."""
        head: list[Row] = [[Segment(_(self.title), self.palette.strong)]] if self.title else []
        room = height - len(head)
        wanted = room + self.back
        rows: list[Row] = []
        for line in reversed(self.lines):
            rows = [*self._rows_of(line, width), *rows]
            if len(rows) >= wanted:
                break
        self.back = min(self.back, max(0, len(rows) - room))
        end = len(rows) - self.back
        return head + rows[max(0, end - room) : end]

    def _rows_of(self, line: LogLine, width: int) -> list[Row]:
        palette = self.palette
        text, tag, tag_style = plain(line.text), "", palette.normal
        face = self.uno.face(line.card)
        if face is not None:
            text, tag, tag_style = self._with_tag(text, line, face, palette)
        style = style_of(line.kind, palette)
        rows: list[Row] = []
        for part in wrap(text, width):
            before, found, after = part.partition(tag) if tag else (part, "", "")
            row: Row = [Segment(before, style)]
            if found:
                row += [Segment(found.replace(MARK, " "), tag_style), Segment(after, style)]
            rows.append(row)
        return rows

    def _with_tag(self, text: str, line: LogLine, face: Face, palette: Palette) -> tuple[str, str, Style]:
        """The text with the card's drawn tag in place of its name."""
        name = self.uno.card_name(line.card)
        color = line.color if 0 <= line.color <= 4 else face[0]
        tag = self.artist.label(face).replace(" ", MARK)
        return text.replace(name, tag, 1), tag, palette.text[color]


def style_of(kind: str, palette: Palette) -> Style:
    """Style of a kind of log line."""
    styles = {"chat": palette.strong, "fair": palette.good, "link": palette.alarm, "table": palette.muted}
    return styles.get(kind, palette.normal)
