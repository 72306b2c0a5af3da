"""Run the app without a terminal, with a clock that only moves when told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from textual import events
from textual.pilot import Pilot

from tests.tui.fakes import FakeClient, FakeLobby
from tests.tui.golden import screen_text
from tui.app import Start, UnoApp
from uno_lan.client.model import Snapshot

START = 1_000_000


@dataclass
class Clock:
    """Wall clock in ms."""

    now: int = START

    def __call__(self) -> int:
        return self.now


@dataclass
class Running:
    """A running app and what a test needs of it."""

    app: UnoApp
    pilot: Pilot[int]
    lobby: FakeLobby
    client: FakeClient
    clock: Clock

    async def press(self, *keys: str) -> None:
        """Press keys and wait until everything is quiet."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type_ahead(self, *keys: str) -> None:
        """Press keys faster than anything can answer, as a terminal hands on what is typed or pasted."""
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await self.pilot.pause()

    async def click(self, selector: str, x: int, y: int = 0) -> None:
        """Click at a cell of a widget."""
        await self.pilot.click(selector, offset=(x, y))
        await self.pilot.pause()

    async def push(self, snapshot: Snapshot | None = None, **changes: object) -> None:
        """A new snapshot of the table, and half a second for the eyes."""
        self.client.push(snapshot, **changes)
        await self.pilot.pause()
        self.clock.now += 500

    @property
    def text(self) -> str:
        """The screen as text."""
        return screen_text(self.app)

    @property
    def calls(self) -> list[tuple[object, ...]]:
        """What was asked of the table, and forgotten with that."""
        calls, self.client.calls = self.client.calls, []
        return calls


@asynccontextmanager
async def lobby(
    fake: FakeLobby | None = None,
    size: tuple[int, int] = (80, 24),
    glyphs: str = "unicode",
    start: Start | None = None,
    seated: Snapshot | None = None,
) -> AsyncIterator[Running]:
    """The app in its lobby, or at a table from its first moment on: then the lobby below is never painted."""
    client = FakeClient(seated or Snapshot())
    fake = FakeLobby(client) if fake is None else fake
    clock = Clock()
    app = UnoApp(fake, glyphs, start, clock)
    app.animation_level = "none"
    if seated is not None:
        app.call_later(app.sit_down, client)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield Running(app, pilot, fake, client, clock)


@asynccontextmanager
async def at_table(
    snapshot: Snapshot, size: tuple[int, int] = (80, 24), glyphs: str = "unicode"
) -> AsyncIterator[Running]:
    """The app at a table."""
    async with lobby(size=size, glyphs=glyphs, seated=snapshot) as running:
        running.clock.now += 500
        yield running
