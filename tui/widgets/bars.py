"""The one-row bars: state of the table on top, what is asked, who I am, and the keys that act now."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.screen import Screen

from uno_lan.languages import _

from ..text import Row, clip, width_of
from .painted import Painted


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar. When the row is too narrow, parts of the highest `rank` go first."""

    text: str
    style: Style
    rank: int = 0
    short: str = ""
    """What to say when there is less room; empty: nothing shorter."""
    short_rank: int = 0
    """Rank of the short wording."""


class Bar(Painted):
    """Parts side by side with two blanks between them; what does not fit is shortened, then left out."""

    parts: tuple[Part, ...] = ()

    def show(self, *parts: Part) -> None:
        """Show other parts; empty ones take no room."""
        kept = tuple(part for part in parts if part.text)
        if kept != self.parts:
            self.parts = kept
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """One row."""
        parts = list(self.parts)
        while parts and _length(parts) > width - 1:
            rank = max(part.rank for part in parts)
            place = next(i for i in reversed(range(len(parts))) if parts[i].rank == rank)
            part = parts[place]
            if part.short and part.short != part.text:
                parts[place] = Part(part.short, part.style, part.short_rank)
            elif len(parts) > 1:
                del parts[place]
            else:
                parts[place] = Part(clip(part.text, width - 2), part.style, part.rank)
                break
        row: Row = [Segment(" ")]
        for index, part in enumerate(parts):
            if index:
                row.append(Segment("  "))
            row.append(Segment(part.text, part.style))
        return [row]


def _length(parts: list[Part]) -> int:
    return sum(cell_len(part.text) for part in parts) + 2 * (len(parts) - 1) + 1


@dataclass(frozen=True, slots=True)
class _Key:
    """A key shown in the key bar."""

    display: str
    label: str
    action: str


class KeyBar(Painted):
    """The keys that do something now, in the order of the screen's bindings; a click does the same.

    What keys do, and names of keys in `key_display`, are marked for translation where the bindings are
    defined, and translated here.

    A screen with a method `shows_key(action)` decides what is listed. It is asked instead of `check_action`
    because a key that is not listed stays bound: it then explains why it does nothing.
    """

    _spans: tuple[tuple[int, int, str], ...] = ()

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, _screen: Screen[object]) -> None:
        """They often change several times before the next frame: they are looked at when it is painted."""
        self.repaint()

    def _active(self) -> list[_Key]:
        """The keys that do something now."""
        shows = getattr(self.screen, "shows_key", None)
        seen: set[str] = set()
        keys: list[_Key] = []
        for _key, active in self.screen.active_bindings.items():
            binding = active.binding
            if not binding.show or not active.enabled or binding.action in seen:
                continue
            if shows is None or shows(binding.action):
                seen.add(binding.action)
                display = binding.key_display or self.app.get_key_display(binding)
                signs = {"⏎": self.glyphs.enter, "→": self.glyphs.right, "←": self.glyphs.left}
                display = signs.get(display, display)
                keys.append(_Key(_(display), _(binding.description), binding.action))
        return keys

    def paint(self, width: int, height: int) -> list[Row]:
        """One row; keys that do not fit are left out from the end, but the last two always stay: the way out
        and the help."""
        palette = self.palette
        keys = self._active()
        while len(keys) > 1 and sum(cell_len(k.display) + cell_len(k.label) + 3 for k in keys) > width:
            del keys[-3 if len(keys) > 2 else -2]
        row: Row = [Segment(" ")]
        spans: list[tuple[int, int, str]] = []
        for key in keys:
            begin = width_of(row)
            row += [Segment(key.display, palette.bar_key), Segment(f" {key.label}", palette.bar)]
            spans.append((begin, width_of(row), key.action))
            row.append(Segment("  "))
        self._spans = tuple(spans)
        return [row]

    async def on_click(self, event: events.Click) -> None:
        """Act as the key under the mouse."""
        event.stop()
        for begin, end, action in self._spans:
            if begin <= event.x < end:
                await self.screen.run_action(action)
                return
