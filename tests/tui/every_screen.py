"""Walks through every screen and box in a real terminal: `python -m tests.tui.every_screen FILE [lobby]`.

For tests that look at what leaves for the terminal, byte by byte. The names of the screens that were seen are
written to the file. With `lobby` it is left at what opens from there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from protocol.signing import Ed25519Verifier
from tests.tui import test_looks, test_looks_editions
from tests.tui.fakes import FakeClient, FakeLobby, playing, view, waiting
from tests.tui.test_dispute import disputed
from tests.tui.test_replay import PAST, VECTOR
from tests.tui.test_results import RESULT, over
from tui.app import UnoApp
from tui.port import GameRow, OwnTable
from tui.screens.replay import ReplayScreen
from uno_lan.client.model import Snapshot, Stage
from uno_lan.client.replay import Projector, read

LOBBY = (
    ("question_mark", "escape", "down", "n", "escape", "a", "escape", "x", "escape", "r"),
    ("h", "down", "right", "f3", "down", "right", "escape", "f1", "escape", "escape"),
    ("s", "down", "right", "left", "f3", "enter", "escape", "escape", "escape", "w", "escape"),
)
WAITING = ("down", "x", "escape", "i", "escape", "w", "escape", "e", "escape", "t", "x", "escape", "v")
TABLE = (
    "question_mark",
    "escape",
    "l",
    "escape",
    "v",
    "escape",
    "e",
    "escape",
    "f2",
    "escape",
    "i",
    "escape",
    "ctrl+p",
    "escape",
    "t",
    "escape",
)


SEEN: set[str] = set()


async def walk(pilot: Pilot[Any]) -> None:
    """From screen to screen."""
    app = pilot.app
    assert isinstance(app, UnoApp)
    seen = SEEN

    async def press(*keys: str) -> None:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            seen.add(type(app.screen).__name__)

    async def sit(shown: Snapshot, *keys: str) -> None:
        app.sit_down(FakeClient(shown))
        await pilot.pause()
        seen.add(type(app.screen).__name__)
        await press(*keys)
        app.stand_up()
        await pilot.pause()

    await pilot.pause()
    for lobby_keys in LOBBY:
        await press(*lobby_keys)
    if "lobby" in sys.argv[2:]:
        app.exit(0)
        return
    app.tell("a toast", severe=True)
    await press("l", "question_mark", "escape", "q")
    app.stand_up()
    for make, keys in [*test_looks.STATES.values(), *test_looks_editions.STATES.values()]:
        await sit(make(), *keys)
    await sit(waiting(4, seats=test_looks.ROOM), *WAITING)
    await sit(playing(view("R7 R4 W W4", owes=(2,))), *TABLE, "q")
    await sit(playing(trouble=disputed()), "escape")
    won = over(RESULT, stage=Stage.GAME_OVER)
    await sit(won, "question_mark", "escape", "q")
    reel = read(VECTOR.read_bytes(), "game.unolog", Ed25519Verifier())
    app.push_screen(ReplayScreen(Projector(reel)))
    await press("right", "end", "v", "l", "escape", "question_mark", "escape", "q")
    app.exit(0)


def main() -> None:
    """Walk."""
    fake = FakeLobby(games=(GameRow("a", "kitchen", seats_taken=2), GameRow("b", "hall", mine=True)))
    fake.own = (OwnTable("t9", "my table", 2),)
    fake.past = PAST
    UnoApp(fake, "unicode").run(auto_pilot=walk)
    Path(sys.argv[1]).write_text(" ".join(sorted(SEEN)), encoding="utf-8")


if __name__ == "__main__":
    main()
