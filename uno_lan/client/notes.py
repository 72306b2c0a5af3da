"""What comes out of a session and its parts: effects for the shell, and lines for the log panel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from protocol.messages import Message
from uno_lan.engine import NOBODY

from .effects import Effect, Send
from .model import LogLine

LOG_LINES: Final = 400
"""Lines kept for the log panel."""


class Notes:
    """Collects both, for all parts of one session."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []
        self._lines: list[LogLine] = []

    def take(self) -> list[Effect]:
        """What to do now, in order; each effect is given once."""
        effects, self._effects = self._effects, []
        return effects

    def do(self, effects: Iterable[Effect]) -> None:
        """Have something done."""
        self._effects += effects

    def send(self, message: Message) -> None:
        """Have a message sent."""
        self._effects.append(Send(message))

    def say(
        self,
        kind: str,
        text: str,
        seat: int = NOBODY,
        color: int = NOBODY,
        card: int = NOBODY,
        minor: bool = False,
    ) -> None:
        """Add a line to the log panel."""
        self._lines.append(LogLine(kind, text, seat, color, card, minor))
        del self._lines[:-LOG_LINES]

    def grow_old(self) -> None:
        """What was told so far was before I came back."""
        self._lines = [replace(line, old=True) for line in self._lines]

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The log panel."""
        return tuple(self._lines)


__all__ = ["LOG_LINES", "Notes"]
