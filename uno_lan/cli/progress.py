"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, TextIO

EVERY: Final = 0.1
"""Seconds between two updates."""
LENGTH: Final = 24
"""Characters of the bar."""


class Progress:
    """Shows how much of a known amount is done.

    with Progress("games", 1000) as progress:
        for ...:
            progress.step()
    """

    def __init__(
        self,
        what: str,
        total: int,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is shown before the first step.

        Args:
            stream: where to show it; by default stderr. Only a terminal gets to see anything.
        """
        self.what = what
        self.total = total
        self.done = 0
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._shows = self._stream is not None and self._stream.isatty()
        self._start = self._shown = clock()
        self._length = 0

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        if not self._shows:
            return
        now = self._clock()
        if now - self._shown >= EVERY or self.done == self.total:
            self._shown = now
            self._show(self._line(now - self._start))

    def _line(self, passed: float) -> str:
        full = self.done * LENGTH // self.total
        left = passed / self.done * (self.total - self.done)
        return (
            f"[{'#' * full}{'.' * (LENGTH - full)}] {self.done * 100 // self.total:3d} %  "
            f"{self.done}/{self.total} {self.what}, {left:.0f} s left"
        )

    def _show(self, line: str) -> None:
        print(f"\r{line.ljust(self._length)}", end="", file=self._stream, flush=True)
        self._length = len(line)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        """The line is left empty for what comes next."""
        if self._length:
            print(f"\r{' ' * self._length}\r", end="", file=self._stream, flush=True)
