"""All hands of a round that is over, a line each: what a replay shows in the place of one player's hand."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from ..cards import Face
from ..text import Row, fit, pad, plain
from .painted import Painted

NAME = 14
"""Most cells of a name."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One player's."""

    name: str
    faces: tuple[Face, ...]
    acts: bool = False
    """This player's turn."""


class AllHands(Painted):
    """Beside each other in columns where there are more players than rows; `+3` for cards without room."""

    hands: tuple[OpenHand, ...] = ()

    def show(self, hands: tuple[OpenHand, ...]) -> None:
        """Show other hands."""
        if hands != self.hands:
            self.hands = hands
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Rows from top to bottom, then the next column."""
        if not self.hands or height < 1:
            return []
        columns = -(-len(self.hands) // height)
        rows = -(-len(self.hands) // columns)
        room = (width - 1) // columns
        lines: list[Row] = [[Segment(" ")] for _row in range(rows)]
        for index, hand in enumerate(self.hands):
            lines[index % rows] += pad(self._line(hand, room - 1), room)
        return lines

    def _line(self, hand: OpenHand, room: int) -> Row:
        palette, artist = self.palette, self.artist
        widest = max(cell_len(plain(one.name)) for one in self.hands)
        name = min(NAME, widest, max(4, room // 3))
        mark = self.glyphs.turn if hand.acts else " "
        row: Row = [
            Segment(f"{mark} ", palette.accent),
            Segment(fit(plain(hand.name), name), palette.strong if hand.acts else palette.normal),
            Segment(fit(f"{len(hand.faces):3} ", 5), palette.muted),
        ]
        left = room - name - 7
        for place, face in enumerate(hand.faces):
            tag = f"{artist.tag(face)} "
            rest = f"+{len(hand.faces) - place}"
            last = place == len(hand.faces) - 1
            if cell_len(tag) - 1 + (0 if last else 1 + len(rest)) > left:
                row.append(Segment(rest, palette.muted))
                break
            row.append(Segment(tag, palette.text[face[0]]))
            left -= cell_len(tag)
        return row
