"""The characters the screens draw with: one set for UTF-8 terminals, one in plain ASCII.

Color is never the only sign, so each color has a letter and a shape. No emoji: their width differs between
terminals and would shift the table.
"""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from typing import Final, NamedTuple

WILD: Final = 4

Art = tuple[str, ...]
"""A picture of three rows."""
Frame = tuple[str, str, str, str, str, str]
"""Top left, horizontal, top right, vertical, bottom left, bottom right."""


class Glyphs(NamedTuple):
    """All characters that differ between terminals."""

    name: str
    shapes: tuple[str, str, str, str, str]
    """Letter and shape per color code; the last is the wild."""
    symbols: tuple[str, ...]
    """Short text per symbol code, at most three cells."""
    big: Mapping[int, Art]
    """Large drawings per symbol code; symbols without one use the short text."""
    tags: tuple[str, ...]
    """Shortest text per symbol code, at most two cells, for the list view."""
    card: Frame
    """Border of a card."""
    heavy: Frame
    """Border of the player whose turn it is."""
    underline: str
    back: str
    turn: str
    partner: str
    """Before the name of who plays in my team."""
    playable: str
    left: str
    right: str
    up: str
    down: str
    clockwise: str
    counter: str
    full: str
    empty: str
    pip: str
    dot: str
    check: str
    cross: str
    enter: str
    rule: str
    lost: str
    bullet: str


def _pair(left: Art, right: Art) -> Art:
    return tuple(f"{a} {b}" for a, b in zip(left, right, strict=True))


_DIGITS: Final[tuple[Art, ...]] = (
    ("█▀█", "█ █", "▀▀▀"),
    ("▀█ ", " █ ", "▀▀▀"),
    ("▀▀█", "█▀▀", "▀▀▀"),
    ("▀▀█", " ▀█", "▀▀▀"),
    ("█ █", "▀▀█", "  ▀"),
    ("█▀▀", "▀▀█", "▀▀▀"),
    ("█▀▀", "█▀█", "▀▀▀"),
    ("▀▀█", "  █", "  ▀"),
    ("█▀█", "█▀█", "▀▀▀"),
    ("█▀█", "▀▀█", "▀▀▀"),
)
_PLUS: Final[Art] = (" ▄ ", "▀█▀", "   ")

_BIG: Final[Mapping[int, Art]] = {
    **dict(enumerate(_DIGITS)),
    10: _pair(_PLUS, _DIGITS[2]),
    11: ("━━━━▶", "     ", "◀━━━━"),
    12: ("▄▀▀█▄", "█ █ █", "▀█▄▄▀"),
    13: ("◆   ●", "  ✶  ", "▲   ■"),
    14: _pair(_PLUS, _DIGITS[4]),
    15: ("★   ★", "  ★  ", "★   ★"),
    16: ("━━━━━", "━━━ ✎", "━━   "),
    17: ("▗▄▄▄▖", "▐ ◉ ▌", "▝▀▀▀▘"),
    18: ("┏━━━┓", "┃ ? ┃", "┗━━━┛"),
    19: ("▮▮▮▮▮", "  ↻  ", "▯▯▯▯▯"),
}
"""Last ones: Draw Four, Super Star, Customizable, The Force (an eye that looks), Item Box, Shuffle Hands."""

UNICODE: Final = Glyphs(
    name="unicode",
    shapes=("R◆", "Y●", "G▲", "B■", "W✶"),
    symbols=(*(str(n) for n in range(10)), "+2", "⇄", "⊘", "✶", "+4", "★", "✎", "◉", "▣", "↻"),
    big=_BIG,
    tags=(*(str(n) for n in range(10)), "+2", "⇄", "⊘", "", "+4", "★", "✎", "◉", "▣", "↻"),
    card=("╭", "─", "╮", "│", "╰", "╯"),
    heavy=("┏", "━", "┓", "┃", "┗", "┛"),
    underline="━",
    back="░",
    turn="▶",
    partner="&",
    playable="▲",
    left="◂",
    right="▸",
    up="▴",
    down="▾",
    clockwise="⟳",
    counter="⟲",
    full="▰",
    empty="▱",
    pip="▮",
    dot="●",
    check="✓",
    cross="✗",
    enter="⏎",
    rule="│",
    lost="⟳",
    bullet="·",
)

ASCII: Final = Glyphs(
    name="ascii",
    shapes=("R:", "Y.", "G^", "B#", "W*"),
    symbols=(*(str(n) for n in range(10)), "+2", "<->", "(/)", "*", "+4", "*S", "*C", "*F", "[?]", "*H"),
    big={
        11: ("---->", "     ", "<----"),
        13: ("<   o", "  *  ", "^   #"),
        15: ("*   *", "  *  ", "*   *"),
        16: ("-----", "--- /", "--   "),
        17: (".---.", "( o )", "'---'"),
        18: ("+---+", "| ? |", "+---+"),
        19: ("|||||", " <-> ", ":::::"),
    },
    tags=(*(str(n) for n in range(10)), "+2", "R", "S", "", "+4", "S", "C", "F", "I", "H"),
    card=(".", "-", ".", "|", "'", "'"),
    heavy=("#", "=", "#", "#", "#", "#"),
    underline="=",
    back=":",
    turn=">",
    partner="&",
    playable="^",
    left="<",
    right=">",
    up="^",
    down="v",
    clockwise="->",
    counter="<-",
    full="#",
    empty="-",
    pip="|",
    dot="*",
    check="OK",
    cross="X",
    enter="Enter",
    rule="|",
    lost="~",
    bullet="-",
)


def choose(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Glyphs:
    """The set for this terminal.

    Args:
        wanted: `unicode`, `ascii` or `auto` (by locale; the Linux console gets ASCII).
        environ: for tests; default is the process environment.
    """
    if wanted == "ascii":
        return ASCII
    if wanted == "unicode":
        return UNICODE
    env = os.environ if environ is None else environ
    if env.get("TERM") in ("linux", "dumb"):
        return ASCII
    named = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or ""
    encoding = named or locale.getpreferredencoding(False)
    return UNICODE if "utf" in encoding.lower().replace("-", "") else ASCII
