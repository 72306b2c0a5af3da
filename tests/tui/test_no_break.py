"""A no-break blank does not break, wherever a text is wrapped: no line in French begins with a sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from textual.content import Content

from tests.languages.words import load, strings
from tests.tui.fakes import playing
from tests.tui.running import at_table
from tui.no_break import keep_together
from tui.screens.dialogs import OK, Explanation
from uno_lan import languages

LOST = re.compile(r"^[│▌┃|\s]*[:;?!»](?=\s|$)")
"""A line that begins with a sign."""
SENTENCES = [
    form for message in load("fr") if message.id for form in strings(message) if "\N{NO-BREAK SPACE}" in form
]


@pytest.fixture
def french() -> Iterator[None]:
    languages.use("fr")
    yield
    languages.use("en")


@pytest.mark.parametrize("width", [24, 37, 54, 74])
def test_every_french_sentence_keeps_its_signs(width: int) -> None:
    keep_together()
    assert len(SENTENCES) > 100
    for text in SENTENCES:
        lines = [line.plain for line in Content(text).wrap(width)]
        assert not [line for line in lines if LOST.search(line) or line.endswith("«")], lines
        assert " ".join(lines).split() == text.split()


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_no_line_of_a_box_begins_with_a_sign(size: tuple[int, int], french: None) -> None:
    """With words of many lengths, so that the sign comes to the edge."""
    async with at_table(playing(owner=0), size=size) as run:
        for length in range(30, 80):
            text = "n" * (length - 6) + " quoi\N{NO-BREAK SPACE}? " + "m" * 12
            run.app.push_screen(Explanation("Titre", text, OK))
            await run.pilot.pause()
            assert not [row for row in run.text.splitlines() if LOST.search(row)], run.text
            assert "quoi ?" in run.text.replace("\N{NO-BREAK SPACE}", " ")
            run.app.pop_screen()
