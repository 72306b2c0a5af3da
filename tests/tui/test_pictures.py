"""The pictures in docs show the screens as they are now, and all that are shown exist."""

from __future__ import annotations

import html
import re

import pytest

from tests.tui.pictures import FOLDER, PICTURES, draw


def words(svg: str) -> str:
    """All that is written in a picture, without the spaces between."""
    return "".join(html.unescape("".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))).split())


@pytest.mark.parametrize("name", PICTURES)
async def test_a_picture_says_what_the_screen_says_now(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = words(await draw(name))
    assert "anna'stable" in shown
    kept = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert words(kept) == shown, "draw it anew: python -m tests.tui.pictures"


def test_the_folder_holds_these_pictures_and_no_others() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.svg")) == sorted(PICTURES)
