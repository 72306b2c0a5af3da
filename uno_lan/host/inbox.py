"""What waits for a table: a bounded queue whose owner is called, not awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from .inputs import Input

MOST: Final = 1024
"""Inputs that wait; above that the connections are read no further."""


class Inbox:
    """Inputs in the order they came.

    Args:
        news: called when one has come; taking it must wait until the caller is done.
    """

    def __init__(self, news: Callable[[], None]) -> None:
        self._news = news
        self._waiting: list[Input] = []
        self._wants_room: list[asyncio.Future[None]] = []
        """Who waits until it is not full any more."""

    def __len__(self) -> int:
        return len(self._waiting)

    def offer(self, item: Input) -> bool:
        """Take one in. False: it is full."""
        if len(self._waiting) >= MOST:
            return False
        self._waiting.append(item)
        self._news()
        return True

    def add(self, item: Input) -> None:
        """Take one in even when it is full: for what is rare, and cannot wait."""
        self._waiting.append(item)
        self._news()

    async def put(self, item: Input) -> None:
        """Take one in, as soon as there is room."""
        while not self.offer(item):
            await self.room()

    async def room(self) -> None:
        """Wait until it is not full any more."""
        while len(self._waiting) >= MOST:
            self._wants_room.append(asyncio.get_running_loop().create_future())
            await self._wants_room[-1]

    def empty(self) -> list[Input]:
        """All that waits; it waits no more."""
        inputs, self._waiting = self._waiting, []
        wants, self._wants_room = self._wants_room, []
        for one in wants:
            if not one.done():
                one.set_result(None)
        return inputs
