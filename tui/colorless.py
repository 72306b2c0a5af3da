"""The last step under `NO_COLOR`: no color leaves, not even a grey one or the terminal's own by name.

What the toolkit does by itself turns colors into greys, with a ground of its own. Bold, underline and reverse
stay; they carry what has to be seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor

TOOLKIT: Final = (Monochrome, NoColor)
"""What it takes the place of."""


class ColorlessFilter(LineFilter):
    """Takes the colors out of every style."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The line without color."""
        return [
            segment if segment.style is None else Segment(segment.text, _bare(segment.style), segment.control)
            for segment in segments
        ]


@lru_cache(maxsize=4096)
def _bare(style: Style) -> Style:
    return style.without_color


COLORLESS: Final = ColorlessFilter()
