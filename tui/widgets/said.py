"""A text on a screen that can be said again when another language is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rich.text import Text
from textual.widgets import Static

Told: TypeAlias = str | Callable[[], str]
"""A text, or what makes it: asked again in another language. A text made once stays as it was."""


def say(told: Told) -> str:
    """The text as it is now."""
    return told if isinstance(told, str) else told()


class Said(Static):
    """Shows it, without markup."""

    def __init__(self, told: Told, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(Text(say(told)), id=id, classes=classes)
        self._told = told

    def say_again(self) -> None:
        """In the language that is in use now."""
        self.update(Text(say(self._told)))
