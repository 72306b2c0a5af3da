"""Draws the pictures of README and docs anew: `python -m tests.tui.pictures`.

They are the screens themselves, in states that the tests of the looks use, as SVG under `docs/pictures/`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.tui import test_looks as classic
from tests.tui import test_looks_editions as editions
from tests.tui.fakes import playing, waiting
from tests.tui.running import at_table
from tests.tui.test_moves import WARS, at
from uno_lan.client.model import Snapshot

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"

PICTURES: Final[dict[str, tuple[Callable[[], Snapshot], tuple[int, int], tuple[str, ...]]]] = {
    "table": (playing, (80, 24), ("6", "right")),
    "waiting-room": (lambda: waiting(4, seats=classic.ROOM), (80, 24), ()),
    "star-wars": (lambda: at(WARS, editions.FULL_WARS), (80, 24), ()),
    "the-force": (editions.shown_by_the_force, (80, 24), ()),
    "mario-kart": (editions.STATES["shell"][0], (80, 24), ()),
}
"""Name of the file: (what is shown, columns and lines, keys pressed first)."""


async def draw(name: str) -> str:
    """The SVG of one picture."""
    make, size, keys = PICTURES[name]
    async with at_table(make(), size=size, glyphs="unicode") as run:
        for key in keys:
            await run.press(key)
            run.clock.now += 500
        return run.app.export_screenshot(title="UNO LAN", simplify=True)


def main() -> None:
    """Draw all of them."""
    os.environ.pop("NO_COLOR", None)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(asyncio.run(draw(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
