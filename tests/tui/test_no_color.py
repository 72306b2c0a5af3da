"""`NO_COLOR`: what leaves for a real terminal has no color in it, byte by byte, on every screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

SGR = re.compile(rb"\x1b\[([0-9;:]*)m")
"""Select graphic rendition: what sets attributes and colors."""
ATTRIBUTES = {0, 1, 2, 3, 4, 7, 9, 22, 23, 24, 27, 29}
"""Reset, bold, dim, italic, underline, reverse, strike, and their ends."""


def written(
    tmp_path: Path, columns: int, rows: int, *only: str, **environment: str
) -> tuple[bytes, set[str]]:
    """All bytes of a walk through every screen, and the screens that were seen."""
    names = tmp_path / "seen"
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TEXTUAL")}
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.tui.every_screen", str(names), *only],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**clean, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
        start_new_session=True,
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the last one who could write has gone
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert child.wait() == 0, said[-3000:].decode("utf-8", "replace")
    return said, set(names.read_text(encoding="utf-8").split())


def codes(said: bytes) -> set[int]:
    """Every number in every SGR."""
    return {int(number or 0) for found in SGR.findall(said) for number in re.split(rb"[;:]", found)}


SEEN = {
    "LobbyScreen",
    "HostScreen",
    "RuleEditor",
    "RulesScreen",
    "SettingsScreen",
    "KeysScreen",
    "PastScreen",
    "HelpDialog",
    "PracticeScreen",
    "WaitingScreen",
    "TableScreen",
    "ColorDialog",
    "SeatDialog",
    "ShownHandDialog",
    "DisputeDialog",
    "RoundOverScreen",
    "GameOverScreen",
    "ReplayScreen",
    "LogDialog",
    "CommandsDialog",
    "Explanation",
}


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 18), (120, 40)])
def test_no_color_leaves(tmp_path: Path, columns: int, rows: int) -> None:
    """The toolkit made greys of the colors, on a dark ground of its own."""
    said, seen = written(tmp_path, columns, rows, NO_COLOR="1")
    assert seen >= SEEN, SEEN - seen
    assert codes(said) <= ATTRIBUTES, codes(said) - ATTRIBUTES
    assert codes(said) >= {1, 4, 7}, "bold, underline and reverse carry what has to be seen"


@pytest.mark.slow
def test_the_same_walk_has_colors_where_they_are_wanted(tmp_path: Path) -> None:
    said, _seen = written(tmp_path, 80, 24, "lobby")
    assert codes(said) >= {38, 48}
