"""What a screen shows as text, compared with a file under `tests/golden/tui/`.

`UNO_LAN_GOLDEN=write pytest tests/tui` writes the files anew; the diff is then read by a person.
"""

from __future__ import annotations

import os
from pathlib import Path

from textual.app import App
from textual.strip import Strip

FOLDER = Path(__file__).parent.parent / "golden" / "tui"


def strips(app: App[int]) -> list[Strip]:
    """The rows on the screen. The one place that reaches into Textual's compositor."""
    return app.screen._compositor.render_strips()


def screen_text(app: App[int]) -> str:
    """The screen as lines of text, without trailing blanks. A box is shown over what lies below it."""
    rows = [strip.text.rstrip() for strip in strips(app)]
    return "\n".join(rows) + "\n"


def check(app: App[int], name: str) -> None:
    """Compare the screen with a golden file."""
    file = FOLDER / f"{name}.txt"
    shown = screen_text(app)
    if os.environ.get("UNO_LAN_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == file.read_text(encoding="utf-8"), f"{file.name} differs from the screen"
