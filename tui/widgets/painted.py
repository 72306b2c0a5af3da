"""Base of widgets that paint their rows themselves.

One widget for a whole hand, strip or list is quicker than many small ones, never remounts, and knows itself
what lies under the mouse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from ..cards import Artist
from ..glyphs import Glyphs
from ..palette import Palette
from ..text import Row

if TYPE_CHECKING:
    from ..app import UnoApp


class Painted(Widget):
    """A widget whose subclass paints all rows at once; they are kept until something changes."""

    ALLOW_SELECT = False

    _rows: list[Row] | None = None
    _painted_size: tuple[int, int] = (-1, -1)

    @property
    def uno(self) -> UnoApp:
        """The app with its own type."""
        return cast("UnoApp", self.app)

    @property
    def artist(self) -> Artist:
        """Draws cards."""
        return self.uno.artist

    @property
    def glyphs(self) -> Glyphs:
        """Characters in use."""
        return self.uno.artist.glyphs

    @property
    def palette(self) -> Palette:
        """Styles in use."""
        return self.uno.artist.palette

    def paint(self, width: int, height: int) -> list[Row]:
        """All rows of the widget; missing ones are blank, longer ones are cut."""
        raise NotImplementedError

    def repaint(self) -> None:
        """Something the picture shows has changed."""
        self._rows = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row, cut or filled to the widget's width."""
        width, height = self.size
        if self._rows is None or self._painted_size != (width, height):
            self._rows = self.paint(width, height)
            self._painted_size = (width, height)
        style = self.rich_style
        row: Row = self._rows[y] if y < len(self._rows) else [Segment("")]
        return Strip(row).adjust_cell_length(width, style).apply_style(style)
