"""The other players: a strip of boxes, or a line each when there are many or little room."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message

from uno_lan.languages import _, n_, p_

from ..text import Row, clip, fit, pad
from .painted import Painted

BOX_WIDTH = 13
"""A box narrower than this tells too little; then players get a line each."""
LINE_WIDTH = 20
"""Least width of a player's line."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is shown of one player."""

    seat: int
    name: str
    cards: int
    to_act: bool = False
    called: bool = False
    catchable: bool = False
    online: bool = True
    gone: bool = False
    bot: bool = False
    total: int | None = 0
    clock: str = ""
    """Rest of the turn clock, if it runs for this player."""
    standin: bool = False
    """A bot plays until the player is back."""
    partner: bool = False
    """Plays in my team."""
    out: bool = False
    """Why somebody who is `gone` is not in the round: out of the game, or has left it."""


class Opponents(Painted):
    """Shows players in the order of play, beginning left of me. Posts `Clicked`."""

    @dataclass
    class Clicked(Message):
        """A player was clicked."""

        seat: int

    _edges: tuple[int, ...] = ()
    """Left columns of the boxes; empty while players are shown as lines."""
    _cell = 1
    _columns = 1
    players: tuple[Opponent, ...] = ()
    grace: float = 0.0
    """How much of the time to catch a missed call is left, 0 to 1."""

    def show(self, players: tuple[Opponent, ...], grace: float) -> None:
        """Show other players, or the same in another state."""
        if (players, grace) != (self.players, self.grace):
            resized = len(players) != len(self.players)
            self.players, self.grace = players, grace
            self._rows = None
            self.refresh(layout=resized)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Rows for the list view, where the height is automatic."""
        columns = max(1, width // LINE_WIDTH)
        return max(1, -(-len(self.players) // columns))

    def paint(self, width: int, height: int) -> list[Row]:
        """Boxes when they fit, else lines."""
        count = len(self.players)
        if not count:
            return []
        if height >= 4 and width // count >= BOX_WIDTH:
            return self._boxes(width, height)
        return self._lines(width, height)

    def on_click(self, event: events.Click) -> None:
        """Find the player under the mouse."""
        event.stop()
        if self._edges:
            place = sum(edge <= event.x for edge in self._edges) - 1
        else:
            place = event.y * self._columns + min(event.x // self._cell, self._columns - 1)
        if 0 <= place < len(self.players):
            self.post_message(self.Clicked(self.players[place].seat))

    # Boxes.

    def _boxes(self, width: int, height: int) -> list[Row]:
        count = len(self.players)
        room = width - 2
        edges = [1 + room * place // count for place in range(count + 1)]
        self._edges = tuple(edges)
        boxes = [
            self._box(player, edges[place + 1] - edges[place], height)
            for place, player in enumerate(self.players)
        ]
        return [[Segment(" "), *(segment for box in boxes for segment in box[y])] for y in range(height)]

    def _box(self, player: Opponent, width: int, height: int) -> list[Row]:
        glyphs, palette = self.glyphs, self.palette
        border = palette.accent if player.to_act else palette.alarm if player.catchable else palette.faint
        tl, flat, tr, side, bl, br = glyphs.heavy if player.to_act else glyphs.card
        mark = f"{glyphs.turn} " if player.to_act else ""
        mark += f"{glyphs.partner} " if player.partner else ""
        title = f" {mark}{clip(player.name, width - 6 - len(mark))} "
        name_style = palette.accent if player.to_act else palette.strong if player.online else palette.muted
        inner = width - 2
        head: Row = [Segment(tl + flat, border), Segment(title, name_style)]
        head = [*head, Segment(flat * (width - 1 - sum(s.cell_length for s in head)) + tr, border)]
        lines = [self._pips(player, inner), self._state(player, inner)]
        if height >= 5:
            lines.append(self._extra(player, inner))
        rows = [head]
        for line in lines[: height - 2]:
            rows.append([Segment(side, border), *pad(line, inner), Segment(side, border)])
        rows.append([Segment(bl + flat * inner + br, border)])
        return rows

    def _pips(self, player: Opponent, width: int) -> Row:
        room = width - 2
        shown = min(player.cards, room)
        text = self.glyphs.pip * shown
        if player.cards > room:
            text = text[:-1] + "+"
        return [Segment(f" {text}", self.palette.muted)]

    def _state(self, player: Opponent, width: int) -> Row:
        """Cards and whatever is special about this player."""
        palette = self.palette
        special, style = self._special(player)
        cards = n_("{count} card", "{count} cards", player.cards)
        full = f" {cards.format(count=f'{player.cards:2}')}"
        if special and len(full) + 1 + len(special) > width:
            full = f" {player.cards:2}"
        if len(full) + 1 + len(special) > width:
            special, style = self._special(player, with_bar=False)
        if player.gone:
            why = _("out of the game") if player.out else _("left the game")
            return [Segment(clip(f" {why}", width), palette.muted)]
        return [
            Segment(full, palette.normal),
            Segment(" "),
            Segment(clip(special, width - len(full) - 1), style),
        ]

    def _special(self, player: Opponent, with_bar: bool = True) -> tuple[str, Style]:
        """UNO, a missed call with its shrinking bar, a lost link, a running clock: the weightiest one."""
        glyphs, palette = self.glyphs, self.palette
        if player.standin and not player.gone:
            return (_("bot plays") if with_bar else _("bot"), palette.alarm)
        if not player.online and not player.gone:
            away = f"{_('away')} " if with_bar else ""
            return (f"{glyphs.lost} {away}{player.clock}".rstrip(), palette.alarm)
        if player.catchable:
            bar = glyphs.full * max(1, round(self.grace * 4)) if with_bar and self.grace else ""
            return (f"{_('CATCH!')} {bar}".rstrip(), palette.alarm)
        if player.called:
            return (_("UNO!"), palette.alarm)
        return (player.clock, palette.accent)

    def _extra(self, player: Opponent, width: int) -> Row:
        parts = [] if player.total is None else [_("{points} pts").format(points=player.total)]
        parts += [_("your partner")] if player.partner else []
        parts += [_("bot")] if player.bot else []
        text = f" {self.glyphs.bullet} ".join(parts)
        return [Segment(clip(f" {text}", width), self.palette.muted)]

    # Lines.

    def _lines(self, width: int, height: int) -> list[Row]:
        count = len(self.players)
        columns = max(1, -(-count // max(1, height)))
        cell = width // columns
        self._edges, self._cell, self._columns = (), cell, columns
        rows: list[Row] = []
        for start in range(0, count, columns):
            row: Row = []
            for player in self.players[start : start + columns]:
                row += pad(self._line(player, cell), cell)
            rows.append(row)
        return rows

    def _line(self, player: Opponent, width: int) -> Row:
        """`▶Cem  1 UNO!` in exactly `width` cells at most."""
        palette = self.palette
        special, special_style = self._special(player, with_bar=False)
        mark = self.glyphs.turn if player.to_act else self.glyphs.partner if player.partner else " "
        style = palette.accent if player.to_act else palette.normal if player.online else palette.muted
        # Translators: short for "out of the game" and "left the game", in the place of a number of cards.
        why = p_("instead of cards", "out") if player.out else p_("instead of cards", "left")
        cards = why if player.gone else f"{player.cards:3}"
        room = width - len(mark) - len(cards) - 2
        special = clip(special, max(0, room - 6))
        name = fit(player.name, max(3, room - (len(special) + 1 if special else 0)))
        return [
            Segment(mark, palette.accent),
            Segment(name, style),
            Segment(cards, palette.normal),
            Segment(f" {special} " if special else "  ", special_style if special else palette.normal),
        ]
