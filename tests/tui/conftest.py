"""Several hundred apps start here one after the other: each style text is read once for all of them.

They look the same whatever the terminal is told from which the tests are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


@pytest.fixture(autouse=True, scope="session")
def styles_read_once() -> Iterator[None]:
    """Apps do not change the rules they follow, which depend on the text and the theme's variables."""
    read: dict[tuple[Any, ...], list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def remembered(self: Stylesheet, css: str, *args: Any, **more: Any) -> list[RuleSet]:
        key = (css, args, tuple(more.items()), tuple(self._variables.items()))
        if key not in read:
            read[key] = parse(self, css, *args, **more)
        return read[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", remembered)
        yield


@pytest.fixture(autouse=True)
def in_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """Golden screens and styles are those with color; a test of the other ones asks for them."""
    monkeypatch.delenv("NO_COLOR", raising=False)
