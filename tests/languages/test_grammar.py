"""Sentences that a language builds otherwise than English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.plain.fakes import FakeTable, playing, view
from uno_lan import languages
from uno_lan.client.words import typed
from uno_lan.languages import AVAILABLE, _, in_a_row
from uno_lan.plain.console import Console
from uno_lan.plain.speaker import Speaker


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    languages.use("en")


@pytest.mark.parametrize(
    ("language", "top", "said"),
    [
        ("en", "R8", "Blue 2 does not fit: neither red nor an 8."),
        ("en", "R0", "Blue 2 does not fit: neither red nor a 0."),
        ("nl", "R0", "Blauwe 2 past niet: geen rood en geen 0."),
        ("nl", "R8", "Blauwe 2 past niet: geen rood en geen 8."),
        ("ca", "R0", "2 blau no encaixa: ni vermell ni 0."),
        ("fr", "R0", "2 bleu ne va pas\N{NO-BREAK SPACE}: ni rouge, ni 0."),
    ],
)
def test_neither_nor_has_an_article_only_where_the_language_has_one(
    language: str, top: str, said: str
) -> None:
    languages.use(language)
    console = Console(FakeTable(playing(view(top=top))), Speaker(), clock=lambda: 0)
    assert console.line(f"{typed('why')} B2") == [said]


def test_texts_in_a_row_are_set_apart_as_the_language_does() -> None:
    assert in_a_row(["a", "b"]) == "a; b"
    languages.use("fr")
    assert in_a_row(["a", "b"]) == "a\N{NO-BREAK SPACE}; b"


@pytest.mark.parametrize("language", AVAILABLE)
def test_who_stops_hears_once_that_the_seat_is_kept(language: str) -> None:
    languages.use(language)
    table, speaker = FakeTable(), Speaker()
    console = Console(table, speaker, clock=lambda: 0)
    speaker.hear(table.snapshot)
    (kept,) = console.line(typed("quit"))
    away = replace(table.snapshot.seats[0], online=False)
    after = speaker.hear(replace(table.snapshot, seats=(away, *table.snapshot.seats[1:])))
    assert after == [_("You are away.")]
    assert "uno-lan play --plain" in kept
